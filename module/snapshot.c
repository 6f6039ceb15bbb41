// Snapshots: header, tables and state in one mapped buffer; no pointers, the same layout on every device.
#include "world.h"

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
    MAGIC            = 0x6d73736e,
    VERSION          = 9,
    HEADER_BYTES     = 256,
    SNAPSHOT_CHECKED = offsetof(snapshot_header, size)
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

massa_result massa_cmd_save(massa_world* w, VkCommandBuffer cmd, massa_snapshot* s)
{
    MAS_TRY(check(w, cmd, s));
    const snapshot_header h = header_of(w);
    memset(s->block, 0, HEADER_BYTES + h.tables_size);
    memcpy(s->block, &h, sizeof h);
    uint8_t* tables = s->block + HEADER_BYTES; // mapped memory may lie anywhere
    memcpy(tables, w->tables, sizeof *w->tables);
    mas_tables_write(tables, (const uint64_t(*)[MAS_HOST_ARRAYS])w->tables->array,
                     w->tables); // equal worlds: equal bytes
    mas_recorder rec;
    mas_world_open(w, &rec, NULL, cmd);
    mas_copy_buffer(&rec, w->simulation->arena.buffer[MAS_STATE], 0, s->buffer, HEADER_BYTES + h.tables_size,
                    h.state_size);
    mas_seal_buffer(&rec, s->buffer, s->size, ++s->saves);
    mas_record_end(&rec);
    s->filled = true;
    return MASSA_OK;
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
    w->restored = w->recorded;
    mas_recorder rec;
    mas_world_open(w, &rec, NULL, cmd);
    mas_copy_buffer(&rec, s->buffer, HEADER_BYTES + h.tables_size, w->simulation->arena.buffer[MAS_STATE], 0,
                    h.state_size);
    mas_record_end(&rec);
    for (uint32_t f = 0; f < MAS_FAMILIES; ++f)
        if (mas_families[f]->restored != NULL) mas_families[f]->restored(w, s->block + HEADER_BYTES + h.tables_size);
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
    h.checksum = mas_hash_bytes(0, s->block + SNAPSHOT_CHECKED, s->size - SNAPSHOT_CHECKED);
    memcpy(s->block, &h, sizeof h);
    *data = s->block;
    *size = s->size;
    return MASSA_OK;
}

// Tables first: what is said of the state looks things up in them.
static bool is_sound(const massa_world* w, const mas_tables* t, const uint8_t* state)
{
    if (t->surface.count != w->tables->surface.count || t->surface.points != w->tables->surface.points ||
        t->liquid.spacing != w->tables->liquid.spacing || !mas_tables_sound(t, &w->desc.capacity))
        return false;
    for (uint32_t f = 0; f < MAS_FAMILIES; ++f)
        if (mas_families[f]->state_sound != NULL && !mas_families[f]->state_sound(w, t, state)) return false;
    return true;
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
    if (h.checksum != mas_hash_bytes(0, (const uint8_t*)data + SNAPSHOT_CHECKED, size - SNAPSHOT_CHECKED))
        return mas_fail(w->device, MASSA_ERROR_SNAPSHOT, "The snapshot's checksum is wrong: its bytes were damaged.");

    // The block's sender can forge a checksum. A copy, because data may lie anywhere.
    mas_tables* t = mas_alloc(w->device, h.tables_size);
    if (t == NULL) return mas_fail(w->device, MASSA_ERROR_HOST_MEMORY, "No host memory to check a snapshot.");
    memcpy(t, (const uint8_t*)data + HEADER_BYTES, h.tables_size);
    const uint8_t* state = (const uint8_t*)data + HEADER_BYTES + h.tables_size;
    const bool sound     = is_sound(w, t, state);
    mas_free(w->device, t);
    if (!sound) return mas_fail(w->device, MASSA_ERROR_SNAPSHOT, "The snapshot contradicts itself: it was forged.");
    memcpy(s->block, data, size);
    memcpy(s->block + s->size, &s->saves, sizeof s->saves);
    s->filled = true;
    return MASSA_OK;
}
