// All cages of our own making.
#include "models.h"

const cage_model cage_models[] = {
    { "die", cage_build_die, { { 0.60, 0.56, 0.47 }, { 0.03, 0.03, 0.035 }, { 0.0, 0.0, 0.0 } } },
    { "teapot", cage_build_teapot, { { 0.10, 0.30, 0.34 }, { 0.55, 0.36, 0.13 }, { 0.0, 0.0, 0.0 } } },
    { "knot", cage_build_knot, { { 0.30, 0.05, 0.22 }, { 0.80, 0.50, 0.16 }, { 0.0, 0.0, 0.0 } } },
    { "duck", cage_build_duck, { { 0.86, 0.55, 0.05 }, { 0.85, 0.20, 0.02 }, { 0.012, 0.012, 0.015 } } },
    { "queen", cage_build_queen, { { 0.55, 0.48, 0.36 }, { 0.0, 0.0, 0.0 }, { 0.0, 0.0, 0.0 } } },
    { "mushroom", cage_build_mushroom, { { 0.70, 0.62, 0.48 }, { 0.58, 0.035, 0.025 }, { 0.80, 0.76, 0.68 } } },
    { "vase", cage_build_vase, { { 0.05, 0.16, 0.40 }, { 0.75, 0.60, 0.30 }, { 0.0, 0.0, 0.0 } } },
    { "cog", cage_build_cog, { { 0.36, 0.38, 0.40 }, { 0.62, 0.40, 0.12 }, { 0.0, 0.0, 0.0 } } },
    { "starfish", cage_build_starfish, { { 0.80, 0.21, 0.06 }, { 0.88, 0.50, 0.18 }, { 0.0, 0.0, 0.0 } } },
    { "gem", cage_build_gem, { { 0.04, 0.36, 0.20 }, { 0.0, 0.0, 0.0 }, { 0.0, 0.0, 0.0 } } },
    { "armchair", cage_build_armchair, { { 0.36, 0.07, 0.05 }, { 0.62, 0.42, 0.26 }, { 0.07, 0.035, 0.015 } } },
    { "leaf", cage_build_leaf, { { 0.16, 0.34, 0.05 }, { 0.50, 0.55, 0.16 }, { 0.0, 0.0, 0.0 } } },
    { "ribbon", cage_build_ribbon, { { 0.55, 0.08, 0.16 }, { 0.85, 0.65, 0.30 }, { 0.0, 0.0, 0.0 } } },
};
const uint32_t cage_model_count = sizeof cage_models / sizeof cage_models[0];
