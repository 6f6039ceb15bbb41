// massa_tests SUITE [munit options]: runs one suite in this process. munit must not fork: a Vulkan device made before a
// fork is dead in the child.
#include <munit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kept.h"

extern MunitSuite* const test_suites[];
extern const char* const test_suite_names[];

int main(int argc, char* argv[])
{
    for (int i = 0; argc > 1 && test_suite_names[i] != NULL; ++i)
    {
        if (strcmp(argv[1], test_suite_names[i]) != 0) continue;
        char* args[64] = { argv[0], "--no-fork", "--fatal-failures" };
        int count      = 3;
        for (int k = 2; k < argc && count < 63; ++k)
            args[count++] = argv[k];
        const int result = munit_suite_main(test_suites[i], NULL, count, args);
        return kept_end() ? result : EXIT_FAILURE;
    }
    fprintf(stderr, "usage: %s SUITE [munit options]; suites:", argv[0]);
    for (int i = 0; test_suite_names[i] != NULL; ++i)
        fprintf(stderr, " %s", test_suite_names[i]);
    fprintf(stderr, "\n");
    return 2;
}
