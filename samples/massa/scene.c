// What every scene needs: checks, items drawn from a world's views.
#include "scenes/scene.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

bool scene_try(scene* s, massa_result result)
{
    if (result == MASSA_OK) return true;
    if (s->error[0] == 0) snprintf(s->error, sizeof s->error, "%s", massa_result_text(result)); // the log knows better
    return false;
}

// How far beyond the closer bound; negative inside.
static double badness(double value, double low, double high)
{
    if (value != value) return INFINITY;
    return fmax(low - value, value - high);
}

void scene_check(scene* s, const char* name, double value, double low, double high, const char* unit)
{
    scene_check_result* c = s->checks;
    while (c < s->checks + s->check_count && strcmp(c->name, name) != 0)
        ++c;
    if (c == s->checks + SCENE_CHECKS) return;
    const bool is_new = c == s->checks + s->check_count;
    if (is_new) ++s->check_count;
    if (is_new || badness(value, low, high) > badness(c->value, c->low, c->high))
        *c = (scene_check_result){ name, unit, value, low, high, badness(value, low, high) > 0.0 };
}

static renderer_view view_of(const massa_view* v, uint32_t skip)
{
    return (renderer_view){ v->buffer, v->offset + skip, v->size - skip, v->stride };
}

renderer_item* scene_draw_bodies(scene* s, renderer_mesh* mesh)
{
    if (mesh == NULL || s->item_count == SCENE_ITEMS || s->mesh_count == SCENE_MESHES) return NULL;
    s->meshes[s->mesh_count++] = mesh;
    massa_view pose, motion, trait;
    if (!scene_try(s, massa_world_view(s->world, MASSA_VIEW_BODY_POSE, &pose)) ||
        !scene_try(s, massa_world_view(s->world, MASSA_VIEW_BODY_MOTION, &motion)) ||
        !scene_try(s, massa_world_view(s->world, MASSA_VIEW_BODY_TRAIT, &trait)))
        return NULL;
    renderer_item* item = &s->items[s->item_count++];
    *item               = renderer_default_item(RENDERER_MESHES);
    item->mesh          = mesh;
    item->count         = pose.count;
    item->position      = view_of(&pose, 0);
    item->rotation      = view_of(&pose, 16);
    item->velocity      = view_of(&motion, 0);
    item->tag           = view_of(&trait, 0);
    return item;
}

void scene_turn(double vector[2], double cosine, double sine)
{
    const double x = vector[0] * cosine - vector[1] * sine, y = vector[0] * sine + vector[1] * cosine;
    const double inverse = 1.0 / sqrt(x * x + y * y);
    vector[0]            = x * inverse;
    vector[1]            = y * inverse;
}
