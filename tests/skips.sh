#!/bin/bash
# What the last run of ctest skipped, by reason (test_skip in harness/harness.h, "skipped: REASON" in a script).
# Usage: tests/skips.sh BUILD_DIR
set -euo pipefail
log=$1/Testing/Temporary/LastTest.log
[[ -r $log ]] || { echo "tests/skips.sh: there is no $log." >&2; exit 1; }
sed -nE 's/.*skipped: ([^[]*[^[ ]).*/\1/p' "$log" | sort | uniq -c | sort -rn | awk '
    { all += $1; line[NR] = $0 }
    END { printf "Skipped: %d tests%s\n", all, (all > 0 ? ", by reason" : ""); for (i = 1; i <= NR; ++i) print line[i] }'
