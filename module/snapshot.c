// Snapshots: header, tables and state in one mapped buffer; no pointers, the same layout on every device.
#include "joints.h"
#include "shapes.h"
#include "surface_tables.h"
#include "world.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

typedef struct snapshot_header
{
    uint32_t magic, version;
    uint64_t checksum; // of everything behind this word, set when the bytes are taken out
    uint64_t size;     // of the whole block
    uint64_t tables_size, state_size;
    massa_capacity capacity;
    mas_settings settings;
} snapshot_header;

enum
{
    MAGIC        = 0x6d73736e,
    VERSION      = 8,
    HEADER_BYTES = 256,
    CHECKED      = offsetof(snapshot_header, size)
};

struct massa_snapshot
{
    massa_world* world;
    VkBuffer buffer;
    void* handle;
    uint8_t* block; // and the seal behind it, a word that no bytes() hands out
    uint64_t size;  // of the block
    bool filled;
    uint32_t saves; // recorded so far; the device writes this number as the seal when the copy is done
};

static bool is_ready(const massa_snapshot* s)
{
    uint32_t seal;
    memcpy(&seal, s->block + s->size, sizeof seal);
    return seal == s->saves;
}

static uint64_t tables_bytes(const massa_world* w)
{
    return (w->tables->bytes + MAS_SPAN_ALIGNMENT - 1) / MAS_SPAN_ALIGNMENT * MAS_SPAN_ALIGNMENT;
}

static snapshot_header header_of(const massa_world* w)
{
    const uint64_t state = w->simulation->arena.peak[MAS_STATE];
    snapshot_header h    = { 0 };
    h.magic              = MAGIC;
    h.version            = VERSION;
    h.size               = HEADER_BYTES + tables_bytes(w) + state;
    h.tables_size        = tables_bytes(w);
    h.state_size         = state;
    h.capacity           = w->desc.capacity;
    h.settings           = mas_settings_of(&w->desc);
    return h;
}

static massa_result check_header(const massa_world* w, const snapshot_header* h, uint64_t size)
{
    const snapshot_header want = header_of(w);
    if (size < sizeof *h || h->magic != MAGIC || h->size != size)
        return mas_fail(w->device, MASSA_ERROR_SNAPSHOT, "The block is not a massa snapshot, or was cut short.");
    if (h->version != VERSION)
        return mas_fail(w->device, MASSA_ERROR_SNAPSHOT, "The snapshot has version %u; this massa reads %u.",
                        h->version, (unsigned)VERSION);
    if (memcmp(&h->capacity, &want.capacity, sizeof h->capacity) != 0 ||
        memcmp(&h->settings, &want.settings, sizeof h->settings) != 0 || h->tables_size != want.tables_size ||
        h->state_size != want.state_size)
    {
        return mas_fail(w->device, MASSA_ERROR_SNAPSHOT,
                        "The snapshot is of a world with other capacities, settings, surfaces or broad phase (bodies "
                        "%u here, %u there).",
                        want.capacity.bodies, h->capacity.bodies);
    }
    return MASSA_OK;
}

massa_result massa_create_snapshot(massa_world* w, massa_snapshot** out)
{
    if (out != NULL) *out = NULL;
    if (w == NULL) return MASSA_ERROR_NULL;
    massa_device* d = w->device;
    if (out == NULL) return mas_fail(d, MASSA_ERROR_NULL, "massa_create_snapshot has nowhere to put the snapshot.");
    massa_snapshot* s = mas_alloc(d, sizeof *s);
    if (s == NULL) return mas_fail(d, MASSA_ERROR_HOST_MEMORY, "No host memory for a snapshot.");
    s->world                      = w;
    const VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
        .size  = header_of(w).size + sizeof(uint32_t),
        .usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT,
    };
    void* mapped      = NULL;
    const VkResult vk = d->memory.create(d->memory.user, &info, MASSA_MEMORY_READBACK, &s->buffer, &mapped, &s->handle);
    if (vk != VK_SUCCESS || mapped == NULL)
    {
        if (vk == VK_SUCCESS) d->memory.destroy(d->memory.user, s->buffer, s->handle);
        mas_free(d, s);
        return mas_fail(d, vk == VK_ERROR_OUT_OF_HOST_MEMORY ? MASSA_ERROR_HOST_MEMORY : MASSA_ERROR_DEVICE_MEMORY,
                        "No mapped memory for a snapshot of %llu bytes (VkResult %d).", (unsigned long long)info.size,
                        (int)vk);
    }
    s->block = mapped;
    s->size  = header_of(w).size;
    memset(s->block + s->size, 0, sizeof(uint32_t));
    *out = s;
    return MASSA_OK;
}

void massa_destroy_snapshot(massa_snapshot* s)
{
    if (s == NULL) return;
    massa_device* d = s->world->device;
    d->memory.destroy(d->memory.user, s->buffer, s->handle);
    mas_free(d, s);
}

// What save and restore check alike. A snapshot made before a resize has the wrong size.
static massa_result check(const massa_world* w, VkCommandBuffer cmd, const massa_snapshot* s)
{
    if (w == NULL) return MASSA_ERROR_NULL;
    if (s == NULL) return mas_fail(w->device, MASSA_ERROR_NULL, "The massa_snapshot is null.");
    if (cmd == NULL) return mas_fail(w->device, MASSA_ERROR_NULL, "The command buffer is null.");
    if (s->world != w) return mas_fail(w->device, MASSA_ERROR_SNAPSHOT, "The snapshot was made for another world.");
    if (s->size == header_of(w).size) return MASSA_OK;
    return mas_fail(w->device, MASSA_ERROR_SNAPSHOT,
                    "The snapshot was made before the world was resized: make another.");
}

// What is in use, so that equal worlds have equal bytes; the rest of to is zero. Mapped memory may lie anywhere.
static void write_tables(uint8_t* to, const mas_tables* t)
{
    memcpy(to, t, sizeof *t);
    memcpy(to + t->collider_offset, mas_collider_slots(t), t->collider_count * sizeof(mas_collider_slot));
    memcpy(to + t->hull_offset, mas_hulls(t), t->hull_count * sizeof(hull_data));
    memcpy(to + t->child_offset, mas_children(t), t->child_count * sizeof(mas_child));
    memcpy(to + t->joint_offset, mas_joints(t), t->joint_count * sizeof(mas_joint_slot));
    if (t->joint_count > 0) memcpy(to + t->joint_list_offset, mas_joint_lists(t), t->body_count * sizeof(uint32_t));
    memcpy(to + t->shape_offset, mas_shapes(t), t->shape_count * sizeof(mas_shape));
    memcpy(to + t->slot_offset, mas_slots(t), t->body_count * sizeof(mas_slot));
    memcpy(to + t->edit_offset, mas_edits(t), t->edit_count * sizeof(edit_record));
    memcpy(to + t->watched_offset, mas_watched(t), t->watched_count * sizeof(watch_entry));
    memcpy(to + t->particle_offset, mas_particle_slots(t), t->particle_count * sizeof(mas_particle_slot));
    memcpy(to + t->used_offset, mas_particle_used(t), (t->particle_count + 63) / 64 * sizeof(uint64_t));
    memcpy(to + t->record_offset, mas_records(t), t->record_count * sizeof(particle_record));
    memcpy(to + t->surface_offset, mas_surface_slots(t), t->surface_count * sizeof(mas_surface_slot));
    memcpy(to + t->point_offset, mas_cage_points(t), t->surface_points * sizeof(massa_vec3));
}

massa_result massa_cmd_save(massa_world* w, VkCommandBuffer cmd, massa_snapshot* s)
{
    MAS_TRY(check(w, cmd, s));
    const snapshot_header h = header_of(w);
    memset(s->block, 0, HEADER_BYTES + h.tables_size);
    memcpy(s->block, &h, sizeof h);
    write_tables(s->block + HEADER_BYTES, w->tables);
    mas_recorder rec;
    mas_world_open(w, &rec, NULL, cmd);
    mas_copy_buffer(&rec, w->simulation->arena.buffer[MAS_STATE], 0, s->buffer, HEADER_BYTES + h.tables_size,
                    h.state_size);
    mas_seal_buffer(&rec, s->buffer, s->size, ++s->saves);
    mas_record_end(&rec);
    s->filled = true;
    return MASSA_OK;
}

static uint32_t word_at(const uint8_t* state, mas_span s, uint32_t i)
{
    uint32_t word;
    memcpy(&word, state + s.offset + i * sizeof word, sizeof word);
    return word;
}

// Of what has been told to touch.
static uint32_t used_places(const massa_world* w, const uint8_t* state)
{
    return w->simulation->touch.capacity > 0 ? word_at(state, w->simulation->touch.used, 0) : 0;
}

massa_result massa_cmd_restore(massa_world* w, VkCommandBuffer cmd, const massa_snapshot* s)
{
    MAS_TRY(check(w, cmd, s));
    if (!s->filled) return mas_fail(w->device, MASSA_ERROR_SNAPSHOT, "The snapshot is empty: save or load it first.");
    snapshot_header h;
    memcpy(&h, s->block, sizeof h);
    MAS_TRY(check_header(w, &h, s->size)); // a resize may have kept the size and moved what is inside
    memcpy(w->tables, s->block + HEADER_BYTES, w->tables->bytes);
    mas_world_stir(w);
    w->restored    = w->recorded;
    w->told_places = used_places(w, s->block + HEADER_BYTES + h.tables_size);
    sleep_state sleep;
    memcpy(&sleep, s->block + HEADER_BYTES + h.tables_size + w->simulation->sleep.state.offset, sizeof sleep);
    w->asleep = w->simulation->pairs.capacity > 0 ? sleep.asleep : 0;
    mas_recorder rec;
    mas_world_open(w, &rec, NULL, cmd);
    mas_copy_buffer(&rec, s->buffer, HEADER_BYTES + h.tables_size, w->simulation->arena.buffer[MAS_STATE], 0,
                    h.state_size);
    mas_record_end(&rec);
    mas_posing_stir(&w->simulation->posing);
    w->simulation->counted = false;
    return MASSA_OK;
}

massa_result massa_snapshot_bytes(const massa_snapshot* s, const void** data, size_t* size)
{
    if (data != NULL) *data = NULL;
    if (size != NULL) *size = 0;
    if (s == NULL) return MASSA_ERROR_NULL;
    const massa_device* d = s->world->device;
    if (data == NULL || size == NULL)
        return mas_fail(d, MASSA_ERROR_NULL, "massa_snapshot_bytes has nowhere to put its answer.");
    if (!s->filled) return mas_fail(d, MASSA_ERROR_SNAPSHOT, "The snapshot is empty: save or load it first.");
    if (!is_ready(s)) return MASSA_NOT_READY;
    snapshot_header h;
    memcpy(&h, s->block, sizeof h);
    h.checksum = mas_hash_bytes(0, s->block + CHECKED, s->size - CHECKED);
    memcpy(s->block, &h, sizeof h);
    *data = s->block;
    *size = s->size;
    return MASSA_OK;
}

// Kernels write where a particle's tag says: it must be that of its own slot, and of a particle that the tables know.
static bool tags_sound(const massa_world* w, const mas_tables* t, const uint8_t* state)
{
    const uint8_t* position = state + w->simulation->particles.position.offset;
    for (uint32_t i = 0; i < t->capacity.particles; ++i)
    {
        const mas_particle_slot* s = &mas_particle_slots(t)[i];
        uint32_t tag;
        memcpy(&tag, position + i * sizeof(mas_vec4) + offsetof(mas_vec4, w), sizeof tag);
        if (tag == 0) continue; // free, or lost
        const uint32_t layer = tag >> PARTICLE_LAYER_SHIFT & PARTICLE_LAYER_MASK;
        if (i >= t->particle_count || tag != (PARTICLE_ALIVE | layer << PARTICLE_LAYER_SHIFT | i)) return false;
        if (s->pending == 0 && mas_particle_layer(s) != layer) return false;
    }
    return true;
}

// The same for liquids, whose slots are the device's: a particle's pressure is none that would burst, and the rest is in
// range.
static bool drops_sound(const massa_world* w, const mas_tables* t, const uint8_t* state)
{
    const mas_simulation* s          = w->simulation;
    const VkDrawIndirectCommand none = { 0 }, draw = { .vertexCount = 4, .instanceCount = t->particle_count };
    const uint8_t* drawn = state + s->flow.draw.offset;
    liquid_state told;
    memcpy(&told, state + s->flow.liquid.state.offset, sizeof told);
    if (t->capacity.liquid == 0) return true;
    if (told.speed > 0x7F800000u || told.parts > LIQUID_MAX_PARTS) return false; // no sign, no NaN
    if (memcmp(drawn, &draw, sizeof draw) != 0 && memcmp(drawn, &none, sizeof none) != 0) return false;
    for (uint32_t i = 0; i < t->capacity.liquid; ++i)
    {
        const uint32_t tag = word_at(state, s->particles.position, 4 * i + 3);
        if (tag == 0) continue;
        const mas_liquid_slot* l = &t->liquids[tag >> LIQUID_SHIFT & LIQUID_MASK];
        const uint32_t mark      = tag & LIQUID_MASK << LIQUID_SHIFT;
        if (i >= t->particle_count || tag != (PARTICLE_ALIVE | mark | i) || l->state == MAS_GRAINS_FREE) return false;
        const uint32_t bits = word_at(state, s->particles.velocity, 4 * i + 3);
        float pressure;
        memcpy(&pressure, &bits, sizeof pressure);
        if (!(pressure >= 0.0f && pressure <= 1e9f)) return false; // J/kg
    }
    return true;
}

// What the device knows of colliders and hulls is what the tables say, but for what it is to be told with the next
// step.
static bool colliders_sound(const massa_world* w, const mas_tables* t, const uint8_t* state)
{
    const uint8_t* data = state + w->simulation->colliders.data.offset;
    const uint8_t* hull = state + w->simulation->colliders.hull.offset;
    for (uint32_t i = 0; i < t->capacity.colliders; ++i)
    {
        const collider_data due = i < t->collider_count ? mas_collider_of(t, i) : (collider_data){ 0 };
        const bool changed      = i >= t->colliders_changed.first && i < t->colliders_changed.end;
        if (!changed && memcmp(data + i * sizeof due, &due, sizeof due) != 0) return false;
    }
    for (uint32_t i = 0; i < t->hull_count; ++i)
    {
        const bool changed = i >= t->hulls_changed.first && i < t->hulls_changed.end;
        // A hull that is gone stays on the device, where nobody names it.
        if (!changed && mas_hulls(t)[i].corners != 0 &&
            memcmp(hull + i * sizeof(hull_data), &mas_hulls(t)[i], sizeof(hull_data)) != 0)
            return false;
    }
    return true;
}

static bool all_finite(const void* floats, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i)
    {
        float x;
        memcpy(&x, (const uint8_t*)floats + i * sizeof x, sizeof x);
        if (!isfinite(x)) return false;
    }
    return true;
}

static bool pose_sound(const uint8_t* at)
{
    body_pose p;
    memcpy(&p, at, sizeof p);
    const mas_vec4 x = p.position, q = p.rotation;
    const float squared = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w, far = BODY_MAX_POSITION;
    return fabsf(x.x) <= far && fabsf(x.y) <= far && fabsf(x.z) <= far && x.w == 0.0f && // false for NaN
           (squared == 0.0f || (squared >= 0.999f && squared <= 1.001f));
}

// The same for joints: what they are, in which order they are swept, whom they keep apart. Impulses are numbers.
static bool joints_sound(const massa_world* w, const mas_tables* t, const uint8_t* state)
{
    const mas_joint* s      = &w->simulation->joint;
    const mas_changed c     = t->joints_changed;
    mas_joint_colours place = mas_joint_starts(t);
    const uint32_t slots    = mas_joined_slots(t->capacity.joints);
    if (!all_finite(state + s->impulse.offset, t->joint_count * (uint32_t)(sizeof(joint_impulse) / sizeof(float))))
        return false;
    for (uint32_t i = 0; i < t->joint_count; ++i)
    {
        const joint_data due = mas_joint_of(t, i);
        if ((i < c.first || i >= c.end) && memcmp(state + s->data.offset + i * sizeof due, &due, sizeof due) != 0)
            return false;
        if (due.kind == 0 || c.first != c.end) continue;
        uint32_t found;
        memcpy(&found, state + s->order.offset + place.first[mas_joints(t)[i].colour]++ * sizeof found, sizeof found);
        if (found != i) return false;
    }
    if (t->joined_changed != 0 || t->joints_apart == 0) return true;
    joined_pair* table = mas_alloc(w->device, slots * sizeof *table);
    if (table == NULL) return false;
    mas_joined_fill(t, table);
    const bool same = memcmp(state + s->joined.offset, table, slots * sizeof *table) == 0;
    mas_free(w->device, table);
    return same;
}

static bool trait_sound(const uint8_t* at)
{
    body_trait t;
    memcpy(&t, at, sizeof t);
    return all_finite(&t.gravity_scale, 3) && mas_body_limits_sound(t.locks, t.max_speed, t.max_spin, t.sleep_speed);
}

// Bodies are where bodies can be, and all their numbers are: what is found of them is kept from step to step.
static bool bodies_sound(const massa_world* w, const mas_tables* t, const uint8_t* state)
{
    const mas_bodies* b = &w->simulation->bodies;
    for (uint32_t i = 0; i < t->body_count; ++i)
    {
        if (!pose_sound(state + b->pose.offset + i * sizeof(body_pose)) ||
            !pose_sound(state + b->previous.offset + i * sizeof(body_pose)) ||
            !all_finite(state + b->motion.offset + i * sizeof(body_motion), sizeof(body_motion) / sizeof(float)) ||
            !all_finite(state + b->mass.offset + i * sizeof(body_mass), sizeof(body_mass) / sizeof(float)) ||
            !all_finite(state + b->load.offset + i * sizeof(body_load), sizeof(body_load) / sizeof(float)) ||
            !trait_sound(state + b->trait.offset + i * sizeof(body_trait)))
            return false;
    }
    return true;
}

// What is kept of pairs names colliders that there are: kernels look up their poses. If the pairs are kept too, they
// are those of which this is kept.
static bool cache_sound(const massa_world* w, const mas_tables* t, const uint8_t* state)
{
    const mas_simulation* s = w->simulation;
    const mas_cache* cache  = &s->narrow.cache;
    uint32_t count, kept = 0;
    memcpy(&count, state + cache->count.offset, sizeof count);
    if (s->broad.kind == MAS_BROAD_FAT_TREE) kept = mas_fat_kept(&s->broad.fat, state);
    for (uint32_t i = 0; i < count && i < cache->capacity; ++i) // a resize may have left fewer than it was told
    {
        pair_cache r;
        manifold m;
        memcpy(&r, state + cache->record.offset + i * sizeof r, sizeof r);
        memcpy(&m, state + cache->manifold.offset + i * sizeof m, sizeof m);
        if (r.a >= t->capacity.colliders || r.b >= t->capacity.colliders || m.a != r.a || m.b != r.b ||
            m.count > MANIFOLD_POINTS || m.flags >> MANIFOLD_TOLD_SHIFT > w->simulation->touch.capacity ||
            !all_finite(&r, offsetof(pair_cache, a) / sizeof(float)) ||
            !all_finite(&m, offsetof(manifold, feature) / sizeof(float)) ||
            !all_finite(&m.impulse, 2 * sizeof m.impulse / sizeof(float)))
            return false;
        if (kept == count &&
            memcmp(state + s->pairs.pair.offset + i * sizeof(collider_pair), &r.a, sizeof(collider_pair)) != 0)
            return false;
    }
    return true;
}

// The bits of colours that the contacts of a body have: false if it has this one already.
static bool take_colour(uint32_t* used, const massa_world* w, const uint8_t* state, uint32_t collider, uint32_t bit)
{
    collider_data d;
    memcpy(&d, state + w->simulation->colliders.data.offset + collider * sizeof d, sizeof d);
    if (d.body >= w->desc.capacity.bodies || (used[d.body] & bit) != 0) return false;
    used[d.body] |= bit;
    return true;
}

// Colours that contacts keep are such that no two of one colour push the same body: they are solved at once. The
// schedule of blocks keeps nothing.
static bool colours_sound(const massa_world* w, const uint8_t* state)
{
    const mas_graph* g     = &w->simulation->graph;
    const mas_cache* cache = &w->simulation->narrow.cache;
    const uint32_t places = word_at(state, g->count, 0), pairs = word_at(state, cache->count, 0);
    if (g->capacity == 0) return true;
    uint32_t* used = mas_alloc(w->device, w->desc.capacity.bodies * sizeof *used);
    bool sound     = used != NULL;
    for (uint32_t k = 0; sound && k < places && k < g->capacity; ++k) // a resize may have left fewer than it was told
    {
        const uint32_t kept = word_at(state, g->colour, k), pair = word_at(state, g->order, k);
        const uint32_t pushes = kept & (GRAPH_PUSHED_A | GRAPH_PUSHED_B), number = kept & GRAPH_COLOUR_MASK;
        if (kept == 0) continue;
        sound = kept == (pushes | number) && pushes != 0 && number >= 1 && number <= GRAPH_COLOURS;
        if (!sound || pair >= pairs || pair >= cache->capacity) continue;
        manifold m;
        memcpy(&m, state + cache->manifold.offset + pair * sizeof m, sizeof m);
        if ((pushes & GRAPH_PUSHED_A) != 0) sound = take_colour(used, w, state, m.a, 1u << (number - 1));
        if ((pushes & GRAPH_PUSHED_B) != 0) sound = sound && take_colour(used, w, state, m.b, 1u << (number - 1));
    }
    mas_free(w->device, used);
    return sound;
}

static bool party_sound(const mas_tables* t, const event_party* p)
{
    return p->body < t->capacity.bodies && p->generation <= MAS_MAX_GENERATION && p->shape < t->capacity.shapes &&
           p->shape_generation <= MAS_MAX_GENERATION && p->collider < t->capacity.colliders;
}

// What has been told to touch names two that may have been: hosts hear of their end.
static bool told_sound(const massa_world* w, const mas_tables* t, const uint8_t* state)
{
    const uint32_t used = used_places(w, state);
    if (used > w->simulation->touch.capacity) return false;
    for (uint32_t i = 0; i < w->simulation->touch.capacity; ++i)
    {
        touch_record r;
        memcpy(&r, state + w->simulation->touch.open.offset + i * sizeof r, sizeof r);
        if (r.kind == 0) continue;
        if (i >= used) return false;
        if ((r.kind != EVENT_CONTACT_BEGIN && r.kind != EVENT_SENSOR_ENTER) || !party_sound(t, &r.a) ||
            !party_sound(t, &r.b))
            return false;
    }
    return true;
}

static bool sleep_sound(const massa_world* w, const mas_tables* t, const uint8_t* state)
{
    const mas_sleep* s = &w->simulation->sleep;
    return s->capacity == 0 || mas_sleep_sound(s, state, w->simulation->bodies.trait, t->body_count);
}

massa_result massa_snapshot_load(massa_snapshot* s, const void* data, size_t size)
{
    if (s == NULL) return MASSA_ERROR_NULL;
    const massa_world* w = s->world;
    if (data == NULL) return mas_fail(w->device, MASSA_ERROR_NULL, "The block to load is null.");
    snapshot_header h = { 0 };
    if (size >= HEADER_BYTES) memcpy(&h, data, sizeof h);
    MAS_TRY(check_header(w, &h, size));
    if (s->size != size)
        return mas_fail(w->device, MASSA_ERROR_SNAPSHOT,
                        "The snapshot was made before the world was resized: make another.");
    if (h.checksum != mas_hash_bytes(0, (const uint8_t*)data + CHECKED, size - CHECKED))
        return mas_fail(w->device, MASSA_ERROR_SNAPSHOT, "The snapshot's checksum is wrong: its bytes were damaged.");

    // A checksum can be forged by whoever sent the block. A copy, because data may lie anywhere.
    mas_tables* t = mas_alloc(w->device, h.tables_size);
    if (t == NULL) return mas_fail(w->device, MASSA_ERROR_HOST_MEMORY, "No host memory to check a snapshot.");
    memcpy(t, (const uint8_t*)data + HEADER_BYTES, h.tables_size);
    const uint8_t* state = (const uint8_t*)data + HEADER_BYTES + h.tables_size;
    const bool sound = t->surface_count == w->tables->surface_count && t->surface_points == w->tables->surface_points &&
                       t->spacing == w->tables->spacing && mas_tables_sound(t, &w->desc.capacity) &&
                       mas_surfaces_sound(t, w->tables) && mas_posing_sound(&w->simulation->posing, t, state) &&
                       bodies_sound(w, t, state) && tags_sound(w, t, state) && drops_sound(w, t, state) &&
                       colliders_sound(w, t, state) && joints_sound(w, t, state) && cache_sound(w, t, state) &&
                       colours_sound(w, state) && told_sound(w, t, state) && sleep_sound(w, t, state) &&
                       mas_broad_sound(&w->simulation->broad, state);
    mas_free(w->device, t);
    if (!sound) return mas_fail(w->device, MASSA_ERROR_SNAPSHOT, "The snapshot contradicts itself: it was forged.");
    memcpy(s->block, data, size);
    memcpy(s->block + s->size, &s->saves, sizeof s->saves);
    s->filled = true;
    return MASSA_OK;
}
