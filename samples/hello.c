// The smallest honest embedding: a host with a Vulkan device of its own drops a ball, one second long, and reads the
// ball's place from the very buffer that massa simulates in.
#include <massa/massa.h>
#include <stdio.h>

#include "gpu.h" // platform: stands for the engine that owns device, queue and command buffers

static void say(void* user, massa_log_level level, const char* sentence)
{
    (void)user, (void)level;
    fprintf(stderr, "massa: %s\n", sentence);
}

static int fail(const char* what)
{
    fprintf(stderr, "hello: %s\n", what);
    return 1;
}

int main(void)
{
    platform_gpu gpu;
    if (!platform_gpu_create(&gpu, NULL)) return fail(gpu.error);

    massa_device_desc dd      = massa_default_device_desc();
    dd.instance               = gpu.instance;
    dd.physical_device        = gpu.physical_device;
    dd.device                 = gpu.device;
    dd.queue_family           = gpu.queue_family;
    dd.get_instance_proc_addr = gpu.get_instance_proc_addr;
    dd.shader_int64           = gpu.shader_int64;
    dd.log                    = say;
    massa_device* device;
    massa_result r = massa_create_device(&dd, &device);
    if (r != MASSA_OK) return fail(massa_result_text(r));

    massa_world_desc wd = massa_default_world_desc();
    massa_world* world;
    r = massa_create_world(device, &wd, &world);
    if (r != MASSA_OK) return fail(massa_result_text(r));

    massa_body_desc bd = massa_default_body_desc();
    bd.position.y      = 10.0f; // m
    massa_body_id ball;
    r = massa_create_body(world, &bd, &ball);
    if (r != MASSA_OK) return fail(massa_result_text(r));

    massa_view poses;
    r = massa_world_view(world, MASSA_VIEW_BODY_POSE, &poses);
    if (r != MASSA_OK) return fail(massa_result_text(r));
    platform_buffer seen; // a renderer would bind poses.buffer; we only want to print it
    if (!platform_buffer_create(&gpu, &seen, poses.stride, VK_BUFFER_USAGE_TRANSFER_DST_BIT)) return fail(gpu.error);

    const massa_step_desc step = massa_default_step_desc();
    for (int frame = 1; frame <= 60; ++frame)
    {
        VkCommandBuffer cmd = platform_begin(&gpu);
        r                   = massa_cmd_step(world, cmd, &step); // beside the host's own draws
        if (r != MASSA_OK) return fail(massa_result_text(r));
        const VkBufferCopy one = { poses.offset + massa_body_index(ball) * poses.stride, 0, poses.stride };
        vkCmdCopyBuffer(cmd, poses.buffer, seen.buffer, 1, &one); // the step ended with the barrier for this
        if (!platform_submit_and_wait(&gpu, cmd)) return fail(gpu.error);
        massa_poll_result heard;
        r = massa_world_poll(world, massa_world_last_step(world), &heard);
        if (r != MASSA_OK) return fail(massa_result_text(r));
        if (frame % 15 == 0) printf("after %.2f s the ball is at %.3f m\n", frame / 60.0, ((float*)seen.mapped)[1]);
    }
    platform_buffer_destroy(&gpu, &seen);
    massa_destroy_world(world);
    massa_destroy_device(device);
    platform_gpu_destroy(&gpu);
    return 0;
}
