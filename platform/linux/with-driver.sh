#!/bin/bash
# Runs a command on a chosen Vulkan driver.
#
#   platform/linux/with-driver.sh {lavapipe22|lavapipe25|swiftshader|default} [--validate debian|newer] COMMAND...
#
# default is the machine's GPU, or else the fastest software driver present; inside another with-driver.sh
# (or with VK_DRIVER_FILES set) it keeps the choice already made.
# --validate asks our programs to enable the Khronos validation layer: Debian's, or the newer one, which sees
# hazards that Debian's misses.
# Set LP_NATIVE_VECTOR_WIDTH, if at all, before this script and not in COMMAND: see use().
set -euo pipefail

cache=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)/.cache

main()
{
    [[ $# -ge 1 ]] || wrong "no driver named"
    local driver=$1 layer=''
    shift
    if [[ ${1-} == --validate ]]; then
        layer=${2-}
        shift $(($# > 1 ? 2 : 1))
        [[ $layer == debian || $layer == newer ]] || wrong "--validate knows debian and newer, not '$layer'"
    fi
    [[ $# -ge 1 ]] || wrong "no command given"

    case $driver in
        lavapipe22|lavapipe25|swiftshader) use "$driver" ;;
        default) use_default ;;
        *) wrong "there is no driver '$driver'" ;;
    esac
    [[ -z $layer ]] || validate "$layer"

    if [[ -z ${XDG_RUNTIME_DIR-} ]]; then # some drivers complain without one
        mkdir -p "$cache/run" && chmod 700 "$cache/run"
        export XDG_RUNTIME_DIR=$cache/run
    fi
    exec "$@"
}

wrong()
{
    echo "with-driver: $1." >&2
    sed -n '4s/^# */usage: /p' "${BASH_SOURCE[0]}" >&2
    exit 2
}

missing()
{
    echo "with-driver: $1 is missing: run platform/linux/setup.sh --test." >&2
    exit 1
}

use()
{
    is_present "$1" || missing "the driver $1"
    # Loaders before 1.3.207 know the second name only.
    export VK_DRIVER_FILES=$cache/drivers/$1/icd.json
    export VK_ICD_FILENAMES=$VK_DRIVER_FILES
    export MASSA_DRIVER=$1 # tests run their largest sizes on one driver only
    export NODEVICE_SELECT=1 # Mesa's device-select layer would talk to a display server
    # Mesa does not tell its cached shaders of one vector width from those of another: one cache for each.
    export MESA_SHADER_CACHE_DIR=$cache/shaders/$1-w${LP_NATIVE_VECTOR_WIDTH:-0}
}

# A driver is its icd.json and the library that it names, relative to itself or absolute.
is_present()
{
    local folder=$cache/drivers/$1 library
    [[ -r $folder/icd.json && $(< "$folder/icd.json") =~ \"library_path\":\ *\"([^\"]+)\" ]] || return 1
    library=${BASH_REMATCH[1]}
    [[ $library == /* ]] || library=$folder/$library
    [[ -r $library ]]
}

use_default()
{
    local name
    if [[ ${VK_DRIVER_FILES-} =~ ^"$cache"/drivers/([a-z0-9]+)/icd.json$ ]]; then
        use "${BASH_REMATCH[1]}" # again, as the vector width may be another by now
        return
    fi
    [[ -z ${VK_DRIVER_FILES-}${VK_ICD_FILENAMES-} ]] || return 0
    ! has_gpu || return 0 # the loader finds it
    for name in lavapipe25 lavapipe22 swiftshader; do # the fastest first
        is_present "$name" && { use "$name"; return; }
    done
    missing "every software driver (and no GPU was found)"
}

# A GPU is a device node and a driver for it. A virtual machine may show the node only, so vulkaninfo has the
# last word where it is installed.
has_gpu()
{
    local icd
    compgen -G '/dev/dri/renderD*' > /dev/null || [[ -e /dev/nvidiactl || -e /dev/dxg ]] || return 1
    if command -v vulkaninfo > /dev/null; then
        [[ $(timeout 20 vulkaninfo --summary 2> /dev/null) =~ _(DISCRETE|INTEGRATED|VIRTUAL)_GPU ]]
        return
    fi
    for icd in /usr/share/vulkan/icd.d/*.json /usr/local/share/vulkan/icd.d/*.json /etc/vulkan/icd.d/*.json; do
        [[ -r $icd && $icd != */lvp_icd* ]] && return
    done
    return 1
}

validate()
{
    local folder=/usr/share/vulkan/explicit_layer.d
    if [[ $1 == newer ]]; then
        folder=$cache/layers
        export VK_SYNCVAL_SHADER_ACCESSES_HEURISTIC=1 # without it, hazards between storage buffers are not reported
    fi
    [[ -r $folder/VkLayer_khronos_validation.json ]] || missing "the $1 validation layer"
    export VK_LAYER_PATH=$folder
    export MASSA_VALIDATION=$1 # read by platform/, which enables the layer with synchronization validation
}

main "$@"
