#include "session.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    MOST_DEVICES = 16,
    IN_FLIGHT    = 8, // steps
};

static bool fail(session* s, int code, const char* format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(s->error, sizeof s->error, format, args);
    va_end(args);
    s->exit_code = code;
    return false;
}

static void remember(void* user, massa_log_level level, const char* sentence)
{
    session* s = user;
    if (level != MASSA_LOG_INFO) snprintf(s->log, sizeof s->log, "%s", sentence);
}

static bool try_massa(session* s, massa_result result)
{
    if (result == MASSA_OK) return true;
    return fail(s, EXIT_BROKEN, "%s", s->log[0] != 0 ? s->log : massa_result_text(result));
}

static bool contains(const char* text, const char* part) // whatever the case
{
    for (; *text != 0; ++text)
    {
        size_t i = 0;
        while (part[i] != 0 && tolower((unsigned char)text[i]) == tolower((unsigned char)part[i]))
            ++i;
        if (part[i] == 0) return true;
    }
    return part[0] == 0;
}

void session_list_devices(session* s, void (*each)(void* user, VkPhysicalDevice), void* user)
{
    VkPhysicalDevice device[MOST_DEVICES];
    uint32_t count    = MOST_DEVICES;
    const VkResult vk = vkEnumeratePhysicalDevices(s->gpu.instance, &count, device);
    for (uint32_t i = 0; (vk == VK_SUCCESS || vk == VK_INCOMPLETE) && i < count; ++i)
        each(user, device[i]);
}

typedef struct name_search
{
    const char* part;
    char found[VK_MAX_PHYSICAL_DEVICE_NAME_SIZE];
    char all[400];
} name_search;

static void match_name(void* user, VkPhysicalDevice device)
{
    name_search* n = user;
    VkPhysicalDeviceProperties p;
    vkGetPhysicalDeviceProperties(device, &p);
    if (n->found[0] == 0 && contains(p.deviceName, n->part)) memcpy(n->found, p.deviceName, sizeof n->found);
    const size_t at = strlen(n->all);
    snprintf(n->all + at, sizeof n->all - at, "%s%.100s", at > 0 ? ", " : "", p.deviceName);
}

// The platform compares letter by letter; a user need not.
static bool open_gpu(session* s, const char* name)
{
    if (platform_gpu_create(&s->gpu, name)) return true;
    if (name == NULL || !platform_gpu_create(&s->gpu, NULL)) return fail(s, EXIT_BROKEN, "%s", s->gpu.error);
    name_search search = { .part = name };
    session_list_devices(s, match_name, &search);
    platform_gpu_destroy(&s->gpu);
    if (search.found[0] != 0 && platform_gpu_create(&s->gpu, search.found)) return true;
    return fail(s, EXIT_MISUSE, "there is no device '%s'; here is: %s.", name, search.all);
}

static bool probe(session* s)
{
    VkCommandBuffer cmd = platform_begin(&s->gpu);
    if (!try_massa(s, massa_cmd_probe(s->device, cmd))) return false;
    if (!platform_submit_and_wait(&s->gpu, cmd)) return fail(s, EXIT_BROKEN, "%s", s->gpu.error);
    return try_massa(s, massa_device_poll_probe(s->device, &s->determinism));
}

bool session_open_device(session* s, const char* name, bool with_probe)
{
    memset(s, 0, sizeof *s);
    if (!open_gpu(s, name)) return false;
    massa_device_desc dd      = massa_default_device_desc();
    dd.instance               = s->gpu.instance;
    dd.physical_device        = s->gpu.physical_device;
    dd.device                 = s->gpu.device;
    dd.queue_family           = s->gpu.queue_family;
    dd.get_instance_proc_addr = s->gpu.get_instance_proc_addr;
    dd.shader_int64           = s->gpu.shader_int64;
    dd.log                    = remember;
    dd.log_user               = s;
    return try_massa(s, massa_create_device(&dd, &s->device)) && (!with_probe || probe(s));
}

static bool open_scene(session* s)
{
    const options* o = s->options;
    scene* sc        = &s->scene;
    *sc = (scene){ .desc = o->scene, .gpu = &s->gpu, .drawer = s->drawer, .device = s->device, .obj = o->obj };
    memcpy(sc->value, o->value, sizeof sc->value);
    sc->state = calloc(1, o->scene->state_size);
    if (sc->state == NULL) return fail(s, EXIT_BROKEN, "no memory for the scene.");

    massa_world_desc wd    = massa_default_world_desc();
    wd.max_steps_in_flight = IN_FLIGHT;
    o->scene->plan(sc, &wd);
    if (sc->error[0] != 0) return fail(s, EXIT_BROKEN, "%s", s->log[0] != 0 ? s->log : sc->error);
    sc->spacing  = wd.liquid.spacing;
    s->has_lines = wd.capacity.pairs != MASSA_NONE && wd.capacity.debug_lines > 0 &&
                   wd.capacity.particles + wd.capacity.liquid == 0;
    if (o->debug != 0 && !s->has_lines)
        return fail(s, EXIT_MISUSE, "%s has no lines to draw: its bodies do not meet each other. Leave out --debug.",
                    o->scene->name);
    if (!try_massa(s, massa_query_world_memory(s->device, &wd, &sc->memory)) ||
        !try_massa(s, massa_create_world(s->device, &wd, &sc->world)))
        return false;
    if (!o->scene->build(sc) || (s->has_lines && sc->drawer != NULL && scene_draw_debug(sc) == NULL))
        return fail(s, EXIT_BROKEN, "%s", s->log[0] != 0 ? s->log : sc->error[0] != 0 ? sc->error : s->gpu.error);
    if (s->debug_chosen) sc->debug = s->debug;
    renderer_frame first;
    session_look(s, &first);
    memcpy(s->eye, first.eye, sizeof s->eye);
    memcpy(s->target, first.target, sizeof s->target);
    return true;
}

static void close_scene(session* s)
{
    for (uint32_t i = 0; i < s->scene.mesh_count; ++i)
        renderer_mesh_destroy(s->drawer, s->scene.meshes[i]);
    massa_destroy_world(s->scene.world);
    for (uint32_t i = 0; i < s->scene.cage_count; ++i)
        massa_destroy_cage(s->scene.cages[i]);
    for (uint32_t i = 0; i < s->scene.buffer_count; ++i)
        platform_buffer_destroy(&s->gpu, &s->scene.buffers[i]);
    for (uint32_t i = 0; i < s->scene.kept_count; ++i)
        free(s->scene.kept[i]);
    free(s->scene.state);
    s->scene = (scene){ 0 };
}

bool session_open(session* s, const options* o)
{
    if (!session_open_device(s, o->device, true)) return false;
    s->options      = o;
    s->debug        = o->debug;
    s->debug_chosen = o->debug_given;
    if (!o->no_images)
    {
        VkPhysicalDeviceProperties p;
        vkGetPhysicalDeviceProperties(s->gpu.physical_device, &p);
        if (o->width > p.limits.maxFramebufferWidth || o->height > p.limits.maxFramebufferHeight)
            return fail(s, EXIT_MISUSE, "%ux%u is more than %s draws: %ux%u.", o->width, o->height, p.deviceName,
                        p.limits.maxFramebufferWidth, p.limits.maxFramebufferHeight);
        s->drawer = renderer_create(&s->gpu, o->width, o->height);
        if (s->drawer == NULL) return fail(s, EXIT_BROKEN, "%s", s->gpu.error);
    }
    return open_scene(s);
}

bool session_restart(session* s)
{
    vkDeviceWaitIdle(s->gpu.device);
    close_scene(s);
    if (s->drawer != NULL) renderer_forget(s->drawer);
    return open_scene(s);
}

void session_close(session* s)
{
    if (s->gpu.device != VK_NULL_HANDLE) vkDeviceWaitIdle(s->gpu.device);
    close_scene(s);
    renderer_destroy(s->drawer);
    massa_destroy_device(s->device);
    platform_gpu_destroy(&s->gpu);
    s->drawer = NULL;
    s->device = NULL;
}

void session_set_debug(session* s, uint32_t debug)
{
    if (!s->has_lines) return;
    s->debug        = debug;
    s->debug_chosen = true;
    s->scene.debug  = debug;
}

bool session_record_steps(session* s, VkCommandBuffer cmd, uint32_t steps, bool hash)
{
    scene* sc            = &s->scene;
    massa_step_desc step = massa_default_step_desc();
    step.debug           = sc->debug;
    step.dt              = sc->desc->dt;
    step.profile         = true;
    for (uint32_t i = 0; i < steps; ++i)
    {
        sc->step  = massa_world_last_step(sc->world) + 1;
        step.hash = hash && i + 1 == steps;
        if (sc->desc->edit != NULL && !sc->desc->edit(sc))
            return fail(s, EXIT_BROKEN, "%s", s->log[0] != 0 ? s->log : sc->error);
        if (!try_massa(s, massa_cmd_step(sc->world, cmd, &step))) return false;
    }
    return true;
}

void session_look(session* s, renderer_frame* out)
{
    *out = renderer_default_frame();
    s->scene.desc->look(&s->scene, out);
    out->items      = s->scene.items;
    out->item_count = s->scene.item_count;
}

bool session_record_draw(session* s, VkCommandBuffer cmd, const renderer_frame* view)
{
    scene* sc = &s->scene;
    for (uint32_t i = 0; i < sc->item_count; ++i) // slots in use may have become more
    {
        massa_view slots;
        if (sc->item_view[i] == MASSA_VIEW_COUNT) continue;
        if (!try_massa(s, massa_world_view(sc->world, sc->item_view[i], &slots))) return false;
        sc->items[i].count = slots.count;
    }
    renderer_frame own;
    if (view == NULL) session_look(s, &own);
    return renderer_draw(s->drawer, cmd, view != NULL ? view : &own) || fail(s, EXIT_BROKEN, "%s", s->gpu.error);
}

static void note_stages(session* s, const massa_poll_result* heard)
{
    if (heard->stage_count == 0) return;
    s->step_ms = 0.0;
    for (uint32_t i = 0; i < s->stage_count; ++i)
        s->stages[i].last = 0.0;
    for (uint32_t i = 0; i < heard->stage_count; ++i)
    {
        session_stage* t = s->stages;
        while (t < s->stages + s->stage_count && strcmp(t->name, heard->stages[i].name) != 0)
            ++t;
        if (t == s->stages + SESSION_STAGES) continue;
        if (t == s->stages + s->stage_count)
            snprintf(s->stages[s->stage_count++].name, sizeof t->name, "%s", heard->stages[i].name);
        t->last += heard->stages[i].milliseconds; // a name may come more than once
        s->step_ms += heard->stages[i].milliseconds;
    }
    for (uint32_t i = 0; i < s->stage_count; ++i)
        s->stages[i].sum += s->stages[i].last;
    ++s->profiled;
}

static void note_most(uint32_t* most, uint32_t now)
{
    if (now > *most) *most = now;
}

static void note_contacts(session_contacts* c, const massa_poll_result* heard)
{
    note_most(&c->pairs, heard->pair_count);
    note_most(&c->contacts, heard->contact_count);
    note_most(&c->solved, heard->solved_count);
    note_most(&c->colours, heard->colour_count);
    note_most(&c->serial, heard->serial_count);
    note_most(&c->blocks, heard->block_count);
    note_most(&c->boundary, heard->boundary_count);
}

bool session_hear(session* s, uint64_t finished_step)
{
    scene* sc = &s->scene;
    massa_poll_result heard;
    if (!try_massa(s, massa_world_poll(sc->world, finished_step, &heard))) return false;
    if (heard.last_step == 0) return true;
    note_stages(s, &heard);
    note_contacts(&s->contacts, &heard);
    sc->heard_step = heard.last_step;
    sc->heard_time = (double)heard.last_step * sc->desc->dt;
    s->has_hash    = heard.has_hash;
    s->hash        = heard.hash;
    sc->desc->hear(sc, &heard);
    return true;
}

bool session_is_broken(const session* s)
{
    for (uint32_t i = 0; i < s->scene.check_count; ++i)
        if (s->scene.checks[i].broken) return true;
    return false;
}
