// The list of contacts, and how many there are of everything.
//   classes   pairs that touch, pairs that are about to: flags   contacts_classes.comp
//   compact   flags -> their places, in order                    compact.c, two dispatches
//   finish    places -> pair numbers; counters                   contacts_finish.comp
#include "contacts.h"

enum
{
    CLASSES,
    FINISH
};

const mas_kernel_desc mas_contacts_kernels[] = {
    [CLASSES] = { .name = "contacts_classes", .access = "rxrwwxr", .push = sizeof(joined_push) },
    [FINISH]  = { .name = "contacts_finish", .access = "rrxw" },
};
const uint32_t mas_contacts_kernel_count = MAS_COUNT(mas_contacts_kernels);

void mas_contacts_plan(mas_contacts* s, mas_arena* a, const mas_cache* c, uint32_t capacity)
{
    s->capacity = capacity;
    s->joined   = (mas_span){ 0 };
    s->joined_mask      = 0;
    s->contact          = mas_plan(a, MAS_SCRATCH, "contacts", capacity, sizeof(uint32_t));
    s->list             = mas_plan_list(a, MAS_SCRATCH, "contact list");
    s->flag             = mas_plan(a, MAS_SCRATCH, "contact flags", 2 * (uint64_t)c->capacity, sizeof(uint32_t));
    s->flag_list        = mas_plan_list(a, MAS_SCRATCH, "contact flag list");
    mas_compact_plan(&s->compact, a, 2 * c->capacity);
}

massa_result mas_contacts_create(mas_contacts* s, mas_kernels* k, const mas_colliders* c, const mas_pairs* p,
                                 const mas_cache* cache)
{
    const mas_span joined = s->joined.size > 0 ? s->joined : s->flag; // without joints no kernel reads it
    s->pairs              = p->list;
    MAS_TRY(mas_compact_create(&s->compact, k, s->flag, s->flag_list, s->contact, s->list));
    s->compact.capacity = s->capacity; // a span has one element at least
    MAS_TRY(mas_bind(k, &s->classes, &mas_contacts_kernels[CLASSES], p->list, cache->manifold, c->meet, s->flag,
                     s->flag_list, cache->counters, joined));
    return mas_bind(k, &s->finish, &mas_contacts_kernels[FINISH], p->list, s->list, s->contact, cache->counters);
}

void mas_contacts_record(const mas_contacts* s, mas_recorder* rec)
{
    const list_header empty = mas_list_complete(rec->kernels, 0, 0);
    const joined_push push  = { s->joined_mask };
    mas_begin(rec, "contacts");
    mas_write(rec, s->flag_list, &empty, sizeof empty);
    mas_run_list(rec, &s->classes, s->pairs, &push);
    mas_compact_record(&s->compact, rec);
    mas_run_list(rec, &s->finish, s->pairs, NULL);
    mas_end(rec);
}
