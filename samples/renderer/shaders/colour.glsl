// Colours of instances.
#include "palette.glsl"

vec3 instance_colour(uint slot)
{
    uint mode = item.flags >> ITEM_COLOUR_SHIFT & 7u;
    if (mode == 1u) // by id: a palette entry, a little lighter or darker, so that neighbours differ
    {
        uint h = scramble(slot);
        return PALETTE[h & 7u] * (0.75 + 0.5 * float(h >> 8 & 255u) / 255.0);
    }
    if (mode == 2u && (item.flags & ITEM_VELOCITY) != 0u)
        return speed_colour(length(velocity_of[item.velocity_first + slot * item.velocity_stride].xyz) / item.colour.w);
    if (mode == 3u) return PALETTE[(item.kind + (instance_tag(slot) >> item.kind_shift & item.kind_mask)) & 7u];
    if (mode == 4u) return order_colour(float(slot) / float(max(item.kind, 1u)));
    if (mode == 5u) return PALETTE[(item.kind + uint(gl_InstanceIndex) % max(item.kind_mask, 1u)) & 7u];
    return item.colour.rgb;
}
