// First motion: springs and dampers between particles, gravity, drag, and shapes.
//   push   lists, sorted position and velocity, colliders -> position, velocity by slot   contact.comp
#include "contact.h"

enum
{
    ONE_LAYER,
    LAYERS
};

const mas_kernel_desc mas_contact_kernels[] = {
    [ONE_LAYER] = { .name = "contact", .access = "urrRrrww", .push = sizeof(mas_range), .constant = { 1 } },
    [LAYERS]    = { .name     = "contact",
                    .access   = "urrRrrww",
                    .push     = sizeof(mas_range),
                    .constant = { PARTICLE_MAX_LAYERS } },
};
const uint32_t mas_contact_kernel_count = MAS_COUNT(mas_contact_kernels);

massa_result mas_contact_create(mas_contact* s, mas_kernels* k, const mas_particles* p, mas_span colliders)
{
    for (uint32_t i = ONE_LAYER; i <= LAYERS; ++i)
        MAS_TRY(mas_bind(k, &s->push[i], &mas_contact_kernels[i], p->params, p->sorted_position, p->sorted_velocity,
                         p->neighbour, p->neighbour_count, colliders, p->position, p->velocity));
    return MASSA_OK;
}

void mas_contact_record(const mas_contact* s, mas_recorder* rec, uint32_t slots, uint32_t layers)
{
    mas_begin(rec, "particle contacts");
    mas_run(rec, &s->push[layers > 1 ? LAYERS : ONE_LAYER], slots, NULL);
    mas_end(rec);
}
