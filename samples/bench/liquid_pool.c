#include "liquid_pool.h"

#include <stdio.h>

static bool fine(massa_result r)
{
    if (r == MASSA_OK) return true;
    fprintf(stderr, "massa: %s\n", massa_result_text(r));
    return false;
}

bool liquid_pool_create(liquid_pool* p, const bench_options* options, const massa_world_desc* d)
{
    *p = (liquid_pool){ .gpu = options->gpu };
    if (!fine(massa_create_world(options->device, d, &p->world))) return false;
    if (platform_buffer_create(p->gpu, &p->copy, d->capacity.liquid * 16u, VK_BUFFER_USAGE_TRANSFER_DST_BIT))
        return true;
    return fprintf(stderr, "massa: %s\n", p->gpu->error), false;
}

void liquid_pool_destroy(liquid_pool* p)
{
    massa_destroy_world(p->world);
    platform_buffer_destroy(p->gpu, &p->copy);
}

bool liquid_pool_add(liquid_pool* p, const massa_shape_desc* shape, massa_vec3 at)
{
    massa_body_desc bd = massa_default_body_desc();
    massa_body_id id;
    bd.kind     = MASSA_BODY_STATIC;
    bd.position = at;
    return fine(massa_create_shape(p->world, shape, &bd.shape)) && fine(massa_create_body(p->world, &bd, &id));
}

bool liquid_pool_fill(liquid_pool* p, massa_vec3 half, massa_vec3 at)
{
    massa_liquid_desc ld = massa_default_liquid_desc();
    massa_shape_desc sd  = massa_default_shape_desc();
    massa_liquid_id liquid;
    massa_shape_id shape;
    sd.kind     = MASSA_SHAPE_BOX;
    sd.box.half = half;
    return fine(massa_create_liquid(p->world, &ld, &liquid)) && fine(massa_create_shape(p->world, &sd, &shape)) &&
           fine(massa_liquid_fill(p->world, liquid, shape, at, (massa_quat){ 0.0f, 0.0f, 0.0f, 1.0f },
                                  (massa_vec3){ 0 }, &p->count));
}

bool liquid_pool_step(liquid_pool* p, float dt)
{
    massa_step_desc desc = massa_default_step_desc();
    desc.dt              = dt;
    VkCommandBuffer cmd  = platform_begin(p->gpu);
    if (!fine(massa_cmd_step(p->world, cmd, &desc))) return false;
    if (!platform_submit_and_wait(p->gpu, cmd)) return fprintf(stderr, "massa: %s\n", p->gpu->error), false;
    if (!fine(massa_world_poll(p->world, massa_world_last_step(p->world), &p->heard))) return false;
    if (p->heard.overflow_count == 0 && p->heard.particle_count == p->count) return true;
    return fprintf(stderr, "massa: water lost particles, or a list overflowed.\n"), false;
}

const void* liquid_pool_read(liquid_pool* p, massa_view_kind kind)
{
    massa_view view;
    if (!fine(massa_world_view(p->world, kind, &view))) return NULL;
    VkCommandBuffer cmd = platform_begin(p->gpu);
    vkCmdCopyBuffer(cmd, view.buffer, p->copy.buffer, 1,
                    &(VkBufferCopy){ view.offset, 0, (VkDeviceSize)p->count * view.stride });
    if (platform_submit_and_wait(p->gpu, cmd)) return p->copy.mapped;
    return fprintf(stderr, "massa: %s\n", p->gpu->error), NULL;
}
