#!/bin/bash
# Negative controls: a check that cannot fail proves nothing. On a copy of the tree, one fault at a
# time is planted; the matching check must fail and name the planted file and the rule it breaks,
# and must not have said so before the fault was there.
set -eu
. "$(dirname "$0")/common.sh"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/clean"
tree_files | tar -cf - -T - | tar -xf - -C "$work/clean"

# One stage that the controls may spoil, whole and clean: the tree's own stages come and go.
cd "$work/clean"
mkdir -p compute/core compute/primitive compute/rigid compute/cloth shaders/primitive tests/primitive
mkdir -p module/include/massa platform samples/scenes
echo '#include "compute/core/kernel.h"' > compute/primitive/planted.c
echo '#version 460' > shaders/primitive/planted.comp
echo '// A test.' > tests/primitive/test_planted.c

# Works in the present folder, a copy with the fault in it, and puts the clean tree back afterwards.
red() # check, the sentence expected (extended regular expression), what is planted
{
    local after status=0
    echo "$3" >> "$work/$1.controls"
    [ -f "$work/$1.before" ] || bash "$work/clean/tests/checks/$1.sh" > "$work/$1.before" 2>&1 || true
    after=$(bash "tests/checks/$1.sh" 2>&1) || status=$?
    if grep -qE "$2" "$work/$1.before"; then
        echo "tests/checks/$1.sh:1: already complains without the fault ($3)."
    elif [ "$status" -ne 1 ] || ! grep -qE "$2" <<< "$after"; then
        echo "tests/checks/$1.sh:1: does not see the planted fault ($3)."
    fi
    cd "$work"
    rm -rf "$1"
    cp -r clean "$1"
    cd "$1"
}

includes_controls()
{
    echo '#include "module/world.h"' > compute/core/planted.c
    red includes '^compute/core/planted\.c:1: includes module/world\.h; core knows no stage' "core includes module"
    echo '#include "../primitive/planted.h"' > compute/core/planted.h
    touch compute/primitive/planted.h
    red includes '^compute/core/planted\.h:1: includes compute/primitive/planted\.h; core knows no stage' "core includes a primitive"
    touch compute/cloth/cloth.h compute/cloth/inner.h
    printf '#include "compute/cloth/cloth.h"\n#include "compute/cloth/inner.h"\n' > compute/rigid/planted.h
    red includes '^compute/rigid/planted\.h:2: includes compute/cloth/inner\.h; a family includes' "a family looks inside another"
    echo '#include <compute/core/device.h>' > samples/planted.c
    red includes '^samples/planted\.c:1: includes compute/core/device\.h; samples include' "a sample includes compute"
    echo '#include <massa/massa.h>' > platform/planted.c
    red includes '^platform/planted\.c:1: includes module/include/massa/massa\.h; platform includes' "platform includes the module"
    echo '#include "../../compute/core/device.h"' > shaders/primitive/planted.glsl
    red includes '^shaders/primitive/planted\.glsl:1: includes compute/core/device\.h; shaders include' "a shader includes C"
    echo 'void f(void) { vkCmdDispatch(0, 1, 1, 1); }' >> compute/primitive/planted.c
    red includes '^compute/primitive/planted\.c:2: vkCmdDispatch in a stage' "a Vulkan call in a stage"
    printf 'void massa_f(VkCommandBuffer cmd, int a)\n{\n    VkBuffer b;\n}\n' > module/step.c
    red includes '^module/step\.c:3: VkBuffer in a stage' "a Vulkan type in the recipe of a step"
    mkdir -p tests/oracle
    printf 'void f(mas_tables* t)\n{\n    mas_mass_sum(t, mas_emit(t, 1.0f));\n}\n' > tests/oracle/planted.c
    red includes '^tests/oracle/planted\.c:3: calls mas_emit; a twin' "a twin that calls what it checks"
    seq -f '// %g' 601 > compute/core/planted.c
    red includes '^compute/core/planted\.c:601: 601 lines; a C file has at most 600' "a C file of 601 lines"
    seq -f '// %g' 251 > shaders/primitive/planted.comp
    red includes '^shaders/primitive/planted\.comp:251: 251 lines; a shader has at most 250' "a shader of 251 lines"
}

docs_controls()
{
    seq -f '// %g' 26 > compute/core/planted.c
    red docs '^compute/core/planted\.c:1: a comment of 26 lines; at most 25' "a head of 26 lines"
    { echo '/*'; seq 24; echo '*/'; } > shaders/primitive/planted.glsl
    red docs '^shaders/primitive/planted\.glsl:1: a comment of 26 lines; at most 25' "a head of 26 lines between /* and */"
    seq 201 > module/docs/architecture.md
    red docs '^module/docs/architecture\.md:201: 201 lines; the map' "a map of 201 lines"
    echo '// See absent.md.' > compute/core/planted.c
    red docs '^compute/core/planted\.c:1: names absent\.md, which is no page' "a comment that names a page that is not there"
    echo '// See architecture.md 3.' > compute/core/planted.c
    red docs '^compute/core/planted\.c:1: names a section of module/docs/architecture\.md by number' "a section named by number"
    printf '# Map\n## Core\n' > module/docs/architecture.md
    echo '// See architecture.md, "Coda".' > compute/core/planted.c
    red docs '^compute/core/planted\.c:1: module/docs/architecture\.md has no section "Coda"' "a section that is not there"
    echo 'See [this](absent.c).' > module/docs/planted.md
    red docs '^module/docs/planted\.md:1: links to absent\.c, which does not exist' "a dead link"
    # shellcheck disable=SC2016
    echo 'See `absent.c` and `planted*.comp`.' > module/docs/planted.md
    red docs '^module/docs/planted\.md:1: names absent\.c, which is no file' "a page that names a file that is not there"
}

names_controls()
{
    rm tests/primitive/test_planted.c
    red names '^compute/primitive/planted\.c:1: the stage has no tests/primitive/test_planted\.c' "a stage without its test"
    rm shaders/primitive/planted.comp
    red names '^compute/primitive/planted\.c:1: the stage has no shaders/primitive/planted' "a stage without its shader"
    rm compute/primitive/planted.c
    red names '^shaders/primitive/planted\.comp:1: belongs to no stage' "a shader without its stage"
    rm compute/primitive/planted.c shaders/primitive/planted.comp
    touch compute/primitive/other.c
    red names '^tests/primitive/test_planted\.c:1: tests no stage' "a test without its stage"
    echo "cd /ho""me/someone/massa" > tests/planted.sh
    red names '^tests/planted\.sh:1: names a path of the machine' "a machine path"
    echo "https://registry.npm""js.org/" > tests/planted.sh
    red names '^tests/planted\.sh:1: names a package registry' "a registry host"
    echo '// For a CPU.' > shaders/primitive/planted.glsl
    red names '^shaders/primitive/planted\.glsl:1: speaks of CPUs' "a shader that speaks of CPUs"
    echo 'static bool f(massa_device* d) { return d->limits.software; }' >> compute/primitive/planted.c
    red names '^compute/primitive/planted\.c:2: asks what the device has' "a stage that asks what the device has"
    mkdir scripts
    touch scripts/planted.sh
    red names '^scripts:1: has no place at the top level' "a folder at the top level"
}

ledger_controls()
{
    # Whatever row comes first serves; its own proof does not matter.
    ledger=tests/features.tsv
    id=$(awk '!/^#/ { print $1; exit }' "$ledger")
    claim='proves'
    echo "// $claim: 999-01. Red when nothing is left." > tests/primitive/test_planted.c
    red ledger '^tests/primitive/test_planted\.c:1: proves 999-01, which has no row' "a claim without a row"
    echo "// $claim: $id. Red when nothing is left." > tests/primitive/test_planted.c
    red ledger "^tests/primitive/test_planted\.c:1: proves $id, but line [0-9]+ of $ledger does not name this file" "a claim that its row does not name"
    sed -i "s|^$id\t[^\t]*|$id\ttest tests/primitive/test_planted.c|" "$ledger"
    red ledger "^$ledger:[0-9]+: tests/primitive/test_planted\.c does not say that it proves $id" "a row whose file lacks the claim"
    sed -i "s|^$id\t[^\t]*|$id\ttest tests/primitive/test_absent.c|" "$ledger"
    red ledger "^$ledger:[0-9]+: $id is proven by tests/primitive/test_absent\.c, which does not exist" "a row whose file is missing"
    sed -i "s|^$id\t[^\t]*|$id\tscene planted|" "$ledger"
    echo "// $claim: $id." > samples/scenes/planted.c
    red ledger "^samples/scenes/planted\.c:1: the comment that proves $id lacks its sentence" "a claim that does not say what turns it red"
    printf '// %s: %s. Red when nothing is left.\nstatic int planted(void)\n{\n    return oracle_twin(mas_unheard);\n}\n' \
        "$claim" "$id" > tests/primitive/test_planted.c
    red ledger '^tests/primitive/test_planted\.c:1: proves something by code that runs none of the product' "a proof by the twin alone"
    printf '# %s: %s. Red when nothing is left.\ntrue\n' "$claim" "$id" > tests/planted.sh
    red ledger '^tests/planted\.sh:1: proves something, but runs no program' "a script that proves without the program"
    sed -i 's|^# todos: .*|# todos: 0|; s|^'"$id"'\t[^\t]*|'"$id"'\ttodo later|' "$ledger"
    red ledger "^$ledger:[0-9]+: [0-9]+ todos, but at most 0 are allowed" "a todo too many"
    sed -i "/^$id\t/d" "$ledger"
    red ledger "^$ledger:[0-9]+: seed [0-9]+ has [0-9]+ features" "a lost row"
    printf '%s\ttodo later\tAgain\n' "$id" >> "$ledger"
    red ledger "^$ledger:[0-9]+: $id already stands in line" "an id twice"
}

skips_controls()
{
    echo '    if (!test_is_lavapipe25()) return MUNIT_OK;' >> tests/primitive/test_planted.c
    red skips '^tests/primitive/test_planted\.c:2: returns success where it does not apply' "a test that leaves early with success"
    echo '    return MUNIT_SKIP;' >> tests/primitive/test_planted.c
    red skips '^tests/primitive/test_planted\.c:2: skips without a word' "a skip without a reason"
    echo 'set_tests_properties(x PROPERTIES SKIP_REGULAR_EXPRESSION y)' > tests/planted.cmake
    red skips '^tests/planted\.cmake:1: SKIP_REGULAR_EXPRESSION hides' "a pattern that makes failures skips"
}

header_controls()
{
    header=module/include/massa/massa.h
    printf '#pragma once\nint massa_f(void);\n#define PLANTED 1\n' > "$header"
    red header "^$header:3: the macro PLANTED does not start with MASSA_" "a foreign macro in the public header"
    printf '#pragma once\nint planted(void);\n' > "$header"
    red header "^$header:2: the function planted does not start with massa_" "a foreign function in the public header"
    printf 'typedef struct massa_a { int a; } massa_a;\n' > "$header"
    red header "^$header:1: does not compile alone as C\+\+17" "a public header that cannot be included twice"
    printf '#pragma once\nint massa_f(int requires);\n' > "$header"
    red header "^$header:1: does not compile alone as C\+\+20" "a word that C++20 has taken, in the public header"
    part=module/include/massa/joint.h
    sed -i '/#include "base\.h"/d' "$part"
    red header "^$part:1: does not compile alone as C11" "a part that needs another before it"
    sed -i '/#include "joint\.h"/d' "$header"
    red header "^$part:1: massa\.h brings no declaration of this part" "a part that the public header leaves out"
    echo 'int planted(void);' >> "$part"
    red header "^$part:[0-9]+: the function planted does not start with massa_" "a foreign function in a part"
    yes '' | head -n 300 >> "$part" || true
    red header "^$part:301: more than 300 lines" "a part that is too long"
}

unity_controls()
{
    printf 'static int check_body_desc;\nint mas_planted(void);\nint mas_planted(void)\n{\n    return check_body_desc;\n}\n' > module/planted.c
    red unity '^module/planted\.c:1: as one file with the rest of module: .*check_body_desc' "one name for two things in a folder"
    rm module/*.c
    red unity '^module:1: has no C file' "a folder without files"
}

# The groups touch nothing of each other's, so they run side by side.
groups="includes names ledger skips header docs unity"
declare -A job
for group in $groups; do
    (
        cp -r "$work/clean" "$work/$group"
        cd "$work/$group"
        "${group}_controls"
    ) > "$work/$group.findings" 2>&1 &
    job[$group]=$!
done
for group in $groups; do
    wait "${job[$group]}" || echo "tests/checks/negative.sh:1: the controls of $group.sh broke off." >> "$work/$group.findings"
done
cat "$work"/*.findings | report "$(cat "$work"/*.controls | wc -l) faults planted"
