// The builders behind cage_models.
#ifndef CAGE_MODELS_H
#define CAGE_MODELS_H

#include "cages.h"

void cage_build_die(cage*);
void cage_build_knot(cage*);
void cage_build_teapot(cage*);
void cage_build_starfish(cage*);
void cage_build_mushroom(cage*);
void cage_build_queen(cage*);
void cage_build_duck(cage*);
void cage_build_cog(cage*);
void cage_build_vase(cage*);
void cage_build_ribbon(cage*);
void cage_build_leaf(cage*);
void cage_build_gem(cage*);
void cage_build_armchair(cage*);

#endif
