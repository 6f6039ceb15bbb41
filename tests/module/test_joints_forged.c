// Recorded steps and snapshots with joints, forged and sealed again. Red when a forgery gets a joint past the checks
// that no call would have made, or when what is refused leaves a trace.
// runs: lavapipe25 layers asan. What the host side does with its input is the same on every driver.
#include "meeting.h"

#include "module/joints.h"
#include "module/replay.h"
#include "inside.h"
#include "tape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    HEADER = 256, // of a snapshot
    BALL   = 0,   // slots of the joints: between two bodies
    HINGE,        // to the world
    GONE,         // destroyed
    APART,        // between a body and a static one
};

static massa_world* make(test_gpu* gpu)
{
    massa_world_desc d = meeting_desc(6, 16);
    d.capacity.joints  = 6;
    d.capacity.edits   = 64;
    massa_world* w;
    test_try(massa_create_world(gpu->device, &d, &w));
    return w;
}

// Bodies 0 and 1 dynamic, 2 static, 3 gone, 4 dynamic.
static void fill(massa_world* w)
{
    const massa_shape_id box = meeting_box(w, 0.5f, 0.5f, 0.5f);
    massa_body_id body[5];
    massa_joint_id id[4];
    for (uint32_t i = 0; i < 5; ++i)
        body[i] = meeting_body(w, i == 2 ? MASSA_BODY_STATIC : MASSA_BODY_DYNAMIC, box, 2.0f * (float)i, 0.0f, 0.0f);
    const massa_body_id none = { 0 }, a[4] = { body[0], none, body[0], body[1] };
    const massa_body_id b[4] = { body[1], body[0], body[4], body[2] };
    for (uint32_t i = 0; i < 4; ++i)
    {
        massa_joint_desc d = massa_default_joint_desc();
        d.kind             = (massa_joint_kind)i;
        d.body_a           = a[i];
        d.body_b           = b[i];
        test_try(massa_create_joint(w, &d, &id[i]));
    }
    test_try(massa_destroy_joint(w, id[GONE]));
    test_try(massa_destroy_body(w, body[3]));
}

static edit_record* change(edit_record* e, uint32_t kind, uint32_t target)
{
    const mas_joint_slot good = { .kind    = JOINT_FIXED,
                                  .side    = { { .body = 1, .frame = { .w = 1.0f } },
                                               { .body = 5, .frame = { .w = 1.0f } } },
                                  .length  = 1.0f,
                                  .damping = 1.0f };
    *e                        = (edit_record){ .kind = kind, .target = target };
    if (kind == EDIT_JOINT_CREATE) mas_joint_to_edit(&good, e);
    if (kind == EDIT_JOINT_CREATE) e->generation = 2;
    if (kind == EDIT_JOINT_SET) e->data[0] = (mas_vec4){ 1.0f, 1.0f, 1.0f, 0.0f };
    return e;
}

// Forgery n of the edits of a step; false: there are no more. 0 to 2 are none.
static bool forge_edit(edit_record* e, uint32_t n)
{
    switch (n)
    {
    case 0: change(e, EDIT_JOINT_CREATE, GONE); break;
    case 1: change(e, EDIT_JOINT_SET, BALL); break;
    case 2: change(e, EDIT_JOINT_DESTROY, HINGE); break;
    case 3: change(e, EDIT_JOINT_CREATE, 4); break; // not its place
    case 4: change(e, EDIT_JOINT_CREATE, BALL); break;
    case 5: change(e, EDIT_JOINT_CREATE, UINT32_MAX); break;
    case 6: change(e, EDIT_JOINT_CREATE, GONE)->generation = 1; break;
    case 7: change(e, EDIT_JOINT_CREATE, GONE)->flags = 0; break;
    case 8: change(e, EDIT_JOINT_CREATE, GONE)->flags = JOINT_KINDS; break;
    case 9: change(e, EDIT_JOINT_CREATE, GONE)->data[0].w = 4.0f; break;  // a body that is gone
    case 10: change(e, EDIT_JOINT_CREATE, GONE)->data[0].w = 6.0f; break; // never was
    case 11: change(e, EDIT_JOINT_CREATE, GONE)->data[1].w = 1.0f; break; // the same
    case 12: change(e, EDIT_JOINT_CREATE, GONE)->data[1].w = -1.0f; break;
    case 13: change(e, EDIT_JOINT_CREATE, GONE)->data[1].w = 1e9f; break;
    case 14: change(e, EDIT_JOINT_CREATE, GONE)->data[0].x = 1.1e4f; break;
    case 15: change(e, EDIT_JOINT_CREATE, GONE)->data[1].y = NAN; break;
    case 16: change(e, EDIT_JOINT_CREATE, GONE)->data[2].w = 0.9f; break;
    case 17: change(e, EDIT_JOINT_CREATE, GONE)->data[3].x = 1.0f; break;
    case 18: change(e, EDIT_JOINT_CREATE, GONE)->data[4].x = 0.0f; break;
    case 19: change(e, EDIT_JOINT_CREATE, GONE)->data[4].y = 1e4f; break;
    case 20: change(e, EDIT_JOINT_CREATE, GONE)->data[4].z = -1.0f; break;
    case 21: change(e, EDIT_JOINT_CREATE, GONE)->data[4].w = 2.0f; break;
    case 22: change(e, EDIT_JOINT_SET, GONE); break;
    case 23: change(e, EDIT_JOINT_SET, 6); break;
    case 24: change(e, EDIT_JOINT_SET, BALL)->flags = 2; break;
    case 25: change(e, EDIT_JOINT_SET, BALL)->data[0].x = -1.0f; break;
    case 26: change(e, EDIT_JOINT_SET, BALL)->data[0].z = 0.0f; break;
    case 27: change(e, EDIT_JOINT_SET, BALL)->generation = 1; break;
    case 28: change(e, EDIT_JOINT_DESTROY, GONE); break;
    case 29: change(e, EDIT_JOINT_DESTROY, UINT32_MAX); break;
    case 30: change(e, EDIT_JOINT_DESTROY, BALL)->flags = 1; break;
    case 31: change(e, EDIT_JOINT_SET + 1, BALL); break;
    case 32: // neither moves
        change(e, EDIT_JOINT_CREATE, GONE)->data[0].w = 0.0f;
        e->data[1].w                                  = 3.0f;
        break;
    default: return false;
    }
    return true;
}

static MunitResult steps(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu  = fixture;
    massa_world* w = make(gpu);
    tape recording = { 0 };
    massa_snapshot* s;
    test_try(massa_create_snapshot(w, &s));
    test_try(massa_world_set_recorder(w, tape_record, &recording));
    fill(w);
    meeting_step(gpu, w, 0);
    VkCommandBuffer cmd = platform_begin(&gpu->host);
    test_try(massa_cmd_save(w, cmd, s));
    munit_assert(platform_submit_and_wait(&gpu->host, cmd));
    meeting_step(gpu, w, 0);
    uint8_t block[sizeof(block_header) + 2 * sizeof(edit_record)];
    edit_record e;
    for (uint32_t n = 0; forge_edit(&e, n); ++n)
    {
        cmd = platform_begin(&gpu->host);
        test_try(massa_cmd_restore(w, cmd, s));
        munit_assert(platform_submit_and_wait(&gpu->host, cmd));
        edit_record honest; // first, so that there is something to take back
        change(&honest, EDIT_JOINT_SET, APART)->flags = 1;
        block_header h;
        memcpy(&h, recording.block[1], sizeof h);
        h.edit_count = n < 3 ? 1 : 2;
        memcpy(block, &h, sizeof h);
        memcpy(block + sizeof h, n < 3 ? &e : &honest, sizeof e);
        memcpy(block + sizeof h + sizeof e, &e, sizeof e);
        const size_t size     = sizeof h + h.edit_count * sizeof e;
        const uint64_t before = api_tables(w);
        api_seal_block(block, size);
        cmd = platform_begin(&gpu->host);
        if (n < 3)
            test_try(massa_cmd_replay(w, cmd, block, size));
        else
            REFUSED(massa_cmd_replay(w, cmd, block, size), MASSA_ERROR_RECORDING, "forged");
        munit_assert(platform_submit_and_wait(&gpu->host, cmd));
        if (n >= 3 && api_tables(w) != before) munit_errorf("forgery %u left a trace", n);
        munit_assert_true(mas_joints_sound(w->tables));
        massa_poll_result news;
        test_try(massa_world_poll(w, massa_world_last_step(w), &news));
    }
    tape_drop(&recording);
    massa_destroy_snapshot(s);
    massa_destroy_world(w);
    return MUNIT_OK;
}

// Forgery n of the tables, or of what the device keeps.
static bool forge_tables(mas_tables* t, uint8_t* state, const mas_joint* on, uint32_t n)
{
    mas_joint_slot* j      = mas_joints(t);
    joint_data* data       = (joint_data*)(state + on->data.offset);
    uint32_t* order        = (uint32_t*)(state + on->order.offset);
    joined_pair* joined    = (joined_pair*)(state + on->joined.offset);
    joint_impulse* impulse = (joint_impulse*)(state + on->impulse.offset);
    switch (n)
    {
    case 0: t->joint.count = 7; break;
    case 1: ++t->joint.live; break;
    case 2: t->joint.free = BALL + 1; break;
    case 3: t->joint.free = 9; break;
    case 4: j[GONE].next_free = GONE + 1; break; // in circles
    case 5: ++t->joint.apart; break;
    case 6: ++t->joint.colour[1], --t->joint.colour[0]; break;
    case 7: j[BALL].colour = j[HINGE].colour; break; // of one body
    case 8: j[BALL].colour = JOINT_COLOURS + 1; break;
    case 9: j[BALL].generation = 0; break;
    case 10: j[BALL].kind = 9; break;
    case 11: j[BALL].side[0].body = 4; break;
    case 12: j[BALL].side[0].body = 2; break;
    case 13: j[BALL].side[0].anchor.x = NAN; break;
    case 14: j[BALL].side[1].frame.w = 0.5f; break;
    case 15: j[BALL].side[0].next = 99; break;
    case 16: j[BALL].side[0].previous ^= 3; break;
    case 17: mas_joint_lists(t)[0] = 0; break;
    case 18: mas_joint_lists(t)[4] = 1; break;
    case 19: j[APART].collide = 2; break;
    case 20: j[APART].length = -1.0f; break;
    case 21: t->joint.changed.end = 7; break;
    case 22: t->joint.joined_changed = 2; break;
    case 23: data[BALL].a = 77; break;
    case 24: data[GONE].kind = JOINT_BALL; break;
    case 25: order[0] = 1000; break;
    case 26: order[1] = order[0]; break;
    case 27: memset(joined, 0, on->joined.size); break;
    case 28: memset(joined, 1, on->joined.size); break; // nowhere an end
    case 29: impulse[BALL].force.y = INFINITY; break;
    case 30: data[BALL].apart = 2.0f; break;
    default: return false;
    }
    return true;
}

static MunitResult snapshots(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu  = fixture;
    massa_world* w = make(gpu);
    massa_snapshot* s;
    test_try(massa_create_snapshot(w, &s));
    fill(w);
    meeting_step(gpu, w, 0);
    VkCommandBuffer cmd = platform_begin(&gpu->host);
    test_try(massa_cmd_save(w, cmd, s));
    munit_assert(platform_submit_and_wait(&gpu->host, cmd));
    const void* data;
    size_t size;
    test_try(massa_snapshot_bytes(s, &data, &size));
    uint8_t *good = aligned_alloc(64, (size + 63) / 64 * 64), *forged = aligned_alloc(64, (size + 63) / 64 * 64);
    memcpy(good, data, size);
    const uint64_t tables = (w->tables->bytes + 255) / 256 * 256;
    test_try(massa_snapshot_load(s, good, size));
    for (uint32_t n = 0;; ++n)
    {
        memcpy(forged, good, size);
        if (!forge_tables((mas_tables*)(forged + HEADER), forged + HEADER + tables, &w->simulation->joint->stage, n)) break;
        api_seal_snapshot(forged, size);
        mas_wrapper.errors = 0;
        if (massa_snapshot_load(s, forged, size) != MASSA_ERROR_SNAPSHOT) munit_errorf("forgery %u was taken", n);
    }
    free(good);
    free(forged);
    massa_destroy_snapshot(s);
    massa_destroy_world(w);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/steps", steps, api_setup, wrapper_tear_down, 0, NULL },
    { "/snapshots", snapshots, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_joints_forged_suite = { "/joints-forged", tests, NULL, 1, 0 };
