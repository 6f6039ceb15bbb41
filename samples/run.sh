#!/bin/bash
# Sets up, builds and runs the first sample, on a fresh machine too. The first command of the README.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

platform/linux/setup.sh --run
cmake --preset release -DMASSA_BUILD_TESTS=OFF
cmake --build build/release --parallel "$(nproc)" --target massa_hello
platform/linux/with-driver.sh default build/release/samples/massa_hello
