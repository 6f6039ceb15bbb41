#!/bin/bash
# Documents stay a map of the tree: what they name exists, the page of the code fits on a few screens, and comments at
# heads of files say what and why. What was measured and tried belongs to module/docs/lab.
set -eu
. "$(dirname "$0")/common.sh"

files=$(tree_files)
code=$(printf '%s\n' "$files" | pick -E '\.(c|h|cpp|comp|glsl|vert|frag|tesc|tese)$')
pages=$(printf '%s\n' "$files" | pick -E '\.md$')

# The longest run of comment lines, wherever it stands; blank lines do not end a run.
head_findings()
{
    printf '%s\n' "$code" | tr '\n' '\0' | xargs -0 awk '
        function done() {
            if (lines > 25) print name ":" first ": a comment of " lines " lines; at most 25. Figures and trials belong to module/docs/lab."
            lines = 0
        }
        FNR == 1 { done(); name = FILENAME; inside = 0 }
        /^[ \t]*$/ { next }
        inside || /^[ \t]*\/[\/*]/ {
            if (lines++ == 0) first = FNR
            if (!inside && $0 ~ /^[ \t]*\/\*/) inside = 1
            if (inside && $0 ~ /\*\//) inside = 0
            next
        }
        { done() }
        END { done() }' /dev/null
}

map_findings()
{
    awk 'END { if (NR > 200) print FILENAME ":201: " NR " lines; the map of the code has at most 200." }' module/docs/architecture.md
}

# Pages that code and pages name: by path, or by name alone. A section is named in quotes after its page: PAGE.md, "Section".
page_findings()
{
    {
        printf '%s\n' "$files" | sed 's/^/file\t/'
        printf '%s\n' "$pages" | search -nE '^(#+ |\*\*)' | sed 's/^/heading\t/'
        printf '%s\n%s\n' "$code" "$pages" | search -nE '\.md\b' | sed 's/^/line\t/'
    } | awk '
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
        function find(name, from,    dir) { # the page meant, or nothing
            dir = from; sub(/[^\/]*$/, "", dir)
            if (normal(dir name) in exists) return normal(dir name)
            if (normal(name) in exists) return normal(name)
            return name in named ? named[name] : ""
        }
        { kind = $0; sub(/\t.*/, "", kind); rest = substr($0, length(kind) + 2) }
        kind == "file" { exists[rest] = 1; base = rest; sub(/.*\//, "", base); named[base] = rest; next }
        {
            match(rest, /:[0-9]+:/)
            from = substr(rest, 1, RSTART - 1); at = substr(rest, 1, RSTART + RLENGTH - 2); text = substr(rest, RSTART + RLENGTH)
        }
        kind == "heading" { # also a paragraph that begins in bold; "date, device: SECTION" is named by its last part
            if (sub(/^\*\*/, "", text)) sub(/\.?\*\*.*/, "", text)
            sub(/^#+ ([0-9][^:]*: )?/, "", text)
            heading[from, text] = 1
            next
        }
        {
            while (match(text, /[A-Za-z0-9_.\/-]+\.md/)) {
                name = substr(text, RSTART, RLENGTH); text = substr(text, RSTART + RLENGTH)
                page = find(name, from)
                if (page == "") { print at ": names " name ", which is no page of the project."; continue }
                after = text; sub(/^\)/, "", after)
                if (after ~ /^ [0-9]/) print at ": names a section of " page " by number; sections have headings."
                if (after ~ /^,? "[^"]+"/) {
                    sub(/^,? "/, "", after); sub(/".*/, "", after)
                    if (!((page, after) in heading)) missing[at] = page "\t" after
                }
            }
        }
        END { for (at in missing) { split(missing[at], m, "\t"); print at ": " m[1] " has no section \"" m[2] "\"." } }'
}

# Links of pages, and files that pages name in backticks. Pages of the lab tell of the past: only their links count.
link_findings()
{
    {
        printf '%s\n' "$files" | sed 's/^/file\t/'
        printf '%s\n' "$pages" | search -noE '\]\([^) ]+\)' | sed 's/^/link\t/'
        printf '%s\n' "$pages" | pick -v '^module/docs/lab/' |
            search -noE '`[A-Za-z0-9_./*-]+\.(c|h|cpp|comp|glsl|sh|cmake|tsv)`' | sed 's/^/name\t/'
    } | awk '
        function normal(path,    p, n, i, out, depth) {
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
        { kind = $0; sub(/\t.*/, "", kind); rest = substr($0, length(kind) + 2) }
        kind == "file" {
            exists[rest] = 1; all = all rest "\n"
            while (sub(/\/[^\/]*$/, "", rest)) exists[rest] = 1
            next
        }
        {
            match(rest, /:[0-9]+:/)
            from = substr(rest, 1, RSTART - 1); at = substr(rest, 1, RSTART + RLENGTH - 2); text = substr(rest, RSTART + RLENGTH)
        }
        kind == "link" {
            gsub(/^\]\(|\)$/, "", text); sub(/#.*/, "", text)
            dir = from; sub(/[^\/]*$/, "", dir)
            if (text == "" || text ~ /^[a-z]+:/ || normal(dir text) in exists) next
            print at ": links to " text ", which does not exist."
            next
        }
        {
            gsub(/`/, "", text)
            if (text ~ /(^|[\/_])[A-Z]+[*_.\/]/) next # a placeholder: compute/F/NAME.c
            pattern = text; gsub(/\./, "\\.", pattern); gsub(/\*/, "[^\n/]*", pattern)
            if (("\n" all) !~ ("[\n/]" pattern "\n")) print at ": names " text ", which is no file of the project."
        }'
}

{ head_findings; map_findings; page_findings; link_findings; } | sort -u | report "$(printf '%s\n' "$pages" | wc -l) pages, $(printf '%s' "$code" | pick -c '') files"
