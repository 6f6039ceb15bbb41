// Two ways to bound a mesh that is posed, which massa does not use, beside the box of the turned box, which it does
// (refit.h): boxes that stay turned, and boxes around the moved vertices. Double precision.
#ifndef MAS_ORACLE_BOXES_H
#define MAS_ORACLE_BOXES_H

#include "subdivision/surface_shared.h"

#include <stdbool.h>

typedef struct oracle_frame // a pose
{
    double axis[3][3]; // columns: where x, y and z go
    double at[3];      // m
} oracle_frame;

typedef struct oracle_slab // an oriented box
{
    double centre[3], half[3]; // m
    double axis[3][3];
} oracle_slab;

typedef struct oracle_tight // a box along the world's axes
{
    double lo[3], hi[3]; // m
} oracle_tight;

oracle_frame oracle_frame_of(mas_vec4 position, mas_vec4 rotation);
void oracle_frame_place(const oracle_frame*, const double x[3], double out[3]);

oracle_slab oracle_slab_of(const surface_box*, const oracle_frame*);
bool oracle_slabs_overlap(const oracle_slab*, const oracle_slab*); // by separating axes; touching counts

oracle_tight oracle_tight_around(const double (*vertex)[3], uint32_t count);
bool oracle_tight_overlap(const oracle_tight*, const oracle_tight*); // touching counts

#endif
