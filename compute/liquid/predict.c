// Free flight: where particles would be after a part, so that the grid finds which of them would be near each other.
//   copy  which slots and cells this part has: all of them, or none
//   fill  the grid's counts <- 0
//   fly   x, v by slot or last place -> predicted place, velocity with gravity; counted into its cell   predict.comp
#include "predict.h"

enum // bindings
{
    PARAMS,
    FROM,
    FROM_VELOCITY,
    PREDICTED,
    PREDICTED_VELOCITY,
    POSITION,
    VELOCITY,
    PREVIOUS,
    TABLE
};

static const char* const bindings[MAS_MAX_BINDINGS] = {
    [PARAMS]             = "Params",
    [FROM]               = "From",
    [FROM_VELOCITY]      = "FromVelocity",
    [PREDICTED]          = "Predicted",
    [PREDICTED_VELOCITY] = "PredictedVelocity",
    [POSITION]           = "Position",
    [VELOCITY]           = "Velocity",
    [PREVIOUS]           = "Previous",
    [TABLE]              = "Table",
};

const mas_kernel_desc mas_predict_kernels[] = {
    { .name = "predict", .access = "urrwwwwwx", .push = sizeof(mas_range), .binding = bindings },
};
const uint32_t mas_predict_kernel_count = MAS_COUNT(mas_predict_kernels);

massa_result mas_predict_create(mas_predict* s, mas_kernels* k, const mas_particles* p, const mas_liquid* l)
{
    const mas_span position[] = { p->position, p->carried_position }, velocity[] = { p->velocity, p->carried_velocity };
    s->counts = mas_span_part(p->start, 0, p->cells);
    for (uint32_t i = 0; i < MAS_COUNT(position); ++i)
        MAS_TRY(
            mas_bind(k, &s->fly[i],
                     &mas_predict_kernels[0], [PARAMS] = l->params, [FROM] = position[i], [FROM_VELOCITY] = velocity[i],
                     [PREDICTED] = l->predicted_position, [PREDICTED_VELOCITY] = l->predicted_velocity,
                     [POSITION] = p->position, [VELOCITY] = p->velocity, [PREVIOUS] = p->previous, [TABLE] = p->table));
    return MASSA_OK;
}

void mas_predict_record(const mas_predict* s, mas_recorder* rec, const mas_liquid* l, uint32_t number, uint32_t slots,
                        bool carried)
{
    const mas_range range = { 0, slots };
    mas_begin(rec, "liquid predict");
    mas_copy(rec, mas_span_part(l->gate, number, 1), l->slots_list, sizeof(list_header));
    mas_copy(rec, mas_span_part(l->gate, LIQUID_MAX_PARTS + number, 1), l->cells_list, sizeof(list_header));
    mas_fill(rec, s->counts, 0);
    mas_run_list(rec, &s->fly[carried], l->slots_list, &range);
    mas_end(rec);
}
