// The shapes that particles meet, where their bodies have them in this substep.
//   gather   shapes, bodies -> places and motions   collider.comp
#include "collider.h"

enum // bindings
{
    PARAMS,
    DATA,
    MASS,
    TRAIT,
    POSE,
    MOTION,
    COLLIDERS
};

static const char* const bindings[MAS_MAX_BINDINGS] = {
    [PARAMS] = "Params", [DATA] = "Data",     [MASS] = "Mass",           [TRAIT] = "Trait",
    [POSE] = "Pose",     [MOTION] = "Motion", [COLLIDERS] = "Colliders",
};

const mas_kernel_desc mas_collider_kernels[] = {
    { .name = "collider", .access = "urRRRRw", .push = sizeof(mas_range), .binding = bindings },
};
const uint32_t mas_collider_kernel_count = MAS_COUNT(mas_collider_kernels);

massa_result mas_collider_create(mas_collider* s, mas_kernels* k, const mas_bodies* b, mas_span params,
                                 mas_span entries, mas_span states)
{
    return mas_bind(k, &s->gather, &mas_collider_kernels[0], [PARAMS] = params, [DATA] = entries, [MASS] = b->mass,
                    [TRAIT] = b->trait, [POSE] = b->pose, [MOTION] = b->motion, [COLLIDERS] = states);
}

void mas_collider_record(const mas_collider* s, mas_recorder* rec, uint32_t colliders, uint32_t bodies)
{
    if (colliders == 0) return;
    mas_begin(rec, "colliders");
    mas_run_each(rec, &s->gather, colliders, bodies, NULL);
    mas_end(rec);
}
