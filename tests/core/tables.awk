# awk -v output=tables.c -f tables.awk compute/*/*.h tests/shaders/*.comp shaders/*/cpu/*.comp: the lists of tables.h.
/^extern const mas_kernel_desc[ \t]+mas_[a-z0-9_]+_kernels\[\]/ {
    match($0, /mas_[a-z0-9_]+_kernels/)
    table[++tables] = substr($0, RSTART + 4, RLENGTH - 12)
}
FILENAME != last {
    last = FILENAME
    if (FILENAME ~ /\.comp$/) {
        name = FILENAME
        sub(/.*\//, "", name); sub(/\.comp$/, "", name)
        if (FILENAME ~ /\/cpu\/[^\/]*$/) twin[++twins] = name
        else kernel[++kernels] = name
    }
}
END {
    print "// Written by tests/core/tables.awk.\n#include \"tests/core/tables.h\"\n" > output
    for (i = 1; i <= tables; ++i) {
        print "extern const mas_kernel_desc mas_" table[i] "_kernels[];" > output
        print "extern const uint32_t mas_" table[i] "_kernel_count;" > output
    }
    print "\nconst test_table test_tables[] = {" > output
    for (i = 1; i <= tables; ++i)
        print "    { \"" table[i] "\", mas_" table[i] "_kernels, &mas_" table[i] "_kernel_count }," > output
    print "    { 0 },\n};\n\nconst char* const test_kernel_names[] = {" > output
    for (i = 1; i <= kernels; ++i) print "    \"" kernel[i] "\"," > output
    print "    0,\n};\n\nconst char* const test_twin_names[] = {" > output
    for (i = 1; i <= twins; ++i) print "    \"" twin[i] "\"," > output
    print "    0,\n};" > output
}
