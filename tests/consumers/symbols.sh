#!/bin/bash
# What the linker sees of massa, in both libraries of a build folder: the functions that massa.h and its parts declare, all of them and
# nothing else; called from outside, only what a guest may call; and no variable that lives on between calls.
# Usage: symbols.sh BUILD_DIR
build=$(cd "${1:?usage: symbols.sh BUILD_DIR}" && pwd)
. "$(dirname "$0")/../checks/common.sh"
header=module/include/massa

# What massa may call: memory, text in buffers of its own, locks, arithmetic without modes or errors. No file, no
# environment, no thread, no signal, no exit: it is a guest. A name that is missing here is a decision, not an oversight.
allowed_calls='
    memcpy memmove memset memcmp strlen strcmp strncmp strstr
    malloc calloc realloc free aligned_alloc posix_memalign
    snprintf vsnprintf
    sqrt sqrtf
    pthread_mutex_init pthread_mutex_destroy pthread_mutex_lock pthread_mutex_unlock pthread_mutex_trylock
    pthread_rwlock_init pthread_rwlock_destroy pthread_rwlock_rdlock pthread_rwlock_wrlock pthread_rwlock_unlock
    pthread_rwlock_tryrdlock pthread_rwlock_trywrlock
    _GLOBAL_OFFSET_TABLE_ __stack_chk_fail __memcpy_chk __memmove_chk __memset_chk __snprintf_chk __vsnprintf_chk
    __cxa_finalize __gmon_start__ _ITM_registerTMCloneTable _ITM_deregisterTMCloneTable'
# All builds but those that a game ships keep their assertions.
grep -qE '^CMAKE_BUILD_TYPE:[A-Z]*=(Release|MinSizeRel)$' "$build/CMakeCache.txt" || allowed_calls+=' __assert_fail'

# VMA's, both all zero and never written after the program has started.
allowed_variables='VmaEmptyAllocationCallbacks VmaBufferImageUsage::UNKNOWN'

declared() # the functions with MASSA_API
{
    sed -e 's|//.*||' -e '/^[ \t]*#/d' "$header"/*.h | tr '\n' ' ' | pick -oE 'MASSA_API[^(;]*\(' |
        sed -E 's/[ \t]*\($//; s/.*[^A-Za-z0-9_]//' | sort
}

# nm's flags for a library: what a shared one shows is in another table.
table() { [[ $1 == *.so ]] && echo -D; true; }
# shellcheck disable=SC2046 # an option or nothing
defined() { nm $(table "$1") -g --defined-only "$1" | awk 'NF == 3 { print $3 }' | sort -u; }
# shellcheck disable=SC2046
called() { nm $(table "$1") -u "$1" | awk 'NF == 2 { sub(/@.*/, "", $2); print $2 }' | sort -u; }

# Symbols in sections that can be written; .data.rel.ro is read-only once the library is loaded.
variables()
{
    objdump -tC "$1" | awk -F'\t' 'NF >= 2 { n = split($1, a, " "); section = a[n]; name = $2; sub(/^[0-9a-f]+ +(\.hidden )?/, "", name)
        if (section ~ /^(\.data|\.bss|\.tbss|\.tdata|\*COM\*)/ && section !~ /^\.data\.rel\.ro/ && name !~ /^\./) print name }' | sort -u
}

words() { tr -s ' \n' '\n' <<< "$1" | sed '/^$/d' | sort -u; }

findings() # library
{
    local name=${1##*/}
    comm -13 <(declared) <(defined "$1") | sed "s|.*|$name: shows & to hosts, which $header does not declare.|"
    comm -23 <(declared) <(defined "$1") | sed "s|.*|$header: declares &, which is not in $name.|"
    comm -13 <(words "$allowed_calls") <(called "$1") | sed "s|.*|$name: calls &, which is not on the list of this check.|"
    [[ $name == *.so ]] && return
    comm -13 <(words "$allowed_variables") <(variables "$1") | sed "s|.*|$name: has the variable &; state belongs to a device or a world.|"
}

# The check itself: a library with one fault of each kind must be told.
control()
{
    local work found fault
    work=$(mktemp -d)
    printf '%s\n' '#include <stdio.h>' 'int massa_planted; static int counted;' 'int* mas_planted(void) { puts("planted"); return &counted; }' > "$work/planted.c"
    cc -c "$work/planted.c" -o "$work/planted.o"
    ar rcs "$work/libplanted.a" "$work/planted.o"
    found=$(findings "$work/libplanted.a")
    rm -rf "$work"
    for fault in 'shows mas_planted' 'shows massa_planted' 'declares massa_create_device' 'calls puts' 'variable counted' 'variable massa_planted'; do
        grep -q "$fault" <<< "$found" || echo "tests/consumers/symbols.sh:1: does not see a planted fault ($fault)."
    done
}

{
    for library in "$build/libmassa.a" "$build/libmassa.so"; do
        if [[ -f $library ]]; then findings "$library"; else echo "${library##*/}: is not in the build folder."; fi
    done
    control
} | report "$(declared | wc -l) functions in libmassa.a and libmassa.so"
