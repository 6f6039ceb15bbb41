// A small world in one group: many stages in few dispatches. A step may run here or by the stages themselves: bits are
// the same, and so is all that is kept for the next step.
#ifndef MAS_WHOLE_H
#define MAS_WHOLE_H

#include "collision/collision.h"
#include "events.h"
#include "graph.h"
#include "sleep.h"
#include "solve.h"
#include "touch.h"
#include "rigid/whole_shared.h"

typedef struct mas_whole_input // the arrays that it works on
{
    const mas_bodies* bodies;
    const mas_colliders* colliders;
    const mas_pairs* pairs;
    const mas_graph* graph;
    const mas_solve* solve;
    const mas_sleep* sleep;
    const mas_touch* touch;
    const mas_events* events;
    // Of fat boxes, as fat.c has them; sizes of 0: another broad phase finds the pairs.
    mas_span fat_box, fat_meet, fat_plane, fat_state, key, slot, fresh, gone, place;
    // What is kept of pairs, as cache.h has it; the lists of bins.c, its chains.
    mas_span count, record, of_pair, old, past, counters, bins, chains;
    // Contacts, as contacts.c has them.
    mas_span contact, contact_list, flag, joined;
    mas_span report, ring; // as events.c has them
} mas_whole_input;

typedef struct mas_whole
{
    mas_whole_input in;
    bool there;       // the device binds enough arrays at once
    mas_span params;  // whole_params
    bool finds_pairs; // of few colliders; else another broad phase does
    mas_pass bounds, broad, bins, contacts, colour, prep, push, impact, relax, end, events, tell, order;
} mas_whole;

extern const mas_kernel_desc mas_whole_kernels[];
extern const uint32_t mas_whole_kernel_count;

typedef struct mas_whole_use // of a world
{
    uint32_t bodies, colliders; // slots in use
    uint32_t pairs;             // as far as the host knows. With more than it knows steps are slower, and as right
} mas_whole_use;

void mas_whole_plan(mas_whole*, mas_arena*);
massa_result mas_whole_create(mas_whole*, mas_kernels*, const mas_whole_input*);
bool mas_whole_takes(const mas_whole*, const mas_whole_use*); // the world is small enough
bool mas_whole_finds(const mas_whole*, uint32_t colliders);   // their pairs, too

// A step, in this order; each instead of what the stages named in whole.c record.
void mas_whole_begin_record(const mas_whole*, mas_recorder*, const mas_sleep_settings*);
void mas_whole_pairs_record(const mas_whole*, mas_recorder*, uint32_t colliders); // if it finds them
void mas_whole_bins_record(const mas_whole*, mas_recorder*);
void mas_whole_contacts_record(const mas_whole*, mas_recorder*, const mas_sleep_settings*,
                               uint32_t joined_mask); // when manifolds are known
void mas_whole_prep_record(const mas_whole*, mas_recorder*, const whole_params*);
void mas_whole_turn_record(const mas_whole*, mas_recorder*, uint32_t turns); // WHOLE_*: that part of a substep
void mas_whole_end_record(const mas_whole*, mas_recorder*, const mas_sleep_settings*);
void mas_whole_events_record(const mas_whole*, mas_recorder*, const touch_push*, uint32_t bodies, uint32_t ring_at);

#endif
