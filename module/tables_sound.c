// Whether tables, or numbers in them, that came from outside can be what massa itself would have made.
#include "family.h"
#include "world.h"
#include "range.h"

bool mas_body_flags_sound(uint32_t flags)
{
    return flags == (BODY_ALIVE | BODY_STATIC) || flags == (BODY_ALIVE | BODY_MOVES) ||
           flags == (BODY_ALIVE | BODY_MOVES | BODY_DYNAMIC);
}

bool mas_body_limits_sound(uint32_t locks, float max_speed, float max_spin, float sleep_speed)
{
    return locks <= BODY_LOCKS && within(max_speed, 0.0f, MAS_MAX_SPEED) && within(max_spin, 0.0f, MAS_MAX_SPIN) &&
           within(sleep_speed, 0.0f, MAS_MAX_SLEEP_SPEED);
}

// As wide as massa_body_desc.inertia, and a little more for rounding; none unless dynamic.
bool mas_inertia_sound(mas_vec4 inverse, uint32_t flags)
{
    const bool dynamic = (flags & BODY_DYNAMIC) != 0;
    const float least = dynamic ? 0.99e-11f : 0.0f, most = dynamic ? 1.01e9f : 0.0f;
    return within(inverse.x, least, most) && within(inverse.y, least, most) && within(inverse.z, least, most);
}

const mas_edit_row* mas_edit_row_of(uint32_t kind)
{
    for (uint32_t f = 0; f < MAS_FAMILIES; ++f)
        for (uint32_t k = 0; k < mas_families[f]->edits; ++k)
            if (mas_families[f]->edit[k].kind == kind) return &mas_families[f]->edit[k];
    return NULL;
}

bool mas_edit_plain(const edit_record* r)
{
    return r->flags == 0 && r->generation == 0;
}

bool mas_edit_sound(const edit_record* r)
{
    const mas_edit_row* row = mas_edit_row_of(r->kind);
    const float limit       = 1e12f; // the largest of them: an impulse
    for (int i = 0; i < EDIT_DATA; ++i)
    {
        const float v[4] = { r->data[i].x, r->data[i].y, r->data[i].z, r->data[i].w };
        for (int k = 0; k < 4; ++k)
            if (!(v[k] >= -limit && v[k] <= limit)) return false; // NaN too
    }
    return row != NULL && (row->sound == NULL || row->sound(r));
}

static bool arrays_sound(const mas_tables* t)
{
    for (uint32_t f = 0; f < MAS_FAMILIES; ++f)
        for (uint32_t k = 0; k < mas_families[f]->host_arrays; ++k)
            if (mas_families[f]->host_array[k].used(t) > mas_families[f]->host_array[k].room(t)) return false;
    return true;
}

bool mas_tables_sound(const mas_tables* t, const massa_capacity* c)
{
    const float most = MAS_MAX_GRAVITY;
    if (!mas_tables_laid_out(t, c) || !arrays_sound(t)) return false;
    if (!within(t->gravity.x, -most, most) || !within(t->gravity.y, -most, most) || !within(t->gravity.z, -most, most))
        return false;
    for (uint32_t f = 0; f < MAS_FAMILIES; ++f)
        if (mas_families[f]->tables_sound != NULL && !mas_families[f]->tables_sound(t)) return false;
    return true;
}
