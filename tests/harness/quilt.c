#include "quilt.h"
#include "harness.h"

#include <math.h>
#include <stdlib.h>

typedef struct quilt
{
    massa_cage cage;
    test_quilt_desc d;
    uint64_t random;
    uint32_t width, height; // lattice of half cells
    uint8_t* is_cut;        // by cell
    uint32_t* vertex;       // by lattice point: its number, or SURFACE_NONE
    uint32_t* edge;         // by lattice point, then direction (right, up) and length (1, 2): its number
    surface_patch* patch;
    surface_edge* edges;
    uint32_t (*at)[3]; // by patch: lattice column, row of its lower left corner, size
    uint32_t* turn;    // by patch: its first corner
} quilt;

static float unit(quilt* q) // -1 to 1
{
    return (float)(test_random(&q->random) % 20001) / 10000.0f - 1.0f;
}

static uint32_t lattice(const quilt* q, uint32_t x, uint32_t y)
{
    return y % q->height * q->width + x % q->width;
}

static bool cell_is_cut(const quilt* q, int32_t column, int32_t row)
{
    const int32_t w = (int32_t)q->d.columns, h = (int32_t)q->d.rows;
    if (q->d.open && (column < 0 || row < 0 || column >= w || row >= h)) return false;
    return q->is_cut[(row + h) % h * w + (column + w) % w] != 0;
}

static uint32_t vertex_at(quilt* q, uint32_t x, uint32_t y)
{
    uint32_t* v = &q->vertex[lattice(q, x, y)];
    if (*v == SURFACE_NONE) *v = q->cage.vertex_count++;
    return *v;
}

static uint32_t edge_at(quilt* q, uint32_t x, uint32_t y, bool up, uint32_t length)
{
    uint32_t* e = &q->edge[4 * lattice(q, x, y) + 2 * up + (length - 1)];
    if (*e == SURFACE_NONE)
    {
        *e = q->cage.edge_count++;
        // As it lies in the lattice; its owner may turn it round.
        q->edges[*e] = (surface_edge){ .from  = vertex_at(q, x, y),
                                       .to    = up ? vertex_at(q, x, y + length) : vertex_at(q, x + length, y),
                                       .owner = SURFACE_NONE,
                                       .depth = length == 2 ? 0 : 1 };
    }
    return *e;
}

// Is the side of a whole cell, below, right, above or left of it, two edges?
static bool is_split(const quilt* q, uint32_t x, uint32_t y, uint32_t size, uint32_t side)
{
    static const int32_t step[4][2] = { { 0, -1 }, { 1, 0 }, { 0, 1 }, { -1, 0 } };
    return size == 2 && cell_is_cut(q, (int32_t)(x / 2) + step[side][0], (int32_t)(y / 2) + step[side][1]);
}

static void add_patch(quilt* q, uint32_t x, uint32_t y, uint32_t size)
{
    uint32_t k  = q->cage.patch_count++;
    q->at[k][0] = x;
    q->at[k][1] = y;
    q->at[k][2] = size;
    q->turn[k]  = test_random(&q->random) % 4;
}

// Sides, counter-clockwise from the lower left corner; then turned so that another corner is the first.
static void fill_patch(quilt* q, uint32_t k)
{
    const uint32_t x = q->at[k][0], y = q->at[k][1], n = q->at[k][2];
    const uint32_t corner[4][2] = { { x, y }, { x + n, y }, { x + n, y + n }, { x, y + n } };
    uint32_t vertex[4], side[4], second[4];
    for (uint32_t i = 0; i < 4; ++i)
    {
        const uint32_t s = (i + q->turn[k]) % 4;
        const bool split = is_split(q, x, y, n, s), up = s % 2 == 1, back = s >= 2;
        const uint32_t* at = corner[back ? (s + 1) % 4 : s]; // the end that is lower or more to the left
        const uint32_t one = edge_at(q, at[0], at[1], up, split ? 1 : n);
        const uint32_t two = split ? edge_at(q, at[0] + !up, at[1] + up, up, 1) : SURFACE_NONE;
        vertex[i]          = vertex_at(q, corner[s][0], corner[s][1]);
        side[i]            = 2 * (split && back ? two : one) + back;
        second[i]          = split ? 2 * (back ? one : two) + back : SURFACE_NONE;
    }
    q->patch[k] = (surface_patch){
        .corner = { vertex[0], vertex[1], vertex[2], vertex[3] },
        .side   = { side[0], side[1], side[2], side[3] },
        .second = { second[0], second[1], second[2], second[3] },
        .flags  = (n == 1 ? 1u : 0u) << SURFACE_DEPTH_SHIFT,
        .face   = k,
    };
}

static uint32_t* of4(mas_uvec4* v, uint32_t i)
{
    return i == 0 ? &v->x : i == 1 ? &v->y : i == 2 ? &v->z : &v->w;
}

// Somebody who has it as a whole side, and whose direction it takes; somebody whose corner it is.
static void choose_owners(quilt* q)
{
    const uint32_t patches = q->cage.patch_count;
    uint8_t* taken         = calloc(q->cage.vertex_count, 1);
    uint8_t* against       = calloc(q->cage.edge_count, 1);
    const uint32_t start = test_random(&q->random) % patches, step = patches % 7 == 0 ? 1 : 7;
    for (uint32_t i = 0; i < patches; ++i)
    {
        const uint32_t k = (i * step + start) % patches;
        for (uint32_t s = 0; s < 4; ++s)
        {
            const uint32_t side = *of4(&q->patch[k].side, s), vertex = *of4(&q->patch[k].corner, s);
            surface_edge* e = &q->edges[side >> 1];
            if (*of4(&q->patch[k].second, s) == SURFACE_NONE && e->owner == SURFACE_NONE)
            {
                e->owner = k;
                e->depth = q->patch[k].flags >> SURFACE_DEPTH_SHIFT;
                q->patch[k].flags |= 1u << (SURFACE_OWNS_SIDE + s);
                if (side & 1)
                {
                    const uint32_t from = e->from;
                    e->from             = e->to;
                    e->to               = from;
                    against[side >> 1]  = 1;
                }
            }
            if (!taken[vertex]) q->patch[k].flags |= 1u << (SURFACE_OWNS_CORNER + s);
            taken[vertex] = 1;
        }
    }
    for (uint32_t k = 0; k < patches; ++k)
        for (uint32_t s = 0; s < 4; ++s)
        {
            uint32_t *side = of4(&q->patch[k].side, s), *second = of4(&q->patch[k].second, s);
            *side ^= against[*side >> 1];
            if (*second != SURFACE_NONE) *second ^= against[*second >> 1];
        }
    free(taken);
    free(against);
}

// Where the lattice lies in space, by half cells.
static mas_vec4 place(quilt* q, double x, double y)
{
    const double a = 6.283185307179586 * x / q->width, b = 6.283185307179586 * y / q->height;
    const double ring = 2.0 + 0.8 * cos(b), bump = q->d.bump;
    if (q->d.open)
        return (mas_vec4){ (float)(x * 0.25 + bump * unit(q)), (float)(bump * unit(q)),
                           (float)(-y * 0.25 + bump * unit(q)), 0.0f };
    return (mas_vec4){ (float)(ring * cos(a) + bump * unit(q)), (float)(-0.8 * sin(b) + bump * unit(q)),
                       (float)(ring * sin(a) + bump * unit(q)), 0.0f };
}

// Corner c of the patch, and a place between them, in the patch's own turned frame: (u, v) of cells beyond 0 to 1, too.
static mas_vec4 patch_place(quilt* q, uint32_t k, double u, double v)
{
    for (uint32_t t = 0; t < q->turn[k]; ++t)
    {
        const double was = u; // side t + 1 runs where v does
        u                = 1 - v;
        v                = was;
    }
    return place(q, q->at[k][0] + u * q->at[k][2], q->at[k][1] + v * q->at[k][2]);
}

static void gregory_points(quilt* q, uint32_t k, mas_vec4* to)
{
    static const double at[4][5][2] = {
        { { 0, 0 }, { 1, 0 }, { 0, 1 }, { 1, 1 }, { 1, 1 } },
        { { 3, 0 }, { 3, 1 }, { 2, 0 }, { 2, 1 }, { 2, 1 } },
        { { 3, 3 }, { 2, 3 }, { 3, 2 }, { 2, 2 }, { 2, 2 } },
        { { 0, 3 }, { 0, 2 }, { 1, 3 }, { 1, 2 }, { 1, 2 } },
    };
    for (uint32_t c = 0; c < 20; ++c)
        to[c] = patch_place(q, k, at[c / 5][c % 5][0] / 3, at[c / 5][c % 5][1] / 3);
}

static void add_points(quilt* q)
{
    massa_cage* c    = &q->cage;
    uint32_t* number = calloc(c->patch_count, sizeof *number);
    uint32_t total   = 0;
    for (uint32_t k = 0; k < c->patch_count; ++k)
    {
        const bool gregory = q->d.gregory != 0 && test_random(&q->random) % q->d.gregory == 0;
        if (gregory) q->patch[k].flags |= SURFACE_GREGORY;
        number[k]         = total;
        q->patch[k].index = gregory ? 20 * c->gregory_count++ : 16 * c->regular_count++;
        total += gregory ? 20 : 16;
    }
    // With rows, the second half of the points are sums of the first.
    c->row_count            = q->d.rows_for_points ? total / 2 : 0;
    c->point_count          = total - c->row_count;
    mas_vec4* point         = calloc(total, sizeof *point);
    uint32_t* regular       = calloc(16 * c->regular_count + 1, sizeof *regular);
    uint32_t* gregory       = calloc(20 * c->gregory_count + 1, sizeof *gregory);
    uint32_t* regular_patch = calloc(c->regular_count + 1, sizeof *regular_patch);
    uint32_t* gregory_patch = calloc(c->gregory_count + 1, sizeof *gregory_patch);
    for (uint32_t k = 0; k < c->patch_count; ++k)
    {
        const uint32_t index = q->patch[k].index;
        const bool is        = (q->patch[k].flags & SURFACE_GREGORY) != 0;
        mas_vec4* to         = point + number[k];
        if (is) gregory_points(q, k, to);
        for (uint32_t i = 0; !is && i < 16; ++i)
            to[i] = patch_place(q, k, (double)(i % 4) - 1, (double)(i / 4) - 1);
        for (uint32_t i = 0; i < (is ? 20u : 16u); ++i)
            (is ? gregory : regular)[index + i] = number[k] + i;
        (is ? gregory_patch : regular_patch)[index / (is ? 20 : 16)] = k;
    }
    surface_row* row     = calloc(c->row_count + 1, sizeof *row);
    surface_entry* entry = calloc(40 * c->row_count + 1, sizeof *entry);
    for (uint32_t i = 0; i < c->row_count; ++i)
    {
        const uint32_t count = 1 + test_random(&q->random) % 40;
        row[i]               = (surface_row){ .point = c->point_count + i, .first = c->entry_count, .count = count };
        for (uint32_t n = 0; n < count; ++n)
            entry[c->entry_count++] = (surface_entry){ test_random(&q->random) % c->point_count, unit(q) / 4.0f };
    }
    c->point         = point;
    c->regular       = regular;
    c->gregory       = gregory;
    c->regular_patch = regular_patch;
    c->gregory_patch = gregory_patch;
    c->row           = row;
    c->entry         = entry;
    free(number);
}

static void add_pictures(quilt* q)
{
    surface_uv* uv = calloc(q->cage.patch_count, sizeof *uv);
    for (uint32_t k = 0; k < q->cage.patch_count; ++k)
        uv[k] = (surface_uv){ { unit(q), unit(q), unit(q), unit(q) }, { unit(q), unit(q), unit(q), unit(q) } };
    q->cage.uv     = uv;
    q->cage.has_uv = true;
}

massa_cage* test_create_quilt(const test_quilt_desc* d)
{
    quilt* q             = calloc(1, sizeof *q);
    const uint32_t cells = d->columns * d->rows;
    q->d                 = *d;
    q->random            = d->seed;
    q->width             = 2 * d->columns + d->open;
    q->height            = 2 * d->rows + d->open;
    q->is_cut            = calloc(cells, 1);
    q->vertex            = calloc(q->width * q->height, sizeof *q->vertex);
    q->edge              = calloc(4 * q->width * q->height, sizeof *q->edge);
    q->patch             = calloc(4 * cells, sizeof *q->patch);
    q->edges             = calloc(16 * cells, sizeof *q->edges);
    q->at                = calloc(4 * cells, sizeof *q->at);
    q->turn              = calloc(4 * cells, sizeof *q->turn);
    for (uint32_t i = 0; i < q->width * q->height; ++i)
        q->vertex[i] = SURFACE_NONE;
    for (uint32_t i = 0; i < 4 * q->width * q->height; ++i)
        q->edge[i] = SURFACE_NONE;
    for (uint32_t i = 0; i < cells; ++i)
        q->is_cut[i] = d->cut != 0 && test_random(&q->random) % d->cut == 0;
    for (uint32_t i = 0; i < cells; ++i)
    {
        const uint32_t x = 2 * (i % d->columns), y = 2 * (i / d->columns);
        if (!q->is_cut[i]) add_patch(q, x, y, 2);
        for (uint32_t k = 0; q->is_cut[i] && k < 4; ++k)
            add_patch(q, x + k % 2, y + k / 2, 1);
    }
    for (uint32_t k = 0; k < q->cage.patch_count; ++k)
        fill_patch(q, k);
    choose_owners(q);
    add_points(q);
    if (d->has_uv) add_pictures(q);
    q->cage.closed = !d->open;
    q->cage.patch  = q->patch;
    q->cage.edge   = q->edges;
    free(q->is_cut);
    free(q->vertex);
    free(q->edge);
    free(q->at);
    free(q->turn);
    return &q->cage;
}

void test_destroy_quilt(massa_cage* c)
{
    free((void*)c->point);
    free((void*)c->row);
    free((void*)c->entry);
    free((void*)c->patch);
    free((void*)c->regular);
    free((void*)c->gregory);
    free((void*)c->regular_patch);
    free((void*)c->gregory_patch);
    free((void*)c->edge);
    free((void*)c->uv);
    free(c); // the first member of its quilt
}
