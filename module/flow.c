#include "flow.h"
#include "liquids.h"

void mas_flow_plan(mas_flow* f, mas_arena* a, const massa_world_desc* d, const mas_particles* p)
{
    const massa_capacity* c = &d->capacity;
    f->capacity             = c->liquid;
    f->cells                = p->cells;
    f->state_equation       = d->liquid.solver == MASSA_LIQUID_STATE_EQUATION;
    // State is planned in any case, so that a resize finds it in the same order.
    f->liquid = mas_liquid_plan(a, c->liquid);
    f->draw   = mas_plan(a, MAS_STATE, "liquid draw", 1, sizeof(VkDrawIndirectCommand));
    mas_boundary_plan(&f->boundary, a, c->liquid > 0 ? c->colliders : 0);
    if (c->liquid == 0) return;
    mas_pour_plan(&f->pour, a, c->particle_edits, c->liquid);
    mas_grid_plan(&f->grid, a, p);
    f->grid.list = f->liquid.cells_list;
    if (f->state_equation) f->still = mas_plan(a, MAS_SCRATCH, "liquid params at rest", 1, sizeof(liquid_params));
    // Neighbours are gathered from: all lists are bound at once.
    const uint64_t most = a->device->limits.storage_range;
    if (a->result == MASSA_OK && p->neighbour.size > most)
        a->result =
            mas_fail(a->device, MASSA_ERROR_DEVICE_LIMIT,
                     "capacity.liquid %u with capacity.neighbours %u needs lists of %llu bytes; this device can "
                     "bind %llu.",
                     c->liquid, mas_neighbour_room(c), (unsigned long long)p->neighbour.size, (unsigned long long)most);
}

massa_result mas_flow_create(mas_flow* f, mas_kernels* k, const mas_particles* p, const mas_colliders* c,
                             mas_span states)
{
    if (f->capacity == 0) return MASSA_OK;
    MAS_TRY(mas_pour_create(&f->pour, k, &f->liquid, p));
    MAS_TRY(mas_pace_create(&f->pace, k, &f->liquid));
    mas_liquid flown              = f->liquid;
    const mas_particles predicted = mas_liquid_predicted(&f->liquid, p);
    const mas_particles left      = f->state_equation ? *p : mas_liquid_left(p);
    if (f->state_equation) flown.params = f->still;
    MAS_TRY(mas_predict_create(&f->predict, k, &left, &flown));
    MAS_TRY(mas_grid_create(&f->grid, k, &predicted));
    MAS_TRY((f->state_equation ? mas_search_create : mas_search_create_teams)(&f->search, k, p));
    MAS_TRY(mas_boundary_create(&f->boundary, k, &f->liquid, p, c, states));
    MAS_TRY(mas_settle_create(&f->settle, k, &left, &f->liquid));
    if (f->state_equation) return mas_sph_create(&f->sph, k, &f->liquid, p);
    MAS_TRY(mas_density_create(&f->density, k, p, &f->liquid));
    return mas_correct_create(&f->correct, k, p, &f->liquid);
}

void mas_flow_begin(const mas_flow* f, mas_recorder* rec, const mas_particles* p, const mas_flow_step* s)
{
    const VkDrawIndirectCommand draw = { .vertexCount = 4, .instanceCount = s->slots };
    mas_begin(rec, "upload liquid");
    mas_write(rec, p->params, &s->particles, sizeof s->particles);
    mas_write(rec, f->liquid.params, &s->params, sizeof s->params);
    if (f->state_equation) mas_write(rec, f->still, &s->params, sizeof s->params);
    mas_write(rec, f->draw, &draw, sizeof draw);
    mas_copy(rec, p->position, p->previous, s->slots * sizeof(mas_vec4));
    mas_end(rec);
    mas_pour_record(&f->pour, rec, s->slots, s->records);
    mas_pace_record(&f->pace, rec, f->cells);
}

static void solve(const mas_flow* f, mas_recorder* rec, const mas_flow_step* s)
{
    const mas_liquid* l    = &f->liquid;
    const uint32_t liquids = s->params.liquids, last = s->iterations - 1;
    for (uint32_t i = 0; i <= last; ++i)
    {
        mas_density_record(&f->density, rec, l, s->slots, liquids, i == 0);
        mas_correct_record(&f->correct, rec, l, s->slots, liquids, i == 0, i == last);
    }
}

void mas_flow_substep(const mas_flow* f, mas_recorder* rec, const mas_flow_step* s, bool first)
{
    const mas_liquid* l = &f->liquid;
    for (uint32_t i = 0; i < s->params.parts; ++i)
    {
        mas_predict_record(&f->predict, rec, l, i, s->slots, !first || i > 0);
        mas_grid_record_list(&f->grid, rec, l->slots_list, s->slots);
        mas_search_record_list(&f->search, rec, l->slots_list, s->slots, 1);
        mas_boundary_record(&f->boundary, rec, l->slots_list, s->slots, i, s->drains);
        if (f->state_equation)
            mas_sph_record(&f->sph, rec, l->slots_list, s->slots, s->params.liquids);
        else
            solve(f, rec, s);
    }
}

void mas_flow_end(const mas_flow* f, mas_recorder* rec, const mas_flow_step* s)
{
    mas_begin(rec, "clear liquid density");
    mas_fill(rec, mas_span_part(f->liquid.density, 0, s->slots), 0); // free slots have none
    mas_end(rec);
    mas_settle_record(&f->settle, rec, s->slots);
}

void mas_flow_sense(const mas_flow* f, mas_recorder* rec, const mas_flow_step* s, mas_span to)
{
    const mas_span counts = f->boundary.sensor_count;
    const uint64_t half   = mas_span_count(to) / 2;
    mas_begin(rec, "report sensors before");
    mas_copy(rec, counts, to, half * sizeof(uint32_t));
    mas_end(rec);
    if (s->sensors) mas_boundary_count_record(&f->boundary, rec, s->slots);
    mas_begin(rec, "report sensors");
    if (!s->sensors) mas_fill(rec, counts, 0);
    mas_copy(rec, counts, mas_span_part(to, half, half), half * sizeof(uint32_t));
    mas_end(rec);
}
