#include "spirv.h"
#include "table_check.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define WRONG(...) return snprintf(error, TABLE_TEXT, __VA_ARGS__), false

// A twin may read what its row reads, write what it writes, and read once more by texels what the row has anyway.
static bool check_letters(const mas_kernel_desc* row, const mas_kernel_twin* twin, const mas_kernel_desc* k,
                          char* error)
{
    const size_t count = strlen(k->access), spans = strlen(row->access);
    bool bound[MAS_MAX_BINDINGS] = { false };
    if (count > MAS_MAX_BINDINGS) WRONG("the twin has %zu bindings", count);
    if (twin->spans != NULL && strlen(twin->spans) != count) WRONG("the twin has %zu letters and other digits", count);
    for (size_t i = 0; i < count; ++i)
    {
        const size_t from = twin->spans != NULL ? (size_t)(twin->spans[i] - '0') : i;
        if (from >= spans) WRONG("binding %zu of the twin gets span %zu; the row has %zu", i, from, spans);
        const char own = k->access[i], its = row->access[from];
        const bool reads = strchr("rRxX", its) != NULL;
        const bool like = own == its || own == tolower((unsigned char)its) || (own == 't' && strchr("rR", its) != NULL);
        if (bound[from] ? own != 't' || !reads : !like)
            WRONG("binding %zu of the twin is '%c', and span %zu is '%c' in the row", i, own, from, its);
        bound[from] = true;
    }
    return true;
}

// The names that both shaders give a binding: two spans of one stride that are swapped are seen by nothing else.
static bool check_same_names(const mas_kernel_twin* twin, const spirv_module* row, const spirv_module* m, char* error)
{
    bool bound[MAS_MAX_BINDINGS] = { false };
    for (uint32_t i = 0; i < m->binding_count; ++i)
    {
        const uint32_t from = twin->spans != NULL ? (uint32_t)(twin->spans[i] - '0') : i;
        if (!bound[from] && strcmp(m->bindings[i].name, row->bindings[from].name) != 0)
            WRONG("binding %u is '%s' in the twin, and span %u is '%s' in the row", i, m->bindings[i].name, from,
                  row->bindings[from].name);
        bound[from] = true;
    }
    return true;
}

static bool declares(const spirv_module* m, uint32_t id, const uint32_t* value)
{
    for (uint32_t i = 0; i < m->spec_count; ++i)
        if (m->specs[i].id == id) return value == NULL || m->specs[i].value == *value;
    return false;
}

// k: the row as the twin changes it. A twin without one of the row's constants is for the value that the row's shader
// has by itself.
static bool check_twin_shader(const mas_kernel_twin* twin, mas_kernel_desc* k, const spirv_module* row, char* error)
{
    spirv_module m;
    char path[512];
    snprintf(path, sizeof path, "%s/%s.spv", MASSA_SHADER_DEBUG_DIR, k->name);
    if (!mas_spirv_read_file(&m, path, error)) return false;
    for (uint32_t i = 0; i < MAS_MAX_CONSTANTS; ++i)
        if (twin->constant[i] == 0 && !declares(&m, i + 1, NULL) && declares(row, i + 1, &k->constant[i]))
            k->constant[i] = 0;
    const bool right = m.binding_count != strlen(k->access) || check_same_names(twin, row, &m, error);
    mas_spirv_free(&m);
    return right && test_check_kernel(k, error);
}

bool test_check_twin(const mas_kernel_desc* row, const mas_kernel_twin* twin, mas_kernel_desc k, char* error)
{
    if (twin->lanes == 0) WRONG("a twin that needs no lanes is never chosen");
    if (twin->idle && (twin->name != NULL || twin->access != NULL)) WRONG("an idle twin has a kernel");
    if (!check_letters(row, twin, &k, error)) return false;
    if (twin->idle) return true;
    spirv_module m;
    char path[512];
    snprintf(path, sizeof path, "%s/%s.spv", MASSA_SHADER_DEBUG_DIR, row->name);
    if (!mas_spirv_read_file(&m, path, error)) return false;
    const bool right = check_twin_shader(twin, &k, &m, error);
    mas_spirv_free(&m);
    return right;
}
