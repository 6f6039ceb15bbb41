// Evaluates patches: positions, normals and texture coordinates of the vertices that a level set asks for.
//   regular   bicubic B-spline patches, those at a boundary included   tessellate_regular.comp
//   Gregory   patches at odd vertices                                   tessellate_gregory.comp
// One thread for a patch, or for a share of one where threads are many: reading a patch's points and taking v out of
// them costs as much as 15 points. No barrier, no shared memory. The two dispatches write different vertices.
#include "tessellate.h"
#include "subdivision/tessellate_shared.h"
#include "subdivision/mesh_shared.h"

enum
{
    SHARES = 4 // of a patch's rows, and of each row: four neighbours write 64 bytes side by side
};

enum // bindings
{
    TASK,
    MEMBERS,
    POINT,
    STALE,
    UV,
    POSITION,
    NORMAL
};

static const char* const bindings[MAS_MAX_BINDINGS] = {
    [TASK] = "Task", [MEMBERS] = "Members",   [POINT] = "Point",   [STALE] = "Stale",
    [UV] = "Uv",     [POSITION] = "Position", [NORMAL] = "Normal",
};

#define KERNEL(name_, writes)                                                                                          \
    {                                                                                                                  \
        .name = name_, .access = "rrrrrww", .push = sizeof(tessellate_push), .constant = { writes }, .shares = SHARES, \
        .binding = bindings                                                                                            \
    }

enum
{
    REGULAR_POSITIONS,
    REGULAR_NORMALS,
    REGULAR_UV,
    GREGORY_POSITIONS,
    GREGORY_NORMALS,
    GREGORY_UV
};

const mas_kernel_desc mas_tessellate_kernels[] = {
    [REGULAR_POSITIONS] = KERNEL("tessellate_regular", TESSELLATE_POSITIONS),
    [REGULAR_NORMALS]   = KERNEL("tessellate_regular", TESSELLATE_NORMALS),
    [REGULAR_UV]        = KERNEL("tessellate_regular", TESSELLATE_UV),
    [GREGORY_POSITIONS] = KERNEL("tessellate_gregory", TESSELLATE_POSITIONS),
    [GREGORY_NORMALS]   = KERNEL("tessellate_gregory", TESSELLATE_NORMALS),
    [GREGORY_UV]        = KERNEL("tessellate_gregory", TESSELLATE_UV),
};
const uint32_t mas_tessellate_kernel_count = MAS_COUNT(mas_tessellate_kernels);

massa_result mas_tessellate_create(mas_tessellate* t, mas_kernels* k, const mas_surfaces* s, const mas_tessellation* l)
{
    const uint32_t regular = !l->drawn ? REGULAR_POSITIONS : s->has_uv ? REGULAR_UV : REGULAR_NORMALS;
    const uint32_t gregory = !l->drawn ? GREGORY_POSITIONS : s->has_uv ? GREGORY_UV : GREGORY_NORMALS;
    t->regulars            = s->regulars;
    t->gregories           = s->gregories;
    t->rows = t->across = mas_shares(k->arena->device, &mas_tessellate_kernels[regular]);
    MAS_TRY(mas_bind(k, &t->regular,
                     &mas_tessellate_kernels[regular], [TASK] = l->task, [MEMBERS] = s->regular, [POINT] = s->point,
                     [STALE] = s->stale, [UV] = s->uv, [POSITION] = l->position, [NORMAL] = l->normal));
    return mas_bind(k, &t->gregory,
                    &mas_tessellate_kernels[gregory], [TASK] = l->task, [MEMBERS] = s->gregory, [POINT] = s->point,
                    [STALE] = s->stale, [UV] = s->uv, [POSITION] = l->position, [NORMAL] = l->normal);
}

void mas_tessellate_record(const mas_tessellate* t, mas_recorder* rec, bool all)
{
    tessellate_push push   = { .rows = t->rows, .across = t->across, .all = all };
    const uint64_t threads = (uint64_t)t->rows * t->across;
    mas_begin(rec, "tessellate");
    if (t->regulars > 0) mas_run(rec, &t->regular, t->regulars * threads, &push);
    push.first_task = t->regulars;
    if (t->gregories > 0) mas_run(rec, &t->gregory, t->gregories * threads, &push);
    mas_end(rec);
}
