#!/bin/bash
# Compiles the whole library for aarch64-linux-android29 and links it, as far as that goes without an NDK: target,
# macros, Vulkan and Android headers are the real ones, declarations of C are musl's and those of C++ this machine's.
# Bionic's own files are missing, so nothing runs; but what Android would not compile, what it would look for in vain
# when it loads the library, and arithmetic fused behind our back is found here.
# Usage: check.sh BUILD_DIR   a native build, whose SPIR-V and VMA are used
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
[[ $# == 1 && -f $1/shaders/massa_shaders.c ]] || { echo "usage: check.sh BUILD_DIR (built before)" >&2; exit 2; }
build=$(cd "$1" && pwd)
headers=$root/.cache/android

missing() { echo "android: $1 is missing: run platform/linux/setup.sh --test." >&2; exit 1; }
for tool in clang clang++ ld.lld readelf nm; do command -v $tool > /dev/null || missing "$tool"; done
[[ -d $headers/musl && -d $headers/system ]] || missing ".cache/android"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "android: $1" >&2; exit 1; }

vma=$(sed -n 's/^MASSA_VMA_INCLUDE:[A-Z]*=//p' "$build/CMakeCache.txt")
[[ -f $vma/vk_mem_alloc.h ]] || vma=$build/_deps/massa_vma-src/include

target=(--target=aarch64-linux-android29)
flags=("${target[@]}" -O2 -fPIC -fvisibility=hidden -ffp-contract=off -nostdlibinc
    -Wall -Wextra -Wno-missing-field-initializers -Werror -Wno-unused-command-line-argument -DNDEBUG -DVK_NO_PROTOTYPES)
ours=(-I"$root" -I"$root/module/include" -I"$root/module" -I"$root/compute" -I"$root/shaders" -I"$root/shaders/include"
    -I"$build/shaders")
system=(-isystem "$headers/musl" -isystem "$headers/ndk" -isystem "$headers/system" -isystem "$vma")

# C++ only for VMA's templates. They lie before C's headers, which they include with include_next; the macro is glibc's,
# and this machine's C++ headers ask it about glibc without asking whether there is one.
mapfile -t cpp < <(g++ -E -v -x c++ /dev/null 2>&1 > /dev/null | awk '/search starts/ { on = 1 } on && /\/c\+\+/ { print "-isystem"; print $1 }')

# Assembly first, to read it.
compile() # source, name
{
    case $1 in
        *.cpp) clang++ "${flags[@]}" -nostdinc++ "${cpp[@]}" "${ours[@]}" "${system[@]}" '-D__GLIBC_PREREQ(major,minor)=0' \
                   -std=c++17 -fno-exceptions -fno-rtti -fno-threadsafe-statics -S "$1" -o "$work/$2.s" ;;
        *)     clang "${flags[@]}" "${ours[@]}" "${system[@]}" -std=gnu11 -Wshadow -Wvla -S "$1" -o "$work/$2.s" ;;
    esac
    clang "${target[@]}" -c "$work/$2.s" -o "$work/$2.o"
}

shopt -s nullglob
sources=("$root"/module/*.c "$root"/compute/*/*.c "$root"/compute/core/*.cpp "$build"/shaders/massa_shaders.c)
count=0 running=0
for source in "${sources[@]}"; do
    count=$((count + 1))
    compile "$source" "$count" &
    running=$((running + 1))
    [[ $running -lt 2 ]] || { wait -n || fail "the sources do not compile."; running=$((running - 1)); }
done
while [[ $running -gt 0 ]]; do wait -n || fail "the sources do not compile."; running=$((running - 1)); done

# arm64 can fuse a product and a sum, x86-64 in general not: the state must not depend on it.
if grep -nE '^\s+f(n?madd|n?msub|mla|mls)\s' "$work"/*.s; then fail "the compiler fused floating-point operations."; fi

# 16 KiB: the page size that Android 15 and later may have.
clang "${target[@]}" -fuse-ld=lld -shared -nostdlib -Wl,-soname,libmassa.so -Wl,-z,max-page-size=16384 -Wl,-z,relro \
    -Wl,-z,now -Wl,--version-script="$root/module/cmake/exports.map" "$work"/*.o -o "$work/libmassa.so"
readelf -hW "$work/libmassa.so" | grep -q 'Machine: *AArch64' || fail "the library is not for arm64."
if readelf -lW "$work/libmassa.so" | awk '$1 == "LOAD" && $NF != "0x4000" { bad = 1 } END { exit !bad }'; then
    fail "a segment is not aligned to 16 KiB."
fi
exported=$(nm -D --defined-only "$work/libmassa.so" | wc -l)
[[ $exported -gt 0 ]] || fail "the library exports nothing."

# Bionic's libc and libm have all of these since API level 29.
bionic='memcpy|memmove|memset|memcmp|strlen|strcmp|strncmp|strstr|malloc|calloc|realloc|free|aligned_alloc|posix_memalign|snprintf|vsnprintf|sqrtf?|pthread_(mutex|rwlock)_[a-z]+|__stack_chk_fail|__cxa_(finalize|atexit)'
if nm -D -u "$work/libmassa.so" | awk '{ print $NF }' | sed 's/@.*//' | grep -vxE "$bionic"; then
    fail "the library needs these from the system, and this check does not know that Android has them."
fi
echo "android: ok, $count files for aarch64-linux-android29, $exported functions, $(stat -c %s "$work/libmassa.so") bytes"
