// What the renderer's C and its shaders both read. std140 and std430 agree on these: 16-byte members only, or scalars
// behind them.
#ifndef RENDERER_FRAME_SHARED_H
#define RENDERER_FRAME_SHARED_H

#ifdef VULKAN // glslang
#define STRUCT(name) struct name
#define FLOAT4(name) vec4 name
#define MATRIX(name) mat4 name
#else
#include <stdint.h>
typedef uint32_t uint;
#define STRUCT(name) typedef struct name name; struct name
#define FLOAT4(name) float name[4]
#define MATRIX(name) float name[4][4]
#endif

// Two maps seen along parallel rays: depth from the sun (direct light), and from straight above the span of heights that
// things fill (how much of the sky a point sees).
#define MAP_SUN 0
#define MAP_SKY 1

STRUCT(frame_uniform)
{
    MATRIX(clip);         // world to clip space; depth is near / distance along forward, so 0 is infinitely far
    MATRIX(map_clip[2]);  // world to the clip space of MAP_SUN, MAP_SKY
    FLOAT4(map_scale[2]); // clip units per metre along the map's x, y, z; w texel in metres
    FLOAT4(eye);          // m; w near plane in metres
    FLOAT4(right);        // view axes, scaled so that eye + forward + x right + y up is the pixel at (x, y) in -1..1
    FLOAT4(up);           //   w of up: 1 when there is a ground
    FLOAT4(forward);      //   w of forward: height of the ground, m
    FLOAT4(size);         // pixels x, y and their inverses
    FLOAT4(sun);          // unit vector towards the sun; w cosine of its apparent radius
    FLOAT4(sun_colour);   // light per unit area facing it; w exposure
    FLOAT4(zenith);       // sky colours; w of zenith: how far occluders are looked for, m
    FLOAT4(horizon);      //   w of horizon: metres at which the ground has faded into the sky
    FLOAT4(ground);       // albedo; w grid spacing in metres, 0 none
    FLOAT4(sky_range);    // MAP_SKY: height of its floor, metres from there to its ceiling; z spacing of liquids, m; 0
};

// How a shader reads one item's arrays. first and stride count elements of 16 bytes, for tags of 4.
STRUCT(item_push)
{
    FLOAT4(scale);  // of the mesh along its axes; of a liquid x: metres after which light has its colour; w radius, m
    FLOAT4(colour); // linear; w speed (m/s) that gets the hottest colour
    uint position_first, position_stride;
    uint rotation_first, rotation_stride;
    uint velocity_first, velocity_stride;
    uint tag_first, tag_stride;
    uint tag_mask, tag_value; // drawn when (tag & mask) == value
    uint kind, kind_shift, kind_mask; // palette entry: kind + (tag >> shift & mask)
    uint flags;     // ITEM_
    uint map;       // MAP_, in the passes that fill a map; of glass 1: only what stands before a liquid
};

// How a liquid's surface is smoothed along one direction.
STRUCT(smooth_push)
{
    float x, y;    // the direction in the picture, pixels
    float spacing; // of the particles, m
    float reach;   // deviation of the filter, in spacings
    float most;    // pixels that it reaches to either side
    float jump;    // from one tap to the next that ends a surface, in spacings
};

// How a shader reads a surface: triangles, or patches, whose names stand behind. first counts elements in a binding.
STRUCT(surface_push)
{
    FLOAT4(colour);   // linear; w: RENDERER_FILL_
    FLOAT4(colour_u); // w: segments along a side of a patch
    FLOAT4(colour_v);
    FLOAT4(colour_uv);
    uint pose_first, pose_stride, rotation_first; // vec4; SURFACE_UPRIGHT: no rotation
    uint slot;
    uint vertex_first; // vec4; points
    uint normal_first; // vec4; rows
    uint index_first;  // uint; the first patch's points
    uint run_first, run_count; // uint; entries
    uint mode;         // RENDERER_COLOUR_
    uint map;          // MAP_; 2: the picture
    uint flags;        // SURFACE_
    uint given_end;
    int row_shift;
};

#define SURFACE_UPRIGHT 0xFFFFFFFFu
#define SURFACE_PULLED 1u  // gl_VertexIndex counts in the index array, so that a corner knows its triangle
#define SURFACE_FLAT 2u    // no normals
#define SURFACE_LINES 4u   // drawn as lines
#define SURFACE_GREGORY 8u // patches of twenty points

#define ITEM_ROTATION 1u
#define ITEM_VELOCITY 2u
#define ITEM_TAG 4u
#define ITEM_SLOTS 8u      // the instance reads its slot from a list
#define ITEM_COLOUR_SHIFT 4 // three bits: RENDERER_COLOUR_, up to ENTRY
#define ITEM_DENSITY 128u

#endif
