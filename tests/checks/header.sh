#!/bin/bash
# The public header as a game sees it, and each of its parts alone: compiles as C11, C++17 and C++20 without a warning,
# twice in one file, has at most 300 lines, and puts no name into the game's space that does not start with massa_ or
# MASSA_. massa.h includes every part.
# Usage: header.sh CC CXX [FLAGS...]   FLAGS: for example -I for Vulkan headers outside the system's path
set -eu
cc=${1:-${CC:-cc}}
cxx=${2:-${CXX:-c++}}
shift "$(($# < 2 ? $# : 2))"
. "$(dirname "$0")/common.sh"
folder=module/include/massa
limit=300
[ -f "$folder/massa.h" ] || { echo "$folder/massa.h:1: the public header is missing." | report "nothing"; exit 1; }
headers=$(printf '%s\n' "$folder"/*.h)

twice() # header
{
    printf '#include <massa/%s>\n#include <massa/%s>\nint main(void) { return 0; }\n' "${1##*/}" "${1##*/}"
}

compile() # language, compiler, flags
{
    local language=$1 header output
    shift
    for header in $headers; do
        if output=$(twice "$header" | "$@" -Imodule/include -Wall -Wextra -Wpedantic -Werror -fsyntax-only - 2>&1); then continue; fi
        echo "$header:1: does not compile alone as $language with $1:" "$(printf '%s\n' "$output" | grep -m1 -iE 'error|not found' || true)"
    done
}

size_findings()
{
    # shellcheck disable=SC2086 # one word a header
    awk -v limit="$limit" 'FNR == limit + 1 { print FILENAME ":" FNR ": more than " limit " lines: look for a second subject." }' $headers
}

# Macros by their text, so that the branches of other platforms count too.
macro_findings()
{
    printf '%s\n' "$headers" | search -nE '^[ \t]*#[ \t]*define[ \t]' | pick -vE 'define[ \t]+MASSA_' |
        sed -E "s|^([^:]+:[0-9]+):[^A-Za-z]*define[ \t]+([A-Za-z0-9_]+).*|\1: the macro \2 does not start with MASSA_.|"
}

# Declared names: preprocess massa.h, keep what stands in it and in its parts, read statements outside braces.
name_findings()
{
    twice massa.h | "$cc" "$@" -std=c11 -Imodule/include -E - 2>/dev/null | awk -v headers="$headers" '
        function bad(name, what, prefix) {
            if (index(name, prefix) != 1) print header ":" line ": the " what " " name " does not start with " prefix "."
        }
        function last_word(s) { sub(/[^A-Za-z0-9_]+$/, "", s); sub(/.*[^A-Za-z0-9_]/, "", s); return s }
        # One declaration without its braces.
        function declared(s,    t) {
            while (match(s, /__attribute__ *\(\([^()]*(\([^()]*\))?[^()]*\)\)/)) s = substr(s, 1, RSTART - 1) substr(s, RSTART + RLENGTH)
            if (s ~ /_Static_assert|static_assert/ || s !~ /[A-Za-z]/) return
            if (s ~ /^ *enum *$/) return # nameless; its constants are read apart
            ++names[header]
            if (match(s, /\( *\* *[A-Za-z0-9_]+ *\)/)) bad(last_word(substr(s, 1, RSTART + RLENGTH - 1)), "function pointer", "massa_")
            else if (s ~ /\(/) { t = s; sub(/\(.*/, "", t); bad(last_word(t), "function", "massa_") }
            else { sub(/\[.*/, "", s); sub(/=.*/, "", s); bad(last_word(s), s ~ /typedef|struct|union|enum/ ? "type" : "variable", "massa_") }
        }
        function constants(body,    n, c, i) {
            n = split(body, c, ",")
            for (i = 1; i <= n; ++i) { sub(/=.*/, "", c[i]); if (last_word(c[i]) != "") bad(last_word(c[i]), "constant", "MASSA_") }
        }
        /^# [0-9]+ "/ {
            header = $3; gsub(/"/, "", header)
            inside = index(headers "\n", header "\n") > 0; next_line = $2; next
        }
        !inside { next }
        {
            here = next_line++
            n = length($0)
            for (i = 1; i <= n; ++i) {
                c = substr($0, i, 1)
                if (text ~ /^ *$/) line = here
                if (c == "{") {
                    if (depth == 0 && text ~ /extern "C"/) { text = ""; continue }
                    if (++depth == 1) { is_function = text ~ /\(/; is_enum = text ~ /enum/; body = "" }
                } else if (c == "}") {
                    if (depth > 0 && --depth == 0) {
                        if (is_enum) constants(body)
                        if (is_function) { declared(text); text = "" }
                    }
                } else if (depth > 0) body = body c
                else if (c == ";") { declared(text); text = "" }
                else text = text c
            }
            if (depth == 0) text = text " "; else body = body " "
        }
        END {
            n = split(headers, h, "\n")
            for (i = 1; i <= n; ++i)
                if (h[i] !~ /\/massa\.h$/ && !names[h[i]]) print h[i] ":1: massa.h brings no declaration of this part, so nothing was checked."
        }'
}

{
    compile C11 "$cc" "$@" -std=c11 -x c
    compile C++17 "$cxx" "$@" -std=c++17 -x c++
    compile C++20 "$cxx" "$@" -std=c++20 -x c++
    size_findings
    macro_findings
    name_findings "$@"
} | report "$(printf '%s\n' "$headers" | wc -l) public headers as C11 ($cc), C++17 and C++20 ($cxx)"
