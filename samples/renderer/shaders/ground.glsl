// The ground: an endless plane met by the ray itself, with a grid whose lines are filtered by the pixel's footprint.

// Along a ray of unit depth; negative when it never meets the ground, which has no underside.
float ground_distance(vec3 ray)
{
    float height = frame.eye.y - frame.forward.w;
    return frame.up.w > 0.0 && height > 0.0 && ray.y < 0.0 ? -height / ray.y : -1.0;
}

// How much of the footprint lies on lines of this width, spacing apart.
float grid_lines(vec2 at, vec2 footprint, float spacing, float width)
{
    // Integral of the line pattern over the footprint: exact for a box filter, so it fades instead of shimmering.
    vec2 size = max(footprint, 1e-5) / spacing;
    vec2 x    = at / spacing;
    float w   = width / spacing;
    vec2 a = x - 0.5 * size + 0.5 * w, b = x + 0.5 * size + 0.5 * w;
    vec2 covered = (floor(b) * w + min(fract(b), vec2(w)) - floor(a) * w - min(fract(a), vec2(w))) / size;
    return 1.0 - (1.0 - clamp(covered.x, 0.0, 1.0)) * (1.0 - clamp(covered.y, 0.0, 1.0));
}

vec3 ground_colour(vec3 ray)
{
    ray.y = min(ray.y, -1e-4); // a pixel on the horizon: its middle may look up
    float distance = ground_distance(ray);
    vec3 at        = frame.eye.xyz + ray * distance;
    vec3 albedo    = frame.ground.rgb;
    if (frame.ground.w > 0.0)
    {
        // Footprint of a pixel on the plane, from the ray's change: at' = d(ray) t + ray dt.
        vec3 dx = frame.right.xyz * 2.0 * frame.size.z, dy = frame.up.xyz * 2.0 * frame.size.w;
        vec2 px = (dx.xz - ray.xz * dx.y / ray.y) * distance;
        vec2 py = (dy.xz - ray.xz * dy.y / ray.y) * distance;
        vec2 footprint = abs(px) + abs(py);
        float spacing  = frame.ground.w;
        float fine     = grid_lines(at.xz, footprint, spacing, spacing * 0.02);
        float coarse   = grid_lines(at.xz, footprint, spacing * 5.0, spacing * 0.04);
        albedo *= 1.0 - 0.22 * fine - 0.25 * coarse;
    }
    vec3 normal = vec3(0.0, 1.0, 0.0);
    float sun   = max(frame.sun.y, 0.0) * sunlight(at, normal, 0.0);
    vec3 above  = mix(frame.horizon.rgb, frame.zenith.rgb, 0.45);
    vec3 light  = albedo * (above * skylight(at, normal) + frame.sun_colour.rgb * sun);
    return tone_map(fade(light, ray, distance));
}
