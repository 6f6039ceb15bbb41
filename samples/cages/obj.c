// Cages from Wavefront OBJ files.
#include "cages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    LARGEST_FILE = 1 << 28, // bytes
};

typedef struct reader
{
    cage* c;
    float (*uv)[2];
    uint32_t uvs, uv_room;
    const char* at;  // in the line
    const char* end; // of the line
    uint32_t line;
    char* error;
    size_t error_size;
} reader;

static bool fail(reader* r, const char* what)
{
    snprintf(r->error, r->error_size, "Line %u of the OBJ: %s.", r->line, what);
    return false;
}

static void skip_blanks(reader* r)
{
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\t'))
        ++r->at;
}

// A token of the line is short; strtod and strtol want it ended.
static bool read_number(reader* r, double* out)
{
    char text[64], *stop;
    skip_blanks(r);
    size_t n = 0;
    while (r->at + n < r->end && r->at[n] != ' ' && r->at[n] != '\t' && n + 1 < sizeof text)
        ++n;
    memcpy(text, r->at, n);
    text[n] = 0;
    *out    = strtod(text, &stop);
    if (n == 0 || *stop != 0 || !(*out - *out == 0.0)) return false;
    r->at += n;
    return true;
}

static bool read_index(reader* r, uint32_t count, long* out) // from 0; negative numbers count from the end
{
    char* stop;
    if (r->at >= r->end || !(*r->at == '-' || (*r->at >= '0' && *r->at <= '9')))
        return fail(r, "a face needs numbers of points");
    const long n = strtol(r->at, &stop, 10);
    r->at        = stop;
    *out         = n < 0 ? (long)count + n : n - 1;
    return (*out >= 0 && *out < (long)count) || fail(r, "a face names a point or texture point that is not there");
}

static bool read_uv(reader* r)
{
    double u, v = 0.0;
    if (!read_number(r, &u)) return fail(r, "vt needs one or two numbers");
    read_number(r, &v);
    if (r->uvs == r->uv_room)
    {
        const uint32_t room = r->uv_room == 0 ? 256 : 2 * r->uv_room;
        void* larger        = realloc(r->uv, room * sizeof *r->uv);
        if (larger == NULL) return fail(r, "no memory");
        r->uv      = larger;
        r->uv_room = room;
    }
    r->uv[r->uvs][0]   = (float)u;
    r->uv[r->uvs++][1] = (float)v;
    return true;
}

static bool read_face(reader* r)
{
    int points[CAGE_CORNERS], count = 0;
    for (skip_blanks(r); r->at < r->end; skip_blanks(r))
    {
        long point, uv;
        if (count == CAGE_CORNERS) return fail(r, "a face has more than 24 corners");
        if (!read_index(r, r->c->points, &point)) return false;
        points[count++] = (int)point;
        if (r->at < r->end && *r->at == '/')
        {
            ++r->at;
            if (r->at < r->end && *r->at != '/')
            {
                if (!read_index(r, r->uvs, &uv)) return false;
                memcpy(r->c->paint[point], r->uv[uv], sizeof r->uv[uv]); // of a point with several the last one stays
            }
            while (r->at < r->end && *r->at != ' ' && *r->at != '\t') // normals are the surface's own
                ++r->at;
        }
    }
    if (count < 3) return fail(r, "a face needs three corners or more");
    return cage_polygon(r->c, points, count) != CAGE_NONE || fail(r, "no memory");
}

static bool read_line(reader* r)
{
    static const struct
    {
        const char* word;
        int kind;
    } known[] = { { "v", 0 }, { "vt", 1 }, { "f", 2 } };
    skip_blanks(r);
    size_t n = 0;
    while (r->at + n < r->end && r->at[n] != ' ' && r->at[n] != '\t')
        ++n;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; ++i)
    {
        if (strlen(known[i].word) != n || memcmp(known[i].word, r->at, n) != 0) continue;
        r->at += n;
        cage_vec p;
        if (known[i].kind == 1) return read_uv(r);
        if (known[i].kind == 2) return read_face(r);
        if (!read_number(r, &p.x) || !read_number(r, &p.y) || !read_number(r, &p.z))
            return fail(r, "v needs three numbers");
        return cage_point(r->c, p) != CAGE_NONE || fail(r, "no memory");
    }
    return true; // comments, groups, materials, normals
}

bool cage_read_obj(cage* c, const char* text, size_t size, char* error, size_t error_size)
{
    reader r  = { .c = c, .error = error, .error_size = error_size };
    bool fine = true;
    for (const char* next = text; fine && next < text + size;)
    {
        const char* newline = memchr(next, '\n', (size_t)(text + size - next));
        r.at                = next;
        r.end               = newline != NULL ? newline : text + size;
        next                = newline != NULL ? newline + 1 : text + size;
        while (r.end > r.at && (r.end[-1] == '\r' || r.end[-1] == ' ' || r.end[-1] == '\t'))
            --r.end;
        ++r.line;
        fine = read_line(&r);
    }
    free(r.uv);
    if (fine && c->faces == 0) return fail(&r, "there is no face");
    return fine;
}

bool cage_load_obj(cage* c, const char* path, char* error, size_t error_size)
{
    FILE* file = fopen(path, "rb");
    if (file == NULL)
    {
        snprintf(error, error_size, "'%s' cannot be read.", path);
        return false;
    }
    long size = -1;
    if (fseek(file, 0, SEEK_END) == 0) size = ftell(file);
    char* text = size >= 0 && size < LARGEST_FILE ? malloc((size_t)size + 1) : NULL;
    bool fine  = text != NULL && fseek(file, 0, SEEK_SET) == 0 && fread(text, 1, (size_t)size, file) == (size_t)size;
    fclose(file);
    if (!fine)
        snprintf(error, error_size, "'%s' cannot be read.", path);
    else
    {
        text[size] = 0; // numbers end here at the latest
        fine       = cage_read_obj(c, text, (size_t)size, error, error_size);
    }
    free(text);
    return fine;
}
