#include "lives.h"

#include "liquid_scene.h"
#include "meeting.h"

static massa_body_id ball(lives_one* l, massa_vec3 at, bool held)
{
    massa_body_desc d = massa_default_body_desc();
    massa_body_id id;
    d.shape    = l->shape;
    d.position = at;
    d.locks    = held ? 63u : 0;
    test_try(massa_create_body(l->w, &d, &id));
    return id;
}

static void leave(lives_one* l, uint32_t first, uint32_t end)
{
    for (uint32_t i = first; i < end; ++i)
        test_try(massa_destroy_body(l->w, l->body[i]));
}

void lives_heap(lives_one* l, uint32_t step)
{
    static const uint32_t debug[LIVES_STEPS] = { MASSA_DEBUG_BOUNDS, MASSA_DEBUG_BOUNDS | MASSA_DEBUG_PAIRS,
                                                 MASSA_DEBUG_PAIRS, 0 };
    static const uint32_t lost[LIVES_STEPS]  = { 6, 20, 0, 0 };
    if (step == 1) l->shape = meeting_sphere(l->w, 0.5f);
    const uint32_t first = step == 1 ? 0 : 6, end = step == 1 ? 6 : step == 2 ? 16 : 0;
    for (uint32_t i = first; i < end; ++i)
        l->body[i] = ball(l, (massa_vec3){ 0.1f * (float)(i % 4), 0.1f * (float)(i / 4), 0.0f }, true);
    if (step == 3) leave(l, 0, 6);
    if (step == 4) leave(l, 6, 9);
    for (uint32_t i = 0; i < lost[step - 1]; ++i)
    {
        massa_body_desc d = massa_default_body_desc();
        massa_body_id id;
        d.position   = (massa_vec3){ 1e6f - 16.0f, 10.0f * (float)i, 0.0f };
        d.velocity.x = d.max_speed = 1e4f; // 167 m a step
        test_try(massa_create_body(l->w, &d, &id));
    }
    test_try(massa_world_watch(l->w, l->body + 9, step == 1 ? 0 : LIVES_STEPS + 1 - step));
    l->step.debug   = debug[step - 1];
    l->step.hash    = step < LIVES_STEPS;
    l->step.profile = step < 3;
}

massa_world_desc lives_heap_desc(void)
{
    massa_world_desc d     = meeting_desc(LIVES_THINGS, 40);
    d.capacity.contacts    = 8;
    d.capacity.debug_lines = 30;
    d.capacity.events      = 4;
    return d;
}

void lives_crowd(lives_one* l, uint32_t step)
{
    enum
    {
        SIDE  = 26,
        SHEET = SIDE * SIDE,
        RING  = 44,
        ALONE = 8
    };
    const uint32_t hub = SHEET, ring = hub + 1, alone = ring + RING;
    if (step == 1)
    {
        l->shape     = meeting_sphere(l->w, 1.0f);
        l->body[hub] = ball(l, (massa_vec3){ -20.0f, 0.0f, 0.0f }, false);
        l->shape     = meeting_sphere(l->w, 0.25f);
        for (uint32_t i = 0; i < ALONE; ++i)
            l->body[alone + i] = ball(l, (massa_vec3){ 100.0f + 5.0f * (float)i, 0.0f, 0.0f }, false);
    }
    if (step == 2)
    {
        for (uint32_t i = 0; i < SHEET; ++i)
            l->body[i] = ball(l, (massa_vec3){ 0.5f * (float)(i % SIDE), 0.0f, 0.5f * (float)(i / SIDE) }, i % 3 == 0);
        for (uint32_t i = 0; i < RING; ++i) // one inside the other, but for a little
            l->body[ring + i] =
                ball(l, (massa_vec3){ -20.0f + 0.03f * (float)(i % 11), 1.2f, 0.03f * (float)(i / 11) }, false);
    }
    if (step == 3) test_try(massa_body_wake(l->w, l->body[alone]));
    if (step != 4) return;
    leave(l, 0, 320);
    leave(l, ring, ring + 4);
    for (uint32_t i = 1; i < 5; ++i)
        test_try(massa_body_apply_impulse(l->w, l->body[alone + i], (massa_vec3){ 100.0f, 0.0f, 0.0f },
                                          (massa_vec3){ 100.0f + 5.0f * (float)i, 0.0f, 0.0f }));
}

massa_world_desc lives_crowd_desc(massa_schedule schedule)
{
    massa_world_desc d   = meeting_desc(LIVES_THINGS, 8192);
    d.capacity.colliders = LIVES_THINGS;
    d.capacity.events    = 4096;
    d.schedule           = schedule;
    d.sleep_time         = 1e-3f;
    return d;
}

void lives_grains(lives_one* l, uint32_t step)
{
    static const uint32_t come[LIVES_STEPS] = { 4, 20, 3, 0 }, lost[LIVES_STEPS] = { 2, 5, 1, 3 };
    massa_grains_desc d = massa_default_grains_desc();
    d.radius            = 0.01f;
    if (step == 1) test_try(massa_create_grains(l->w, &d, &l->kind));
    massa_particle p[32] = { 0 };
    for (uint32_t i = 0; i < come[step - 1]; ++i)
        p[i].position.x = 1e-4f * (float)i;
    test_try(massa_grains_add(l->w, l->kind, p, come[step - 1], l->grain + 20 * (step - 1)));
    for (uint32_t i = 0; i < lost[step - 1]; ++i)
        p[i] =
            (massa_particle){ { 2500.0f, 0.1f * (float)i, 0.0f }, { 1e4f, 0.0f, 0.0f } }; // 167 m a step; 121 m to go
    massa_particle_id unused[8];
    test_try(massa_grains_add(l->w, l->kind, p, lost[step - 1], unused));
    if (step == 3) test_try(massa_remove_particles(l->w, l->grain, 4));
    if (step == 3) test_try(massa_remove_particles(l->w, l->grain + 20, 18));
}

massa_world_desc lives_grains_desc(void)
{
    massa_world_desc d        = api_desc(2);
    d.gravity                 = (massa_vec3){ 0 };
    d.capacity.particles      = LIVES_THINGS;
    d.capacity.particle_edits = LIVES_THINGS;
    d.capacity.neighbours     = 1;
    return d;
}

void lives_drops(lives_one* l, uint32_t step)
{
    static const uint32_t sensed[LIVES_STEPS] = { 2, 6, 6, 0 }, drained[LIVES_STEPS] = { 2, 4, 2, 1 };
    massa_shape_desc d = massa_default_shape_desc();
    massa_particle p[LIVES_THINGS];
    uint32_t count = 0;
    d.kind         = MASSA_SHAPE_BOX;
    d.box.half     = (massa_vec3){ 0.4f, 0.4f, 0.4f };
    if (step == 1)
    {
        l->liquid = liquids_make(l->w, 1000.0f);
        d.sensor  = true;
        for (uint32_t i = 0; i < 6; ++i)
            liquids_body(l->w, MASSA_BODY_STATIC, &d, (massa_vec3){ (float)i, 0.0f, 0.0f });
        d.sensor = false;
        d.drain  = true;
        liquids_body(l->w, MASSA_BODY_STATIC, &d, (massa_vec3){ -5.0f, 0.0f, 0.0f });
    }
    for (uint32_t i = 0; i < sensed[step - 1]; ++i)
        p[count++] = (massa_particle){ { (float)i, 0.08f * (float)step, 0.0f }, { 0 } };
    for (uint32_t i = 0; i < drained[step - 1]; ++i)
        p[count++] = (massa_particle){ { -5.0f, 0.1f * (float)i - 0.2f, 0.0f }, { 0 } };
    if (step == 2) p[count++] = (massa_particle){ { -5.9f, 0.0f, 0.0f }, { 60.0f, 0.0f, 0.0f } }; // and into the drain
    if (step == 4) p[count++] = (massa_particle){ { -8.0f, 0.0f, 0.0f }, { 5.0f, 0.0f, 0.0f } };
    test_try(massa_liquid_add(l->w, l->liquid, p, count));
}

massa_world_desc lives_drops_desc(uint32_t room, uint32_t events)
{
    massa_world_desc d = liquids_desc();
    d.gravity          = (massa_vec3){ 0 };
    d.capacity.liquid  = room;
    d.capacity.events  = events;
    return d;
}
