// Colours for contacts, and contacts in the order of colours.
//   begin   headers                                                   graph_begin.comp, one thread
//   where   last step's pairs -> their places                         graph_where.comp
//   past    contacts -> what they keep                                graph_past.comp
//   link    contacts -> bodies that they push, contacts that keep     graph_link.comp
//           their colour
//   keep    colours that bodies have; the other contacts wait         graph_keep.comp
//   claim   waiting contacts bid for a colour, at their bodies        graph_claim.comp, GRAPH_ROUNDS times
//   take    the highest bidder gets the colour, others try again      graph_take.comp, after each of them
//   mark    contacts -> bits in a table, a row for each colour        graph_mark.comp
//   count   bits of words                                             graph_count.comp
//   scan    bits before words                                         scan.c, two dispatches
//   place   contacts -> places                                        graph_place.comp
//   lists   headers of colours, counters                              graph_lists.comp
// Contacts keep their colours from step to step, so most steps have little to do in the rounds: a proper colouring of
// which contacts are gone is still proper. A contact gets its colour when no other contact at its bodies bids more for
// a colour of the same slot (GRAPH_SLOTS). Bids are contact numbers in a scattered order, so the result depends on no
// schedule.
//
// Colours are kept by place, not by pair: a pair that drops out of the contacts leaves nothing behind that could be
// wrong when it returns, and nothing has to be cleared or copied.
#include "graph.h"

enum
{
    BEGIN,
    WHERE,
    PAST,
    LINK,
    KEEP,
    CLAIM,
    TAKE,
    MARK,
    COUNT,
    PLACE,
    LISTS
};

enum
{
    PUSH = sizeof(graph_push)
};

const mas_kernel_desc mas_graph_kernels[] = {
    [BEGIN] = { .name = "graph_begin", .access = "rrwww", .push = PUSH },
    [WHERE] = { .name = "graph_where", .access = "rrw", .push = PUSH },
    [PAST]  = { .name = "graph_past", .access = "rrrrrrrw" },
    [LINK]  = { .name = "graph_link", .access = "rrrrwx" },
    [KEEP]  = { .name = "graph_keep", .access = "rxxxwr", .push = PUSH },
    [CLAIM] = { .name = "graph_claim", .access = "rxxrr", .push = PUSH },
    [TAKE]  = { .name = "graph_take", .access = "rxxxwrr", .push = PUSH },
    [MARK]  = { .name = "graph_mark", .access = "rrrx" },
    [COUNT] = { .name = "graph_count", .access = "rrw" },
    [PLACE] = { .name = "graph_place", .access = "rrrrrrww" },
    [LISTS] = { .name = "graph_lists", .access = "rrrrwwww", .push = PUSH },
};
const uint32_t mas_graph_kernel_count = MAS_COUNT(mas_graph_kernels);

_Static_assert(sizeof(graph_list) == MAS_SPAN_ALIGNMENT, "each header is bound by itself");
_Static_assert(GRAPH_ROUNDS + 1 < 1 << (32 - GRAPH_NUMBER_BITS), "a bid has room for the round");

void mas_graph_plan(mas_graph* s, mas_arena* a, uint32_t bodies, uint32_t pairs, uint32_t contacts)
{
    const uint32_t word  = sizeof(uint32_t);
    const uint64_t table = (uint64_t)GRAPH_LISTS * ((contacts + 31) / 32);
    s->pair_capacity     = pairs;
    s->capacity          = contacts;
    s->count             = mas_plan(a, MAS_STATE, "places kept", 1, word);
    s->order             = mas_plan(a, MAS_STATE, "contact order", contacts, word);
    s->colour            = mas_plan(a, MAS_STATE, "contact colours", contacts, word);
    s->lists             = mas_plan(a, MAS_SCRATCH, "colour lists", GRAPH_LISTS, sizeof(graph_list));
    s->places            = mas_plan_list(a, MAS_SCRATCH, "places");
    s->counters          = mas_plan(a, MAS_SCRATCH, "graph counters", 1, sizeof(graph_counters));
    s->where             = mas_plan(a, MAS_SCRATCH, "places of old pairs", pairs, word);
    s->old_list          = mas_plan_list(a, MAS_SCRATCH, "old places");
    s->link              = mas_plan(a, MAS_SCRATCH, "contact links", contacts, sizeof(graph_link));
    s->choice            = mas_plan(a, MAS_SCRATCH, "contact choices", contacts, word);
    s->body              = mas_plan(a, MAS_SCRATCH, "body colours", bodies, sizeof(graph_body));
    s->waiting           = mas_plan(a, MAS_SCRATCH, "waiting lists", GRAPH_ROUNDS + 1, sizeof(graph_list));
    s->table             = mas_plan(a, MAS_SCRATCH, "colour table", table, word);
    s->first             = mas_plan(a, MAS_SCRATCH, "colour table sums", table, word);
    s->table_list        = mas_plan_list(a, MAS_SCRATCH, "colour table list");
    s->total             = mas_plan(a, MAS_SCRATCH, "places in all", 1, word);
    for (uint32_t k = 0; k < 2; ++k)
        s->waiting_list[k] = mas_plan(a, MAS_SCRATCH, "waiting contacts", contacts, word);
    mas_scan_plan(&s->scan, a, (uint32_t)table);
    for (uint32_t c = 0; c < GRAPH_LISTS; ++c)
        s->list[c] = mas_span_part(s->lists, c, 1);
}

massa_result mas_graph_create(mas_graph* s, mas_kernels* k, mas_span contact, mas_span contacts, mas_span manifold,
                              mas_span meet, mas_span past)
{
    const mas_kernel_desc* t = mas_graph_kernels;
    s->contacts              = contacts;
    MAS_TRY(mas_bind(k, &s->begin, &t[BEGIN], contacts, s->count, s->old_list, s->table_list, s->waiting));
    MAS_TRY(mas_bind(k, &s->note, &t[WHERE], s->old_list, s->order, s->where));
    MAS_TRY(mas_bind(k, &s->past, &t[PAST], contacts, contact, past, s->where, s->old_list, s->order, s->colour,
                     s->choice));
    MAS_TRY(mas_bind(k, &s->connect, &t[LINK], contacts, contact, manifold, meet, s->link, s->choice));
    MAS_TRY(mas_bind(k, &s->keep, &t[KEEP], s->link, s->choice, s->body, mas_span_part(s->waiting, 0, 1),
                     s->waiting_list[0], contacts));
    for (uint32_t r = 0; r < GRAPH_ROUNDS; ++r)
    {
        const mas_span waiting = mas_span_part(s->waiting, r, 1), next = mas_span_part(s->waiting, r + 1, 1);
        const mas_span now = s->waiting_list[r % 2], later = s->waiting_list[(r + 1) % 2];
        MAS_TRY(mas_bind(k, &s->claim[r], &t[CLAIM], s->link, s->choice, s->body, waiting, now));
        MAS_TRY(mas_bind(k, &s->take[r], &t[TAKE], s->link, s->choice, s->body, next, later, waiting, now));
    }
    MAS_TRY(mas_bind(k, &s->mark, &t[MARK], contacts, s->link, s->choice, s->table));
    MAS_TRY(mas_bind(k, &s->bits, &t[COUNT], s->table_list, s->table, s->first));
    MAS_TRY(mas_scan_create(&s->scan, k, s->first, s->first, s->table_list, s->total));
    MAS_TRY(mas_bind(k, &s->place, &t[PLACE], contacts, contact, s->link, s->choice, s->table, s->first, s->order,
                     s->colour));
    return mas_bind(k, &s->finish, &t[LISTS], contacts, s->first, s->total, s->waiting, s->lists, s->places, s->count,
                    s->counters);
}

void mas_graph_record(const mas_graph* s, mas_recorder* rec)
{
    graph_push push = { .pairs = s->pair_capacity, .contacts = s->capacity };
    mas_begin(rec, "graph");
    mas_run(rec, &s->begin, 1, &push);
    mas_run_list(rec, &s->note, s->old_list, &push);
    mas_run_list(rec, &s->past, s->contacts, NULL);
    mas_run_list(rec, &s->connect, s->contacts, NULL);
    mas_fill(rec, s->body, 0);
    mas_run_list(rec, &s->keep, s->contacts, &push);
    for (push.round = 0; push.round < GRAPH_ROUNDS; ++push.round)
    {
        const mas_span waiting = mas_span_part(s->waiting, push.round, 1);
        mas_run_list(rec, &s->claim[push.round], waiting, &push);
        mas_run_list(rec, &s->take[push.round], waiting, &push);
    }
    mas_fill(rec, s->table, 0);
    mas_run_list(rec, &s->mark, s->contacts, NULL);
    mas_run_list(rec, &s->bits, s->table_list, NULL);
    mas_scan_record(&s->scan, rec);
    mas_run_list(rec, &s->place, s->contacts, NULL);
    mas_run(rec, &s->finish, GRAPH_LISTS, &push);
    mas_end(rec);
}
