// Debug lines: each row of places that is asked for, in one dispatch.
//   bounds     edges of boxes; the header   lines_bounds.comp
//   pairs      one line each                lines_pairs.comp
//   contacts   crosses and normals          lines_contacts.comp
#include "lines.h"

enum
{
    BOUNDS,
    PAIRS,
    CONTACTS
};

const mas_kernel_desc mas_lines_kernels[] = {
    [BOUNDS]   = { .name = "lines_bounds", .access = "rrwr", .push = sizeof(lines_push) },
    [PAIRS]    = { .name = "lines_pairs", .access = "rrwrrr", .push = sizeof(lines_push) },
    [CONTACTS] = { .name = "lines_contacts", .access = "rrwrrr", .push = sizeof(lines_push) },
};
const uint32_t mas_lines_kernel_count = MAS_COUNT(mas_lines_kernels);

void mas_lines_plan(mas_lines* s, mas_arena* a, mas_class memory, uint32_t capacity)
{
    const uint64_t header = sizeof(lines_header) / sizeof(line_vertex);
    s->capacity           = capacity;
    s->all                = mas_plan(a, memory, "lines", header + 2 * (uint64_t)capacity, sizeof(line_vertex));
}

mas_span mas_lines_header(const mas_lines* s)
{
    return mas_span_part(s->all, 0, sizeof(lines_header) / sizeof(line_vertex));
}

mas_span mas_lines_vertices(const mas_lines* s)
{
    mas_span v = s->all;
    v.offset += sizeof(lines_header);
    v.size   = 2 * (uint64_t)s->capacity * sizeof(line_vertex);
    v.stride = sizeof(line_vertex);
    return v;
}

massa_result mas_lines_create(mas_lines* s, mas_kernels* k, const mas_colliders* c, const mas_pairs* p,
                              const mas_cache* cache, const mas_contacts* contacts)
{
    s->pairs    = p->list;
    s->contacts = contacts->list;
    MAS_TRY(mas_bind(k, &s->bounds, &mas_lines_kernels[BOUNDS], p->list, contacts->list, s->all, c->box));
    MAS_TRY(mas_bind(k, &s->pair_lines, &mas_lines_kernels[PAIRS], p->list, contacts->list, s->all, p->pair, c->pose,
                     c->meet));
    return mas_bind(k, &s->contact_lines, &mas_lines_kernels[CONTACTS], p->list, contacts->list, s->all,
                    contacts->contact, cache->manifold, c->pose);
}

void mas_lines_record(const mas_lines* s, mas_recorder* rec, uint32_t flags, uint32_t colliders, float length)
{
    const lines_push push = { .flags = flags, .capacity = s->capacity, .colliders = colliders, .reach = length };
    const uint32_t edges  = (flags & LINES_BOUNDS) != 0 ? LINES_PER_BOX * colliders : 0;
    mas_begin(rec, "debug lines");
    mas_run(rec, &s->bounds, edges > 0 ? edges : 1, &push); // the first thread writes the header
    if ((flags & LINES_PAIRS) != 0) mas_run_list(rec, &s->pair_lines, s->pairs, &push);
    if ((flags & (LINES_POINTS | LINES_NORMALS)) != 0) mas_run_list(rec, &s->contact_lines, s->contacts, &push);
    mas_end(rec);
}
