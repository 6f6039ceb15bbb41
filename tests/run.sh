#!/bin/bash
# Sets up, builds and tests everything, on a fresh machine too. The test command of the README.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

platform/linux/setup.sh --test
cmake --preset dev
cmake --build build/dev
ctest --test-dir build/dev --output-on-failure
