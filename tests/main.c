// massa_tests SUITE... [munit options]: runs suites in this process, one after the other, until one fails. Several of
// them share a device and its pipelines (kept.h). munit must not fork: a Vulkan device made before a fork is dead in
// the child.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "kept.h"

extern MunitSuite* const test_suites[];
extern const char* const test_suite_names[];

static MunitSuite* find(const char* name)
{
    for (int i = 0; test_suite_names[i] != NULL; ++i)
        if (strcmp(name, test_suite_names[i]) == 0) return test_suites[i];
    return NULL;
}

static int usage(const char* program)
{
    fprintf(stderr, "usage: %s SUITE... [munit options]; suites:", program);
    for (int i = 0; test_suite_names[i] != NULL; ++i)
        fprintf(stderr, " %s", test_suite_names[i]);
    fprintf(stderr, "\n");
    return 2;
}

int main(int argc, char* argv[])
{
    int options = 1; // where they begin, behind the suites
    for (; options < argc && argv[options][0] != '-'; ++options)
        if (find(argv[options]) == NULL) return usage(argv[0]);
    if (options == 1) return usage(argv[0]);

    if (getenv("MASSA_FEW_SIZES") != NULL) test_group_sizes[0].values[3] = NULL;
    char* args[64] = { argv[0], "--no-fork", "--fatal-failures" };
    int count      = 3;
    for (int k = options; k < argc && count < 63; ++k)
        args[count++] = argv[k];
    int result = EXIT_SUCCESS;
    for (int i = 1; i < options && result == EXIT_SUCCESS; ++i)
        result = munit_suite_main(find(argv[i]), NULL, count, args);
    return kept_end() ? result : EXIT_FAILURE;
}
