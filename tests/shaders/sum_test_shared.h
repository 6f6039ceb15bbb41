// The matrices of sum_test.comp.
#ifndef MAS_SUM_TEST_SHARED_H
#define MAS_SUM_TEST_SHARED_H

#include "list_shared.h"

STRUCT(sum_test_push)
{
    mas_range range; // threads
    uint      rows;
    uint      columns;
};

#endif
