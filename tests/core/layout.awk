# awk -v output=layouts.c -v list=test_layouts -f layout.awk NAME_shared.h...: one row per STRUCT, one per member.
function finish(    i, n, part, type, name, k, names) {
    n = split(body, part, ";")
    rows = ""; count = 0
    for (i = 1; i < n; ++i) {
        gsub(/\[[^]]*\]/, "", part[i])
        gsub(/[ \t\n]+/, " ", part[i]); sub(/^ /, "", part[i])
        type = part[i]; sub(/ .*/, "", type)
        sub(/^[^ ]+ /, "", part[i])
        k = split(part[i], names, ",")
        for (j = 1; j <= k; ++j) {
            name = names[j]; gsub(/ /, "", name)
            rows = rows "    { \"" name "\", offsetof(" struct ", " name "), sizeof((" struct "*)0)->" name " },\n"
            ++count
        }
    }
    text = text "static const layout_member " struct "_members[] = {\n" rows "};\n"
    table = table "    { \"" struct "\", \"" header "\", sizeof(" struct "), " count ", " struct "_members },\n"
    struct = ""
}
FILENAME != last {
    last = FILENAME
    includes = includes "#include \"" FILENAME "\"\n"
    header = FILENAME; sub(/.*\/(shaders|tests)\//, "", header)
}
{ sub(/\/\/.*/, "") }
/^[ \t]*#/ { next }
match($0, /STRUCT\([a-z0-9_]+\)/) {
    struct = substr($0, RSTART + 7, RLENGTH - 8)
    $0 = substr($0, RSTART + RLENGTH)
    body = ""
}
struct != "" {
    end = index($0, "}")
    line = end ? substr($0, 1, end - 1) : $0
    sub(/\{/, "", line)
    body = body "\n" line
    if (end) finish()
}
END {
    print "// Written by tests/core/layout.awk.\n#include \"tests/core/layout.h\"\n" includes > output
    print text "\nconst layout_struct " list "[] = {\n" table "    { 0 },\n};" > output
}
