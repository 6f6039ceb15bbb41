// A small world in the hands of one group: another executor of many stages, for few dispatches.
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
    mas_span params;  // whole_params
    bool finds_pairs; // else another broad phase does
    mas_pass bounds, broad, bins, contacts, colour, prep, push, relax, end, events, tell, order;
} mas_whole;

extern const mas_kernel_desc mas_whole_kernels[];
extern const uint32_t mas_whole_kernel_count;

// Whether a world of these capacities is small enough, and the device binds enough arrays at once.
bool mas_whole_fits(const massa_device*, uint32_t bodies, uint32_t pairs, uint32_t contacts);

void mas_whole_plan(mas_whole*, mas_arena*);
massa_result mas_whole_create(mas_whole*, mas_kernels*, const mas_whole_input*);

// A step, in this order; each instead of what the stages named in whole.c record.
void mas_whole_begin_record(const mas_whole*, mas_recorder*, const mas_sleep_settings*);
void mas_whole_pairs_record(const mas_whole*, mas_recorder*, uint32_t colliders); // if finds_pairs
void mas_whole_bins_record(const mas_whole*, mas_recorder*);
void mas_whole_contacts_record(const mas_whole*, mas_recorder*, const mas_sleep_settings*,
                               uint32_t joined_mask); // when manifolds are known
void mas_whole_prep_record(const mas_whole*, mas_recorder*, const whole_params*);
void mas_whole_substeps_record(const mas_whole*, mas_recorder*, uint32_t substeps); // nothing bounces, no joint holds
void mas_whole_end_record(const mas_whole*, mas_recorder*, const mas_sleep_settings*);
void mas_whole_events_record(const mas_whole*, mas_recorder*, const touch_push*, uint32_t bodies, uint32_t ring_at);

#endif
