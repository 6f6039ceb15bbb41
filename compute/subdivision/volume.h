// What a closed cage's limit surface encloses: volume, centre, second moments.
#ifndef MAS_VOLUME_H
#define MAS_VOLUME_H

#include "cage.h"

typedef struct mas_moments
{
    double volume;       // m^3; negative when the faces are turned inside out
    double centre[3];    // m
    double second[3][3]; // m^5, about the centre: of x_i x_j over the volume
} mas_moments;

// Refused in words when the cage is open.
massa_result mas_cage_moments(const massa_cage*, mas_moments* out);

#endif
