// The narrow phase on the pairs of a pile of 8000: each kind of pairs detected, boxes beside C written for speed; pairs
// that barely moved, beside such C too; and how many of them there are while a pile lands.
#include "collision.h"
#include "hull.h"
#include "narrow_twin.h"
#include "oracle/bins.h"
#include "oracle/bounds.h"
#include "oracle/match.h"
#include "oracle/narrow_box.h"
#include "oracle/narrow_hull.h"
#include "oracle/narrow_round.h"
#include "rigid.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    SIDE       = 20,
    ROUNDS     = 11,
    MOST_HULLS = 4096, // pairs of hulls: C takes its time for them
};

static const struct
{
    const char* name;
    uint32_t kind[2]; // of every other body
} rows[NARROW_ROWS] = {
    { "box, box", { COLLIDER_BOX, COLLIDER_BOX } },
    { "box, sphere", { COLLIDER_BOX, COLLIDER_SPHERE } },
    { "box, capsule", { COLLIDER_BOX, COLLIDER_CAPSULE } },
    { "sphere, sphere", { COLLIDER_SPHERE, COLLIDER_SPHERE } },
    { "capsule, capsule", { COLLIDER_CAPSULE, COLLIDER_CAPSULE } },
    { "box, hull", { COLLIDER_BOX, COLLIDER_HULL } },
    { "hull, hull", { COLLIDER_HULL, COLLIDER_HULL } },
};

typedef struct narrow_run
{
    collision_bed bed;
    collision_scene pile;
    oracle_pairs pairs;
    collider_pair* pair; // those of a kind
    uint32_t* index;
    manifold* contact; // as the oracle finds them
    manifold* found;   // as the device does, or C for speed
    narrow_box* box;   // the colliders as that sees them
} narrow_run;

// No pair has a past yet.
static void forget(narrow_run* r, mas_recorder* rec)
{
    mas_fill(rec, r->bed.narrow.cache.count, 0);
}

// ---- Kinds of pairs ----

// An upright cylinder with eight sides, 0.5 m in radius and half height: 16 corners, 10 faces.
static bool make_cylinder(hull_data* hull, mas_vec4* size)
{
    massa_vec3 point[16], offset, half;
    char reason[MAS_HULL_REASON];
    for (int k = 0; k < 16; ++k)
    {
        const float angle = 0.78539816f * ((float)(k / 2) + 0.5f);
        point[k]          = (massa_vec3){ 0.5f * cosf(angle), k % 2 == 0 ? -0.5f : 0.5f, 0.5f * sinf(angle) };
    }
    if (!mas_hull_build(point, 16, hull, &offset, reason, sizeof reason))
        return fprintf(stderr, "massa: %s\n", reason), false;
    float radius;
    mas_hull_bounds(hull, &half, &radius);
    *size = (mas_vec4){ half.x, half.y, half.z, radius };
    return true;
}

static void set_kind(collider_data* d, uint32_t kind, mas_vec4 hull)
{
    static const mas_vec4 box = { 0.5f, 0.5f, 0.5f, 0.8660254f }, sphere = { 0.5f, 0.0f, 0.0f, 0.5f },
                          capsule = { 0.3f, 0.3f, 0.0f, 0.6f };
    const mas_vec4 size           = kind == COLLIDER_BOX       ? box
                                    : kind == COLLIDER_SPHERE  ? sphere
                                    : kind == COLLIDER_CAPSULE ? capsule
                                                               : hull;
    d->kind                       = kind;
    d->size                       = (mas_vec4){ size.x, size.y, size.z, 0.0f };
    d->position.w                 = size.w;
}

static lap detect_in_c(narrow_run* r, uint32_t count)
{
    const oracle_colliders* c = &r->pile.colliders;
    collision_settle();
    const double cpu = bench_cpu(), wall = bench_now();
    narrow_twin_boxes(c, r->box);
    for (uint32_t i = 0; i < count; ++i)
        narrow_twin_detect(&r->box[r->pair[i].a], &r->box[r->pair[i].b], c->params.margin, &r->found[i]);
    return (lap){ bench_now() - wall, bench_cpu() - cpu };
}

// Manifolds of C against the oracle's: within rounding, but for a few where rounding has two answers to choose from.
static bool like_oracle(const manifold* found, const manifold* oracle, uint32_t count, const char* what)
{
    uint32_t others = 0;
    for (uint32_t i = 0; i < count; ++i)
        others += narrow_twin_difference(&found[i], &oracle[i]) > 2e-5f;
    if (others <= count / 500) return true;
    return fprintf(stderr, "massa: %u of %u manifolds %s in C differ from the oracle's.\n", others, count, what), false;
}

static lap detect(narrow_run* r, uint32_t bin)
{
    const mas_narrow* n = &r->bed.narrow;
    mas_recorder* rec   = bench_begin(&r->bed.bed, NULL);
    if (bin == BIN_ROUND)
        mas_narrow_round_record(&n->round, rec);
    else if (bin == BIN_BOX)
        mas_narrow_box_record(&n->box, rec);
    else
        mas_narrow_hull_record(&n->hull, rec);
    collision_settle();
    return collision_finish(&r->bed);
}

static bool run_row(narrow_run* r, uint32_t k, mas_vec4 cylinder, narrow_row* row)
{
    static manifold (*const twin[BINS])(const oracle_colliders*, collider_pair) = {
        [BIN_ROUND] = oracle_narrow_round, [BIN_BOX] = oracle_narrow_box, [BIN_HULL] = oracle_narrow_hull
    };
    oracle_colliders* c  = &r->pile.colliders;
    const uint32_t *kind = rows[k].kind, n = c->params.colliders, bin = oracle_bin_of(kind[0], kind[1]);
    for (uint32_t i = 0; i < n; ++i)
        set_kind(&c->data[i], kind[(i % SIDE + i / SIDE % SIDE + i / SIDE / SIDE) % 2], cylinder);
    row->name = rows[k].name;
    for (uint32_t i = 0; i < r->pairs.count && row->pairs < (bin == BIN_HULL ? MOST_HULLS : r->pairs.count); ++i)
    {
        const collider_pair p = r->pairs.pair[i];
        if (c->data[p.a].kind == kind[0] && c->data[p.b].kind == kind[1])
            r->pair[row->pairs++] = p;
        else if (c->data[p.a].kind == kind[1] && c->data[p.b].kind == kind[0])
            r->pair[row->pairs++] = (collider_pair){ p.b, p.a };
    }
    bench_bed* bed         = &r->bed.bed;
    const list_header list = mas_list_complete(&bed->kernels, row->pairs, r->pairs.count);
    bench_put(bed, r->bed.colliders.data, c->data, n * sizeof *c->data);
    bench_put(bed, r->bed.pairs.pair, r->pair, row->pairs * sizeof *r->pair);
    bench_put(bed, r->bed.narrow.bins.index[bin], r->index, row->pairs * sizeof *r->index);
    bench_put(bed, r->bed.narrow.bins.list[bin], &list, sizeof list);
    detect(r, bin); // warms up, and compiles
    for (uint32_t i = 0; i < row->pairs; ++i)
    {
        r->contact[i] = twin[bin](&r->pile.colliders, r->pair[i]);
        row->touching += r->contact[i].flags & MANIFOLD_TOUCHES;
    }
    if (!bench_same(bed, r->bed.narrow.cache.manifold, r->contact, row->pairs * sizeof *r->contact))
        return fprintf(stderr, "massa: manifolds of %s differ from the oracle's.\n", row->name), false;
    detect_in_c(r, bin == BIN_BOX ? row->pairs : 0);
    if (bin == BIN_BOX && !like_oracle(r->found, r->contact, row->pairs, "detected")) return false;
    for (uint32_t i = 0; i < ROUNDS; ++i)
    {
        bench_progress("narrow phase, %s, round %u of %d", row->name, i + 1, ROUNDS);
        laps_add(&row->ours, detect(r, bin));
        if (bin == BIN_BOX) laps_add(&row->c, detect_in_c(r, row->pairs));
    }
    return true;
}

// ---- Pairs that barely moved ----

static lap run_narrow(narrow_run* r, bool all)
{
    mas_recorder* rec = bench_begin(&r->bed.bed, NULL);
    if (all)
        mas_narrow_record(&r->bed.narrow, rec);
    else
        mas_bins_record(&r->bed.narrow.bins, rec);
    collision_settle();
    return collision_finish(&r->bed);
}

static lap run_anew(narrow_run* r)
{
    forget(r, bench_begin(&r->bed.bed, NULL));
    bench_finish(&r->bed.bed);
    return run_narrow(r, true);
}

// The pairs, beginning with one of them. kept: they are the last step's, in the same order.
static void put_pairs(narrow_run* r, uint32_t first, bool kept)
{
    for (uint32_t i = 0; i < r->pairs.count; ++i)
        r->pair[i] = r->pairs.pair[(i + first) % r->pairs.count];
    bench_put(&r->bed.bed, r->bed.pairs.pair, r->pair, r->pairs.count * sizeof *r->pair);
    list_header list = mas_list_complete(&r->bed.bed.kernels, r->pairs.count, r->pairs.count);
    list.spare       = kept ? PAIRS_KEPT : 0;
    bench_put(&r->bed.bed, r->bed.pairs.list, &list, sizeof list);
}

static lap recycle_in_c(const narrow_run* r, manifold* contact, pair_cache* record, uint32_t* recycled)
{
    collision_settle();
    const double cpu = bench_cpu(), wall = bench_now();
    *recycled = 0;
    for (uint32_t i = 0; i < r->pairs.count; ++i)
        *recycled += narrow_twin_recycle(&r->pile.colliders, &contact[i], &record[i]);
    return (lap){ bench_now() - wall, bench_cpu() - cpu };
}

static bool same_recycled(narrow_run* r, const oracle_cache* cache, narrow_result* out)
{
    const uint32_t n = r->pairs.count;
    bench_get(&r->bed.bed, r->bed.narrow.cache.manifold, r->found, n * sizeof *r->found);
    for (uint32_t i = 0; i < n; ++i)
    {
        if (cache->bin[i] != BINS) continue;
        ++out->recycled;
        if (memcmp(&r->found[i], &cache->contact[i], sizeof *r->found) != 0)
            return fprintf(stderr, "massa: the recycled manifold of pair %u differs from the oracle's.\n", i), false;
    }
    return true;
}

// The oracle's cache as a step leaves it that detects everything.
static oracle_cache detected_cache(const narrow_run* r)
{
    oracle_cache cache = oracle_create_cache(r->pairs.count);
    oracle_bins(&cache, &r->pile.colliders, r->pairs.pair, r->pairs.count, false);
    for (uint32_t i = 0; i < r->pairs.count; ++i)
        cache.contact[i] = oracle_narrow_box(&r->pile.colliders, r->pairs.pair[i]);
    oracle_match(&cache, &r->pile.colliders);
    return cache;
}

// Copies of the oracle's cache, for C to recycle.
typedef struct c_cache
{
    manifold* contact;
    pair_cache* record;
} c_cache;

static c_cache copy_cache(const oracle_cache* from)
{
    const c_cache c = { calloc(from->count, sizeof *c.contact), calloc(from->count, sizeof *c.record) };
    if (c.contact == NULL || c.record == NULL) abort();
    memcpy(c.contact, from->contact, from->count * sizeof *c.contact);
    memcpy(c.record, from->record, from->count * sizeof *c.record);
    return c;
}

// The device's against the oracle's, then C's.
static bool check_recycled(narrow_run* r, oracle_cache* cache, c_cache* c, narrow_result* out)
{
    oracle_bins(cache, &r->pile.colliders, r->pairs.pair, r->pairs.count, true);
    uint32_t recycled;
    recycle_in_c(r, c->contact, c->record, &recycled);
    if (!same_recycled(r, cache, out)) return false;
    if (recycled + 8 < out->recycled || recycled > out->recycled + 8) // rounding at the tolerance
        return fprintf(stderr, "massa: C recycles %u pairs, the oracle %u.\n", recycled, out->recycled), false;
    return like_oracle(c->contact, cache->contact, cache->count, "recycled");
}

static bool run_recycled(narrow_run* r, narrow_result* out)
{
    put_pairs(r, 0, false);
    run_anew(r); // warms up, and compiles
    oracle_cache cache = detected_cache(r);
    c_cache c          = copy_cache(&cache);
    for (uint32_t i = 0; i < ROUNDS; ++i)
        laps_add(&out->all_detected, run_anew(r));
    for (uint32_t i = 0; i < r->pile.body_count; ++i) // by a millimetre at most
    {
        r->pile.bodies.pose[i].position.x += 1e-3f * r->pile.drift[i].x;
        r->pile.bodies.pose[i].position.y += 1e-3f * r->pile.drift[i].y;
    }
    oracle_collider_bounds(&r->pile.colliders, &r->pile.bodies);
    collision_put_poses(&r->bed, &r->pile);
    put_pairs(r, 0, true);
    run_narrow(r, false);
    out->pairs       = r->pairs.count;
    const bool right = check_recycled(r, &cache, &c, out);
    for (uint32_t i = 0; i < ROUNDS && right; ++i)
    {
        uint32_t recycled;
        bench_progress("narrow phase, recycled, round %u of %d", i + 1, ROUNDS);
        put_pairs(r, 0, true);
        laps_add(&out->recycle, run_narrow(r, false));
        laps_add(&out->all_recycled, run_narrow(r, true));
        laps_add(&out->c_recycle, recycle_in_c(r, c.contact, c.record, &recycled));
        put_pairs(r, 1, false);
        laps_add(&out->find, run_narrow(r, false));
        put_pairs(r, 0, false);
        laps_add(&out->all_found, run_narrow(r, true));
    }
    free(c.contact);
    free(c.record);
    oracle_destroy_cache(&cache);
    return right;
}

// ---- A pile that lands ----

// The whole of massa on the pile of massa bench rigid.
static bool run_landing(const bench_options* options, narrow_result* out)
{
    rigid_scene scene = rigid_pile(LANDING_SIDE);
    void* world       = rigid_massa.create(&scene, options);
    bool right        = world != NULL;
    for (uint32_t step = 0; step < LANDING_STEPS && right; ++step)
    {
        if (step % 20 == 0) bench_progress("narrow phase, step %u of a landing", step);
        right                          = rigid_massa.step(world);
        const massa_poll_result* heard = rigid_massa_heard(world);
        out->landing[step] = (contact_counters){ .pairs = heard->pair_count, .recycled = heard->recycled_count };
    }
    if (world != NULL) rigid_massa.destroy(world);
    rigid_scene_destroy(&scene);
    return right;
}

bool collision_run_narrow(const bench_options* options, narrow_result* out)
{
    narrow_run r   = { .pile = pile_create(SIDE) };
    r.pairs        = scene_pairs(&r.pile);
    const size_t n = r.pairs.count;
    r.pair         = calloc(n, sizeof *r.pair);
    r.index        = calloc(n, sizeof *r.index);
    r.contact      = calloc(n, sizeof *r.contact);
    r.found        = calloc(n, sizeof *r.found);
    r.box          = calloc(r.pile.colliders.capacity, sizeof *r.box);
    if (r.pair == NULL || r.index == NULL || r.contact == NULL || r.found == NULL || r.box == NULL) abort();
    for (uint32_t i = 0; i < n; ++i)
        r.index[i] = i;
    mas_vec4 cylinder;
    bool right = make_cylinder(&r.pile.colliders.hull[0], &cylinder) &&
                 collision_bed_create(&r.bed, options, r.pile.body_count, r.pile.colliders.hulls, r.pairs.count, true);
    if (!right) return false;
    collision_put_scene(&r.bed, &r.pile);
    for (uint32_t k = NARROW_ROWS; k-- > 0 && right;) // boxes last: they stay
        right = run_row(&r, k, cylinder, &out->row[k]);
    right = right && run_recycled(&r, out);
    collision_bed_destroy(&r.bed);
    right = right && run_landing(options, out);
    oracle_destroy_pairs(&r.pairs);
    scene_destroy(&r.pile);
    free(r.pair);
    free(r.index);
    free(r.contact);
    free(r.found);
    free(r.box);
    return right;
}
