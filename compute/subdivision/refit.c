// Boxes around the limit surface, refitted when points move; the shape of the tree stays.
//   patches   points -> boxes of patches                              refit_patches.comp
//   nodes     boxes -> those of the two heights above, and so on      refit_nodes.comp
//   meshlets  positions of the collision level -> boxes of meshlets   refit_meshlets.comp
// Two heights a dispatch, 64 boxes a thread: a tree of 4096 patches takes two, one of 10,000 three. One dispatch for
// all heights does not work on lavapipe 22 (module/docs/lab/subdivision.md).
#include "refit.h"

#include "core/device.h"

enum
{
    PATCHES,
    NODES,
    MESHLETS
};

enum // bindings of patches
{
    POINT,
    PATCH,
    REGULAR,
    GREGORY,
    STALE,
    BOX
};

static const char* const patch_bindings[MAS_MAX_BINDINGS] = {
    [POINT] = "Point",     [PATCH] = "Patch", [REGULAR] = "Regular",
    [GREGORY] = "Gregory", [STALE] = "Stale", [BOX] = "Box",
};

enum // bindings of meshlets
{
    MESHLET_PATCH,
    MESHLET_STALE,
    MESHLET_LEVEL,
    MESHLET_FIRST,
    MESHLET_MESHLETS,
    MESHLET_INDEX,
    MESHLET_POSITION,
    MESHLET_BOX
};

static const char* const meshlet_bindings[MAS_MAX_BINDINGS] = {
    [MESHLET_PATCH] = "Patch",       [MESHLET_STALE] = "Stale",       [MESHLET_LEVEL] = "Level",
    [MESHLET_FIRST] = "First",       [MESHLET_MESHLETS] = "Meshlets", [MESHLET_INDEX] = "Index",
    [MESHLET_POSITION] = "Position", [MESHLET_BOX] = "Box",
};

// Meshlets: at level 64 a patch has 128.
const mas_kernel_desc mas_refit_kernels[] = {
    [PATCHES]  = { .name = "refit_patches", .access = "rrrrrw", .push = sizeof(refit_push), .binding = patch_bindings },
    [NODES]    = { .name = "refit_nodes", .access = "rrx", .push = sizeof(refit_push) },
    [MESHLETS] = { .name    = "refit_meshlets",
                   .access  = "rrrrrrrw",
                   .push    = sizeof(refit_push),
                   .shares  = 8,
                   .binding = meshlet_bindings },
};
const uint32_t mas_refit_kernel_count = MAS_COUNT(mas_refit_kernels);

static uint32_t parents(uint32_t entries)
{
    return (entries + REFIT_WIDTH - 1) / REFIT_WIDTH;
}

// Entries of each height: patches, then nodes up to one, the root. Heights come in pairs, so that a dispatch makes two;
// the upper one of a small surface has a single child.
static uint32_t heights(uint32_t patches, uint32_t count[REFIT_MAX_HEIGHT + 1])
{
    uint32_t top = 0;
    count[0]     = patches;
    do
    {
        count[top + 1] = parents(count[top]);
        count[top + 2] = parents(count[top + 1]);
        top += 2;
    } while (count[top] > 1 && top < REFIT_MAX_HEIGHT);
    return top;
}

void mas_refit_plan(mas_refit* r, mas_arena* a, const mas_surface_range* range, uint32_t surfaces,
                    uint32_t meshlet_room)
{
    *r = (mas_refit){ .surfaces = surfaces };
    for (uint32_t s = 0; s < surfaces; ++s)
    {
        uint32_t count[REFIT_MAX_HEIGHT + 1];
        const uint32_t top = heights(range[s].patch_count, count);
        if (r->top < top) r->top = top;
        for (uint32_t h = 0; h <= top; ++h)
            r->height[h].count += count[h];
    }
    for (uint32_t h = 0; h <= r->top; ++h)
    {
        r->height[h].first = r->boxes;
        r->boxes += r->height[h].count;
    }
    r->patches     = r->height[0].count;
    r->nodes       = r->boxes + surfaces;
    r->node        = mas_plan(a, MAS_SCRATCH, "surface nodes", r->nodes, sizeof(surface_node));
    r->box         = mas_plan(a, MAS_SCRATCH, "surface boxes", r->boxes, sizeof(surface_box));
    r->meshlet_box = mas_plan(a, MAS_SCRATCH, "meshlet boxes", meshlet_room, sizeof(surface_box));
    r->staging     = mas_plan_windowed(a, MAS_UPLOAD, "surface tree", r->nodes, sizeof(surface_node));
}

void mas_refit_table(const mas_refit* r, const mas_surface_range* range, surface_node* out)
{
    uint32_t next[REFIT_MAX_HEIGHT + 1]; // of each height: the first that no surface has yet
    for (uint32_t h = 0; h <= r->top; ++h)
        next[h] = r->height[h].first;
    for (uint32_t s = 0; s < r->surfaces; ++s)
    {
        uint32_t count[REFIT_MAX_HEIGHT + 1];
        const uint32_t top = heights(range[s].patch_count, count);
        for (uint32_t i = 0; i < count[0]; ++i)
            out[next[0] + i] = (surface_node){ .surface = s };
        for (uint32_t h = 1; h <= top; ++h)
        {
            for (uint32_t i = 0; i < count[h]; ++i)
            {
                const uint32_t child = REFIT_WIDTH * i, left = count[h - 1] - child;
                out[next[h] + i] = (surface_node){
                    .child   = next[h - 1] + child,
                    .count   = left < REFIT_WIDTH ? left : REFIT_WIDTH,
                    .surface = s,
                };
            }
            next[h - 1] += count[h - 1];
        }
        out[r->boxes + s] = (surface_node){ .child = next[top]++, .count = 1, .surface = s };
    }
}

void mas_refit_stage(const mas_refit* r, const mas_surface_range* range, uint8_t* mapped)
{
    mas_refit_table(r, range, (surface_node*)(mapped + r->staging.offset));
}

void mas_refit_upload(const mas_refit* r, mas_recorder* rec)
{
    mas_begin(rec, "upload surface tree");
    mas_copy(rec, r->staging, r->node, r->node.size);
    mas_end(rec);
}

massa_result mas_refit_create(mas_refit* r, mas_kernels* k, const mas_surfaces* s, const mas_tessellation* t)
{
    r->slices = mas_shares(k->arena->device, &mas_refit_kernels[MESHLETS]);
    MAS_TRY(mas_bind(k, &r->patch_boxes, &mas_refit_kernels[PATCHES], [POINT] = s->point, [PATCH] = s->patch,
                     [REGULAR] = s->regular, [GREGORY] = s->gregory, [STALE] = s->stale, [BOX] = r->box));
    MAS_TRY(mas_bind(k, &r->node_boxes, &mas_refit_kernels[NODES], s->stale, r->node, r->box));
    if (t == NULL) return MASSA_OK;
    return mas_bind(k, &r->meshlet_boxes,
                    &mas_refit_kernels[MESHLETS], [MESHLET_PATCH] = s->patch, [MESHLET_STALE] = s->stale,
                    [MESHLET_LEVEL] = t->level, [MESHLET_FIRST] = t->meshlet, [MESHLET_MESHLETS] = t->meshlets,
                    [MESHLET_INDEX] = t->index, [MESHLET_POSITION] = t->position, [MESHLET_BOX] = r->meshlet_box);
}

void mas_refit_record(const mas_refit* r, mas_recorder* rec, bool all)
{
    if (r->patches == 0) return;
    refit_push push = { .slices = r->slices, .all = all };
    mas_begin(rec, "refit");
    mas_run(rec, &r->patch_boxes, r->patches, &push);
    for (uint32_t h = 2; h <= r->top; h += 2)
    {
        push.first = r->height[h].first;
        mas_run(rec, &r->node_boxes, r->height[h].count, &push);
    }
    if (r->meshlet_boxes.desc != NULL) mas_run(rec, &r->meshlet_boxes, (uint64_t)r->patches * r->slices, &push);
    mas_end(rec);
}
