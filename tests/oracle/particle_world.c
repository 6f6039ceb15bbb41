#include "particle_world.h"
#include "collider.h"
#include "contact.h"
#include "grid.h"
#include "hash.h"
#include "integrate.h"
#include "search.h"

void oracle_particle_substep(oracle_particle_world* w)
{
    oracle_particles* p = &w->particles;
    oracle_collider(w->entry, p->params.colliders, &w->bodies, p->params.substep, p->collider);
    oracle_grid(p);
    oracle_search(p);
    oracle_contact(p);
}

void oracle_particle_step(oracle_particle_world* w, uint32_t substeps)
{
    w->particles.counters = (particle_counters){ 0 };
    for (uint32_t i = 0; i < substeps; ++i)
    {
        oracle_particle_substep(w);
        oracle_integrate_push(&w->bodies, &w->step, i == 0);
        oracle_integrate_move(&w->bodies, &w->step);
    }
    oracle_integrate_finish(&w->bodies, &w->step);
}

void oracle_particle_hash(const oracle_particles* p, uint32_t position_tag, uint32_t velocity_tag, uint32_t sum[2])
{
    oracle_hash((const uint32_t*)p->position, p->slots, position_tag, sum);
    oracle_hash((const uint32_t*)p->velocity, p->slots, velocity_tag, sum);
}
