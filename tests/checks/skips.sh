#!/bin/bash
# A test that does not apply to a driver, a size or a layer is a skip, and says so with its reason (test_skip): not a
# success, and not a skip without a word. And no pattern of ctest may turn a suite with a skip into a skipped suite, in
# which nobody would see what fails.
set -eu
. "$(dirname "$0")/common.sh"

findings()
{
    tree_files | pick -E '^tests/.*/(test|renderer)[^/]*\.c$' | search -nE \
        'if \(.*(test_is_|test_full|getenv|limits\.).*return MUNIT_OK;' | awk -F: \
        '{ print $1 ":" $2 ": returns success where it does not apply; return test_skip(REASON)." }'
    tree_files | pick -E '^tests/.*\.c$' | pick -v '^tests/harness/harness\.c$' | search -nE '\bMUNIT_SKIP\b' |
        awk -F: '{ print $1 ":" $2 ": skips without a word; return test_skip(REASON)." }'
    tree_files | pick -E '(^|/)CMakeLists\.txt$|\.cmake$' | search -n 'SKIP_REGULAR_EXPRESSION' | awk -F: \
        '{ print $1 ":" $2 ": SKIP_REGULAR_EXPRESSION hides what fails beside a skip." }'
}

findings | report "tests that do not apply say so"
