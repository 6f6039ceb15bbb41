#!/bin/bash
# A host that builds massa from source may compile a folder as one file: no two C files of it may give one name to two
# things. Not so in folders of stages, whose rows and bindings have short names (COUNT, POSITION).
# Usage: unity.sh CC [FLAGS...]   FLAGS: for example -I for Vulkan headers outside the system's path
set -eu
cc=${1:-${CC:-cc}}
shift "$(($# < 1 ? $# : 1))"
. "$(dirname "$0")/common.sh"
folders='module compute/core'

findings()
{
    local folder told
    for folder in $folders; do
        [ -n "$(ls "$folder"/*.c 2> /dev/null)" ] || { echo "$folder:1: has no C file: nothing was compiled."; continue; }
        told=$(printf "#include \"$root/%s\"\n" "$folder"/*.c | "$cc" -std=gnu11 -fsyntax-only -DVK_NO_PROTOTYPES \
            -Imodule/include -Icompute -Ishaders -Ishaders/include -Imodule "$@" -xc - 2>&1) && continue
        printf '%s\n' "$told" | sed -nE "s|^$root/([^:]*:[0-9]+):[0-9]+: (fatal )?error: (.*)|\1: as one file with the rest of $folder: \3|p"
        printf '%s\n' "$told" | grep -q "^$root/.*error: " || echo "$folder:1: does not compile as one file: $(printf '%s\n' "$told" | head -1)"
    done
}

findings "$@" | report "$(echo "$folders" | wc -w) folders, each as one file"
