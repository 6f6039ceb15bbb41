#!/bin/bash
# Hosts of every kind against the library of a build folder: installed into a prefix that then moves, built with CMake
# and with make, linked static and shared, run. One line each.
# Usage: run.sh BUILD_DIR [DRIVER]
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
[[ $# -ge 1 && -f $1/CMakeCache.txt ]] || { echo "usage: run.sh BUILD_DIR [DRIVER]" >&2; exit 2; }
build=$(cd "$1" && pwd)
driver=${2:-lavapipe25}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cached() { sed -n "s/^$1:[A-Z]*=//p" "$build/CMakeCache.txt"; }
CC=$(cached CMAKE_C_COMPILER) CXX=$(cached CMAKE_CXX_COMPILER)
export CC CXX
unset CFLAGS CXXFLAGS LDFLAGS LD_LIBRARY_PATH MAKEFLAGS # a host's own; not ctest's

# Runs a command with its output in the log of consumer $1; what failed is told at the end.
quietly()
{
    local log=$work/$1.log
    shift
    echo "\$ $*" >> "$log"
    "$@" >> "$log" 2>&1
}

# run NAME PROGRAM [KIND]: the consumer's one line.
run()
{
    local said
    echo "\$ $2" >> "$work/$1.log"
    said=$("$root/platform/linux/with-driver.sh" "$driver" "$2" 2>> "$work/$1.log") || return 1
    printf '%-22s ok, %s\n' "$1${3:+ $3}" "${said%%$'\n'*}"
}

project() # name, CMake arguments
{
    quietly "$1" cmake -S "$here/$1" -B "$work/$1" -G Ninja "${@:2}" && quietly "$1" cmake --build "$work/$1" -j 2
}

with_pkg_config() # name
{
    cp "$here"/*.[hc] "$work/" && cp -r "$here/$1" "$work/"
    PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name massa.pc)") quietly "$1" make -C "$work/$1" CC="$CC"
}

no_cpp_library() # name, program: fails when the program needs libstdc++ or libc++
{
    quietly "$1" readelf -d "$2" && ! readelf -d "$2" | grep -E 'NEEDED.*lib(std)?c\+\+'
}

subdirectory()
{
    project subdirectory -DMASSA_SOURCE="$root" && run subdirectory "$work/subdirectory/host"
}

package_c()
{
    local version
    version=$(sed -nE 's/^#define MASSA_VERSION_(MAJOR|MINOR) //p' "$prefix/include/massa/base.h" | paste -sd .)
    project package_c -Dmassa_ROOT="$prefix" -DWANTED="$version" && no_cpp_library package_c "$work/package_c/host_static" &&
        run package_c "$work/package_c/host_static" static && run package_c "$work/package_c/host_shared" shared
}

package_cpp()
{
    project package_cpp -Dmassa_ROOT="$prefix" && run package_cpp "$work/package_cpp/host" static &&
        project package_cpp -Dmassa_ROOT="$prefix" -DBUILD_SHARED_LIBS=ON &&
        quietly package_cpp readelf -d "$work/package_cpp/host" && grep -q 'NEEDED.*libmassa' "$work/package_cpp.log" &&
        run package_cpp "$work/package_cpp/host" shared
}

own_volk_vma()
{
    local vma
    vma=$(cached MASSA_VMA_INCLUDE)
    [[ -f $vma/vk_mem_alloc.h ]] || vma=$build/_deps/massa_vma-src/include # fetched from upstream
    project own_volk_vma -Dmassa_ROOT="$prefix" -DVOLK_INCLUDE="$(cached MASSA_VOLK_INCLUDE)" -DVMA_INCLUDE="$vma" &&
        run own_volk_vma "$work/own_volk_vma/host"
}

pkgconfig()
{
    with_pkg_config pkgconfig && no_cpp_library pkgconfig "$work/pkgconfig/host_static" &&
        run pkgconfig "$work/pkgconfig/host_static" static && run pkgconfig "$work/pkgconfig/host_shared" shared
}

two_copies()
{
    with_pkg_config two_copies && run two_copies "$work/two_copies/host"
}

# All but the first use what is installed, from a place that it was not installed to.
quietly install cmake --install "$build" --prefix "$work/installed" || { cat "$work/install.log" >&2; exit 1; }
mv "$work/installed" "$work/prefix"
prefix=$work/prefix

failed=0
told() # name: runs the consumer and says so when it fails
{
    "$1" && return
    printf '%-22s FAILED\n' "$1"
    tail -n 30 "$work/$1.log" >&2
    return 1
}
told subdirectory & # it compiles the whole library, the others only themselves
first=$!
for consumer in package_c package_cpp own_volk_vma pkgconfig two_copies; do
    told "$consumer" || failed=$((failed + 1))
done
wait "$first" || failed=$((failed + 1))
echo "consumers: $failed failed"
[[ $failed == 0 ]]
