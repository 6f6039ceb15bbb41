#include "liquid_scene.h"
#include "liquids.h"
#include "oracle/particles.h"

#include <math.h>
#include <stdlib.h>

static float random_unit(uint64_t* random) // -0.5 to 0.5
{
    *random ^= *random << 13; // xorshift
    *random ^= *random >> 7;
    *random ^= *random << 17;
    return (float)(*random >> 40) * 0x1p-24f - 0.5f;
}

bool liquid_make_block(liquid_block* b, uint32_t n)
{
    uint32_t side = 1;
    while (side * side * side < n)
        ++side;
    const float width = LIQUID_SPACING * (float)side;
    *b                = (liquid_block){ .count = n, .side = side, .high = { width, 1.3f * width, width } };
    b->position       = calloc(n, sizeof *b->position);
    b->velocity       = calloc(n, sizeof *b->velocity);
    uint32_t* slot    = calloc(n, sizeof *slot);
    if (b->position == NULL || b->velocity == NULL || slot == NULL) return free(slot), false;
    uint64_t random = 88172645463325252u;
    for (uint32_t i = 0; i < n; ++i)
    {
        const uint32_t k = (uint32_t)((random_unit(&random) + 0.5f) * (float)i);
        slot[i]          = slot[k];
        slot[k]          = i;
    }
    for (uint32_t i = 0; i < n; ++i)
    {
        const float lattice[] = { (float)(i % side), (float)(i / side / side), (float)(i / side % side) };
        mas_vec4* x           = &b->position[slot[i]];
        for (int k = 0; k < 3; ++k)
            (&x->x)[k] = LIQUID_SPACING * (lattice[k] + 0.5f + 0.1f * random_unit(&random));
        x->w                   = oracle_particle_tag(slot[i], 0);
        b->velocity[slot[i]].w = 9.81f * fminf(width - x->y, 1.0f);
    }
    free(slot);
    return true;
}

void liquid_free_block(liquid_block* b)
{
    free(b->position);
    free(b->velocity);
}

void liquid_make_tank(const liquid_block* b, collider_state wall[LIQUID_TANK])
{
    const float width = b->high[0], height = b->high[1], thick = 0.05f * width; // half of it
    for (int k = 0; k < LIQUID_TANK; ++k)
        wall[k] = (collider_state){ .rotation = { 0.0f, 0.0f, 0.0f, 1.0f }, .kind = COLLIDER_BOX };
    wall[0].kind       = COLLIDER_PLANE;
    wall[0].position.w = (float)COLLIDER_ENDLESS;
    for (int k = 1; k < LIQUID_TANK; ++k)
    {
        const float out = k % 2 == 1 ? -thick : width + thick, middle = 0.5f * width, length = middle + 2.0f * thick;
        const bool x     = k < 3;
        wall[k].size     = (mas_vec4){ x ? thick : length, 0.5f * height, x ? length : thick, 0.0f };
        wall[k].position = (mas_vec4){ x ? out : middle, 0.5f * height, x ? middle : out, 2.0f * width };
    }
}

bool liquid_make_step(liquid_set* s, uint32_t n)
{
    massa_world_desc* d        = &s->desc;
    *d                         = massa_default_world_desc();
    d->capacity.liquid         = n;
    d->capacity.particle_edits = 1;
    d->capacity.colliders      = LIQUID_TANK;
    d->substeps                = LIQUID_SUBSTEPS;
    d->liquid.spacing          = LIQUID_SPACING;
    d->liquid.iterations       = LIQUID_ITERATIONS;
    d->liquid.max_parts        = 1;
    const massa_liquid_desc ld = massa_default_liquid_desc();
    mas_tables* t              = calloc(1, mas_tables_bytes(d));
    if (t == NULL) return false;
    mas_tables_init(t, d);
    mas_make_liquid(t, 0, &(mas_liquid_slot){ .density = ld.density, .viscosity = ld.viscosity });
    t->particle.count        = n;
    s->step                  = mas_flow_step_of(d, t, 1.0f / 60.0f);
    s->step.params.colliders = LIQUID_TANK; // no body has them
    free(t);
    return true;
}

massa_result liquid_make_set(liquid_set* s, uint32_t n)
{
    mas_arena* a = &s->bed.arena;
    mas_arena_init(a, s->bed.device);
    s->bed.upload     = mas_plan(a, MAS_UPLOAD, "upload", n, sizeof(mas_vec4));
    s->bed.answer     = mas_plan(a, MAS_READBACK, "answer", n, sizeof(mas_vec4));
    s->array          = mas_particles_plan(a, n, mas_neighbour_room(&s->desc.capacity),
                                           mas_plan(a, MAS_SCRATCH, "counters", 1, sizeof(particle_counters)));
    s->colliders      = mas_colliders_plan(a, LIQUID_TANK, 0);
    s->states         = mas_plan(a, MAS_SCRATCH, "collider states", LIQUID_TANK, sizeof(collider_state));
    s->first_position = mas_plan(a, MAS_SCRATCH, "first position", n, sizeof(mas_vec4));
    s->first_velocity = mas_plan(a, MAS_SCRATCH, "first velocity", n, sizeof(mas_vec4));
    mas_flow_plan(&s->flow, a, &s->desc, &s->array);
    MAS_TRY(mas_arena_allocate(a));
    mas_kernels_init(&s->bed.kernels, a);
    MAS_TRY(mas_flow_create(&s->flow, &s->bed.kernels, &s->array, &s->colliders, s->states));
    return mas_profiler_create(&s->profiler, s->bed.device, 1);
}
