#!/bin/bash
# Prepares a Linux machine for massa.
#
#   platform/linux/setup.sh --run     what building and running need
#   platform/linux/setup.sh [--test]  the rest too: what tests/run.sh needs
#
# Debian 12 (amd64) is set up without questions; any other Linux is only told
# what to install. What Debian 12 does not carry goes to .cache/ in the
# project, never into the system. A second run finds everything and ends.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cache=$root/.cache
work=$cache/tmp # half-made things live here only, so an interrupted run leaves nothing that looks done
log=$cache/setup.log

# Packages by purpose: level | purpose | Debian packages | how to find it on any Linux, see found().
# fetch is what only components.sh uses: installed when there is something to fetch and the commands are missing.
readonly PACKAGES='
run   | C and C++ compilers             | gcc g++ libc6-dev            | command gcc g++
run   | build tools                     | cmake ninja-build pkg-config | command cmake ninja pkg-config
run   | Vulkan headers and loader       | libvulkan-dev                | header vulkan/vulkan.h
run   | volk, the Vulkan function table | libvulkan-volk-dev           | header volk.h
run   | GLSL compiler                   | glslang-tools                | command glslangValidator
run   | SPIR-V checker                  | spirv-tools                  | command spirv-val
run   | SPIR-V headers of the build     | spirv-headers                | header spirv/unified1/spirv.h
run   | vector maths of the samples     | libcglm-dev                  | header cglm/cglm.h
run   | windows of the samples          | libglfw3-dev                 | header GLFW/glfw3.h
run   | pictures of the samples         | libstb-dev                   | header stb/stb_image_write.h
run   | a Vulkan driver                 | mesa-vulkan-drivers          | vulkan icd.d/*.json
test  | Khronos validation layer        | vulkan-validationlayers      | vulkan explicit_layer.d/VkLayer_khronos_validation.json
test  | vulkaninfo                      | vulkan-tools                 | command vulkaninfo
test  | compile check for Android       | clang lld                    | command clang ld.lld
test  | a display without a screen      | xvfb xauth xdotool           | command Xvfb xdotool
test  | hosts without CMake             | make                         | command make
test  | Bullet, to compare with         | libbullet-dev                | header bullet/LinearMath/btScalar.h
test  | ODE, to compare with            | libode-dev                   | header ode/ode.h
test  | OpenSubdiv, to compare with     | libosd-dev                   | header opensubdiv/far/patchTable.h
fetch | fetching SwiftShader            | npm                          | command npm node
fetch | fetching munit                  | patch xz-utils               | command patch xz
'

# shellcheck source=components.sh
source "$root/platform/linux/components.sh"

main()
{
    local levels
    case $# in 0) set -- --test ;; 1) ;; *) set -- wrong ;; esac
    case $1 in
        --run)     levels='run' ;;
        --test)    levels='run test' ;;
        -h|--help) usage; return ;;
        *)         usage >&2; return 2 ;;
    esac
    if ! is_debian_12; then
        explain_other_linux "$levels"
        return
    fi
    trap finish EXIT
    lock_cache
    install_packages "$levels"
    make_components "$levels"
    say "ready (${levels##* })"
}

usage() { sed -n '4,5s/^# */usage: /p' "${BASH_SOURCE[0]}"; }
say()   { echo "setup: $*"; }

# What a failure prints, in one sentence: each step says it before it starts, the script ends at the first error.
doing='start' advice='run it again'
step() { doing=$1 advice=$2; }

finish()
{
    local status=$?
    trap - EXIT
    if [[ $status -ne 0 ]]; then
        if [[ -s $log && -w $log ]]; then
            say "last lines of .cache/setup.log:" >&2
            tail -n 12 "$log" >&2
        fi
        say "could not $doing: $advice." >&2
    fi
    rm -rf "$work"
    exit "$status"
}

is_debian_12()
{
    command -v apt-get > /dev/null && [[ -r /etc/os-release ]] &&
        (. /etc/os-release && [[ ${ID-} == debian && ${VERSION_ID-} == 12 ]]) &&
        [[ $(dpkg --print-architecture) == amd64 ]]
}

# Two runs at once (a test and a sample, say) take turns.
lock_cache()
{
    step "write to $cache" "make that folder writable for this user"
    mkdir -p "$cache"
    exec 9> "$cache/setup.lock"
    flock -n 9 || { say "waiting for another set-up to end"; flock 9; }
    rm -rf "$work"
    : > "$log"
}

# rows TABLE LEVELS: the rows of these levels without the level, fields trimmed and separated by one |.
rows()
{
    local row
    while IFS= read -r row; do
        [[ -n $row && " $2 " == *" ${row%% *} "* ]] || continue
        row=${row#*|}
        while [[ $row == *' |'* ]]; do row=${row// |/|}; done
        while [[ $row == *'| '* ]]; do row=${row//| /|}; done
        echo "${row# }"
    done <<< "$1"
}

# Downloads fail now and then: three tries, the output kept in the log.
retry()
{
    local try
    for try in 1 2 3; do
        "$@" >> "$log" 2>&1 < /dev/null && return
        [[ $try == 3 ]] || { say "try $try of 3 failed, again in $((try * 3)) s"; sleep $((try * 3)); }
    done
    return 1
}

as_root()
{
    if [[ $EUID == 0 ]]; then "$@"
    elif [[ -t 0 || -t 2 ]]; then sudo "$@"
    else sudo -n "$@" # nobody there to type a password
    fi
}

install_packages()
{
    local missing apt=(env DEBIAN_FRONTEND=noninteractive apt-get -y -q
        -o DPkg::Lock::Timeout=600 -o Dpkg::Use-Pty=0 -o Dpkg::Options::=--force-confold
        -o APT::Keep-Downloaded-Packages=false)
    mapfile -t missing < <(missing_packages "$1")
    [[ ${#missing[@]} -gt 0 ]] || return 0

    say "installing ${missing[*]} (a minute or more on a bare machine)"
    update_lists
    step "install packages" "see the lines above, then run it again, or as root: apt-get install ${missing[*]}"
    as_root dpkg --configure -a >> "$log" 2>&1 < /dev/null # ends what an interrupted install began
    retry as_root "${apt[@]}" install --no-install-recommends "${missing[@]}"
}

missing_packages()
{
    local wanted state name probe
    local -A installed=()
    mapfile -t wanted < <(rows "$PACKAGES" "$1" | cut -d'|' -f2 | tr ' ' '\n')
    if [[ $1 == *test* ]] && ! all_made "$1"; then
        while IFS='|' read -r _ name probe; do
            # shellcheck disable=SC2086,SC2206 # both are lists of words
            found $probe || wanted+=($name)
        done < <(rows "$PACKAGES" fetch)
    fi
    while read -r state name; do
        [[ $state != ?i ]] || installed[$name]=1
    done < <(dpkg-query -W -f '${db:Status-Abbrev} ${Package}\n' "${wanted[@]}" 2> /dev/null)
    for name in "${wanted[@]}"; do
        [[ -n ${installed[$name]-} ]] || echo "$name"
    done
}

# Once per run. A source of somebody else's that fails must not stop us: what we need may be there.
lists_are_new=
update_lists()
{
    [[ -z $lists_are_new ]] || return 0
    if [[ $EUID != 0 ]] && ! command -v sudo > /dev/null; then
        step "get packages" "this user is not root and there is no sudo, so run it once as root"
        return 1
    fi
    say "updating the package lists"
    as_root apt-get update -q -o DPkg::Lock::Timeout=600 >> "$log" 2>&1 < /dev/null ||
        say "not all package lists could be updated, going on with what is there"
    lists_are_new=1
}

# Prints the whole list with what is missing, and fails if anything is.
explain_other_linux()
{
    local status=0 mark purpose packages probe
    say "this is not Debian 12 on amd64: nothing is installed, here is what massa needs (package names are Debian's)"
    while IFS='|' read -r purpose packages probe; do
        # shellcheck disable=SC2086 # a probe is words
        if found $probe; then mark=found; else mark=MISSING status=1; fi
        printf '  %-7s  %-32s %-29s %s\n' "$mark" "$purpose" "$packages" "$probe"
    done < <(rows "$PACKAGES" "$1")
    explain_components "$1" || status=1
    [[ $status == 0 ]] || say "install what is marked MISSING with your package manager and run it again." >&2
    return "$status"
}

# found KIND NAME...: commands in the PATH, a header the compiler finds, or a manifest the Vulkan loader finds.
found()
{
    local kind=$1 name place
    shift
    case $kind in
        command) for name; do command -v "$name" > /dev/null || return 1; done ;;
        header)  echo "#include <$1>" | cc -E -I"${VULKAN_SDK-/usr}/include" -o /dev/null - 2> /dev/null ;;
        vulkan)  for place in /usr/share /usr/local/share /etc "${VULKAN_SDK-/usr}/share"; do
                     compgen -G "$place/vulkan/$1" > /dev/null && return
                 done
                 return 1 ;;
    esac
}

main "$@"
