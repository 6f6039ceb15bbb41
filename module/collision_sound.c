// Whether colliders, contacts and sleep that came from outside can be what massa itself would have made.
#include "family_collision.h"
#include "family_rigid.h"
#include "shapes.h"
#include "sound.h"
#include "world.h"

#include <stddef.h>

// What the device knows of colliders and hulls is what the tables say, but for what it is to be told with the next
// step.
static bool collision_data_sound(const massa_world* w, const mas_tables* t, const uint8_t* state)
{
    const uint8_t* data = state + w->simulation->collision->colliders.data.offset;
    const uint8_t* hull = state + w->simulation->collision->colliders.hull.offset;
    for (uint32_t i = 0; i < t->capacity.colliders; ++i)
    {
        const collider_data due = i < t->collider.count ? mas_collider_of(t, i) : (collider_data){ 0 };
        const bool changed      = i >= t->collider.changed.first && i < t->collider.changed.end;
        if (!changed && memcmp(data + i * sizeof due, &due, sizeof due) != 0) return false;
    }
    for (uint32_t i = 0; i < t->shape.hulls; ++i)
    {
        const bool changed = i >= t->shape.hulls_changed.first && i < t->shape.hulls_changed.end;
        // A hull that is gone stays on the device, where no collider names it.
        if (!changed && mas_hulls(t)[i].corners != 0 &&
            memcmp(hull + i * sizeof(hull_data), &mas_hulls(t)[i], sizeof(hull_data)) != 0)
            return false;
    }
    return true;
}

uint32_t mas_told_places(const massa_world* w, const uint8_t* state)
{
    const mas_touch* t = &w->simulation->collision->touch;
    return t->capacity > 0 ? mas_word_at(state, t->used, 0) : 0;
}

// What is kept of pairs names colliders that there are: kernels look up their poses. If the pairs are kept too, they
// are those of which this is kept.
static bool collision_cache_sound(const massa_world* w, const mas_tables* t, const uint8_t* state)
{
    const mas_collision_part* s = w->simulation->collision;
    const mas_cache* cache      = &s->narrow.cache;
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
            m.count > MANIFOLD_POINTS || m.flags >> MANIFOLD_TOLD_SHIFT > w->simulation->collision->touch.capacity ||
            !mas_all_finite(&r, offsetof(pair_cache, a) / sizeof(float)) ||
            !mas_all_finite(&m, offsetof(manifold, feature) / sizeof(float)) ||
            !mas_all_finite(&m.impulse, 2 * sizeof m.impulse / sizeof(float)))
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
    memcpy(&d, state + w->simulation->collision->colliders.data.offset + collider * sizeof d, sizeof d);
    if (d.body >= w->desc.capacity.bodies || (used[d.body] & bit) != 0) return false;
    used[d.body] |= bit;
    return true;
}

// Colours that contacts keep are such that no two of one colour push the same body: they are solved at once. The
// schedule of blocks keeps nothing.
static bool collision_colours_sound(const massa_world* w, const uint8_t* state)
{
    const mas_graph* g     = &w->simulation->collision->graph;
    const mas_cache* cache = &w->simulation->collision->narrow.cache;
    const uint32_t places = mas_word_at(state, g->count, 0), pairs = mas_word_at(state, cache->count, 0);
    if (g->capacity == 0) return true;
    uint32_t* used = mas_alloc(w->device, w->desc.capacity.bodies * sizeof *used);
    bool sound     = used != NULL;
    for (uint32_t k = 0; sound && k < places && k < g->capacity; ++k) // a resize may have left fewer than it was told
    {
        const uint32_t kept = mas_word_at(state, g->colour, k), pair = mas_word_at(state, g->order, k);
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
    const uint32_t used = mas_told_places(w, state);
    if (used > w->simulation->collision->touch.capacity) return false;
    for (uint32_t i = 0; i < w->simulation->collision->touch.capacity; ++i)
    {
        touch_record r;
        memcpy(&r, state + w->simulation->collision->touch.open.offset + i * sizeof r, sizeof r);
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
    const mas_sleep* s = &w->simulation->collision->sleep;
    return s->capacity == 0 || mas_sleep_sound(s, state, w->simulation->rigid->bodies.trait, t->body.count);
}

bool mas_collision_state_sound(const massa_world* w, const mas_tables* t, const uint8_t* state)
{
    return collision_data_sound(w, t, state) && collision_cache_sound(w, t, state) &&
           collision_colours_sound(w, state) && told_sound(w, t, state) && sleep_sound(w, t, state) &&
           mas_broad_sound(&w->simulation->collision->broad, state);
}
