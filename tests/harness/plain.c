#include "plain.h"

#include "oracle/bounds.h"
#include "oracle/contacts.h"
#include "oracle/match.h"
#include "oracle/narrow_box.h"
#include "oracle/narrow_hull.h"
#include "oracle/narrow_round.h"
#include "oracle/quaternion.h"
#include "oracle/vec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

plain_world plain_create(uint32_t bodies, uint32_t pairs)
{
    plain_world w = {
        .settings = { .hertz = 30.0f, .damping = 4.0f, .push_out = 3.0f, .restitution_speed = 1.0f },
        .gravity  = { 0.0f, -10.0f, 0.0f },
        .dt       = 1.0f / 60.0f,
        .margin   = 0.02f,
        .substeps = 4,
        .sweeps   = MAS_SOLVE_SWEEPS,
        .body     = oracle_create_bodies(bodies),
        .collider = oracle_create_colliders(bodies, 0),
        .cache    = oracle_create_cache(pairs),
        .base     = calloc(bodies, sizeof(body_base)),
        .momentum = calloc(bodies, sizeof(oracle_vec3)),
        .contact  = calloc(pairs, sizeof(uint32_t)),
        .order    = calloc(pairs, sizeof(uint32_t)),
    };
    w.solve = oracle_create_solve(pairs, &w.body);
    if (w.base == NULL || w.momentum == NULL || w.contact == NULL || w.order == NULL) abort();
    return w;
}

void plain_destroy(plain_world* w)
{
    oracle_destroy_bodies(&w->body);
    oracle_destroy_colliders(&w->collider);
    oracle_destroy_cache(&w->cache);
    oracle_destroy_solve(&w->solve);
    free(w->base);
    free(w->momentum);
    free(w->contact);
    free(w->order);
}

static mas_vec4 inverse_mass(const plain_body* b)
{
    const float m = b->mass;
    oracle_vec3 i = { 0.4f * m * b->size.x * b->size.x, 0.4f * m * b->size.x * b->size.x,
                      0.4f * m * b->size.x * b->size.x };
    if (b->kind == COLLIDER_BOX)
        i = (oracle_vec3){ m * (b->size.y * b->size.y + b->size.z * b->size.z) / 3.0f,
                           m * (b->size.x * b->size.x + b->size.z * b->size.z) / 3.0f,
                           m * (b->size.x * b->size.x + b->size.y * b->size.y) / 3.0f };
    return (mas_vec4){ 1.0f / i.x, 1.0f / i.y, 1.0f / i.z, 1.0f / m };
}

uint32_t plain_add(plain_world* w, const plain_body* b)
{
    const uint32_t i        = w->bodies++;
    const bool turned       = oracle_dot4(b->rotation, b->rotation) > 0.0f;
    const mas_vec4 rotation = turned ? oracle_quaternion_normalize(b->rotation) : (mas_vec4){ 0.0f, 0.0f, 0.0f, 1.0f };
    const bool dynamic      = b->mass > 0.0f;
    w->body.pose[i] = w->body.previous[i] = (body_pose){ { b->x, b->y, b->z, 0.0f }, rotation };
    w->body.trait[i].tag = BODY_ALIVE | (dynamic ? BODY_DYNAMIC | BODY_MOVES : b->kinematic ? BODY_MOVES : BODY_STATIC);
    w->body.trait[i].gravity_scale = 1.0f;
    if (dynamic) w->body.mass[i].inverse = inverse_mass(b);
    const float radius  = b->kind == COLLIDER_SPHERE ? b->size.x : oracle_length3(vec_of(b->size));
    w->collider.data[i] = (collider_data){
        .position    = { 0.0f, 0.0f, 0.0f, radius },
        .rotation    = { 0.0f, 0.0f, 0.0f, 1.0f },
        .size        = b->size,
        .kind        = b->kind,
        .body        = i,
        .category    = 1,
        .mask        = ~0u,
        .friction    = b->friction,
        .restitution = b->restitution,
        .rolling     = b->rolling,
        .surface     = b->surface,
    };
    w->collider.params.colliders = w->bodies;
    return i;
}

void plain_set_velocity(plain_world* w, uint32_t i, oracle_vec3 velocity, oracle_vec3 spin)
{
    const mas_vec4 m = w->body.mass[i].inverse, q = w->body.pose[i].rotation;
    oracle_vec3 p              = oracle_quaternion_rotate_inverse(q, spin);
    w->body.motion[i].velocity = vec_xyz0(velocity);
    if (m.w > 0.0f) p = (oracle_vec3){ p.x / m.x, p.y / m.y, p.z / m.z };
    w->momentum[i] = oracle_quaternion_rotate(q, p);
}

// L by the inverse inertia (or, back, by the inertia) at a rotation.
static oracle_vec3 spin_of(const plain_world* w, uint32_t i, oracle_vec3 l, mas_vec4 q, bool back)
{
    const mas_vec4 m = w->body.mass[i].inverse;
    if (!(m.w > 0.0f)) return l;
    const oracle_vec3 p = oracle_quaternion_rotate_inverse(q, l);
    return oracle_quaternion_rotate(q, back ? (oracle_vec3){ p.x / m.x, p.y / m.y, p.z / m.z }
                                            : (oracle_vec3){ p.x * m.x, p.y * m.y, p.z * m.z });
}

oracle_vec3 plain_spin(const plain_world* w, uint32_t i)
{
    return spin_of(w, i, w->momentum[i], w->body.pose[i].rotation, false);
}

// ---- Contacts, and their colours ----

static manifold detect(const oracle_colliders* c, collider_pair p)
{
    const uint32_t bin = oracle_bin_of(c->data[p.a].kind & COLLIDER_KIND_MASK, c->data[p.b].kind & COLLIDER_KIND_MASK);
    if (bin == BIN_BOX) return oracle_narrow_box(c, p);
    return bin == BIN_HULL ? oracle_narrow_hull(c, p) : oracle_narrow_round(c, p);
}

static void find_contacts(plain_world* w)
{
    w->collider.params.dt     = w->dt;
    w->collider.params.margin = w->margin;
    for (uint32_t i = 0; i < w->bodies; ++i)
    {
        const oracle_vec3 p        = oracle_quaternion_rotate_inverse(w->body.pose[i].rotation, w->momentum[i]);
        w->body.motion[i].momentum = vec_xyz0(p);
    }
    oracle_collider_bounds(&w->collider, &w->body);
    oracle_pairs pairs = oracle_find_pairs(&w->collider);
    oracle_bins(&w->cache, &w->collider, pairs.pair, pairs.count, false);
    for (uint32_t i = 0; i < w->cache.count; ++i)
        if (w->cache.bin[i] != BINS) w->cache.contact[i] = detect(&w->collider, pairs.pair[i]);
    oracle_match(&w->cache, &w->collider);
    w->contacts = oracle_contacts(&w->cache, &w->collider, NULL, w->cache.capacity, w->contact);
    if (w->contacts > w->cache.capacity) w->contacts = w->cache.capacity;
    oracle_destroy_pairs(&pairs);
}

static void colour_contacts(plain_world* w)
{
    uint64_t* used   = calloc(w->bodies + 1, sizeof *used);
    uint32_t* colour = calloc(w->contacts + 1, sizeof *colour);
    uint32_t places  = 0;
    if (used == NULL || colour == NULL) abort();
    w->colours = 0;
    for (uint32_t k = 0; k < w->contacts; ++k)
    {
        const manifold* m      = &w->cache.contact[w->contact[k]];
        uint64_t taken         = 0;
        const uint32_t body[2] = { w->collider.data[m->a].body, w->collider.data[m->b].body };
        for (int j = 0; j < 2; ++j)
            if (w->body.mass[body[j]].inverse.w > 0.0f) taken |= used[body[j]];
        while ((taken >> colour[k] & 1) != 0)
            ++colour[k];
        for (int j = 0; j < 2; ++j)
            used[body[j]] |= 1ull << colour[k];
        if (colour[k] >= w->colours) w->colours = colour[k] + 1;
    }
    for (uint32_t c = 0; c < w->colours; ++c)
        for (uint32_t k = 0; k < w->contacts; ++k)
            if (colour[k] == c) w->order[places++] = w->contact[k];
    free(used);
    free(colour);
}

// ---- A step ----

static void gather(plain_world* w, uint32_t i) // what the substep's impulses did
{
    const body_speed* s        = &w->body.speed[i];
    const oracle_vec3 dw       = vec_sub(vec_of(s->spin), vec_of(w->base[i].spin));
    w->body.motion[i].velocity = vec_xyz0(vec_of(s->velocity));
    if (w->body.mass[i].inverse.w > 0.0f)
        w->momentum[i] = vec_add(w->momentum[i], spin_of(w, i, dw, w->body.previous[i].rotation, true));
}

static void push(plain_world* w, uint32_t i, bool first, float h)
{
    body_speed* s  = &w->body.speed[i];
    oracle_vec3 dv = { 0.0f, 0.0f, 0.0f }, dw = dv;
    if (first)
        s->shift = s->turn = (mas_vec4){ 0.0f, 0.0f, 0.0f, 0.0f };
    else
    {
        dv = vec_sub(vec_of(s->velocity), vec_of(w->base[i].velocity));
        dw = vec_sub(vec_of(s->spin), vec_of(w->base[i].spin));
        gather(w, i);
    }
    oracle_vec3 v = vec_of(w->body.motion[i].velocity);
    if (w->body.mass[i].inverse.w > 0.0f)
        v = vec_add_scaled(v, h, (oracle_vec3){ w->gravity[0], w->gravity[1], w->gravity[2] });
    const oracle_vec3 spin = plain_spin(w, i);
    w->base[i].velocity    = vec_xyz0(v);
    w->base[i].spin        = vec_xyz0(spin);
    s->velocity            = vec_xyz0(vec_add(v, dv));
    s->velocity.w          = w->body.mass[i].inverse.w;
    s->spin                = vec_xyz0(vec_add(spin, dw));
}

static void move(plain_world* w, uint32_t i, float h)
{
    body_speed* s = &w->body.speed[i];
    s->shift      = vec_xyz0(vec_add_scaled(vec_of(s->shift), h, vec_of(s->velocity)));
    s->turn       = vec_xyz0(vec_add_scaled(vec_of(s->turn), h, vec_of(s->spin)));
    body_pose* p  = &w->body.pose[i];
    p->position   = vec_xyz0(vec_add(vec_of(w->body.previous[i].position), vec_of(s->shift)));
    p->rotation =
        oracle_quaternion_multiply(oracle_quaternion_from_rotation_vector(vec_scale(vec_of(s->spin), h)), p->rotation);
    const float off = oracle_dot4(p->rotation, p->rotation) - 1.0f;
    if (fabsf(off) > 1e-6f) p->rotation = oracle_quaternion_normalize(p->rotation);
}

void plain_step(plain_world* w)
{
    const float h        = w->dt / (float)w->substeps;
    const solve_params p = mas_solve_params(&w->settings, w->gravity, w->dt, w->substeps, w->margin, w->cache.capacity);
    memcpy(w->body.previous, w->body.pose, w->bodies * sizeof(body_pose));
    find_contacts(w);
    colour_contacts(w);
    manifold* m = w->cache.contact;
    memset(w->solve.blow, 0, w->bodies * sizeof(body_blow));
    oracle_solve_prep(&w->solve, &p, &w->collider, &w->body, m, w->cache.record, w->order, w->contacts);
    for (uint32_t k = 0; k < w->substeps; ++k)
    {
        for (uint32_t i = 0; i < w->bodies; ++i)
            push(w, i, k == 0, h);
        if (k == 0) oracle_solve_sweep(&w->solve, &p, ORACLE_SOLVE_START, 0, w->contacts);
        if (k != 0) oracle_solve_forget(&w->solve, w->bodies);
        for (uint32_t i = 0; i < w->sweeps; ++i)
            oracle_solve_sweep(&w->solve, &p, ORACLE_SOLVE_IMPACT, 0, w->contacts);
        oracle_solve_sweep(&w->solve, &p, ORACLE_SOLVE_BIAS, 0, w->contacts);
        for (uint32_t i = 0; i < w->bodies; ++i)
            move(w, i, h);
        oracle_solve_sweep(&w->solve, &p, ORACLE_SOLVE_RELAX, 0, w->contacts);
    }
    for (uint32_t i = 0; i < w->bodies; ++i)
        gather(w, i);
    oracle_solve_store(&w->solve, m, w->order, w->contacts);
}
