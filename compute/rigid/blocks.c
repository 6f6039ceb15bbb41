// Contacts in blocks: the second schedule of the contact solver (module/docs/blocks.md). A sweep takes three
// dispatches, whatever the number of colours.
//   key      bodies -> cells on two curves through space                    blocks_key.comp
//   sort     bodies along the curves                                        radix_sort.c
//   rank     curves -> ranks of bodies                                      blocks_rank.comp
//   link     contacts -> the block that solves them                         blocks_link.comp
//   sort     contacts by block                                              cell_sort.c
//   colour   colours and places inside each block                           blocks_colour.comp
// A block is BLOCK_BODIES bodies that follow each other on a curve. A contact belongs to a block of the first partition
// that has all bodies it pushes, else to such a block of the second one, else it is lone. Blocks of the first partition
// share no body. In the second partition a body is split into copies, each with a share of its mass: one for the block
// and one for each lone contact. The mean of the copies becomes the body's speed, and momentum is kept. The lone
// contacts of a body that has too many of them are late: one thread solves them, one after the other. Per substep:
//   impact   bounces: late contacts, second partition, first; several times blocks_impact.comp
//   bias     first partition, late contacts, second partition               blocks_bias.comp
//   move     copies together; speeds -> position, rotation                  blocks_move.comp
//   relax    second partition; copies together, first partition; late ones  blocks_relax.comp
// The first substep of a step begins with the impulses of the last step: late contacts and the second partition in
// dispatches of their own, the first partition before its bias.
//
// Blocks and colours follow from the world alone: the size of a group and the device change nothing.
#include "blocks.h"

enum
{
    KEY,
    RANK,
    LINK,
    COLOUR,
    WEIGH,
    IMPACT,
    BIAS,
    RELAX,
    MOVE
};

enum
{
    PUSH   = sizeof(blocks_push),
    NARROW = 8
};

const mas_kernel_desc mas_blocks_kernels[] = {
    [KEY]    = { .name = "blocks_key", .access = "uRRwwwrw", .push = sizeof(mas_range) },
    [RANK]   = { .name = "blocks_rank", .access = "rxr" },
    [LINK]   = { .name = "blocks_link", .access = "urrrrrwwx" },
    [COLOUR] = { .name   = "blocks_colour",
                 .access = "urrrxxwwx",
                 .push   = sizeof(mas_range),
                 .items  = 1,
                 .narrow = NARROW },
    [WEIGH]  = { .name = "blocks_weigh", .access = "urrrrxrr" },
    [IMPACT] = { .name = "blocks_impact", .access = "urrxxrrrx", .push = PUSH, .items = 1, .narrow = NARROW },
    [BIAS]   = { .name = "blocks_bias", .access = "urrxxrrrx", .push = PUSH, .items = 1, .narrow = NARROW },
    [RELAX]  = { .name = "blocks_relax", .access = "urrxxrrrx", .push = PUSH, .items = 1, .narrow = NARROW },
    [MOVE]   = { .name = "blocks_move", .access = "uRRRXXXrx", .push = sizeof(blocks_move) },
};
const uint32_t mas_blocks_kernel_count = MAS_COUNT(mas_blocks_kernels);

_Static_assert(sizeof(blocks_header) == MAS_SPAN_ALIGNMENT, "each header is bound by itself");
_Static_assert(sizeof(blocks_counters) == sizeof(blocks_header), "they are an element of the table");

static uint32_t blocks_of(uint32_t bodies)
{
    return (bodies + BLOCK_BODIES - 1) / BLOCK_BODIES;
}

void mas_blocks_plan(mas_blocks* s, mas_arena* a, uint32_t bodies, uint32_t contacts)
{
    const uint32_t word = sizeof(uint32_t), keys = 2 * blocks_of(bodies) + 3;
    const uint64_t lists = (uint64_t)keys * sizeof(block_list);
    s->bodies            = bodies;
    s->capacity          = contacts;
    s->lone_part         = 2 * bodies;
    s->params            = mas_plan(a, MAS_SCRATCH, "blocks params", 1, sizeof(blocks_params));
    s->key               = mas_plan(a, MAS_SCRATCH, "body keys", 2 * (uint64_t)bodies, word);
    s->slot              = mas_plan(a, MAS_SCRATCH, "bodies along curves", 2 * (uint64_t)bodies, word);
    s->slots             = mas_plan_list(a, MAS_SCRATCH, "body keys list");
    s->rank              = mas_plan(a, MAS_SCRATCH, "body ranks", bodies, 2 * word);
    s->link              = mas_plan(a, MAS_SCRATCH, "contact links", contacts, sizeof(block_link));
    s->block             = mas_plan(a, MAS_SCRATCH, "contact blocks", ((uint64_t)contacts + 3) / 4 * 4, word);
    s->start             = mas_plan(a, MAS_SCRATCH, "block starts", keys + 1, word);
    s->sorted            = mas_plan(a, MAS_SCRATCH, "contacts by block", contacts, word);
    s->order             = mas_plan(a, MAS_SCRATCH, "contact order", contacts, word);
    s->where             = mas_plan(a, MAS_SCRATCH, "contact numbers", contacts, word);
    s->copies            = mas_plan(a, MAS_SCRATCH, "body copies", bodies, sizeof(body_copies));
    s->copy              = mas_plan(a, MAS_SCRATCH, "copies", s->lone_part + 4 * (uint64_t)contacts, sizeof(mas_vec4));
    s->table             = mas_plan(a, MAS_SCRATCH, "blocks",
                                    BLOCKS_HEADERS + 1 + (lists + sizeof(blocks_header) - 1) / sizeof(blocks_header),
                                    sizeof(blocks_header));
    s->places            = mas_span_part(s->table, BLOCKS_PLACES, 1);
    s->first             = mas_span_part(s->table, BLOCKS_FIRST, 1);
    s->second            = mas_span_part(s->table, BLOCKS_SECOND, 1);
    s->late              = mas_span_part(s->table, BLOCKS_LATE, 1);
    s->counters          = mas_span_part(s->table, BLOCKS_HEADERS, 1);
    mas_radix_sort_plan(&s->sort, a, 2 * bodies, 1, BLOCK_KEY_BITS + 1);
    mas_cell_sort_plan(&s->by_block, a, contacts, keys);
}

massa_result mas_blocks_create(mas_blocks* s, mas_kernels* k, const mas_blocks_input* in)
{
    const mas_kernel_desc* t = mas_blocks_kernels;
    const mas_bodies* b      = in->bodies;
    const mas_solve* o       = in->solve;
    s->contacts              = in->contacts;
    MAS_TRY(mas_bind(k, &s->number, &t[KEY], s->params, b->pose, b->trait, s->key, s->slot, s->rank, in->contacts,
                     s->slots));
    MAS_TRY(mas_radix_sort_create(&s->sort, k, s->key, s->slot, s->slots));
    MAS_TRY(mas_bind(k, &s->curve, &t[RANK], s->slot, s->rank, s->slots));
    MAS_TRY(mas_bind(k, &s->connect, &t[LINK], s->params, in->contacts, in->contact, in->manifold, in->meet, s->rank,
                     s->link, s->block, s->copies));
    MAS_TRY(mas_cell_sort_create(&s->by_block, k, s->block, s->start, s->sorted, in->contacts));
    MAS_TRY(mas_bind(k, &s->colour, &t[COLOUR], s->params, in->contact, s->sorted, s->start, s->link, s->copies,
                     s->order, s->where, s->table));
    MAS_TRY(mas_bind(k, &s->weigh, &t[WEIGH], o->params, s->places, b->pose, b->mass, b->trait, o->constant, s->where,
                     s->copies));
    MAS_TRY(mas_bind(k, &s->impact, &t[IMPACT], o->params, s->table, o->constant, b->speed, o->blow, s->where, s->slot,
                     s->copies, s->copy));
    MAS_TRY(mas_bind(k, &s->bias, &t[BIAS], o->params, s->table, o->constant, b->speed, o->impulse, s->where, s->slot,
                     s->copies, s->copy));
    MAS_TRY(mas_bind(k, &s->relax, &t[RELAX], o->params, s->table, o->constant, b->speed, o->impulse, s->where, s->slot,
                     s->copies, s->copy));
    return mas_bind(k, &s->move, &t[MOVE], in->step, b->trait, b->previous, b->base, b->pose, b->motion, b->speed,
                    s->copies, s->copy);
}

void mas_blocks_record(const mas_blocks* s, mas_recorder* rec, uint32_t body_count, float cell)
{
    const blocks_params params = {
        .bodies = body_count, .blocks = blocks_of(body_count), .contacts = s->capacity, .inverse_cell = 1.0f / cell
    };
    const list_header none = { .group_y = 1, .group_z = 1, .block_y = 1, .block_z = 1 };
    mas_begin(rec, "blocks");
    mas_write(rec, s->params, &params, sizeof params);
    mas_write(rec, s->late, &none, sizeof none);
    mas_fill(rec, s->counters, 0);
    mas_fill(rec, mas_span_part(s->copies, 0, body_count), 0);
    mas_run(rec, &s->number, body_count, NULL);
    mas_radix_sort_record(&s->sort, rec);
    mas_run_list(rec, &s->curve, s->slots, NULL);
    mas_run_list(rec, &s->connect, s->contacts, NULL);
    mas_cell_sort_record(&s->by_block, rec);
    mas_run(rec, &s->colour, 3 * (uint64_t)params.blocks + 1, NULL);
    mas_end(rec);
}

void mas_blocks_prep(const mas_blocks* s, mas_recorder* rec, const mas_solve* o, const solve_params* params)
{
    mas_begin(rec, "contact prep");
    mas_write(rec, o->params, params, sizeof *params);
    mas_run_list(rec, &o->frame, s->places, NULL);
    mas_run_list(rec, &s->weigh, s->places, NULL);
    mas_end(rec);
}

static void sweep(const mas_blocks* s, mas_recorder* rec, const mas_pass* pass, uint32_t body_count, uint32_t where,
                  uint32_t sweeps)
{
    const blocks_push push = { .where     = where,
                               .sweeps    = sweeps,
                               .blocks    = blocks_of(body_count),
                               .bodies    = body_count,
                               .lone_part = s->lone_part };
    const mas_span header  = where == BLOCK_FIRST ? s->first : where == BLOCK_SECOND ? s->second : s->late;
    mas_run_list(rec, pass, header, &push);
}

static void bounce(const mas_blocks* s, mas_recorder* rec, const mas_solve* o, uint32_t body_count, bool first)
{
    if (first) mas_fill(rec, mas_span_part(o->blow, 0, body_count), 0);
    if (!first) mas_run(rec, &o->forget, body_count, NULL);
    for (uint32_t i = 0; i < MAS_SOLVE_SWEEPS; ++i)
    {
        sweep(s, rec, &s->impact, body_count, BLOCK_LATE, BLOCKS_IMPACT);
        sweep(s, rec, &s->impact, body_count, BLOCK_SECOND, BLOCKS_IMPACT);
        sweep(s, rec, &s->impact, body_count, BLOCK_FIRST, BLOCKS_IMPACT | BLOCKS_GATHER);
    }
}

void mas_blocks_begin(const mas_blocks* s, mas_recorder* rec, const mas_solve* o, uint32_t body_count, bool first,
                      bool bounces, bool fused)
{
    if (!first && !bounces) return;
    mas_begin(rec, first ? "contact start" : "contact impacts");
    if (first)
    {
        sweep(s, rec, &s->bias, body_count, BLOCK_LATE, BLOCKS_START);
        sweep(s, rec, &s->bias, body_count, BLOCK_SECOND, BLOCKS_START);
        if (!fused) sweep(s, rec, &s->bias, body_count, BLOCK_FIRST, BLOCKS_GATHER | BLOCKS_START);
    }
    if (bounces) bounce(s, rec, o, body_count, first);
    mas_end(rec);
}

void mas_blocks_bias(const mas_blocks* s, mas_recorder* rec, uint32_t body_count, bool fused)
{
    mas_begin(rec, "contact solve");
    sweep(s, rec, &s->bias, body_count, BLOCK_FIRST, (fused ? BLOCKS_GATHER | BLOCKS_START : 0) | BLOCKS_BIAS);
    sweep(s, rec, &s->bias, body_count, BLOCK_LATE, BLOCKS_BIAS);
    sweep(s, rec, &s->bias, body_count, BLOCK_SECOND, BLOCKS_BIAS);
    mas_end(rec);
}

void mas_blocks_move(const mas_blocks* s, mas_recorder* rec, uint32_t body_count)
{
    const blocks_move push = { .lone_part = s->lone_part };
    mas_begin(rec, "integrate");
    mas_run(rec, &s->move, body_count, &push);
    mas_end(rec);
}

void mas_blocks_relax(const mas_blocks* s, mas_recorder* rec, uint32_t body_count)
{
    mas_begin(rec, "contact relax");
    sweep(s, rec, &s->relax, body_count, BLOCK_SECOND, BLOCKS_RELAX);
    sweep(s, rec, &s->relax, body_count, BLOCK_FIRST, BLOCKS_RELAX | BLOCKS_GATHER);
    sweep(s, rec, &s->relax, body_count, BLOCK_LATE, BLOCKS_RELAX);
    mas_end(rec);
}
