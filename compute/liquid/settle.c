// Once per step, after its parts: particles back to their slots, with their density, and the speed for the next pace.
//   back   place, velocity, density by place -> by slot; largest speed   settle.comp
#include "settle.h"

enum // bindings
{
    CARRIED,
    CARRIED_VELOCITY,
    PACKED,
    POSITION,
    VELOCITY,
    DENSITY,
    STATE
};

static const char* const bindings[MAS_MAX_BINDINGS] = {
    [CARRIED] = "Carried",   [CARRIED_VELOCITY] = "CarriedVelocity",
    [PACKED] = "Packed",     [POSITION] = "Position",
    [VELOCITY] = "Velocity", [DENSITY] = "Density",
    [STATE] = "State",
};

const mas_kernel_desc mas_settle_kernels[] = {
    { .name = "settle", .access = "rrrwwwx", .push = sizeof(mas_range), .binding = bindings },
};
const uint32_t mas_settle_kernel_count = MAS_COUNT(mas_settle_kernels);

massa_result mas_settle_create(mas_settle* s, mas_kernels* k, const mas_particles* p, const mas_liquid* l)
{
    return mas_bind(k, &s->back, &mas_settle_kernels[0], [CARRIED] = p->carried_position,
                    [CARRIED_VELOCITY] = p->carried_velocity, [PACKED] = l->packed, [POSITION] = p->position,
                    [VELOCITY] = p->velocity, [DENSITY] = l->density, [STATE] = l->state);
}

void mas_settle_record(const mas_settle* s, mas_recorder* rec, uint32_t slots)
{
    mas_begin(rec, "liquid settle");
    mas_run(rec, &s->back, slots, NULL);
    mas_end(rec);
}
