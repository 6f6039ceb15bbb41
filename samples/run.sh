#!/bin/bash
# Sets up, builds and runs the first sample, on a fresh machine too: grains fall into a tank, and the last line names a
# picture of it. The first command of the README. Options go to the program: samples/run.sh --set particles=5000
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

platform/linux/setup.sh --run
cmake --preset release -DMASSA_BUILD_TESTS=OFF
cmake --build build/release --parallel "$(nproc)" --target massa_program
video=()
if command -v ffmpeg > /dev/null; then video=(--video); fi
platform/linux/with-driver.sh default build/release/samples/massa/massa run first_light --steps-per-frame 2 --frames 83 \
    "${video[@]}" "$@"
