#!/bin/bash
# Sets up, builds and tests everything, on a fresh machine too. The test command of the README.
#
#   tests/run.sh                  what every change must pass
#   tests/run.sh --full [FAMILY]  the long runs: core, primitive, particle, rigid, module or samples; all when none is named
#
# Ends with ctest's verdict; the time of each family stands above it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

full='' family=''
if [[ $# -gt 0 ]]; then
  [[ $1 == --full && $# -le 2 ]] || { echo "usage: tests/run.sh [--full [FAMILY]]" >&2; exit 2; }
  full=1 family=${2-}
fi

platform/linux/setup.sh --test
cores=$(nproc)

# The sanitizer build brings its test program only; ctest of the other build runs it.
cmake --preset asan
cmake --build build/asan --parallel "$cores" --target massa_tests
cmake --preset dev -DMASSA_ASAN_TESTS="$PWD/build/asan/tests/massa_tests" -DMASSA_ALL_SIZES="${full:-0}"
cmake --build build/dev --parallel "$cores"

if [[ -n $full ]]; then
  export MASSA_FULL=1
  exec ctest --test-dir build/dev --output-on-failure --timeout 3600 ${family:+-L "$family"} -R '@(lavapipe25|swiftshader)$'
fi
exec ctest --test-dir build/dev --output-on-failure --parallel "$cores"
