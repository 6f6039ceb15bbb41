#!/bin/bash
# The ledger tests/features.tsv against the files it names, both ways: a row's proof carries
# "proves: ID" and says what would turn it red; whoever claims to prove an id stands in its row.
# And a proof runs product code: see runs_product below.
set -eu
. "$(dirname "$0")/common.sh"
ledger=tests/features.tsv

# Where a claim may stand. Not here in checks/, where the word is talked about.
sources=$(tree_files | pick -E '^(tests|samples/scenes)/.*\.(c|h|cpp|sh|comp|glsl)$' | pick -v '^tests/checks/')

# Claims, one per line: file, line, id, number of words in the sentence that follows the ids.
# The comment is the line itself and the comment lines right below it.
claims()
{
    printf '%s\n' "$sources" | search -l 'proves:' | while IFS= read -r file; do
        awk -v file="$file" '
            function flush(    n, id, rest, words, found) {
                if (!at) return
                rest = text
                found = 0
                while (match(rest, /^[ ,]*(and )?[0-9][0-9][0-9]-S?[0-9][0-9]/)) {
                    id = substr(rest, RSTART, RLENGTH)
                    sub(/^.* /, "", id); sub(/^,/, "", id)
                    rest = substr(rest, RSTART + RLENGTH)
                    ids[++found] = id
                }
                sub(/\*\/.*/, "", rest)
                gsub(/[^A-Za-z.!?]+/, " ", rest)
                words = split(rest, w, " ")
                if (tolower(rest) !~ /(^|[ .])red[ .]/ || rest !~ /[.!?] *$/) words = 0
                if (!found) print file "\t" at "\t-\t0"
                for (n = 1; n <= found; ++n) print file "\t" at "\t" ids[n] "\t" words
                at = 0
            }
            /proves:/ { flush(); at = FNR; text = $0; sub(/.*proves:/, "", text); if ($0 ~ /\*\//) flush(); next }
            at && /^[ \t]*(\/\/|#|\*)/ {
                line = $0; sub(/^[ \t]*(\/\/+|#+|\*+)/, " ", line); text = text " " line
                if ($0 ~ /\*\//) flush()
                next
            }
            { flush() }
            END { flush() }' "$file"
    done
}

# Claims whose function runs no product code, one finding per line. Product are the functions of compute/, module/ and of
# the renderer. A function runs it when it calls one, or names a function that does: of its own file, or one that the
# linker sees in tests/ and samples/massa. Twins (tests/oracle, samples/reference) do not count. A claim stands above a
# test, or above a helper: then it is enough that a test which calls it does. Above no function it stands for the file. A
# script must run "$program", which is the module with its scenes.
runs_product()
{
    tree_files | pick -E '^tests/.*\.sh$' | pick -v '^tests/checks/' | search -l 'proves:' | while IFS= read -r file; do
        grep -q '"$program"' "$file" || echo "$file:1: proves something, but runs no program of the product."
    done
    tree_files | pick -E '^(compute|module|samples/renderer|tests|samples/scenes|samples/massa)/.*\.[ch]$' |
        pick -v '^tests/oracle/' | tr '\n' '\0' | xargs -0 awk '
        function begins(line) # a function does, in the next line
        {
            match(line, /[a-zA-Z0-9_]+\(/)
            key = (line ~ /^static/ ? FILENAME : "") ":" substr(line, RSTART, RLENGTH - 1)
            file[key] = FILENAME
            last = last_of[FILENAME]++
            starts[FILENAME, last] = FNR; function_at[FILENAME, last] = key
            inside = 1
        }
        FNR == 1 { head = ""; inside = 0 }
        { claims = /proves:/; line = $0; gsub(/"([^"\\]|\\.)*"/, "", line); sub(/\/\/.*/, "", line) }
        FILENAME ~ /^(compute|module|samples\/renderer)\// {
            if (line ~ /^[a-zA-Z]/ && match(line, /(mas|massa|renderer)_[a-z0-9_]+\(/))
                product[substr(line, RSTART, RLENGTH - 1)] = 1
            next
        }
        claims && FILENAME ~ /^(tests|samples\/scenes)\// { claim[FILENAME, FNR] = 1 }
        !inside && line ~ /^{/ && head != "" { begins(head) }
        inside {
            if (line ~ /^}/) { inside = 0; head = ""; next }
            while (match(line, /[a-zA-Z_][a-zA-Z0-9_]*/)) {
                name = substr(line, RSTART, RLENGTH)
                line = substr(line, RSTART + RLENGTH)
                if (name in product && line ~ /^ *\(/) runs[key] = 1
                else if (!((key, name) in names)) { names[key, name] = 1; uses[key] = uses[key] " " name }
            }
            next
        }
        line ~ /^[a-zA-Z].*\(/ { head = line ~ /;[ ]*$/ ? "" : line; next }
        line ~ /;[ ]*$/ || line ~ /^[#{}]/ { head = "" }
        END {
            do {
                more = 0
                for (k in uses) {
                    if (k in runs) continue
                    n = split(uses[k], u, " ")
                    for (i = 1; i <= n; ++i)
                        if ((file[k] ":" u[i]) in runs || (":" u[i]) in runs) { runs[k] = more = 1; break }
                }
            } while (more)
            for (k in runs) { # the helpers of one that runs
                n = split(uses[k], u, " ")
                for (i = 1; i <= n; ++i) helps[file[k] ":" u[i]] = 1
                anything[file[k]] = 1
            }
            for (c in claim) {
                split(c, at, SUBSEP)
                k = ""
                for (i = 0; i < last_of[at[1]] && k == ""; ++i)
                    if (starts[at[1], i] > at[2] + 0) k = function_at[at[1], i]
                if (k == "" ? at[1] in anything : k in runs || k in helps) continue
                print at[1] ":" at[2] ": proves something by code that runs none of the product."
            }
        }'
}

[ -f "$ledger" ] || { echo "$ledger:1: the ledger is missing." | report "nothing"; exit 1; }

# One awk reads the files and their claims, then the ledger.
tree=$(tree_files | sed 's/^/file\t/'; claims)
findings=$(awk -F '\t' -v ledger="$ledger" '
    function say(line, text) { print ledger ":" line ": " text }
    part == "tree" && $1 == "file" { exists[$2] = 1; next }
    part == "tree" {
        if ($3 == "-") print $1 ":" $2 ": \"proves:\" is not followed by an id like 000-60 or 000-S22."
        else if ($4 < 4) print $1 ":" $2 ": the comment that proves " $3 " lacks its sentence \"Red when ...\" (ids, full stop, the break that turns it red, full stop)."
        claim[$3, $1] = $2
        next
    }
    /^# todos: [0-9]+$/ { ceiling = $0; sub(/^# todos: /, "", ceiling); ceiling_line = FNR; next }
    /^# seed [0-9]+: / { split($0, h, /[ :,]+/); features[h[3]] = h[4]; scenes[h[3]] = h[6]; seed_line[h[3]] = FNR; next }
    /^#/ { next }
    {
        if (NF != 3 || $3 == "") { say(FNR, "a row has three columns, id, proof and description, separated by tabs."); }
        if ($1 !~ /^[0-9][0-9][0-9]-S?[0-9][0-9]$/) { say(FNR, "\"" $1 "\" is not an id like 000-60 or 000-S22."); next }
        if ($1 in row) { say(FNR, $1 " already stands in line " row[$1] "."); next }
        row[$1] = FNR
        seed = substr($1, 1, 3)
        if (!(seed in seed_line)) say(FNR, $1 " belongs to no seed of the header.")
        number = $1; sub(/.*-S?/, "", number)
        if ($1 ~ /S/) { ++seen_scenes[seed]; last = scenes[seed] } else { ++seen_features[seed]; last = features[seed] }
        if (number + 0 < 1 || number + 0 > last + 0) say(FNR, $1 " is outside the ids that the header gives its seed.")
        if ($2 ~ /^todo ([0-9][0-9]|later)$/) { ++todos; next }
        ++proven
        n = split($2, proof, /, */)
        for (i = 1; i <= n; ++i) {
            file = proof[i]
            if (file ~ /^test tests\/[^ ]+$/) sub(/^test /, "", file)
            else if (file ~ /^scene [a-z0-9_]+$/) { sub(/^scene /, "", file); file = "samples/scenes/" file ".c" }
            else { say(FNR, "the proof of " $1 " is neither \"test tests/PATH\" nor \"scene NAME\" nor \"todo NN\": " proof[i] "."); continue }
            named[$1, file] = 1
            if (!(file in exists)) say(FNR, $1 " is proven by " file ", which does not exist.")
            else if (!(($1, file) in claim)) say(FNR, file " does not say that it proves " $1 ".")
        }
    }
    END {
        for (key in claim) {
            split(key, k, SUBSEP)
            if (k[1] == "-") continue
            if (!(k[1] in row)) print k[2] ":" claim[key] ": proves " k[1] ", which has no row in " ledger "."
            else if (!(key in named)) print k[2] ":" claim[key] ": proves " k[1] ", but line " row[k[1]] " of " ledger " does not name this file."
        }
        # Ids are unique and run from 01, so the two counts of a seed tell whether a row was lost.
        for (seed in seed_line)
            if (features[seed] != seen_features[seed] + 0 || scenes[seed] != seen_scenes[seed] + 0)
                say(seed_line[seed], "seed " seed " has " features[seed] " features and " scenes[seed] " scenes, the rows have " seen_features[seed] + 0 " and " seen_scenes[seed] + 0 ".")
        if (ceiling == "") say(1, "the header line \"# todos: N\" is missing.")
        else if (todos + 0 > ceiling + 0) say(ceiling_line, todos " todos, but at most " ceiling " are allowed: the count of todos only falls.")
        else if (todos + 0 < ceiling + 0) say(ceiling_line, "only " todos + 0 " todos are left: write \"# todos: " todos + 0 "\", so that the count cannot rise again.")
        print "\t" proven + 0 " proven, " todos + 0 " todos"
    }' part=tree - part=ledger "$ledger" <<< "$tree" | sort)

summary=$(printf '%s\n' "$findings" | sed -n 's/^\t//p')
{ printf '%s\n' "$findings" | sed '/^\t/d'; runs_product | sort; } | report "$summary"
