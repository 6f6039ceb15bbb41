// From a frame's description to the numbers its shaders read: view, the two maps' projections, light.
#include "internal.h"

#include <string.h>
#include <cglm/cglm.h>

renderer_item renderer_default_item(renderer_item_kind kind)
{
    return (renderer_item){
        .kind_of_item = kind,
        .tag_mask     = 1,
        .tag_value    = 1,
        .radius       = 0.5f,
        .scale        = { 1.0f, 1.0f, 1.0f },
        .colour       = { 0.6f, 0.6f, 0.6f },
        .speed_limit  = 10.0f,
        .clear        = 1.0f,
    };
}

renderer_frame renderer_default_frame(void)
{
    return (renderer_frame){
        .eye           = { 6.0f, 4.0f, 9.0f },
        .target        = { 0.0f, 1.0f, 0.0f },
        .fov           = 0.7f,
        .near_plane    = 0.05f,
        .bounds        = { { -5.0f, 0.0f, -5.0f }, { 5.0f, 5.0f, 5.0f } },
        .ground        = true,
        .ground_colour = { 0.30f, 0.29f, 0.27f },
        .grid_spacing  = 1.0f,
        .sky           = renderer_sky_at(10.0f),
    };
}

static void mix_sky(const renderer_sky* a, const renderer_sky* b, float t, renderer_sky* out)
{
    for (int i = 0; i < 3; ++i)
    {
        out->sun_colour[i] = a->sun_colour[i] + (b->sun_colour[i] - a->sun_colour[i]) * t;
        out->zenith[i]     = a->zenith[i] + (b->zenith[i] - a->zenith[i]) * t;
        out->horizon[i]    = a->horizon[i] + (b->horizon[i] - a->horizon[i]) * t;
    }
    out->exposure = a->exposure + (b->exposure - a->exposure) * t;
}

renderer_sky renderer_sky_at(float hour)
{
    static const renderer_sky day    = { .sun_colour = { 2.70f, 2.45f, 2.05f },
                                         .zenith     = { 0.07f, 0.22f, 0.62f },
                                         .horizon    = { 0.54f, 0.70f, 0.92f },
                                         .exposure   = 0.62f };
    static const renderer_sky golden = { .sun_colour = { 2.50f, 1.25f, 0.50f },
                                         .zenith     = { 0.13f, 0.17f, 0.38f },
                                         .horizon    = { 0.72f, 0.36f, 0.15f },
                                         .exposure   = 0.80f };
    static const renderer_sky night  = { .sun_colour = { 0.30f, 0.38f, 0.55f },
                                         .zenith     = { 0.015f, 0.022f, 0.05f },
                                         .horizon    = { 0.06f, 0.08f, 0.13f },
                                         .exposure   = 1.50f };
    const float turn                 = (hour - 6.0f) / 12.0f * GLM_PIf; // 0 sunrise, pi sunset
    const bool is_day                = hour > 6.0f && hour < 18.0f;
    const float height  = is_day ? sinf(turn) * 0.9f + 0.05f : 0.7f; // rad above the horizon; the moon stands still
    const float azimuth = turn + 1.55f;
    renderer_sky sky;
    if (is_day)
        mix_sky(&golden, &day, glm_clamp((height - 0.1f) / 0.5f, 0.0f, 1.0f), &sky);
    else
        sky = night;
    sky.sun[0] = cosf(height) * cosf(azimuth);
    sky.sun[1] = sinf(height);
    sky.sun[2] = cosf(height) * sinf(azimuth);
    return sky;
}

static void set_row(float m[4][4], int row, const float axis[3], float scale, float w) // m is by columns
{
    for (int i = 0; i < 3; ++i)
        m[i][row] = axis[i] * scale;
    m[3][row] = w;
}

static void fill_view(const renderer* r, const renderer_frame* f, frame_uniform* u)
{
    vec3 forward, right, up, eye;
    glm_vec3_copy((float*)f->eye, eye);
    glm_vec3_sub((float*)f->target, eye, forward);
    if (glm_vec3_norm2(forward) < 1e-12f) forward[2] = -1.0f;
    glm_vec3_normalize(forward);
    vec3 above = { 0.0f, 1.0f, 0.0f };
    if (fabsf(forward[1]) > 0.9999f) glm_vec3_copy((vec3){ 0.0f, 0.0f, -1.0f }, above); // straight up or down
    glm_vec3_crossn(forward, above, right);
    glm_vec3_cross(right, forward, up);

    const float tan_y = tanf(0.5f * f->fov);
    const float tan_x = tan_y * (float)r->width / (float)r->height;
    set_row(u->clip, 0, right, 1.0f / tan_x, -glm_vec3_dot(right, eye) / tan_x);
    set_row(u->clip, 1, up, -1.0f / tan_y, glm_vec3_dot(up, eye) / tan_y);
    u->clip[3][2] = f->near_plane;
    set_row(u->clip, 3, forward, 1.0f, -glm_vec3_dot(forward, eye));

    glm_vec3_copy(eye, u->eye);
    glm_vec3_scale(right, tan_x, u->right);
    glm_vec3_scale(up, tan_y, u->up);
    glm_vec3_copy(forward, u->forward);
    u->eye[3]     = f->near_plane;
    u->up[3]      = f->ground ? 1.0f : 0.0f;
    u->forward[3] = f->ground_height;
    u->size[0]    = (float)r->width;
    u->size[1]    = (float)r->height;
    u->size[2]    = 1.0f / u->size[0];
    u->size[3]    = 1.0f / u->size[1];
}

// A map looks along axis[2]; its box is the tightest around the scene's bounds. Returns the lowest value along axis[2].
static float fit_map(frame_uniform* u, int map, vec3 axis[3], const float bounds[2][3], float texels)
{
    float low[3], high[3];
    for (int k = 0; k < 3; ++k)
    {
        low[k] = high[k] = 0.0f;
        for (int i = 0; i < 3; ++i)
        {
            const float a = axis[k][i] * bounds[0][i], b = axis[k][i] * bounds[1][i];
            low[k] += a < b ? a : b;
            high[k] += a < b ? b : a;
        }
        const float margin = 0.01f * (high[k] - low[k]) + 0.01f;
        low[k] -= margin;
        high[k] += margin;
    }
    for (int k = 0; k < 2; ++k)
    {
        u->map_scale[map][k] = 2.0f / (high[k] - low[k]);
        set_row(u->map_clip[map], k, axis[k], u->map_scale[map][k], -(low[k] + high[k]) / (high[k] - low[k]));
    }
    u->map_scale[map][2] = 1.0f / (high[2] - low[2]);
    set_row(u->map_clip[map], 2, axis[2], u->map_scale[map][2], -low[2] * u->map_scale[map][2]);
    u->map_clip[map][3][3] = 1.0f;
    u->map_scale[map][3]   = fmaxf(high[0] - low[0], high[1] - low[1]) / texels;
    return low[2];
}

void renderer_fill_uniform(const renderer* r, const renderer_frame* f, frame_uniform* u)
{
    memset(u, 0, sizeof *u);
    fill_view(r, f, u);

    vec3 to_sun;
    glm_vec3_copy((float*)f->sky.sun, to_sun);
    if (glm_vec3_norm2(to_sun) < 1e-12f) to_sun[1] = 1.0f;
    glm_vec3_normalize(to_sun);
    vec3 sun_axis[3];
    glm_vec3_negate_to(to_sun, sun_axis[2]);
    glm_vec3_crossn(fabsf(to_sun[1]) < 0.99f ? (vec3){ 0.0f, 1.0f, 0.0f } : (vec3){ 1.0f, 0.0f, 0.0f }, to_sun,
                    sun_axis[0]);
    glm_vec3_cross(to_sun, sun_axis[0], sun_axis[1]);
    vec3 sky_axis[3] = { { 1.0f, 0.0f, 0.0f }, { 0.0f, 0.0f, 1.0f }, { 0.0f, -1.0f, 0.0f } };
    fit_map(u, MAP_SUN, sun_axis, f->bounds, SUN_TEXELS);
    const float ceiling = -fit_map(u, MAP_SKY, sky_axis, f->bounds, SKY_TEXELS); // along -y the lowest value is highest
    u->sky_range[1]     = 1.0f / u->map_scale[MAP_SKY][2];
    u->sky_range[0]     = ceiling - u->sky_range[1];
    u->sky_range[2]     = renderer_liquid_spacing(f);

    glm_vec3_copy(to_sun, u->sun);
    u->sun[3] = 0.99985f; // 1 degree across: twice the true size looks right on a small picture
    glm_vec3_copy((float*)f->sky.sun_colour, u->sun_colour);
    glm_vec3_copy((float*)f->sky.zenith, u->zenith);
    glm_vec3_copy((float*)f->sky.horizon, u->horizon);
    glm_vec3_copy((float*)f->ground_colour, u->ground);
    u->sun_colour[3] = f->sky.exposure;
    float radius     = 0.0f; // gaps between spheres should darken too
    for (uint32_t i = 0; i < f->item_count; ++i)
        if (f->items[i].kind_of_item == RENDERER_SPHERES) radius = fmaxf(radius, f->items[i].radius);
    const float wide = fmaxf(f->bounds[1][0] - f->bounds[0][0], f->bounds[1][2] - f->bounds[0][2]);
    u->zenith[3]     = f->occlusion_reach > 0.0f ? f->occlusion_reach
                       : radius > 0.0f           ? glm_clamp(8.0f * radius, 0.02f * wide, 0.08f * wide)
                                                 : 0.08f * wide;
    // Haze is for the ground's far end: a scene seen whole from afar keeps its colours.
    u->horizon[3] = f->fade_distance > 0.0f
                        ? f->fade_distance
                        : fmaxf(160.0f, 20.0f * glm_vec3_distance((float*)f->eye, (float*)f->target));
    u->ground[3]  = f->grid_spacing;
}
