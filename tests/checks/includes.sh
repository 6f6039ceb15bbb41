#!/bin/bash
# Who may include whom, where the word Vulkan may stand, what a twin may call, and how long a file may be.
#   samples -> platform, public header           module  -> compute, public header
#   compute -> own family, core, primitive,      shaders -> shaders
#              other families by FAMILY.h,        platform -> its own, Vulkan, system
#              NAME_shared.h, public header       tests   -> all
set -eu
. "$(dirname "$0")/common.sh"

files=$(tree_files)
code=$(printf '%s\n' "$files" | pick -E '\.(c|h|cpp|comp|glsl|vert|frag|tesc|tese)$')

include_findings()
{
    # Every include of the tree as "file:line:#include ...", after the list of files.
    {
        printf '%s\n' "$code" | sed 's/^/file\t/'
        printf '%s\n' "$code" | search -nE '^[ \t]*#[ \t]*include[ \t]*[<"]'
    } | awk '
        # The layer a file belongs to. The public header is a layer of its own.
        function layer(f,    p) {
            if (f ~ /^module\/include\/massa\/[^\/]*\.h$/) return "public"
            split(f, p, "/")
            return p[1] == "compute" ? "compute/" p[2] : p[1]
        }
        function allowed(from, to,    a, b, p) {
            a = layer(from); b = layer(to)
            if (a == "tests") return from !~ /^tests\/oracle\// || to !~ /\.(glsl|comp)$/
            if (a == b) return 1
            if (a == "public") return 0
            if (a == "samples") {
                if (b == "platform" || b == "public") return 1
                # bench compares our stages with plain C, --reference runs the oracle: both link the inside.
                return from ~ /^samples\/(bench|reference)/ && (b ~ /^(module|compute)/ || to ~ /^tests\/oracle\// || to ~ /_shared\.h$/)
            }
            if (a == "module") return b == "public" || b ~ /^compute/
            if (a ~ /^compute/) {
                if (b == "public" || to ~ /^shaders\/.*_shared\.h$/) return 1
                if (b == "compute/core") return 1
                if (a == "compute/core" || b !~ /^compute/) return 0
                if (b == "compute/primitive") return 1
                if (a == "compute/primitive") return 0
                split(to, p, "/")
                return p[3] == p[2] ".h"
            }
            return 0
        }
        function rule(from,    a) {
            a = layer(from)
            if (a == "tests") return "an oracle that includes the shader shares its bug"
            if (a == "public") return "the public header stands alone"
            if (a == "samples") return "samples include platform and the public header"
            if (a == "module") return "module includes compute and the public header"
            if (a == "compute/core") return "core knows no stage: it includes core, NAME_shared.h and the public header"
            if (a == "compute/primitive") return "primitives know no family: they include primitive, core, NAME_shared.h and the public header"
            if (a ~ /^compute/) return "a family includes itself, core, primitive, NAME_shared.h, the public header and other families by FAMILY.h only"
            if (a == "shaders") return "shaders include shaders"
            if (a == "platform") return "platform includes its own, Vulkan and system headers"
            return "only the folders of the layout have a place in the order"
        }
        function normal(path,    p, n, i, out, depth) { # resolves . and ..
            n = split(path, p, "/"); depth = 0
            for (i = 1; i <= n; ++i) {
                if (p[i] == "" || p[i] == ".") continue
                if (p[i] == ".." && depth > 0) { --depth; continue }
                out[++depth] = p[i]
            }
            path = out[1]
            for (i = 2; i <= depth; ++i) path = path "/" out[i]
            return path
        }
        /^file\t/ {
            f = substr($0, 6); exists[f] = 1
            n = split(f, p, "/"); byname[p[n]] = byname[p[n]] "\n" f
            next
        }
        {
            match($0, /:[0-9]+:/)
            from = substr($0, 1, RSTART - 1); line = substr($0, RSTART + 1, RLENGTH - 2)
            text = substr($0, RSTART + RLENGTH)
            sub(/^[ \t]*#[ \t]*include[ \t]*/, "", text)
            quoted = text ~ /^"/
            text = substr(text, 2); sub(/[">].*/, "", text)
            dir = from; sub(/[^\/]*$/, "", dir)
            # As the compiler does: beside the file first. Then wherever an include path could find it:
            # which paths a target has is the build file'"'"'s affair, so one permitted place is enough.
            beside = normal(dir text)
            target = ""
            if (quoted && beside in exists) { if (!allowed(from, beside)) target = beside }
            else {
                want = normal(text); sub(/^(\.\.\/)+/, "", want)
                k = split(want, p, "/"); m = split(byname[p[k]], candidate, "\n"); ok = 0
                for (i = 2; i <= m; ++i) {
                    c = candidate[i]
                    if (c != want && substr(c, length(c) - length(want)) != "/" want) continue
                    if (allowed(from, c)) ok = 1; else target = c
                }
                # A path that names a layer counts even where the file is missing.
                if (!ok && target == "" && want ~ /^(module|compute|shaders|platform|samples|tests)\// && !allowed(from, want)) target = want
                if (ok) target = ""
            }
            if (target != "") print from ":" line ": includes " target "; " rule(from) "."
        }'
}

vulkan_findings()
{
    # Words, not calls: a type or a constant in a stage is the same leak. The public signature
    # of the step has a VkCommandBuffer parameter; it is handed on and not used.
    printf '%s\n' "$code" | pick -E '^(compute/[^/]+/.*\.(c|h)|module/step\.c)$' | pick -v '^compute/core/' |
        search -nE '\b(vk[A-Z]|Vk[A-Z]|VK_[A-Z])' |
        sed -E '/^module\/step\.c:/s/VkCommandBuffer [a-z_]+([,)])/\1/g' |
        pick -E '^[^:]+:[0-9]+:.*\b(vk[A-Z]|Vk[A-Z]|VK_[A-Z])' |
        sed -E 's/^([^:]+:[0-9]+):.*\b(vk[A-Z][A-Za-z0-9]*|Vk[A-Z][A-Za-z0-9]*|VK_[A-Z0-9_]*).*/\1: \2 in a stage; only compute\/core and module'"'"'s objects speak Vulkan./'
}

# A twin that calls what it checks shares its faults. Hulls of points, and mass and poses of shapes, have oracles of
# their own.
twin_findings()
{
    printf '%s\n' "$code" | pick -E '^tests/oracle/.*\.(c|h)$' | search -nE '\bmas_[a-z0-9_]+ *\(' |
        sed -E 's/\bmas_(hull_(build|bounds)|mass_(box|sphere|capsule|hull|sum)|pose_(compose|inverse)) *\(//g' |
        sed -nE 's/^([^:]+:[0-9]+):.*\b(mas_[a-z0-9_]+) *\(.*/\1: calls \2; a twin of what it checks has its own functions./p'
}

size_findings()
{
    printf '%s\n' "$code" | sed '/^$/d' | tr '\n' '\0' | xargs -0 awk '
        function done() {
            limit = name ~ /\.(c|h|cpp)$/ ? 600 : 250
            if (lines > limit) print name ":" limit + 1 ": " lines " lines; a " (limit == 600 ? "C file" : "shader") " has at most " limit "."
        }
        FNR == 1 { if (name != "") done(); name = FILENAME }
        { lines = FNR }
        END { if (name != "") done() }' /dev/null
}

{ include_findings; vulkan_findings; twin_findings; size_findings; } | report "$(printf '%s' "$code" | pick -c '') files"
