#ifndef MAS_WINDOW_TEST_SHARED_H
#define MAS_WINDOW_TEST_SHARED_H

#include "list_shared.h"

#define WINDOW_TEST_TABLE 64

STRUCT(window_test_push)
{
    mas_range range;
    uint      threads; // that share the elements of a window; 0: one each
};

#endif
