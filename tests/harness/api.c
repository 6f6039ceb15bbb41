#include "api.h"

#include "module/replay.h" // what a world and its recordings are made of

#include <stddef.h>
#include <string.h>

void* api_setup(const MunitParameter params[], void* user)
{
    test_gpu* gpu = test_gpu_setup(params, user);
    massa_destroy_device(gpu->device);
    wrapper_begin(&gpu->host, false);
    const massa_device_desc desc = wrapper_desc();
    test_try(massa_create_device(&desc, &gpu->device));
    test_reset(gpu);
    return gpu;
}

void api_expect(massa_result got, massa_result code, const char* words, const char* call)
{
    if (got != code) munit_errorf("%s returned %d (%s), not %d.", call, got, massa_result_text(got), code);
    if (mas_wrapper.errors != (words != NULL))
        munit_errorf("%s logged %u sentences; the last: %s", call, mas_wrapper.errors, mas_wrapper.error);
    if (words != NULL && strstr(mas_wrapper.error, words) == NULL)
        munit_errorf("%s: \"%s\" does not say \"%s\".", call, mas_wrapper.error, words);
}

uint64_t api_tables(const massa_world* w)
{
    const mas_tables* t       = w->tables;
    const uint64_t counters[] = { w->recorded, w->finished };
    uint64_t a                = mas_hash_bytes(1, t, sizeof *t);
    a                         = mas_hash_bytes(a, mas_slots(t), t->capacity.bodies * sizeof(mas_slot));
    a                         = mas_hash_bytes(a, mas_edits(t), t->edit_count * sizeof(edit_record));
    a                         = mas_hash_bytes(a, mas_watched(t), t->body.watched * sizeof(watch_entry));
    a                         = mas_hash_bytes(a, mas_collider_slots(t), t->collider.count * sizeof(mas_collider_slot));
    a                         = mas_hash_bytes(a, mas_shapes(t), t->capacity.shapes * sizeof(mas_shape));
    a                         = mas_hash_bytes(a, mas_hulls(t), t->capacity.hulls * sizeof(hull_data));
    a                         = mas_hash_bytes(a, mas_joints(t), t->joint.count * sizeof(mas_joint_slot));
    a                         = mas_hash_bytes(a, mas_joint_lists(t), t->array[MAS_FAMILY_rigid][MAS_RIGID_SLOTS] - t->array[MAS_FAMILY_joint][MAS_JOINT_LISTS]);
    a                         = mas_hash_bytes(a, mas_children(t), t->shape.children * sizeof(mas_child));
    a                         = mas_hash_bytes(a, mas_records(t), t->particle.records * sizeof(particle_record));
    a = mas_hash_bytes(a, mas_particle_slots(t), t->capacity.particles * sizeof(mas_particle_slot));
    a = mas_hash_bytes(a, mas_particle_used(t), (t->capacity.particles + 63) / 64 * sizeof(uint64_t));
    a = mas_hash_bytes(a, mas_surface_slots(t), t->surface.count * sizeof(mas_surface_slot));
    a = mas_hash_bytes(a, mas_cage_points(t), t->surface.points * sizeof(massa_vec3));
    return mas_hash_bytes(a, counters, sizeof counters);
}

massa_world_desc api_desc(uint32_t bodies)
{
    massa_world_desc d = massa_default_world_desc();
    d.capacity         = (massa_capacity){
                .bodies = bodies, .edits = 4 * bodies, .events = 16, .watched = 8, .colliders = MASSA_NONE, .pairs = MASSA_NONE
    };
    d.substeps = 2;
    return d;
}

void api_change_setting(massa_world_desc* d, uint32_t which)
{
    float* const setting[] = { &d->contact_margin,    &d->contact_hertz, &d->contact_damping, &d->push_out_speed,
                               &d->restitution_speed, &d->mass_guard,    &d->sleep_time };
    if (which < MAS_COUNT(setting))
        *setting[which] = *setting[which] > 0.0f ? *setting[which] * 1.5f : 10.0f;
    else if (which == MAS_COUNT(setting))
        d->sleep = !d->sleep;
    else if (which == MAS_COUNT(setting) + 1)
        ++d->joint_sweeps;
    else
        d->broad_phase = d->broad_phase == MASSA_BROAD_PHASE_SWEEP ? MASSA_BROAD_PHASE_TREE : MASSA_BROAD_PHASE_SWEEP;
}

static float spread(uint64_t* random, float range)
{
    return ((float)(test_random(random) >> 8) * 0x1p-23f - 1.0f) * range;
}

static massa_vec3 spread3(uint64_t* random, float range)
{
    const float x = spread(random, range), y = spread(random, range), z = spread(random, range);
    return (massa_vec3){ x, y, z };
}

massa_body_desc api_body(uint32_t k)
{
    uint64_t random    = k;
    massa_body_desc d  = massa_default_body_desc();
    const massa_vec3 r = spread3(&random, 1.0f), i = spread3(&random, 0.1f);
    d.kind             = k % 7 == 5 ? MASSA_BODY_KINEMATIC : k % 7 == 6 ? MASSA_BODY_STATIC : MASSA_BODY_DYNAMIC;
    d.position         = spread3(&random, 100.0f);
    d.rotation         = (massa_quat){ r.x, r.y, r.z, 1.0f };
    d.velocity         = spread3(&random, 10.0f);
    d.angular_velocity = spread3(&random, 10.0f);
    d.mass             = 2.0f + spread(&random, 1.0f);
    d.inertia          = (massa_vec3){ 0.3f + i.x, 0.3f + i.y, 0.3f + i.z };
    d.linear_damping   = k % 3 == 0 ? 0.1f : 0.0f;
    d.angular_damping  = k % 5 == 0 ? 0.1f : 0.0f;
    d.locks            = k % 8 == 3 ? MASSA_AXIS_Y | MASSA_AXIS_TURN_X : 0;
    d.max_speed        = k % 8 == 2 ? 7.0f : 400.0f;
    d.sleep_speed      = 0.01f * (float)(k % 4);
    d.user             = 0x1234567800000000u + k;
    return d;
}

void api_create(massa_world* w, uint32_t count, massa_body_id* id)
{
    for (uint32_t k = 0; k < count; ++k)
    {
        const massa_body_desc d = api_body(k);
        test_try(massa_create_body(w, &d, &id[k]));
    }
}

void api_edit(massa_world* w, massa_body_id* id, uint32_t count, uint64_t step)
{
    uint64_t random         = step * 977;
    const uint32_t victim   = test_random(&random) % count;
    const massa_body_desc d = api_body(victim);
    test_try(massa_destroy_body(w, id[victim]));
    test_try(massa_create_body(w, &d, &id[victim]));
    for (uint32_t n = 0; n < 3; ++n)
    {
        const uint32_t k   = test_random(&random) % count;
        const massa_vec3 v = spread3(&random, 5.0f), p = spread3(&random, 50.0f);
        if (k % 7 == 0) test_try(massa_body_set_locks(w, id[k], test_random(&random) % 64));
        if (k % 7 == 1) test_try(massa_body_set_limits(w, id[k], 3.0f + v.x * v.x, 3.0f + v.y * v.y));
        if (k % 7 == 2) test_try(massa_body_set_damping(w, id[k], 0.1f * v.x * v.x, 0.1f * v.y * v.y));
        if (k % 7 == 3) test_try(massa_body_set_gravity_scale(w, id[k], v.x));
        if (k % 7 == 4) test_try(massa_body_set_sleep_speed(w, id[k], 0.1f * v.x * v.x));
        if (k % 7 < 5) test_try(massa_body_wake(w, id[k]));
        if (k % 7 < 5) test_try(massa_body_apply_impulse(w, id[k], v, p));
        if (k % 7 < 5) test_try(massa_body_apply_force(w, id[k], v, p));
        if (k % 7 < 5) test_try(massa_body_apply_torque(w, id[k], v));
        if (k % 7 < 5) test_try(massa_body_apply_angular_impulse(w, id[k], v));
        if (k % 7 == 5) test_try(massa_body_set_velocity(w, id[k], v));
        if (k % 7 == 5) test_try(massa_body_set_angular_velocity(w, id[k], v));
        if (k % 7 == 6) test_try(massa_body_set_pose(w, id[k], p, (massa_quat){ v.x, v.y, v.z, 1.0f }));
    }
    if (step % 4 == 0) test_try(massa_world_set_gravity(w, spread3(&random, 9.81f)));
}

static uint64_t finish(test_gpu* gpu, massa_world* w, VkCommandBuffer cmd)
{
    massa_poll_result news;
    munit_assert(platform_submit_and_wait(&gpu->host, cmd));
    test_try(massa_world_poll(w, massa_world_last_step(w), &news));
    munit_assert_true(news.has_hash);
    return news.hash;
}

uint64_t api_step(test_gpu* gpu, massa_world* w)
{
    VkCommandBuffer cmd  = platform_begin(&gpu->host);
    massa_step_desc desc = massa_default_step_desc();
    desc.hash            = true;
    test_try(massa_cmd_step(w, cmd, &desc));
    return finish(gpu, w, cmd);
}

uint64_t api_replay(test_gpu* gpu, massa_world* w, const void* block, size_t size)
{
    VkCommandBuffer cmd = platform_begin(&gpu->host);
    test_try(massa_cmd_replay(w, cmd, block, size));
    return finish(gpu, w, cmd);
}

void api_read(test_gpu* gpu, massa_world* w, massa_view_kind kind, void* data, uint32_t count)
{
    massa_view view;
    platform_buffer copy;
    test_try(massa_world_view(w, kind, &view));
    const VkBufferCopy region = { view.offset, 0, (VkDeviceSize)count * view.stride };
    munit_assert_uint64(region.size, <=, view.size);
    munit_assert(platform_buffer_create(&gpu->host, &copy, region.size, VK_BUFFER_USAGE_TRANSFER_DST_BIT));
    VkCommandBuffer cmd = platform_begin(&gpu->host);
    vkCmdCopyBuffer(cmd, view.buffer, copy.buffer, 1, &region);
    munit_assert(platform_submit_and_wait(&gpu->host, cmd));
    memcpy(data, copy.mapped, region.size);
    platform_buffer_destroy(&gpu->host, &copy);
}

static void seal(uint8_t* bytes, size_t size, size_t checksum)
{
    const size_t checked = checksum + sizeof(uint64_t);
    const uint64_t sum   = mas_hash_bytes(0, bytes + checked, size - checked);
    memcpy(bytes + checksum, &sum, sizeof sum);
}

void api_seal_block(uint8_t* block, size_t size)
{
    seal(block, size, offsetof(block_header, checksum));
}

void api_seal_snapshot(uint8_t* bytes, size_t size)
{
    seal(bytes, size, 8); // behind magic and version
}
