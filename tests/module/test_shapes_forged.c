// Recorded steps and snapshots of a world with shapes of all kinds, forged and sealed again. What no call would have
// made is refused and leaves no trace; what is taken the world survives: steps, calls, and a snapshot of its own. Red
// when a forgery gets a number, a slot or a link past the checks that a later call or a kernel trips over.
// runs: lavapipe25 layers asan. What the host side does with its input is the same on every driver.
#include "meeting.h"

#include "module/replay.h"
#include "module/shapes.h"
#include "tape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    HEADER = 256, // of a snapshot
    BOX    = 0,   // slots of the shapes
    HOLLOW,
    GEM,
    PAIR,
    PLANE,
    NEXT, // the first free one
};

typedef struct scene
{
    test_gpu* gpu;
    massa_world* w;
    massa_body_id body[4]; // dynamic with the box, dynamic with the gem, static with the pair, static with the plane
} scene;

static massa_world_desc scene_desc(void)
{
    massa_world_desc d   = meeting_desc(5, 16);
    d.capacity.events    = 1;
    d.capacity.watched   = 1;
    d.capacity.shapes    = 7;
    d.capacity.hulls     = 2;
    d.capacity.colliders = 6;
    return d;
}

static scene make(test_gpu* gpu, massa_broad_phase phase, uint32_t children)
{
    scene s             = { .gpu = gpu };
    massa_world_desc d  = scene_desc();
    d.broad_phase       = phase;
    d.capacity.children = children;
    d.capacity.edits    = 30 + children;
    test_try(massa_create_world(gpu->device, &d, &s.w));
    massa_shape_desc hollow = massa_default_shape_desc();
    massa_shape_id id;
    const massa_shape_id box = meeting_box(s.w, 0.5f, 0.5f, 0.5f);
    hollow.kind              = MASSA_SHAPE_SPHERE;
    hollow.hollow            = true;
    test_try(massa_create_shape(s.w, &hollow, &id));
    const massa_shape_id gem = meeting_gem(s.w, 0.75f), pair = meeting_pair(s.w, box, -0.5f, 0.5f);
    const massa_shape_id plane = meeting_plane(s.w);
    s.body[0]                  = meeting_body(s.w, MASSA_BODY_DYNAMIC, box, 0.0f, 0.49f, 0.0f);
    s.body[1]                  = meeting_body(s.w, MASSA_BODY_DYNAMIC, gem, 0.25f, 1.25f, 0.0f);
    s.body[2]                  = meeting_body(s.w, MASSA_BODY_STATIC, pair, 0.0f, 2.0f, 0.0f);
    s.body[3]                  = meeting_body(s.w, MASSA_BODY_STATIC, plane, 0.0f, 0.0f, 0.0f);
    return s;
}

// ---- Recordings ----

typedef struct script // edits to be
{
    edit_record edit[100];
    uint32_t count;
} script;

static edit_record* add(script* s, uint32_t kind, uint32_t target, uint32_t flags)
{
    edit_record* e = &s->edit[s->count++];
    *e             = (edit_record){ .kind = kind, .target = target, .flags = flags };
    return e;
}

static void add_points(script* s, uint32_t count)
{
    for (uint32_t i = 0; i < count; i += EDIT_DATA)
    {
        edit_record* e = add(s, EDIT_SHAPE_POINTS, NEXT, count - i < EDIT_DATA ? count - i : EDIT_DATA);
        for (uint32_t k = 0; k < e->flags; ++k) // corners of a cube, over and over
            e->data[k] = (mas_vec4){ (float)((i + k) & 1), (float)((i + k) >> 1 & 1), (float)((i + k) >> 2 & 1), 0.0f };
    }
}

static edit_record* add_child(script* s, uint32_t shape)
{
    edit_record* e = add(s, EDIT_SHAPE_CHILD, NEXT, shape);
    e->data[1].w   = 1.0f;
    return e;
}

static edit_record* add_create(script* s, uint32_t kind)
{
    const uint32_t flat   = kind & COLLIDER_KIND_MASK;
    const bool sized      = flat == COLLIDER_BOX || flat == COLLIDER_SPHERE || flat == COLLIDER_CAPSULE;
    const mas_shape shape = { .kind     = kind,
                              .category = 1,
                              .mask     = UINT32_MAX,
                              .friction = 0.6f,
                              .density  = 1000.0f,
                              .size     = { sized ? 1.0f : 0.0f, sized && flat != COLLIDER_SPHERE ? 1.0f : 0.0f,
                                        flat == COLLIDER_BOX ? 1.0f : 0.0f } };
    edit_record* e        = add(s, EDIT_SHAPE_CREATE, NEXT, kind);
    mas_shape_to_edit(&shape, e);
    e->generation = 1;
    return e;
}

static size_t write_block(const massa_world* w, const script* s, uint8_t* block)
{
    const size_t size    = sizeof(block_header) + s->count * sizeof(edit_record);
    const block_header h = { .magic      = BLOCK_MAGIC,
                             .version    = BLOCK_VERSION,
                             .before     = w->tables->history,
                             .steps      = w->tables->steps,
                             .edit_count = s->count,
                             .dt         = 1.0f / 60.0f,
                             .hash       = 1,
                             .gravity    = w->tables->gravity };
    memcpy(block, &h, sizeof h);
    memcpy(block + sizeof h, s->edit, s->count * sizeof(edit_record));
    api_seal_block(block, size);
    return size;
}

// The forgeries, one after the other; false when there are no more. What is right in them comes first, to be undone.
static bool forge_script(uint32_t n, script* s)
{
    edit_record* e;
    s->count                                = 0;
    add_create(s, COLLIDER_CAPSULE)->target = NEXT;
    add(s, EDIT_BODY_SHAPE, 2, NEXT + 1);
    add(s, EDIT_BODY_DESTROY, 0, 0);
    add(s, EDIT_SHAPE_DESTROY, HOLLOW, 0); // so that this is the next place
    const uint32_t first = s->count;
    switch (n)
    {
    case 0: add_points(s, 8); break; // no create
    case 1: add_child(s, BOX + 1); break;
    case 2: add_points(s, 33), add_create(s, COLLIDER_HULL); break;
    case 3: add_points(s, 4), s->edit[first].flags = EDIT_DATA + 1, add_create(s, COLLIDER_HULL); break;
    case 4: add_points(s, 3), add_create(s, COLLIDER_HULL); break;
    case 5: add_points(s, 4), add_create(s, COLLIDER_HULL); break; // four of a cube: flat
    case 6: add_points(s, 8), s->edit[first].data[1].y = NAN, add_create(s, COLLIDER_HULL); break;
    case 7: add_points(s, 8), s->edit[first].data[1].y = 1e5f, add_create(s, COLLIDER_HULL); break;
    case 8: add_points(s, 8), add_create(s, COLLIDER_BOX); break; // pieces of another kind
    case 9: add_points(s, 8), add_create(s, MAS_COMPOUND); break;
    case 10: add_points(s, 8), add_child(s, BOX + 1), add_create(s, MAS_COMPOUND); break;
    case 11: add_child(s, BOX + 1), add_points(s, 8), add_create(s, MAS_COMPOUND); break;
    case 12: add_child(s, BOX + 1), add_create(s, COLLIDER_HULL); break;
    case 13: add_child(s, BOX + 1), add_create(s, COLLIDER_SPHERE); break;
    case 14: add_create(s, COLLIDER_HULL); break;
    case 15: add_create(s, MAS_COMPOUND); break;
    case 16: add_child(s, 0), add_create(s, MAS_COMPOUND); break;
    case 17: add_child(s, NEXT + 2), add_create(s, MAS_COMPOUND); break;   // a later slot
    case 18: add_child(s, HOLLOW + 1), add_create(s, MAS_COMPOUND); break; // gone
    case 19: add_child(s, PAIR + 1), add_create(s, MAS_COMPOUND); break;
    case 20: add_child(s, PLANE + 1), add_create(s, MAS_COMPOUND); break;
    case 21: add_child(s, UINT32_MAX), add_create(s, MAS_COMPOUND); break;
    case 22: add_child(s, BOX + 1)->data[0].y = NAN, add_create(s, MAS_COMPOUND); break;
    case 23: add_child(s, BOX + 1)->data[0].y = 1.1e4f, add_create(s, MAS_COMPOUND); break;
    case 24: add_child(s, BOX + 1)->data[1].w = 0.9f, add_create(s, MAS_COMPOUND); break;
    case 25: add_child(s, BOX + 1)->generation = 1, add_create(s, MAS_COMPOUND); break;
    case 26:
        for (uint32_t i = 0; i < MASSA_MAX_CHILDREN + 1; ++i)
            add_child(s, BOX + 1);
        add_create(s, MAS_COMPOUND);
        break;
    case 27: add_create(s, 6); break; // there is no such kind
    case 28: add_create(s, 0); break;
    case 29: add_create(s, COLLIDER_BOX | 32); break;
    case 30: add_create(s, COLLIDER_CAPSULE | COLLIDER_HOLLOW); break;
    case 31: add_create(s, COLLIDER_PLANE | COLLIDER_HOLLOW); break;
    case 32: add_child(s, BOX + 1), add_create(s, MAS_COMPOUND | COLLIDER_SENSOR); break;
    case 33: add_create(s, COLLIDER_BOX)->data[0].x = NAN; break;
    case 34: add_create(s, COLLIDER_BOX)->data[0].y = 0.0f; break;
    case 35: add_create(s, COLLIDER_BOX)->data[0].z = 1.1e4f; break;
    case 36: add_create(s, COLLIDER_SPHERE)->data[0].y = 1.0f; break;
    case 37: add_create(s, COLLIDER_PLANE)->data[0].x = 1.0f; break;
    case 38: add_create(s, COLLIDER_BOX)->data[0].w = 0.0f; break;     // density
    case 39: add_create(s, COLLIDER_BOX)->data[1].x = -0.1f; break;    // friction
    case 40: add_create(s, COLLIDER_BOX)->data[1].y = 1.1f; break;     // restitution
    case 41: add_create(s, COLLIDER_BOX)->data[1].z = INFINITY; break; // rolling
    case 42: add_create(s, COLLIDER_BOX)->target = NEXT + 1; break;    // not its place
    case 43: add_create(s, COLLIDER_BOX)->target = NEXT; break;        // somebody's
    case 44: add_create(s, COLLIDER_BOX)->target = UINT32_MAX; break;
    case 45: add_create(s, COLLIDER_BOX)->generation = 1; break; // the second to live there
    case 46: add_create(s, COLLIDER_BOX)->generation = 0; break;
    case 47: add(s, EDIT_SHAPE_DESTROY, BOX, 0); break;    // the compound's
    case 48: add(s, EDIT_SHAPE_DESTROY, HOLLOW, 0); break; // twice
    case 49: add(s, EDIT_SHAPE_DESTROY, 7, 0); break;
    case 50: add(s, EDIT_SHAPE_DESTROY, PLANE, 0); break;   // a body's
    case 51: add(s, EDIT_BODY_SHAPE, 1, PLANE + 1); break;  // dynamic
    case 52: add(s, EDIT_BODY_SHAPE, 1, HOLLOW + 1); break; // gone
    case 53: add(s, EDIT_BODY_SHAPE, 1, NEXT + 2); break;
    case 54: add(s, EDIT_BODY_SHAPE, 1, UINT32_MAX); break;
    case 55: add(s, EDIT_BODY_SHAPE, 0, BOX + 1); break; // of a body that is gone
    case 56: add(s, EDIT_BODY_SHAPE, 9, BOX + 1); break;
    case 57: add(s, EDIT_BODY_SHAPE, 1, BOX + 1)->generation = 1; break;
    case 58: // more colliders than there are
        for (uint32_t i = 0; i < 5; ++i)
            add_child(s, BOX + 1);
        e         = add_create(s, MAS_COMPOUND);
        e->target = HOLLOW, e->generation = 2;
        add(s, EDIT_BODY_SHAPE, 1, HOLLOW + 1);
        break;
    case 59: // more hulls than there are
        add_points(s, 8);
        e = add_create(s, COLLIDER_HULL), e->target = HOLLOW, e->generation = 2;
        add_points(s, 8);
        e = add_create(s, COLLIDER_HULL), e->target = NEXT + 1;
        break;
    case 60: // a surface that runs too fast
        e = add_create(s, COLLIDER_BOX), e->target = HOLLOW, e->generation = 2, e->data[3].y = 2e3f;
        break;
    case 61: e = add_create(s, COLLIDER_BOX), e->target = HOLLOW, e->generation = 2, e->data[3].z = NAN; break;
    default: return false;
    }
    // Where the case did not say so, the shape is in the place that is free, and the second one there.
    if (n < 42)
        for (uint32_t i = first; i < s->count; ++i)
            if (s->edit[i].kind == EDIT_SHAPE_CREATE) s->edit[i].target = HOLLOW, s->edit[i].generation = 2;
    if (n == 45 || n == 46) s->edit[first].target = HOLLOW;
    return true;
}

static MunitResult recordings(const MunitParameter params[], void* fixture)
{
    (void)params;
    static script s;
    static uint8_t block[sizeof(block_header) + sizeof s.edit];
    scene world = make(fixture, MASSA_BROAD_PHASE_TREE, 70);
    meeting_step(fixture, world.w, 0);
    meeting_step(fixture, world.w, 0);
    const uint64_t before = api_tables(world.w);
    VkCommandBuffer cmd   = platform_begin(&world.gpu->host);
    uint32_t n            = 0;
    for (; forge_script(n, &s); ++n)
    {
        const size_t size    = write_block(world.w, &s, block);
        mas_wrapper.errors   = 0;
        const massa_result r = massa_cmd_replay(world.w, cmd, block, size);
        if (r != MASSA_ERROR_RECORDING) munit_errorf("Forgery %u was played, or refused with %d.", n, r);
        munit_assert_uint32(mas_wrapper.errors, ==, 1);
        munit_assert_not_null(strstr(mas_wrapper.error, "forged"));
        if (api_tables(world.w) != before) munit_errorf("Forgery %u left a trace.", n);
    }
    munit_assert(platform_submit_and_wait(&world.gpu->host, cmd));
    // And what is right is played: we do forge well.
    s.count = 0;
    add_points(&s, 8);
    add_create(&s, COLLIDER_HULL);
    add(&s, EDIT_BODY_SHAPE, 1, NEXT + 1);
    add(&s, EDIT_SHAPE_DESTROY, HOLLOW, 0);
    for (uint32_t i = 0; i < MASSA_MAX_CHILDREN; ++i)
        add_child(&s, BOX + 1);
    edit_record* e = add_create(&s, MAS_COMPOUND);
    e->target = HOLLOW, e->generation = 2;
    api_replay(world.gpu, world.w, block, write_block(world.w, &s, block));
    munit_assert_true(mas_tables_sound(world.w->tables, &world.w->tables->capacity));
    munit_assert_uint32(meeting_step(fixture, world.w, 0).touching_count, >, 0);
    massa_destroy_world(world.w);
    return MUNIT_OK;
}

// ---- Snapshots ----

typedef struct forger
{
    scene s;
    massa_snapshot *snapshot, *other;
    uint8_t *good, *bad;
    size_t size;
    uint64_t random;
    uint32_t taken, refused;
    size_t at; // bytes, of the word that is forged
} forger;

static void save(forger* f, massa_snapshot* to)
{
    VkCommandBuffer cmd = platform_begin(&f->s.gpu->host);
    test_try(massa_cmd_save(f->s.w, cmd, to));
    munit_assert(platform_submit_and_wait(&f->s.gpu->host, cmd));
}

// Steps, and calls of all kinds between them; whether these are refused is not the question.
static void go_on(forger* f)
{
    massa_world* w      = f->s.w;
    const mas_tables* t = w->tables;
    uint32_t results    = 0;
    VkCommandBuffer cmd = platform_begin(&f->s.gpu->host);
    test_try(massa_cmd_restore(w, cmd, f->snapshot));
    munit_assert(platform_submit_and_wait(&f->s.gpu->host, cmd));
    for (uint32_t round = 0; round < 2; ++round)
    {
        munit_assert_true(mas_tables_sound(t, &t->capacity));
        meeting_step(f->s.gpu, w, 0);
        meeting_set set = meeting_contacts(f->s.gpu, w);
        for (uint32_t i = 0; i < set.count; ++i)
            munit_assert_true(set.contact[i].a < t->capacity.colliders && set.contact[i].b < t->capacity.colliders &&
                              set.contact[i].count <= MANIFOLD_POINTS);
        free(set.contact);
        if (round == 1) break;
        results += massa_body_set_shape(w, f->s.body[0], (massa_shape_id){ mas_id(MAS_ID_SHAPE, GEM, 1) });
        results += massa_destroy_body(w, f->s.body[1]);
        results += massa_destroy_body(w, f->s.body[2]);
        for (uint32_t i = t->shape.count; i-- > 0;)
            results += massa_destroy_shape(w, (massa_shape_id){ mas_id(MAS_ID_SHAPE, i, mas_shapes(t)[i].generation) });
        massa_shape_desc d = massa_default_shape_desc();
        massa_shape_id id;
        results += massa_create_shape(w, &d, &id);
        munit_assert_uint32(results, <, 20 * (uint32_t)MASSA_RESULT_COUNT);
    }
    const void* data;
    size_t size;
    save(f, f->other);
    test_try(massa_snapshot_bytes(f->other, &data, &size));
    memcpy(f->bad, data, size);
    if (massa_snapshot_load(f->other, f->bad, size) != MASSA_OK) // what it saves it takes back
        munit_errorf("What was saved after the word at %zu was forged is refused.", f->at);
}

static void forge_word(forger* f, size_t at, uint32_t how)
{
    uint32_t word;
    f->at = at;
    memcpy(f->bad, f->good, f->size);
    memcpy(&word, f->bad + at, 4);
    static const uint32_t nasty[] = { 0, 1, 2, 3, 6, 7, 33, 65, 0x7fc00000u, 0x7f800000u, 0xff7fffffu, UINT32_MAX };
    switch (how)
    {
    case 0: word ^= 1; break;
    case 1: word ^= 1u << test_random(&f->random) % 32; break;
    case 2: word += test_random(&f->random) % 2 == 0 ? 1u : UINT32_MAX; break;
    default: word = nasty[test_random(&f->random) % MAS_COUNT(nasty)]; break;
    }
    memcpy(f->bad + at, &word, 4);
    if (memcmp(f->bad, f->good, f->size) == 0) return;
    api_seal_snapshot(f->bad, f->size);
    mas_wrapper.errors   = 0;
    const massa_result r = massa_snapshot_load(f->snapshot, f->bad, f->size);
    munit_assert(r == MASSA_OK || r == MASSA_ERROR_SNAPSHOT);
    munit_assert_uint32(mas_wrapper.errors, ==, r != MASSA_OK);
    f->taken += r == MASSA_OK;
    f->refused += r != MASSA_OK;
    if (r == MASSA_OK) go_on(f);
}

// Every word of the tables and of the state, one at a time, with and without edits pending.
static MunitResult snapshots(const MunitParameter params[], void* fixture)
{
    (void)params;
    forger f = { .random = 21 };
    for (int phase = 0; phase <= MASSA_BROAD_PHASE_BRUTE; ++phase)
    {
        f.s = make(fixture, (massa_broad_phase)phase, 3);
        test_try(massa_create_snapshot(f.s.w, &f.snapshot));
        test_try(massa_create_snapshot(f.s.w, &f.other));
        if (phase != 0) meeting_step(fixture, f.s.w, 0); // 0: all of it is still to be told to the device
        if (phase != 0) meeting_step(fixture, f.s.w, 0);
        if (phase == 2) test_try(massa_destroy_body(f.s.w, f.s.body[2]));
        const void* data;
        save(&f, f.snapshot);
        test_try(massa_snapshot_bytes(f.snapshot, &data, &f.size));
        f.good          = memcpy(munit_malloc(f.size), data, f.size);
        f.bad           = munit_malloc(f.size);
        const bool full = test_full();
        size_t step     = full ? 4 : 4 * (MASSA_BROAD_PHASE_BRUTE + 1); // all words, but each in one world
        if (getenv("MASSA_SMALL") != NULL) step *= 4;
        const mas_tables* t    = f.s.w->tables;
        const size_t edits_end = HEADER + t->array[MAS_FAMILY_rigid][MAS_RIGID_EDITS] + t->edit_count * sizeof(edit_record);
        const size_t state     = HEADER + t->bytes;
        for (size_t at = HEADER + (full ? 0 : 4 * (size_t)phase); at < f.size; at += step)
        {
            if (at >= edits_end && at < state) continue; // free places for edits
            for (uint32_t k = 0; k < (full ? 20 : 1); ++k)
                forge_word(&f, at, test_random(&f.random) % 5);
        }
        free(f.good);
        free(f.bad);
        massa_destroy_snapshot(f.snapshot);
        massa_destroy_snapshot(f.other);
        massa_destroy_world(f.s.w);
    }
    munit_logf(MUNIT_LOG_INFO, "%u forgeries taken, %u refused", f.taken, f.refused);
    munit_assert_uint32(f.taken, >, 100);
    munit_assert_uint32(f.refused, >, 100);
    return MUNIT_OK;
}

// Things that are right one by one: two shapes that name one hull, two compounds that name one child, and the like.
static MunitResult contradictions(const MunitParameter params[], void* fixture)
{
    (void)params;
    massa_world_desc d  = scene_desc();
    d.capacity.children = 4;
    d.capacity.edits    = 60;
    forger f            = { .s = { .gpu = fixture } };
    const uint32_t far = MAS_MAX_GENERATION + 1, nan = 0x7fc00000u;
    enum
    {
        BRICK,
        FIRST_HULL,
        SECOND_HULL,
        FIRST_PAIR,
        SECOND_PAIR
    };
    for (uint32_t told = 0; told < 2; ++told) // to the device
    {
        massa_world** w = &f.s.w;
        test_try(massa_create_world(f.s.gpu->device, &d, w));
        test_try(massa_create_snapshot(*w, &f.snapshot));
        const massa_shape_id brick = meeting_box(*w, 0.5f, 0.5f, 0.5f);
        meeting_gem(*w, 0.5f);
        meeting_gem(*w, 0.5f);
        meeting_pair(*w, brick, -1.0f, 1.0f);
        meeting_pair(*w, brick, -1.0f, 1.0f);
        meeting_body(*w, MASSA_BODY_DYNAMIC, brick, 0.0f, 0.0f, 0.0f);
        if (told == 1) meeting_step(fixture, *w, 0);
        const void* data;
        save(&f, f.snapshot);
        test_try(massa_snapshot_bytes(f.snapshot, &data, &f.size));
        f.good              = memcpy(munit_malloc(f.size), data, f.size);
        f.bad               = munit_malloc(f.size);
        const mas_tables* t = (*w)->tables;
        const size_t shape = t->array[MAS_FAMILY_collision][MAS_COLLISION_SHAPES], one = sizeof(mas_shape), child = offsetof(mas_shape, child);
        const uint32_t first_child = mas_shapes(t)[FIRST_PAIR].child;
        const uint64_t rows[][2]   = {
              { shape + SECOND_HULL * one + offsetof(mas_shape, hull), 1 },
              { shape + SECOND_PAIR * one + child, first_child },
              { shape + BRICK * one + offsetof(mas_shape, centre), nan },
              { shape + BRICK * one + offsetof(mas_shape, centre), 0x3f800000u },
              { shape + FIRST_HULL * one + offsetof(mas_shape, centre) + 4, nan },
              { shape + BRICK * one, far }, // alive in a generation that no id has
              { shape + BRICK * one + offsetof(mas_shape, users), 4 },
              { shape + BRICK * one + offsetof(mas_shape, mass), nan },
              { shape + BRICK * one + offsetof(mas_shape, radius), 0x3f800000u },
              { offsetof(mas_tables, shape.free), 6 }, // beyond the first place that was never used
              { offsetof(mas_tables, shape.children), 3 },
              { offsetof(mas_tables, shape.free_child), 1 },
              { offsetof(mas_tables, shape.stage_count), 1 },
              { offsetof(mas_tables, shape.stage_child), 1 },
              { offsetof(mas_tables, collider.unbounded), 1 },
        };
        for (size_t i = 0; i < MAS_COUNT(rows); ++i)
        {
            const uint32_t value = (uint32_t)rows[i][1];
            memcpy(f.bad, f.good, f.size);
            memcpy(f.bad + HEADER + rows[i][0], &value, 4);
            munit_assert_memory_not_equal(f.size, f.bad, f.good);
            api_seal_snapshot(f.bad, f.size);
            if (massa_snapshot_load(f.snapshot, f.bad, f.size) != MASSA_ERROR_SNAPSHOT)
                munit_errorf("Contradiction %zu was taken.", i);
        }
        test_try(massa_snapshot_load(f.snapshot, f.good, f.size));
        free(f.good);
        free(f.bad);
        massa_destroy_snapshot(f.snapshot);
        massa_destroy_world(*w);
    }
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/recordings", recordings, api_setup, wrapper_tear_down, 0, NULL },
    { "/contradictions", contradictions, api_setup, wrapper_tear_down, 0, NULL },
    { "/snapshots", snapshots, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_shapes_forged_suite = { "/shapes-forged", tests, NULL, 1, 0 };
