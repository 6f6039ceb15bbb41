// Boxes that fall on each other, in a world of default capacities: the shortest host whose bodies meet.
#include <massa/massa.h>
#include <stdio.h>
#include <stdlib.h>

#include "gpu.h" // platform: stands for the engine that owns device, queue and command buffers

#define BOXES 5

static void say(void* user, massa_log_level level, const char* sentence)
{
    (void)user, (void)level;
    fprintf(stderr, "massa: %s\n", sentence);
}

static void need(massa_result r)
{
    if (r == MASSA_OK) return;
    fprintf(stderr, "drop: %s\n", massa_result_text(r));
    exit(1);
}

int main(void)
{
    platform_gpu gpu;
    if (!platform_gpu_create(&gpu, NULL)) return fprintf(stderr, "drop: %s\n", gpu.error), 1;
    massa_device_desc dd = massa_default_device_desc();
    dd.instance = gpu.instance, dd.physical_device = gpu.physical_device, dd.device = gpu.device;
    dd.queue_family = gpu.queue_family, dd.get_instance_proc_addr = gpu.get_instance_proc_addr, dd.log = say;
    massa_device* device;
    need(massa_create_device(&dd, &device));
    massa_world_desc wd = massa_default_world_desc();
    massa_world* world;
    need(massa_create_world(device, &wd, &world));

    massa_shape_desc plane = massa_default_shape_desc(), box = massa_default_shape_desc(); // a plane is the default
    massa_body_desc ground = massa_default_body_desc(), crate = massa_default_body_desc();
    massa_body_id floor, boxes[BOXES];
    box.kind = MASSA_SHAPE_BOX, ground.kind = MASSA_BODY_STATIC; // a box of 1 m
    need(massa_create_shape(world, &plane, &ground.shape));
    need(massa_create_shape(world, &box, &crate.shape));
    need(massa_create_body(world, &ground, &floor));
    for (int i = 0; i < BOXES; ++i)
        crate.position.y = 1.0f + 1.2f * (float)i, need(massa_create_body(world, &crate, &boxes[i])); // m
    need(massa_world_watch(world, boxes, BOXES)); // their poses come with the poll

    const massa_step_desc step = massa_default_step_desc();
    massa_poll_result heard    = { 0 };
    for (int frame = 1; frame <= 180; ++frame)
    {
        VkCommandBuffer cmd = platform_begin(&gpu);
        need(massa_cmd_step(world, cmd, &step));
        if (!platform_submit_and_wait(&gpu, cmd)) return 1;
        need(massa_world_poll(world, massa_world_last_step(world), &heard));
    }
    for (int i = 0; i < BOXES; ++i)
        printf("box %d rests at %.2f m\n", i, heard.watched[i].position.y); // about 0.5 + i: each on the one below
    massa_destroy_world(world), massa_destroy_device(device), platform_gpu_destroy(&gpu);
    return 0;
}
