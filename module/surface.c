// The calls for surfaces.
#include "family_surface.h"
#include "poll.h"
#include "surface_tables.h"
#include "world.h"

#include <math.h>
#include <string.h>

#define MAX_QUERY 1e5f // m

static massa_result check_surface_desc(massa_device* d, const massa_surface_desc* s, uint32_t i)
{
    if (s->cookie != massa_default_surface_desc().cookie)
        return mas_fail(d, MASSA_ERROR_COOKIE, "surfaces[%u] was not made by massa_default_surface_desc.", i);
    if (s->cage == NULL) return mas_fail(d, MASSA_ERROR_NULL, "surfaces[%u].cage is null.", i);
    if (s->cage->device != d)
        return mas_fail(d, MASSA_ERROR_RANGE, "surfaces[%u].cage was made with another massa_device.", i);
    if (s->collision_level < 1 || s->collision_level > MAS_MAX_COLLISION_LEVEL)
        return mas_fail(d, MASSA_ERROR_RANGE, "surfaces[%u].collision_level is %u; it may be 1 to %u.", i,
                        s->collision_level, (unsigned)MAS_MAX_COLLISION_LEVEL);
    if (s->draw_level > SURFACE_MAX_LEVEL)
        return mas_fail(d, MASSA_ERROR_RANGE, "surfaces[%u].draw_level is %u; it may be 0 to %u.", i, s->draw_level,
                        (unsigned)SURFACE_MAX_LEVEL);
    if (s->max_draw_level != 0 && s->draw_level == 0)
        return mas_fail(d, MASSA_ERROR_RANGE,
                        "surfaces[%u].max_draw_level is %u, but its draw_level 0 says that it is never drawn.", i,
                        s->max_draw_level);
    if (s->max_draw_level != 0 && (s->max_draw_level < s->draw_level || s->max_draw_level > SURFACE_MAX_LEVEL))
        return mas_fail(d, MASSA_ERROR_RANGE,
                        "surfaces[%u].max_draw_level is %u; it may be 0, or draw_level, %u, to %u.", i,
                        s->max_draw_level, s->draw_level, (unsigned)SURFACE_MAX_LEVEL);
    return MASSA_OK;
}

massa_result mas_check_surfaces(massa_device* d, const massa_world_desc* desc)
{
    if (desc->surface_count > MAS_MAX_SURFACES)
        return mas_fail(d, MASSA_ERROR_RANGE, "massa_world_desc.surface_count is %u; it may be 0 to %u.",
                        desc->surface_count, (unsigned)MAS_MAX_SURFACES);
    if (desc->surface_count > 0 && desc->surfaces == NULL)
        return mas_fail(d, MASSA_ERROR_NULL, "massa_world_desc.surfaces is null, but surface_count is %u.",
                        desc->surface_count);
    uint64_t points = 0, patches = 0;
    for (uint32_t i = 0; i < desc->surface_count; ++i)
    {
        MAS_TRY(check_surface_desc(d, &desc->surfaces[i], i));
        const massa_cage* c = desc->surfaces[i].cage;
        points += c->point_count + (uint64_t)c->row_count;
        patches += c->patch_count;
        // Numbers of all arrays stay below 2^32; what the device can bind is less, and looked at when it is planned.
        if (points <= 1u << 27 && patches <= 1u << 24) continue;
        return mas_fail(d, MASSA_ERROR_DEVICE_LIMIT,
                        "With surfaces[%u] there are %llu points and %llu patches; a world has at most 2^27 and 2^24.",
                        i, (unsigned long long)points, (unsigned long long)patches);
    }
    return MASSA_OK;
}

static massa_result check_number_of_surface(const massa_world* w, uint32_t surface)
{
    if (w == NULL) return MASSA_ERROR_NULL;
    if (surface < w->desc.surface_count) return MASSA_OK;
    return mas_fail(w->device, MASSA_ERROR_RANGE, "There is no surface %u: the world has %u.", surface,
                    w->desc.surface_count);
}

massa_result massa_surface_set_points(massa_world* w, uint32_t surface, uint32_t first, const massa_vec3* points,
                                      uint32_t count)
{
    MAS_TRY(check_number_of_surface(w, surface));
    const uint32_t has = w->surfaces->cage[surface]->point_count;
    if (points == NULL && count > 0)
        return mas_fail(w->device, MASSA_ERROR_NULL, "The points of the surface are null.");
    if (first > has || count > has - first)
        return mas_fail(w->device, MASSA_ERROR_RANGE,
                        "Points %u to %llu are to be set, but the cage of surface %u has %u.", first,
                        (unsigned long long)first + count, surface, has);
    for (uint32_t i = 0; i < count; ++i)
    {
        const massa_vec3 p = points[i];
        const float most   = MAS_MAX_CAGE_POINT;
        if (p.x >= -most && p.x <= most && p.y >= -most && p.y <= most && p.z >= -most && p.z <= most) continue;
        return mas_fail(w->device, MASSA_ERROR_RANGE,
                        "Point %u of surface %u is (%g, %g, %g); each must be a number of at most %g.", first + i,
                        surface, (double)p.x, (double)p.y, (double)p.z, (double)most);
    }
    mas_set_surface_points(w->tables, surface, first, points, count);
    return MASSA_OK;
}

massa_result massa_surface_refresh(massa_world* w, uint32_t surface)
{
    MAS_TRY(check_number_of_surface(w, surface));
    mas_refresh_surface(w->tables, surface);
    return MASSA_OK;
}

static massa_result check_drawn(const massa_world* w, uint32_t surface)
{
    MAS_TRY(check_number_of_surface(w, surface));
    if (w->surfaces->desc[surface].draw_level > 0) return MASSA_OK;
    return mas_fail(w->device, MASSA_ERROR_RANGE, "Surface %u has draw_level 0: it is never drawn.", surface);
}

massa_result massa_surface_set_draw_level(massa_world* w, uint32_t surface, uint32_t level)
{
    MAS_TRY(check_drawn(w, surface));
    mas_surface_host* h = w->surfaces;
    if (level < 1 || level > h->draw_limit[surface])
        return mas_fail(w->device, MASSA_ERROR_RANGE, "The draw level of surface %u is %u; it may be 1 to %u.", surface,
                        level, h->draw_limit[surface]);
    h->remesh |= h->draw_level[surface] != level;
    h->draw_level[surface] = level;
    return MASSA_OK;
}

massa_result massa_surface_set_edge_levels(massa_world* w, uint32_t surface, const uint8_t* levels, uint32_t count)
{
    MAS_TRY(check_drawn(w, surface));
    mas_surface_host* h    = w->surfaces;
    const massa_cage* cage = h->cage[surface];
    if (levels == NULL) return mas_fail(w->device, MASSA_ERROR_NULL, "The levels of the edges are null.");
    if (count != cage->edge_count)
        return mas_fail(w->device, MASSA_ERROR_RANGE, "%u levels are given, but surface %u has %u edges.", count,
                        surface, cage->edge_count);
    for (uint32_t i = 0; i < count; ++i)
    {
        const uint32_t most = mas_edge_level(h->draw_limit[surface], cage->edge[i].depth);
        if (levels[i] >= 1 && levels[i] <= most) continue;
        return mas_fail(w->device, MASSA_ERROR_RANGE, "The level of edge %u of surface %u is %u; it may be 1 to %u.", i,
                        surface, levels[i], most);
    }
    memcpy(h->edge_level + h->range[surface].edge, levels, count);
    h->draw_level[surface]    = 0;
    h->edges_changed[surface] = true;
    h->remesh                 = true;
    return MASSA_OK;
}

massa_result massa_surface_get_range(const massa_world* w, uint32_t surface, massa_surface_range* out)
{
    if (out != NULL) memset(out, 0, sizeof *out);
    MAS_TRY(check_number_of_surface(w, surface));
    if (out == NULL)
        return mas_fail(w->device, MASSA_ERROR_NULL, "massa_surface_get_range has nowhere to put its answer.");
    const mas_surface_host* h  = w->surfaces;
    const mas_surface_range* r = &h->range[surface];
    const mas_span draws       = w->simulation->surface->posing.draw.draws;
    uint64_t triangles = 0, meshlets = 0;
    for (uint32_t i = 0; i < surface; ++i)
    {
        triangles += h->collision[i].triangles;
        meshlets += h->collision[i].meshlets;
    }
    const mas_mesh_counts own  = h->collision[surface];
    const uint32_t level       = h->draw_level[surface] > 0 ? h->draw_level[surface] : h->draw_limit[surface];
    const bool drawn           = h->desc[surface].draw_level > 0;
    const mas_mesh_counts seen = drawn ? mas_count_mesh(h->cage[surface], level) : (mas_mesh_counts){ 0 };
    *out                       = (massa_surface_range){
                              .first_point         = r->point,
                              .point_count         = r->point_count,
                              .cage_points         = r->cage_points,
                              .first_patch         = r->patch,
                              .patch_count         = r->patch_count,
                              .first_regular       = r->regular,
                              .regular_count       = r->regular_count,
                              .first_gregory       = r->gregory,
                              .gregory_count       = r->gregory_count,
                              .first_vertex        = r->vertex,
                              .vertex_count        = r->vertex_count,
                              .first_edge          = r->edge,
                              .edge_count          = r->edge_count,
                              .first_row           = r->row,
                              .row_count           = r->row_count,
                              .draw_vertices       = (uint32_t)seen.vertices,
                              .draw_triangles      = (uint32_t)seen.triangles,
                              .draw_indirect       = drawn ? draws.offset + surface * (VkDeviceSize)sizeof(VkDrawIndexedIndirectCommand) : 0,
                              .collision_vertices  = (uint32_t)own.vertices,
                              .collision_triangles = (uint32_t)own.triangles,
                              .first_collision_triangle = (uint32_t)triangles,
                              .meshlet_count            = (uint32_t)own.meshlets,
                              .first_meshlet            = (uint32_t)meshlets,
    };
    return MASSA_OK;
}

static massa_result ask(massa_world* w, const query_record* q, uint32_t* query)
{
    const uint32_t room = w->desc.capacity.queries;
    if (query == NULL) return mas_fail(w->device, MASSA_ERROR_NULL, "The query has nowhere to put its number.");
    if (w->asked.query_count == room)
        return mas_fail(w->device, MASSA_ERROR_EDITS_FULL,
                        "capacity.queries is %u, and so many are waiting for the next step.", room);
    *query                                   = w->asked.query_count;
    w->asked.queries[w->asked.query_count++] = *q;
    return MASSA_OK;
}

massa_result massa_surface_ask_closest(massa_world* w, uint32_t surface, massa_vec3 p, float reach, uint32_t* query)
{
    if (query != NULL) *query = 0;
    MAS_TRY(check_number_of_surface(w, surface));
    MAS_TRY(mas_check_finite(w, "The query's point", p, MAX_QUERY));
    MAS_TRY(mas_check_float(w, "The query's reach", reach, 0.0f, MAX_QUERY));
    const query_record q = { .point   = { p.x, p.y, p.z, reach },
                             .kind    = reach > 0.0f ? QUERY_CLOSEST : QUERY_NOTHING,
                             .surface = surface };
    return ask(w, &q, query);
}

massa_result massa_surface_ask_ray(massa_world* w, uint32_t surface, massa_vec3 o, massa_vec3 d, float length,
                                   uint32_t* query)
{
    if (query != NULL) *query = 0;
    MAS_TRY(check_number_of_surface(w, surface));
    MAS_TRY(mas_check_finite(w, "The ray's origin", o, MAX_QUERY));
    MAS_TRY(mas_check_finite(w, "The ray's direction", d, MAX_QUERY));
    MAS_TRY(mas_check_float(w, "The ray's length", length, 0.0f, MAX_QUERY));
    const double x = d.x, y = d.y, z = d.z, size = sqrt(x * x + y * y + z * z);
    if (size < 1e-3)
        return mas_fail(w->device, MASSA_ERROR_RANGE, "The ray's direction is %g long; it must be at least 1e-3.",
                        size);
    const query_record q = {
        .point     = { o.x, o.y, o.z, length },
        .direction = { (float)(x / size), (float)(y / size), (float)(z / size), 0.0f },
        .kind      = length > 0.0f ? QUERY_RAY : QUERY_NOTHING,
        .surface   = surface,
    };
    return ask(w, &q, query);
}

// In the order in which they were asked.
void mas_hear_hits(massa_world* w, mas_hearing* h, massa_poll_result* out)
{
    const mas_posing* s  = &w->simulation->surface->posing;
    const uint32_t count = w->asked.step[h->slot].query_count;
    out->hits            = w->news.hits;
    if (count == 0) return;
    const uint8_t* at = mas_mapped(&w->simulation->arena, mas_ring_part(&s->answer_ring, h->slot, 0, count));
    for (uint32_t i = 0; i < count; ++i)
    {
        query_answer a;
        memcpy(&a, at + i * sizeof a, sizeof a); // mapped memory need not be aligned for it
        massa_surface_hit* hit = &w->news.hits[out->hit_count++];
        *hit                   = (massa_surface_hit){
                              .step    = h->step,
                              .query   = i,
                              .surface = w->asked.surface[h->slot * (size_t)s->query.capacity + i],
                              .stopped = (a.flags & QUERY_STOPPED) != 0,
        };
        if ((a.flags & QUERY_HIT) == 0) continue;
        hit->hit      = true;
        hit->distance = a.position.w;
        hit->position = (massa_vec3){ a.position.x, a.position.y, a.position.z };
        hit->normal   = (massa_vec3){ a.normal.x, a.normal.y, a.normal.z };
        hit->velocity = (massa_vec3){ a.velocity.x, a.velocity.y, a.velocity.z };
        hit->patch    = a.patch_number;
        hit->face     = a.face;
        hit->u        = a.normal.w;
        hit->v        = a.velocity.w;
    }
}
