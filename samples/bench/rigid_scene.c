#include "rigid_scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void* room(size_t count, size_t size)
{
    void* p = calloc(count > 0 ? count : 1, size);
    if (p != NULL) return p;
    fprintf(stderr, "massa: no memory for a scene.\n");
    exit(1);
}

static float uniform(uint64_t* seed, float from, float to)
{
    *seed ^= *seed << 13; // xorshift
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return from + (to - from) * ((float)(*seed >> 40) * 0x1p-24f);
}

static rigid_scene create(const char* name, uint32_t size, uint32_t bodies, uint32_t joints)
{
    return (rigid_scene){
        .name     = name,
        .size     = size,
        .body     = room(bodies, sizeof(rigid_body)),
        .joint    = room(joints, sizeof(rigid_joint)),
        .gravity  = 9.81f,
        .friction = 0.5f,
        .collide  = true,
    };
}

void rigid_scene_destroy(rigid_scene* s)
{
    free(s->body);
    free(s->joint);
    *s = (rigid_scene){ 0 };
}

static rigid_body* add(rigid_scene* s, rigid_shape shape, float half, float density, float x, float y, float z)
{
    const float volume = shape == RIGID_BOX ? 8.0f : 4.18879020f;
    rigid_body* b      = &s->body[s->body_count++];
    *b                 = (rigid_body){
                        .shape    = shape,
                        .half     = { half, half, half },
                        .mass     = density * volume * half * half * half,
                        .position = { x, y, z },
                        .rotation = { 0.0f, 0.0f, 0.0f, 1.0f },
    };
    return b;
}

// A floor at height 0 and four walls, without end upwards: what does not fit stands higher.
static void add_tank(rigid_scene* s, float half)
{
    static const float normal[RIGID_PLANES][3] = {
        { 0.0f, 1.0f, 0.0f }, { 1.0f, 0.0f, 0.0f }, { -1.0f, 0.0f, 0.0f }, { 0.0f, 0.0f, 1.0f }, { 0.0f, 0.0f, -1.0f },
    };
    for (uint32_t i = 0; i < RIGID_PLANES; ++i)
    {
        memcpy(s->plane[i].normal, normal[i], sizeof normal[i]);
        s->plane[i].distance = i == 0 ? 0.0f : -half;
    }
    s->plane_count = RIGID_PLANES;
}

rigid_scene rigid_spheres(uint32_t count)
{
    enum
    {
        ROW = 18 // spheres; a box 40 wide holds 20
    };
    rigid_scene s = create("spheres", count, count, 0);
    uint64_t seed = 88172645463325252u;
    add_tank(&s, 20.0f);
    for (uint32_t i = 0; i < count; ++i)
    {
        const uint32_t x = i % ROW, z = i / ROW % ROW, y = i / (ROW * ROW);
        const float jitter[3] = { uniform(&seed, -0.05f, 0.05f), uniform(&seed, -0.02f, 0.02f),
                                  uniform(&seed, -0.05f, 0.05f) };
        const float middle    = 0.5f * (ROW - 1);
        // Each layer over the gaps of the one below: it lies nearly as it will rest.
        const float shift = y % 2 ? 0.55f : -0.55f;
        add(&s, RIGID_SPHERE, 1.0f, 1.0f, 2.15f * ((float)x - middle) + shift + jitter[0],
            1.05f + 1.75f * (float)y + jitter[1], 2.15f * ((float)z - middle) + shift + jitter[2]);
    }
    s.from = 240;
    s.to   = 300;
    return s;
}

rigid_scene rigid_molecules(uint32_t side)
{
    const uint32_t n  = side;
    const float pitch = 2.5f, middle = 0.5f * pitch * (float)(n - 1);
    const float turn[3]   = { 0.0f, 0.25f, 0.1f }; // rad/s: what the seed's forces at two corners come to
    rigid_scene s         = create("molecules", n, n * n * n, 3 * n * n * (n - 1));
    const uint32_t far[3] = { 1, n, n * n };
    for (uint32_t i = 0; i < n * n * n; ++i)
    {
        const uint32_t at[3] = { i % n, i / n % n, i / n / n };
        const float p[3]     = { pitch * (float)at[0] - middle, pitch * (float)at[1] - middle,
                                 pitch * (float)at[2] - middle };
        rigid_body* b        = add(&s, RIGID_SPHERE, 1.0f, 1.0f, p[0], p[1], p[2]);
        for (int k = 0; k < 3; ++k)
        {
            const int u = (k + 1) % 3, v = (k + 2) % 3;
            b->velocity[k] = turn[u] * p[v] - turn[v] * p[u];
            b->spin[k]     = turn[k];
            if (at[k] + 1 == n) continue;
            rigid_joint* j = &s.joint[s.joint_count++];
            *j = (rigid_joint){ .kind = RIGID_FIXED, .a = i, .b = i + far[k], .anchor = { p[0], p[1], p[2] } };
            j->anchor[k] += 0.5f * pitch;
        }
    }
    s.gravity = 0.0f;
    s.collide = false;
    s.from    = 20;
    s.to      = 80;
    return s;
}

rigid_scene rigid_pile(uint32_t side)
{
    const uint32_t n  = side * side * side;
    const float pitch = 1.5f, middle = 0.5f * (float)(side - 1);
    rigid_scene s = create("pile", n, n, 0);
    uint64_t seed = 88172645463325252u;
    add_tank(&s, 0.5f * pitch * (float)side);
    for (uint32_t i = 0; i < n; ++i)
    {
        const float x = (float)(i % side) - middle, y = (float)(i / side / side), z = (float)(i / side % side) - middle;
        rigid_body* b = add(&s, RIGID_BOX, 0.5f, 1000.0f, pitch * x, 1.0f + pitch * y, pitch * z);
        float square  = 0.0f;
        for (int k = 0; k < 3; ++k)
        {
            b->position[k] += uniform(&seed, -0.05f, 0.05f);
            b->rotation[k] = uniform(&seed, -0.3f, 0.3f);
            square += b->rotation[k] * b->rotation[k];
        }
        b->rotation[3] = sqrtf(1.0f - square);
    }
    s.friction = 0.6f;
    s.from     = 200;
    s.to       = 400;
    return s;
}

rigid_scene rigid_heap(uint32_t count, bool joined)
{
    rigid_scene s        = create("heap", count, count - 1, joined ? count / 2 : 0);
    uint64_t seed        = 88172645463325252u;
    uint32_t side        = 1;
    s.plane[0].normal[1] = 1.0f;
    s.plane_count        = 1;
    while (side * side * side < count - 1)
        ++side;
    for (uint32_t i = 0; i + 1 < count; ++i)
    {
        rigid_body* b = add(&s, RIGID_BOX, 0.5f, 1000.0f, 1.3f * (float)(i % side),
                            3.0f + 1.5f * (float)(i / side / side), 1.3f * (float)(i / side % side));
        for (int k = 0; k < 3; ++k)
            b->position[k] += uniform(&seed, -0.05f, 0.05f);
    }
    for (uint32_t i = 0; joined && i + 1 < s.body_count; i += 2)
    {
        rigid_joint* j = &s.joint[s.joint_count++];
        *j             = (rigid_joint){ .kind = RIGID_BALL, .a = i, .b = i + 1 };
        for (int k = 0; k < 3; ++k)
            j->anchor[k] = 0.5f * (s.body[i].position[k] + s.body[i + 1].position[k]);
    }
    s.friction = 0.6f;
    s.sleeps   = true;
    return s;
}

rigid_scene rigid_stack(uint32_t count)
{
    rigid_scene s = create("stack", count, count, 0);
    add_tank(&s, 20.0f);
    for (uint32_t i = 0; i < count; ++i)
        add(&s, RIGID_BOX, 0.5f, 1.0f, 0.0f, 0.5f + 1.01f * (float)i, 0.0f);
    s.from = 60;
    s.to   = 120;
    return s;
}

rigid_scene rigid_towers(uint32_t count, uint32_t percent_asleep)
{
    enum
    {
        HIGH = 8,
        ROW  = 32
    };
    rigid_scene s        = create("towers", percent_asleep, HIGH * count, 0);
    s.plane[0].normal[1] = 1.0f;
    s.plane_count        = 1;
    for (uint32_t i = 0; i < HIGH * count; ++i)
    {
        const uint32_t tower = i % count, up = i / count;
        rigid_body* b = add(&s, RIGID_BOX, 0.5f, 1000.0f, 2.0f * (float)(tower % ROW), 0.5f + (float)up,
                            2.0f * (float)(tower / ROW));
        b->wakeful    = tower * 37 % 100 >= percent_asleep; // spread over the field
    }
    s.friction = 0.6f;
    s.sleeps   = true;
    s.from     = 120;
    s.to       = 180;
    return s;
}

rigid_scene rigid_large_pyramid(uint32_t base)
{
    rigid_scene s = create("large_pyramid", base, base * (base + 1) / 2 + 1, 0);
    for (uint32_t row = 0; row < base; ++row)
        for (uint32_t k = row; k < base; ++k)
            add(&s, RIGID_BOX, 0.5f, 100.0f, 0.5f * (float)(row + 1) + (float)(k - row) - 0.5f * (float)base,
                (float)row + 0.5f, 0.0f);
    rigid_body* ground = add(&s, RIGID_BOX, 1.0f, 0.0f, 0.0f, -1.0f, 0.0f);
    ground->half[0] = ground->half[2] = 400.0f;
    s.gravity                         = 10.0f;
    s.friction                        = 0.6f;
    s.from                            = 1;
    s.to                              = 200;
    return s;
}

rigid_scene rigid_joint_grid(uint32_t side)
{
    rigid_scene s = create("joint_grid", side, side * side, 2 * side * (side - 1));
    for (uint32_t i = 0; i < side * side; ++i)
    {
        const uint32_t column = i % side, row = i / side;
        const float x = (float)column, y = -(float)row;
        add(&s, RIGID_SPHERE, 0.4f, row == 0 ? 0.0f : 1000.0f, x, y, 0.0f);
        if (column > 0)
            s.joint[s.joint_count++] =
                (rigid_joint){ .kind = RIGID_BALL, .a = i - 1, .b = i, .anchor = { x - 0.5f, y, 0.0f } };
        if (row > 0)
            s.joint[s.joint_count++] =
                (rigid_joint){ .kind = RIGID_BALL, .a = i - side, .b = i, .anchor = { x, y + 0.5f, 0.0f } };
    }
    s.gravity = 10.0f;
    s.collide = false;
    s.from    = 1;
    s.to      = 100;
    return s;
}
