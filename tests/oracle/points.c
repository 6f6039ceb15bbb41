#include "points.h"
#include "vec.h"

void oracle_points(oracle_surfaces* s, const uint32_t* stale)
{
    for (uint32_t i = 0; i < s->rows; ++i)
    {
        const surface_row r = s->row[i];
        if (stale[r.surface] == 0) continue;
        oracle_vec3 sum = { 0.0f, 0.0f, 0.0f };
        for (uint32_t k = 0; k < r.count; ++k)
            sum = vec_add(sum, vec_scale(vec_of(s->point[s->entry[r.first + k].point]), s->entry[r.first + k].weight));
        s->point[r.point] = vec_xyz0(oracle_flush3(sum));
    }
}
