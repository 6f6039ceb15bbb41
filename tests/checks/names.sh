#!/bin/bash
# A stage is one name in three places, compute/F/NAME.c, shaders/F/NAME*.comp and tests/F/test_NAME.c,
# so that one search leads from a label in a capture to all of it. Besides: kernels for CPUs are chosen
# in one place, the top level holds what the layout says, and no file knows the machine it was written on.
set -eu
. "$(dirname "$0")/common.sh"
files=$(tree_files)

# A file of a family without kernels (tables and trees built on the host) says "// host only: why"
# and then needs its test alone. core is no family: only its files with kernels pair up.
stage_findings()
{
    {
        printf '%s\n' "$files" | pick -E '^compute/[^/]+/[^/]+\.c$' | while IFS= read -r f; do
            if grep -q '^// host only: ..*' "$f"; then
                if grep -q 'mas_kernel_desc' "$f"; then echo "liar $f"; else echo "host $f"; fi
            else
                echo "stage $f"
            fi
        done
        printf '%s\n' "$files" | pick -E '^shaders/.*\.comp$' | sed 's/^/shader /'
        printf '%s\n' "$files" | pick -E '^tests/[^/]+/test_[^/]+\.c$' | sed 's/^/test /'
    } | awk '
        function name_of(path) { sub(/.*\//, "", path); sub(/\.(c|comp)$/, "", path); return path }
        function family_of(path,    p) { split(path, p, "/"); return p[2] }
        # The longest stage of the family whose name begins this one.
        function owner(family, name,    n) {
            for (n = length(name); n > 0; --n) if ((family, substr(name, 1, n)) in file) return substr(name, 1, n)
            return ""
        }
        { family = family_of($2); name = name_of($2) }
        $1 == "liar" { print $2 ":1: says \"host only\" and has a kernel table." }
        $1 == "liar" || $1 == "stage" || $1 == "host" {
            file[family, name] = $2
            host[family, name] = $1 != "stage"
            if (family != "core") families[family] = 1
        }
        $1 == "shader" {
            o = owner(family, name)
            if (o == "") print $2 ":1: belongs to no stage: there is no compute/" family "/NAME.c whose name begins it."
            else ++kernels[family, o]
        }
        $1 == "test" {
            sub(/^test_/, "", name)
            tests[family, name] = 1
            o = owner(family, name)
            # test_NAME_part.c is a second file for NAME.
            if ((family in families) && (o == "" || (o != name && substr(name, length(o) + 1, 1) != "_")))
                print $2 ":1: tests no stage: compute/" family "/" name ".c does not exist."
        }
        END {
            for (key in file) {
                split(key, k, SUBSEP)
                if (k[1] == "core" && !kernels[key]) continue
                if (!kernels[key] && !host[key]) print file[key] ":1: the stage has no shaders/" k[1] "/" k[2] "*.comp."
                if (!(key in tests)) print file[key] ":1: the stage has no tests/" k[1] "/test_" k[2] ".c."
            }
        }'
}

# The patterns are put together from pieces, so that this file does not find itself.
slash=/
machine="(^|[^A-Za-z0-9_.)}\$-]|-[IL])$slash(work|root|home)$slash"
dot='\.'
registry="(pypi${dot}org|pythonhosted${dot}org|npmjs${dot}|crates${dot}io|docker${dot}io|conda${dot}io|conda-forge${dot}org|rubygems${dot}org|repo1?${dot}maven|deb${dot}debian${dot}|snapshot${dot}debian${dot}|archive${dot}ubuntu${dot})"
text_findings()
{
    printf '%s\n' "$files" | search -nIE "$machine" | sed -E 's/^([^:]+:[0-9]+):.*/\1: names a path of the machine it was written on./'
    printf '%s\n' "$files" | search -nIE "$registry" | sed -E 's/^([^:]+:[0-9]+):.*/\1: names a package registry; the system or a stated upstream provides./'
}

top_findings()
{
    printf '%s\n' "$files" | sed 's|/.*||' | sort -u |
        pick -vxE 'module|compute|shaders|platform|samples|tests|CMakeLists\.txt|README\.md|LICENSE|CHANGELOG\.md|CMakePresets\.json|\..*' |
        sed 's/$/:1: has no place at the top level of the project./'
}

# Kernels for CPUs are chosen in kernel.c, from what device.c finds, and lie in folders of their own. A stage that asks
# what the device has would choose a second time. (A folder's name in a path is no word.)
twin_findings()
{
    printf '%s\n' "$files" | pick -E '^(compute|shaders)/.*\.(c|cpp|h|glsl|comp)$' | pick -vE '/cpu/|^compute/core/kernel\.c$' |
        search -nE '(^|[^A-Za-z0-9_/])[Cc][Pp][Uu]s?([^A-Za-z0-9_/]|$)' |
        sed -E 's/^([^:]+:[0-9]+):.*/\1: speaks of CPUs; compute\/core\/kernel.c and folders called cpu do./'
    printf '%s\n' "$files" | pick -E '^(compute|module)/.*\.(c|h)$' | pick -v '^compute/core/' |
        search -nE 'limits\.(subgroup|texels|software|words64)' |
        sed -E 's/^([^:]+:[0-9]+):.*/\1: asks what the device has; the row of a kernel names its twin (compute\/core\/kernel.h)./'
}

{ stage_findings; text_findings; top_findings; twin_findings; } | sort | report "$(printf '%s\n' "$files" | wc -l) files"
