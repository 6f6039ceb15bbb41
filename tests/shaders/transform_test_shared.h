// What transform_test.comp does to its elements.
#ifndef MAS_TRANSFORM_TEST_SHARED_H
#define MAS_TRANSFORM_TEST_SHARED_H

#include "list_shared.h"

STRUCT(transform_test_push)
{
    mas_range range;
    uint      scale;
    uint      add;
    uint      step; // times the element's index
};

#endif
