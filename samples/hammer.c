// Bodies that push each other, as a host meets them: a hammer on a hinge swings into a crate. The hit comes as an
// event, with its speed; when both have come to rest they sleep, and that is told, too.
#include <massa/massa.h>
#include <stdio.h>
#include <stdlib.h>

#include "gpu.h" // platform: stands for the engine that owns device, queue and command buffers

enum
{
    HAMMER = 1, // what `user` of the bodies says
    CRATE  = 2,
};

static void say(void* user, massa_log_level level, const char* sentence)
{
    (void)user, (void)level;
    fprintf(stderr, "massa: %s\n", sentence);
}

static void need(massa_result r)
{
    if (r == MASSA_OK) return;
    fprintf(stderr, "hammer: %s\n", massa_result_text(r));
    exit(1);
}

static void build(massa_world* world)
{
    massa_shape_desc plane = massa_default_shape_desc(), box = massa_default_shape_desc(); // a plane is the default
    massa_body_desc ground = massa_default_body_desc(), crate = massa_default_body_desc(),
                    hammer = massa_default_body_desc();
    massa_body_id body;
    ground.kind = MASSA_BODY_STATIC;
    need(massa_create_shape(world, &plane, &ground.shape));
    need(massa_create_body(world, &ground, &body));

    box.kind    = MASSA_SHAPE_BOX; // half a metre each way
    box.density = 200.0f;
    need(massa_create_shape(world, &box, &crate.shape));
    crate.position = (massa_vec3){ 0.8f, 0.5f, 0.0f };
    crate.user     = CRATE;
    need(massa_create_body(world, &crate, &body));

    // Level with its hinge at the start; 2 m from that to its middle.
    box.box.half = (massa_vec3){ 0.3f, 0.3f, 0.3f };
    box.density  = 1000.0f;
    need(massa_create_shape(world, &box, &hammer.shape));
    hammer.position       = (massa_vec3){ -2.0f, 2.6f, 0.0f };
    hammer.linear_damping = 1.0f; // 1/s, of rust: it comes to rest
    hammer.user           = HAMMER;
    need(massa_create_body(world, &hammer, &body));

    massa_joint_desc hinge = massa_default_joint_desc(); // body_a stays null: the world
    massa_joint_id joint;
    hinge.kind     = MASSA_JOINT_HINGE; // about z, as frames have it unless told
    hinge.body_b   = body;
    hinge.anchor_a = (massa_vec3){ 0.0f, 2.6f, 0.0f };
    hinge.anchor_b = (massa_vec3){ 2.0f, 0.0f, 0.0f };
    need(massa_create_joint(world, &hinge, &joint));
}

static void hear(const massa_poll_result* heard)
{
    for (uint32_t i = 0; i < heard->event_count; ++i)
    {
        const massa_event* e = &heard->events[i];
        if (e->kind == MASSA_EVENT_CONTACT_HIT && e->user_a + e->user_b == HAMMER + CRATE)
            printf("step %u: the hammer hits the crate at %.1f m/s\n", (unsigned)e->step, e->speed);
        if (e->kind == MASSA_EVENT_BODY_SLEEP || e->kind == MASSA_EVENT_BODY_WAKE)
            printf("step %u: the %s %s\n", (unsigned)e->step, e->user_a == CRATE ? "crate" : "hammer",
                   e->kind == MASSA_EVENT_BODY_SLEEP ? "sleeps" : "wakes");
    }
    if (heard->asleep_count == 2) printf("step %u: nobody is awake\n", (unsigned)heard->last_step);
}

int main(void)
{
    platform_gpu gpu;
    if (!platform_gpu_create(&gpu, NULL))
    {
        fprintf(stderr, "hammer: %s\n", gpu.error);
        return 1;
    }
    massa_device_desc dd      = massa_default_device_desc();
    dd.instance               = gpu.instance;
    dd.physical_device        = gpu.physical_device;
    dd.device                 = gpu.device;
    dd.queue_family           = gpu.queue_family;
    dd.get_instance_proc_addr = gpu.get_instance_proc_addr;
    dd.shader_int64           = gpu.shader_int64;
    dd.log                    = say;
    massa_device* device;
    need(massa_create_device(&dd, &device));

    massa_world_desc wd = massa_default_world_desc();
    wd.capacity.bodies  = 16;
    wd.capacity.pairs   = 64; // more than 0: bodies meet each other
    wd.capacity.joints  = 4;
    massa_world* world;
    need(massa_create_world(device, &wd, &world));
    build(world);

    const massa_step_desc step = massa_default_step_desc();
    massa_poll_result heard    = { 0 };
    for (int frame = 1; frame <= 900 && heard.asleep_count < 2; ++frame)
    {
        VkCommandBuffer cmd = platform_begin(&gpu);
        need(massa_cmd_step(world, cmd, &step));
        if (!platform_submit_and_wait(&gpu, cmd)) return 1;
        need(massa_world_poll(world, massa_world_last_step(world), &heard));
        hear(&heard);
    }
    massa_destroy_world(world);
    massa_destroy_device(device);
    platform_gpu_destroy(&gpu);
    return 0;
}
