#include "contact_points.h"
#include "narrow_reduce.h"

static void add(oracle_contact_points* c, oracle_vec3 point, float height, uint32_t feature)
{
    oracle_contact_add(c, vec_sub(point, vec_scale(c->normal, 0.5f * height)), height, feature);
}

void oracle_plane_round(oracle_contact_points* c, oracle_vec3 normal, oracle_round b)
{
    c->normal             = normal;
    const float height    = oracle_dot3(normal, b.centre) - b.radius;
    const float rise      = b.end * oracle_dot3(normal, b.axis);
    const oracle_vec3 low = vec_sub(b.centre, vec_scale(normal, b.radius));
    if (b.end > 0.0f)
    {
        add(c, vec_sub(low, vec_scale(b.axis, b.end)), height - rise, 1);
        add(c, vec_add(low, vec_scale(b.axis, b.end)), height + rise, 2);
    }
    else
        add(c, low, height, 0);
}

void oracle_plane_box(oracle_contact_points* c, oracle_vec3 normal, oracle_vec3 d, mas_vec4 rotation, mas_vec4 extent)
{
    c->normal               = normal;
    const oracle_vec3 local = oracle_quaternion_rotate_inverse(rotation, normal);
    const float l[3]        = { local.x, local.y, local.z };
    const float h[3]        = { extent.x, extent.y, extent.z };
    uint32_t i              = 0;
    for (uint32_t k = 1; k < 3; ++k)
        if (magnitude_of(l[k]) > magnitude_of(l[i])) i = k;
    const uint32_t j = (i + 1) % 3, k = (i + 2) % 3;
    const bool up      = l[i] <= 0.0f;
    float arm[3][3]    = { { 0 } };
    arm[0][i]          = up ? h[i] : -h[i];
    arm[1][j]          = h[j];
    arm[2][k]          = h[k];
    oracle_vec3 own[3] = { 0 }, turned[3];
    float rise[3];
    for (uint32_t m = 0; m < 3; ++m)
    {
        own[m]    = (oracle_vec3){ arm[m][0], arm[m][1], arm[m][2] };
        rise[m]   = oracle_dot3(local, own[m]);
        turned[m] = oracle_quaternion_rotate(rotation, own[m]);
    }
    const float height       = oracle_dot3(normal, d) + rise[0];
    const oracle_vec3 centre = vec_add(d, turned[0]);
    for (uint32_t m = 0; m < 4; ++m)
    {
        const bool u = m % 2 != 0, v = m / 2 != 0;
        const oracle_vec3 p = u ? vec_add(centre, turned[1]) : vec_sub(centre, turned[1]);
        const float above   = u ? height + rise[1] : height - rise[1];
        add(c, v ? vec_add(p, turned[2]) : vec_sub(p, turned[2]), v ? above + rise[2] : above - rise[2],
            (uint32_t)up << i | (uint32_t)u << j | (uint32_t)v << k);
    }
}

void oracle_plane_hull(oracle_contact_points* c, mas_vec4 turn, oracle_vec3 d, mas_vec4 rotation, mas_vec4 extent,
                       const hull_data* hull)
{
    c->normal              = oracle_quaternion_rotate(turn, (oracle_vec3){ 0.0f, 1.0f, 0.0f });
    const oracle_view s    = oracle_see(turn, rotation, d);
    const oracle_axes axes = { vec_sub(d, vec_scale(c->normal, s.t[1])),
                               oracle_quaternion_rotate(turn, (oracle_vec3){ 1.0f, 0.0f, 0.0f }),
                               oracle_quaternion_rotate(turn, (oracle_vec3){ 0.0f, 0.0f, 1.0f }), c->normal };
    oracle_point candidate[HULL_MAX_CORNERS], chosen[4];
    for (uint32_t k = 0; k < hull->corners; ++k)
    {
        const oracle_vec3 x = oracle_to_own(&s, vec_of(hull->corner[k]));
        candidate[k]        = (oracle_point){ x.x, x.z, s.t[1] + x.y, k + 1 };
    }
    const float scale    = oracle_narrow_scale(extent, extent);
    float deepest        = 0.0f;
    const uint32_t count = oracle_reduce(candidate, hull->corners, c->margin, scale, chosen, &deepest);
    for (uint32_t k = 0; k < count; ++k)
    {
        const mas_vec4 x = oracle_place(&axes, &chosen[k]);
        oracle_contact_add(c, vec_of(x), x.w, chosen[k].id);
    }
}
