// The narrow phase: from the pairs of a step to its contacts.
#ifndef MAS_NARROW_H
#define MAS_NARROW_H

#include "contacts.h"
#include "match.h"
#include "narrow_box.h"
#include "narrow_hull.h"
#include "narrow_round.h"

typedef struct mas_narrow
{
    mas_cache cache;
    mas_bins bins;
    mas_narrow_round round;
    mas_narrow_box box;
    mas_narrow_hull hull;
    mas_match match;
    mas_contacts contacts;
} mas_narrow;

void mas_narrow_plan(mas_narrow*, mas_arena*, const mas_pairs*, uint32_t contacts);
massa_result mas_narrow_create(mas_narrow*, mas_kernels*, const mas_colliders*, const mas_pairs*);
// After bins; contacts, before which sleepers may wake, follow. hulls: there are some.
void mas_narrow_detect_record(const mas_narrow*, mas_recorder*, bool hulls);
void mas_narrow_record(const mas_narrow*, mas_recorder*);

#endif
