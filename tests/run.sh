#!/bin/bash
# Sets up, builds and tests everything, on a fresh machine too. The test command of the README.
#
#   tests/run.sh                  what every change must pass
#   tests/run.sh --full [FAMILY]  the long runs of one family, or of all: those that --help lists
#
# Ends with the time of each family, what was skipped and why, and ctest's verdict.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

families() # folders with suites, one per line: their names are ctest's labels
{
  local suite
  for suite in tests/*/test_*.c; do basename "$(dirname "$suite")"; done | sort -u
}

usage()
{
  sed -n '4,5s/^# *//p' "${BASH_SOURCE[0]}"
  echo "families: $(families | paste -sd ' ')"
}

full='' family=''
if [[ ${1-} == --help && $# == 1 ]]; then usage; exit; fi
if [[ $# -gt 0 ]]; then
  [[ $1 == --full && $# -le 2 ]] || { usage >&2; exit 2; }
  full=1 family=${2-}
  [[ -z $family ]] || families | grep -qx -e "$family" || { echo "There is no family '$family'." >&2; usage >&2; exit 2; }
fi

platform/linux/setup.sh --test
cores=$(nproc)

# The sanitizer build brings its test program only; ctest of the other build runs it. Kernels are made once.
cmake --preset dev -DMASSA_ASAN_TESTS="$PWD/build/asan/tests/massa_tests" -DMASSA_ALL_SIZES="${full:-0}"
cmake --build build/dev --parallel "$cores"
cmake --preset asan -DMASSA_KERNELS="$PWD/build/dev/shaders"
cmake --build build/asan --parallel "$cores" --target massa_tests

code=0
if [[ -n $full ]]; then
  export MASSA_FULL=1
  ctest --test-dir build/dev --output-on-failure ${family:+-L "^$family\$"} -LE '^(checks|consumers)$' \
    -R '@(host|lavapipe25|swiftshader)$' || code=$?
else
  ctest --test-dir build/dev --output-on-failure --parallel "$cores" || code=$?
fi
tests/skips.sh build/dev
exit "$code"
