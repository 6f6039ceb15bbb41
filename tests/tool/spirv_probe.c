// The tool from inside, for test_spirv.sh, which builds it with sanitizers:
//   spirv_probe dump FILE.spv              what the reader sees, as text
//   spirv_probe fuzz COUNT SEED FILE...    mutated modules through the whole tool; 0 when it survives all
#define main massa_spirv_main
#include "exact_spirv.c"
#undef main

#include <unistd.h>

static void dump_type(const spirv_module* m, const spirv_type* t)
{
    static const char* const kinds[] = { "other", "bool", "int", "uint", "float", "struct" };
    printf(" %s", t->structure != SPIRV_NONE ? m->structs[t->structure].name : kinds[t->kind]);
    if (t->bits) printf("%u", t->bits);
    if (t->width > 1) printf(" vector %u", t->width);
    if (t->columns > 1) printf(" columns %u stride %u", t->columns, t->matrix_stride);
    if (t->array == SPIRV_NONE)
        printf(" array open stride %u", t->array_stride);
    else if (t->array)
        printf(" array %u stride %u", t->array, t->array_stride);
    printf("\n");
}

static int dump(const char* path)
{
    spirv_module m;
    char error[SPIRV_ERROR_SIZE];
    if (!mas_spirv_read_file(&m, path, error))
    {
        fprintf(stderr, "%s\n", error);
        return 1;
    }
    printf("entry %s\n", m.entry);
    for (uint32_t i = 0; i < 3; ++i)
    {
        printf("local %u", m.local_size[i]);
        if (m.local_size_spec[i] != SPIRV_NONE) printf(" constant_id %u", m.local_size_spec[i]);
        printf("\n");
    }
    for (uint32_t i = 0; i < m.binding_count; ++i)
    {
        const spirv_binding* b = &m.bindings[i];
        const char* kind       = b->uniform ? " uniform" : b->texels ? " texels" : "";
        printf("binding %u.%u %s '%s' %c%s\n", b->set, b->binding, b->name, b->variable, b->access, kind);
        if (mas_spirv_find_binding(&m, b->set, b->binding) != b)
            printf("binding %u.%u is not found\n", b->set, b->binding);
    }
    if (m.push != SPIRV_NONE)
        printf("push %s size %u end %u\n", m.structs[m.push].name, m.structs[m.push].size, m.structs[m.push].end);
    for (uint32_t i = 0; i < m.spec_count; ++i)
        printf("constant_id %u '%s' %08x\n", m.specs[i].id, m.specs[i].name, m.specs[i].value);
    for (uint32_t i = 0; i < m.struct_count; ++i)
    {
        const spirv_struct* s = &m.structs[i];
        if (s->member_count == 0 || s->members[0].offset == SPIRV_NONE) continue; // of local variables and results
        if (mas_spirv_find_struct(&m, s->name) != s) printf("struct %s is not found\n", s->name);
        printf("struct %s%s size %u end %u\n", s->name, s->block ? " block" : "", s->size, s->end);
        for (uint32_t k = 0; k < s->member_count; ++k)
        {
            printf("  %u %s", s->members[k].offset, s->members[k].name);
            dump_type(&m, &s->members[k].type);
        }
    }
    mas_spirv_free(&m);
    return 0;
}

static uint32_t state;

static uint32_t any(uint32_t below)
{
    state = state * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)(state >> 8) * below >> 24);
}

// Bits, words, counts and whole instructions go wrong, and sometimes the end is missing.
static size_t mutate(uint32_t* word, size_t words)
{
    for (uint32_t k = 1 + any(6); k > 0; --k)
    {
        const size_t at = any((uint32_t)words);
        switch (any(8))
        {
        case 0: word[at] ^= 1u << any(32); break;
        case 1: word[at] = any(256); break;
        case 2: word[at] = UINT32_MAX; break;
        case 3: word[at] = word[any((uint32_t)words)]; break;
        case 4: word[at] += any(2) ? 1u : UINT32_MAX; break;
        case 5: word[at] = (word[at] & 0xffff) | any(40) << 16; break;
        case 6: word[at] = (word[at] & 0xffff0000) | any(400); break;
        default: memmove(word + at, word + any((uint32_t)at + 1), (words - at) * sizeof *word); break;
        }
    }
    return any(4) ? words * sizeof *word : any((uint32_t)(words * sizeof *word) + 1);
}

static int fuzz(uint32_t count, uint32_t seed, int files, char** paths)
{
    char in[] = "fuzz_in.spv", out[] = "fuzz_out.spv", o[] = "-o", self[] = "massa_spirv";
    char* args[]   = { self, in, o, out, NULL };
    uint32_t taken = 0;
    state          = seed;
    for (uint32_t i = 0; i < count; ++i)
    {
        spirv_module m;
        char error[SPIRV_ERROR_SIZE];
        if (!mas_spirv_read_file(&m, paths[i % (uint32_t)files], error)) return 1;
        const size_t size = mutate(m.word, m.words);
        FILE* file        = fopen(in, "wb");
        if (!file || fwrite(m.word, 1, size, file) != size || fclose(file) != 0) return 1;
        mas_spirv_free(&m);
        alarm(10); // a module that takes longer hangs the tool
        const int status = massa_spirv_main(4, args);
        if (status != 0 && status != 1) return 1;
        if (status == 0)
        {
            ++taken; // what it wrote is at least a module again
            if (!mas_spirv_read_file(&m, out, error)) return 1;
            mas_spirv_free(&m);
        }
    }
    printf("%u of %u mutated modules refused\n", count - taken, count);
    return taken < count ? 0 : 1; // none refused: then nothing was mutated
}

int main(int argc, char** argv)
{
    if (argc == 3 && strcmp(argv[1], "dump") == 0) return dump(argv[2]);
    if (argc > 4 && strcmp(argv[1], "fuzz") == 0)
        return fuzz((uint32_t)strtoul(argv[2], NULL, 10), (uint32_t)strtoul(argv[3], NULL, 10), argc - 4, argv + 4);
    return 2;
}
