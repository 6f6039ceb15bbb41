// The calls for cages; compute/subdivision/cage.c builds them.
#include "shapes.h"
#include "subdivision/cage.h"

#include <string.h>

massa_result massa_create_cage(massa_device* d, const massa_cage_desc* desc, massa_cage** out)
{
    if (out != NULL) *out = NULL;
    if (d == NULL) return MASSA_ERROR_NULL;
    if (out == NULL) return mas_fail(d, MASSA_ERROR_NULL, "massa_create_cage has nowhere to put the cage.");
    return mas_cage_build(d, desc, out);
}

void massa_destroy_cage(massa_cage* c)
{
    if (c != NULL) mas_cage_destroy(c);
}

massa_result massa_cage_get_info(const massa_cage* c, massa_cage_info* out)
{
    if (out != NULL) memset(out, 0, sizeof *out);
    if (c == NULL) return MASSA_ERROR_NULL;
    if (out == NULL) return mas_fail(c->device, MASSA_ERROR_NULL, "massa_cage_get_info has nowhere to put its answer.");
    *out = (massa_cage_info){
        .bytes           = c->bytes,
        .hash            = c->hash,
        .points          = c->point_count,
        .faces           = c->face_count,
        .patches         = c->patch_count,
        .regular_patches = c->regular_count,
        .gregory_patches = c->gregory_count,
        .vertices        = c->vertex_count,
        .edges           = c->edge_count,
        .computed_points = c->row_count,
        .closed          = c->closed,
        .lo              = c->lo,
        .hi              = c->hi,
    };
    return MASSA_OK;
}

massa_result massa_cage_get_edge(const massa_cage* c, uint32_t edge, massa_cage_edge* out)
{
    if (out != NULL) memset(out, 0, sizeof *out);
    if (c == NULL) return MASSA_ERROR_NULL;
    if (out == NULL) return mas_fail(c->device, MASSA_ERROR_NULL, "massa_cage_get_edge has nowhere to put its answer.");
    if (edge >= c->edge_count)
        return mas_fail(c->device, MASSA_ERROR_RANGE, "There is no edge %u: the cage has %u.", edge, c->edge_count);
    const surface_edge* e = &c->edge[edge];
    *out                  = (massa_cage_edge){ e->from, e->to, c->patch[e->owner].face, e->depth };
    return MASSA_OK;
}
