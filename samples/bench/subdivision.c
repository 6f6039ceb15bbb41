// massa bench subdivision: positions and normals of the limit points of a cage whose points have moved - rows, then
// patches, as a world records them - against OpenSubdiv's CPU evaluators for positions and both derivatives. In every
// round each runs once. Our vertices are compared with the oracle's to the bit, and with OpenSubdiv's.
#include "subdivision.h"
#include "core/profiler.h"
#include "oracle/mesh.h"
#include "oracle/points.h"
#include "oracle/tessellate.h"
#include "subdivision/cage.h"
#include "subdivision/mesh.h"
#include "subdivision/points.h"
#include "subdivision/refit.h"
#include "subdivision/surfaces.h"
#include "subdivision/tessellate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    REFRESHES = 4 // per submission
};

typedef struct stage_set
{
    bench_bed bed;
    mas_surfaces s;
    mas_surface_range range;
    mas_tessellation set;
    mas_points points;
    mas_mesh mesh;
    mas_tessellate tessellate;
    mas_refit refit; // patches and tree, without meshlets
    mas_profiler profiler;
    mesh_surface asked;
} stage_set;

static const char* const stage_names[SUBDIVISION_STAGES] = { "surface points", "tessellate", "refit" };

static subdivision_result results[SUBDIVISION_CAGES] = {
    { .name = "torus", .level = 14, .gated = true },
    { .name = "ball", .level = 14, .gated = true },
    { .name = "box", .level = 14, .gated = true },
    { .name = "large", .level = 4 },
};

static massa_result make_stages(stage_set* t, const massa_cage* cage, uint32_t level)
{
    mas_arena* a                     = &t->bed.arena;
    mas_kernels* k                   = &t->bed.kernels;
    const massa_cage* const cages[1] = { cage };
    mas_arena_init(a, t->bed.device);
    mas_surfaces_plan(&t->s, a, cages, 1, &t->range);
    mas_mesh_plan(&t->mesh, &t->set, a, &t->s, cages, &level, true);
    mas_refit_plan(&t->refit, a, &t->range, 1, 0);
    t->bed.upload = mas_plan(a, MAS_UPLOAD, "upload", t->set.vertex_room, sizeof(mas_vec4));
    t->bed.answer = mas_plan(a, MAS_READBACK, "answer", t->set.vertex_room, sizeof(mas_vec4));
    MAS_TRY(mas_arena_allocate(a));
    mas_kernels_init(k, a);
    MAS_TRY(mas_points_create(&t->points, k, &t->s));
    MAS_TRY(mas_mesh_create(&t->mesh, k, &t->s, &t->set));
    MAS_TRY(mas_tessellate_create(&t->tessellate, k, &t->s, &t->set));
    MAS_TRY(mas_refit_create(&t->refit, k, &t->s, NULL));
    mas_surfaces_stage(&t->s, cages, &t->range, a->mapped[MAS_UPLOAD]);
    mas_refit_stage(&t->refit, &t->range, a->mapped[MAS_UPLOAD]);
    t->asked = mas_mesh_surface(&t->range, level, level);
    return mas_profiler_create(&t->profiler, t->bed.device, 1);
}

static void record(stage_set* t, mas_recorder* rec)
{
    mas_points_record(&t->points, rec);
    mas_tessellate_record(&t->tessellate, rec, false);
}

// ---- Correctness ----

// Vertices inside patches against OpenSubdiv's at the same place of the same face; its patches begin at the face's
// first corner, ours at any.
static void compare(const oracle_surfaces* s, const oracle_mesh* m, const mas_vec4* x, const bench_cage* c,
                    const osd* o, subdivision_result* r)
{
    const float* theirs = osd_position(o);
    const uint32_t n    = r->level;
    double scale        = 0;
    for (uint32_t i = 0; i < c->points; ++i)
        scale = fmax(scale, fmax(fabs(c->point[i].x), fmax(fabs(c->point[i].y), fabs(c->point[i].z))));
    for (uint32_t p = 0; p < s->patches; ++p)
    {
        const bool gregory = (s->patch[p].flags & SURFACE_GREGORY) != 0;
        double best        = INFINITY;
        for (uint32_t turn = 0; turn < 4; ++turn) // the one that fits
        {
            double most = 0;
            for (uint32_t j = 1; j < n; ++j)
                for (uint32_t i = 1; i < n; ++i)
                {
                    const uint32_t u = turn == 0 ? i : turn == 1 ? n - j : turn == 2 ? n - i : j;
                    const uint32_t v = turn == 0 ? j : turn == 1 ? i : turn == 2 ? n - j : n - i;
                    const float* a   = &x[m->first[s->edges + p] + (j - 1) * (n - 1) + (i - 1)].x;
                    const float* b   = theirs + 3 * ((uint64_t)s->patch[p].face * n * n + v * n + u);
                    for (int k = 0; k < 3; ++k)
                        most = fmax(most, fabs(a[k] - b[k]));
                }
            best = fmin(best, most);
        }
        double* worst = gregory ? &r->different_gregory : &r->different;
        *worst        = fmax(*worst, best / scale);
    }
}

static bool agree(stage_set* t, const massa_cage* cage, const bench_cage* c, osd* o, subdivision_result* r)
{
    const massa_cage* const cages[1] = { cage };
    const uint32_t stale[1]          = { 1 };
    mas_recorder* rec                = bench_begin(&t->bed, NULL);
    mas_surfaces_record(&t->s, rec, true);
    mas_refit_upload(&t->refit, rec);
    bench_finish(&t->bed);
    bench_put(&t->bed, t->mesh.surface, &t->asked, sizeof t->asked);
    bench_put(&t->bed, t->s.stale, stale, sizeof stale);
    rec = bench_begin(&t->bed, NULL);
    mas_mesh_record(&t->mesh, rec);
    bench_finish(&t->bed);
    record(t, rec = bench_begin(&t->bed, NULL));
    r->dispatches = rec->dispatches;
    bench_finish(&t->bed);

    oracle_surfaces s = oracle_create_surfaces(cages, 1);
    oracle_mesh m     = oracle_create_mesh(&s, t->set.triangle_room, t->set.triangle_room);
    oracle_points(&s, stale);
    oracle_mesh_build(&m, &s, &t->asked);
    mas_vec4* x = calloc(m.vertices, sizeof *x);
    mas_vec4* n = calloc(m.vertices, sizeof *n);
    if (x == NULL || n == NULL) abort();
    oracle_tessellate(&s, &m, stale, true, x, n);
    r->points        = m.vertices;
    const bool right = bench_same(&t->bed, t->set.position, x, m.vertices * sizeof *x) &&
                       bench_same(&t->bed, t->set.normal, n, m.vertices * sizeof *n);
    if (!right) fprintf(stderr, "massa: our vertices differ from the oracle's.\n");
    if (o != NULL)
    {
        osd_refresh(o, OSD_PATCHES);
        compare(&s, &m, x, c, o, r);
    }
    oracle_destroy_surfaces(&s);
    oracle_destroy_mesh(&m);
    free(x);
    free(n);
    return right;
}

// ---- Rounds ----

static void run_ours(stage_set* t, double* wall, double* cpu)
{
    mas_recorder* rec = bench_begin(&t->bed, NULL);
    for (uint32_t i = 0; i < REFRESHES; ++i)
        record(t, rec);
    const double before = bench_cpu();
    *wall               = bench_finish(&t->bed) / REFRESHES;
    *cpu                = (bench_cpu() - before) / REFRESHES;
}

static void run_stages(stage_set* t, subdivision_result* r)
{
    massa_stage_time time[MAS_MAX_STAGES];
    double* stage     = r->stage;
    mas_recorder* rec = bench_begin(&t->bed, &t->profiler);
    record(t, rec);
    mas_refit_record(&t->refit, rec, false);
    r->refit_dispatches = rec->dispatches - r->dispatches;
    bench_finish(&t->bed);
    const uint32_t count = mas_profiler_read(&t->profiler, 0, time);
    for (uint32_t i = 0; i < count; ++i)
        for (uint32_t k = 0; k < SUBDIVISION_STAGES; ++k)
            if (strcmp(time[i].name, stage_names[k]) == 0 && (stage[k] == 0.0 || time[i].milliseconds < stage[k]))
                stage[k] = time[i].milliseconds;
}

static void summarise(subdivision_times* t)
{
    for (int k = 0; k < 2; ++k)
        qsort(t->all[k], SUBDIVISION_ROUNDS, sizeof(double), bench_ascending);
    t->wall = t->all[0][SUBDIVISION_ROUNDS / 2];
    t->cpu  = t->all[1][SUBDIVISION_ROUNDS / 2];
}

static void run_rounds(stage_set* t, osd* o, subdivision_result* r)
{
    for (uint32_t i = 0; i < SUBDIVISION_ROUNDS; ++i)
    {
        bench_progress("%s, round %u of %u", r->name, i + 1, SUBDIVISION_ROUNDS);
        run_ours(t, &r->ours.all[0][i], &r->ours.all[1][i]);
        for (int w = 0; o != NULL && w < OSD_WAYS; ++w)
        {
            const double before = bench_cpu(), begin = bench_now();
            osd_refresh(o, w);
            r->osd[w].all[0][i] = bench_now() - begin;
            r->osd[w].all[1][i] = bench_cpu() - before;
        }
        run_stages(t, r);
    }
    summarise(&r->ours);
    for (int w = 0; w < OSD_WAYS; ++w)
        summarise(&r->osd[w]);
}

static bool run_cage(stage_set* t, const bench_cage* c, subdivision_result* r)
{
    double begin     = bench_now();
    massa_cage* cage = bench_build(t->bed.device, c, 0);
    r->build_ms      = bench_now() - begin;
    if (cage == NULL) return false;
    r->faces         = c->faces;
    r->regular       = cage->regular_count;
    r->gregory       = cage->gregory_count;
    r->rows          = cage->row_count;
    r->bytes         = cage->bytes;
    begin            = bench_now();
    osd* o           = osd_create(&c->point[0].x, c->points, c->corner, c->faces, r->level);
    r->build_osd_ms  = bench_now() - begin;
    r->osd_points    = o != NULL ? osd_points(o) : 0;
    r->stencil_bytes = o != NULL ? osd_stencil_bytes(o) : 0;
    bool right       = make_stages(t, cage, r->level) == MASSA_OK;
    if (!right) fprintf(stderr, "massa: no room on the device.\n");
    right = right && agree(t, cage, c, o, r); // warms up, and compiles
    if (right) run_rounds(t, o, r);
    mas_profiler_destroy(&t->profiler);
    bench_destroy_bed(&t->bed);
    if (o != NULL) osd_destroy(o);
    mas_cage_destroy(cage);
    return right;
}

// ---- The seed's surfaces ----

static bool count_seed(massa_device* device, subdivision_count counts[SUBDIVISION_SEED])
{
    const subdivision_count seed[SUBDIVISION_SEED] = {
        { .name = "plane", .level = 10, .seed_triangles = 800, .seed_meshlets = 16 },
        { .name = "rounded cube", .level = 10, .seed_triangles = 4800, .seed_meshlets = 128 },
        { .name = "quadball", .level = 10, .seed_triangles = 1200, .seed_meshlets = 32 },
        { .name = "cube", .level = 12, .seed_triangles = 1728, .seed_meshlets = 32 },
    };
    for (uint32_t i = 0; i < SUBDIVISION_SEED; ++i)
    {
        bench_cage c                     = i == 0 ? bench_sheet(2, 2) : bench_box(i == 1 ? 2 : 1);
        massa_cage* cage                 = bench_build(device, &c, 0);
        const massa_cage* const cages[1] = { cage };
        counts[i]                        = seed[i];
        if (cage == NULL) return false;
        oracle_surfaces s        = oracle_create_surfaces(cages, 1);
        oracle_mesh m            = oracle_create_mesh(&s, 8192, 8192);
        const mesh_surface asked = { seed[i].level, seed[i].level, 0, s.patches };
        oracle_mesh_build(&m, &s, &asked);
        counts[i].patches   = s.patches;
        counts[i].triangles = m.triangles;
        counts[i].meshlets  = m.meshlet_count;
        oracle_destroy_surfaces(&s);
        oracle_destroy_mesh(&m);
        mas_cage_destroy(cage);
        bench_destroy_cage(&c);
    }
    return true;
}

bool bench_subdivision(const bench_options* options)
{
    static stage_set t;
    static subdivision_result ran[SUBDIVISION_CAGES];
    subdivision_count counts[SUBDIVISION_SEED];
    uint32_t count = 0;
    t.bed.gpu      = options->gpu;
    t.bed.device   = options->device;
    bool right     = count_seed(options->device, counts);
    for (uint32_t i = 0; i < SUBDIVISION_CAGES && right; ++i)
    {
        if (options->part != NULL && strcmp(options->part, results[i].name) != 0) continue;
        bench_cage c = i == 0   ? bench_torus(64, 32)
                       : i == 1 ? bench_ball(2, 3)
                       : i == 2 ? bench_box(18)
                                : bench_ball(1, 13);
        right        = run_cage(&t, &c, &results[i]);
        ran[count++] = results[i];
        bench_destroy_cage(&c);
    }
    bench_progress(NULL);
    return right && subdivision_report(ran, count, counts, options->gpu->device_name, options->json);
}
