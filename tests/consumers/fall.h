// What every consumer does with massa: a body falls for a second, its pose comes back. In the common part of C11 and
// C++17, through massa/massa.h alone.
#ifndef CONSUMER_FALL_H
#define CONSUMER_FALL_H

#include "host.h"

#include <massa/massa.h>

static inline void fall_log(void* user, massa_log_level level, const char* sentence)
{
    (void)user;
    if (level == MASSA_LOG_ERROR) fprintf(stderr, "massa: %s\n", sentence);
}

static inline void fall_try(massa_result r, const char* call)
{
    if (r == MASSA_OK) return;
    fprintf(stderr, "%s: %s\n", call, massa_result_text(r));
    exit(1);
}
#define FALL_TRY(call) fall_try(call, #call)

// The queue family that massa would like, before there is a device.
static inline uint32_t fall_queue_family(const host* h, PFN_vkGetInstanceProcAddr get)
{
    massa_device_needs needs;
    FALL_TRY(massa_query_device_needs(h->instance, h->physical_device, get, &needs));
    host_need(needs.supported, needs.reason);
    return needs.queue_family;
}

// The height of the body after one second.
static inline float fall(host* h, PFN_vkGetInstanceProcAddr get)
{
    massa_device_desc dd      = massa_default_device_desc();
    dd.instance               = h->instance;
    dd.physical_device        = h->physical_device;
    dd.device                 = h->device;
    dd.queue_family           = h->queue_family;
    dd.get_instance_proc_addr = get;
    dd.log                    = fall_log;
    massa_device* device;
    FALL_TRY(massa_create_device(&dd, &device));

    const massa_world_desc wd = massa_default_world_desc();
    massa_world*           world;
    FALL_TRY(massa_create_world(device, &wd, &world));
    massa_body_desc bd = massa_default_body_desc();
    bd.position.y      = 10.0f;
    massa_body_id body;
    FALL_TRY(massa_create_body(world, &bd, &body));
    FALL_TRY(massa_world_watch(world, &body, 1));

    const massa_step_desc step = massa_default_step_desc();
    massa_poll_result     news;
    memset(&news, 0, sizeof news);
    for (int frame = 0; frame < 30; ++frame)
    {
        host_begin(h);
        FALL_TRY(massa_cmd_step(world, h->cmd, &step)); // two steps of 1/60 s
        FALL_TRY(massa_cmd_step(world, h->cmd, &step));
        host_submit_and_wait(h);
        FALL_TRY(massa_world_poll(world, massa_world_last_step(world), &news));
    }
    host_need(news.last_step == 60 && news.watched_count == 1, "the poll of step 60");
    const massa_vec3 p = news.watched[0].position;
    massa_destroy_world(world);
    massa_destroy_device(device);

    // 10 - g/2 (1 + 1/240): one second in 240 substeps, each with the speed at its end.
    printf("pose after 1 s: %.4f %.4f %.4f\n", (double)p.x, (double)p.y, (double)p.z);
    host_need(p.x == 0.0f && p.z == 0.0f && p.y > 5.070f && p.y < 5.080f, "falling 4.925 m in one second");
    return p.y;
}

#endif
