// Islands, sleep and wake.
#ifndef MAS_SLEEP_H
#define MAS_SLEEP_H

#include "collision/collision.h"
#include "rigid.h"
#include "rigid/sleep_shared.h"

// What sleep looks at. A world whose bodies do not meet leaves all but the joints empty (size 0).
typedef struct mas_sleep_sources
{
    mas_span collider, meet;        // collider_data, collider_meet
    mas_span pair_list;             // header of this step's pairs
    mas_span manifold, past;        // by pair
    mas_span record, record_count;  // pair_cache by pair, uint: as the last step left them
    mas_span contact, contact_list; // numbers of pairs, their header
    mas_span joint;                 // joint_data
} mas_sleep_sources;

typedef struct mas_sleep_settings
{
    uint32_t bodies, colliders, joints; // slots in use
    uint32_t flags;                     // SLEEP_*
    float dt, time;                     // s: of the step, of rest
} mas_sleep_settings;

typedef struct mas_sleep
{
    mas_span body;  // sleep_body, by slot
    mas_span state; // sleep_state
    mas_span ties;  // sleep_tie, by joint
    mas_span list[SLEEP_LISTS];
    mas_span all;      // these headers
    mas_span parent;   // uint by slot: trees of islands
    mas_span root;     // uint by slot
    mas_span restless; // uint by slot; of a root: of its island
    mas_pass begin, changed, edited, parted, wake, listen, touch, pull, meet;
    mas_pass rest, islands, link, tie, gather, fall;
    uint32_t capacity; // bodies
    bool meets, joins;
} mas_sleep;

extern const mas_kernel_desc mas_sleep_kernels[];
extern const uint32_t mas_sleep_kernel_count;

void mas_sleep_plan(mas_sleep*, mas_arena*, uint32_t bodies, uint32_t joints);
massa_result mas_sleep_create(mas_sleep*, mas_kernels*, const mas_bodies*, const mas_sleep_sources*);
sleep_push mas_sleep_push(const mas_sleep_settings*);
// All with the same settings:
void mas_sleep_begin_record(const mas_sleep*, mas_recorder*, const mas_sleep_settings*); // after the edits
void mas_sleep_touch_record(const mas_sleep*, mas_recorder*, const mas_sleep_settings*); // between match and contacts
void mas_sleep_end_record(const mas_sleep*, mas_recorder*, const mas_sleep_settings*);   // after the last substep

// Whether a saved state is one that steps could have left; trait is the bodies'.
bool mas_sleep_sound(const mas_sleep*, const uint8_t* state, mas_span trait, uint32_t bodies);

#endif
