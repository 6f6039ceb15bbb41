// OpenSubdiv's limit surfaces, to compare with: an oracle of tests, never a part of massa.
#ifndef MAS_TEST_OSD_H
#define MAS_TEST_OSD_H

#include "limit.h"

#ifdef __cplusplus
extern "C"
{
#endif

    // Its adaptive patches, with Gregory end caps, at the places of oracle_limit_make. isolation as in massa_cage_desc:
    // cages with other faces than quads are refined once more. False when the tests were built without it
    // (platform/linux/setup.sh
    // --test installs it).
    bool osd_limit(const massa_cage_desc*, uint32_t isolation, uint32_t halvings, oracle_limit* out);

#ifdef __cplusplus
}
#endif

#endif
