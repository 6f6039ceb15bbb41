// Plays the engine: draws a simulation from the simulation's own buffers, in the caller's command buffer.
//
//   maps      depth from the sun; filled heights from above  sphere_map, mesh_map, surface_map, patch, *_sun, *_sky
//   surface   colour, normal, depth, 4 samples per pixel  sphere, mesh, line, surface, patch
//   liquid    where there is one: nearest depth of its particles, how much of it lies behind, the depth smoothed
//   light     each visible surface of a pixel once: sun, shadow, sky, ground, tone mapping  ->  the picture
//   glass     over it, in the same pass  sphere_glass, mesh_glass; then the liquid over both, and glass before it
//
// Vulkan 1.1 and what it guarantees, no extension. Nothing is copied, waited for or allocated while drawing: an array
// is bound where it is the first time it is seen (renderer_forget), and fetched by gl_InstanceIndex. y is up,
// right-handed, metres; colours are linear.
#ifndef RENDERER_H
#define RENDERER_H

#include "gpu.h"

typedef struct renderer renderer;
typedef struct renderer_mesh renderer_mesh;

typedef struct renderer_view // an array in a foreign buffer (a massa_view has these fields); buffer null: not there
{
    VkBuffer buffer;
    uint64_t offset; // bytes, a multiple of 16 (tags, slots: of 4)
    uint64_t size;   // bytes, of the whole array
    uint32_t stride; // bytes, a multiple of 16 (tags, slots: of 4)
} renderer_view;

typedef enum renderer_colour
{
    RENDERER_COLOUR_CONSTANT,
    RENDERER_COLOUR_ID,    // from a palette, scattered by slot
    RENDERER_COLOUR_SPEED, // needs velocity
    RENDERER_COLOUR_KIND,  // palette entry: kind + (tag >> kind_shift & kind_mask)
    RENDERER_COLOUR_ORDER, // from slot 0 to slot kind, from blue to red
    RENDERER_COLOUR_ENTRY, // palette entry: kind + entry of slots modulo kind_mask
    // Surfaces, which besides have CONSTANT.
    RENDERER_COLOUR_PAINT,   // where u is over a half colour_u, where v is colour_v, where both are colour_uv
    RENDERER_COLOUR_CHECKER, // ten by ten squares of u and v, colour and colour_u
    RENDERER_COLOUR_RUN,     // by the run of triangles, or by the patch
    RENDERER_COLOUR_CLASS,   // patches: colour regular, colour_u Gregory; triangles: the run's flag, see runs
} renderer_colour;

typedef enum renderer_fill
{
    RENDERER_FILL_SOLID,
    RENDERER_FILL_WIRE,
    RENDERER_FILL_BOTH,
} renderer_fill;

typedef enum renderer_item_kind
{
    RENDERER_SPHERES, // round to the pixel at any size, 4 vertices each
    RENDERER_MESHES,
    RENDERER_LINES,    // pairs of vertices of 16 bytes: float x y z, RGBA8 colour; two pixels wide, unlit, no shadow
    RENDERER_SURFACES, // triangles that a simulation keeps in arrays, once for each slot
    RENDERER_LIQUID,   // particles of one liquid, drawn as its surface
    RENDERER_PATCHES,  // the same surface from its control points, by the device's own tessellator (renderer_can_patch)
} renderer_item_kind;

typedef struct renderer_triangles
{
    renderer_view vertex;  // vec4, xyz m, w u
    renderer_view normal;  // vec4, xyz unit, w v; none: every triangle is flat
    renderer_view index;   // uint, three a triangle, into vertex; usable as index buffer
    renderer_view runs;    // uint, ascending: the lowest 25 bits are the first triangle of a run, bit 25 flags it
    uint32_t first, count; // triangles, when there is no item.indirect
} renderer_triangles;

// Bicubic B-spline patches of 16 points and Gregory patches of 20. Points are vec4 m: below given_end those that
// somebody moves; the others are sums over them: row number (point + row_shift) of rows has the first of its entries
// and their count as its second and third uint of four; an entry is a point's number and its weight.
typedef struct renderer_patches
{
    renderer_view point, regular, gregory, rows, entries;
    uint32_t first_regular, regular_count, first_gregory, gregory_count;
    uint32_t given_end;
    int32_t row_shift;
    float level; // segments along a side, 1 to 64
    bool matrix; // regular patches sum their points themselves, too, instead of taking them as they are
} renderer_patches;

typedef struct renderer_item
{
    renderer_item_kind kind_of_item;
    const renderer_mesh* mesh; // RENDERER_MESHES
    uint32_t count;            // slots, or entries of slots, or vertices of lines
    renderer_view position;    // vec4, xyz m; lines: the vertices; surfaces: where they stand
    renderer_view rotation;    // vec4 quaternion x y z w; default identity; of surfaces in the positions' buffer
    renderer_view velocity;    // vec4, xyz m/s
    renderer_view density;     // liquids: float, 1 at rest, less where particles are few; none: 1 everywhere
    renderer_view tag;         // uint; a slot is drawn when (tag & tag_mask) == tag_value
    renderer_view slots;       // uint, stride 4: which slots, when not all below count; usable as vertex buffer
    renderer_view indirect;    // VkDrawIndirectCommand (spheres, lines) or VkDrawIndexedIndirectCommand; count is then
                               // the largest number it may ask for; of surfaces for each slot, without vertex offset
    uint32_t tag_mask, tag_value; // default 1, 1: alive
    float radius;                 // m, spheres; liquids: half the distance of particles at rest
    float clear;                  // m, liquids: light that has passed so much of it has its colour
    float scale[3];               // meshes, default 1
    renderer_colour colour_by;
    float colour[3];
    float colour_u[3], colour_v[3], colour_uv[3]; // surfaces
    renderer_triangles triangles;                 // RENDERER_SURFACES
    renderer_patches patches;                     // RENDERER_PATCHES
    renderer_fill fill;                           // both of them
    float speed_limit;                            // m/s that gets the hottest colour; spray of liquids is white
    uint32_t kind, kind_shift, kind_mask;
    bool on_top; // lines: over everything
    bool glass;  // spheres, meshes: clear, mirrors the sky, casts no shadow; colour is what shines from within it
} renderer_item;

typedef struct renderer_sky
{
    float sun[3];        // towards the sun, any length
    float sun_colour[3]; // what a surface facing the sun gets
    float zenith[3];
    float horizon[3];
    float exposure;
} renderer_sky;

typedef struct renderer_frame
{
    float eye[3], target[3]; // m
    float fov;               // rad, vertical
    float near_plane;        // m
    float bounds[2][3];      // of all that casts a shadow, m; tight for sharpness, steady against flicker
    float occlusion_reach;   // m, how far away something darkens its surroundings; 0: from bounds and spheres
    float fade_distance;     // m at which all is one with the horizon; 0: from the view
    bool ground;
    float ground_height; // m
    float ground_colour[3];
    float grid_spacing; // m between fine lines, every fifth is stronger; 0 no grid
    renderer_sky sky;
    const renderer_item* items;
    uint32_t item_count;
} renderer_frame;

renderer_item renderer_default_item(renderer_item_kind);
renderer_frame renderer_default_frame(void); // an eye at head height, a clear late morning, a ground
renderer_sky renderer_sky_at(float hour);    // 6 sunrise, 12 noon, 18 sunset, else a night with a moon

// Whether the device draws RENDERER_PATCHES.
bool renderer_can_patch(const renderer*);

// False, or null: gpu->error says why in one sentence.
renderer* renderer_create(platform_gpu*, uint32_t width, uint32_t height);
void renderer_destroy(renderer*);                                 // device idle
bool renderer_resize(renderer*, uint32_t width, uint32_t height); // device idle
void renderer_forget(renderer*); // device idle; call when a buffer drawn from has been destroyed

// Outside of a render pass. Begins after whatever made the arrays visible to the vertex stage (massa_cmd_step's last
// barrier does); ends with the picture in TRANSFER_SRC_OPTIMAL, visible to transfer reads. The arrays are read until
// the command buffer is done.
bool renderer_draw(renderer*, VkCommandBuffer, const renderer_frame*);

VkImage renderer_image(const renderer*); // VK_FORMAT_R8G8B8A8_SRGB
void renderer_size(const renderer*, uint32_t* width, uint32_t* height);

// Copies the picture to the host: record after a draw, look when the command buffer is done. Rows from the top, RGBA,
// sRGB, no padding.
bool renderer_read(renderer*, VkCommandBuffer);
const uint8_t* renderer_pixels(const renderer*);

// Meshes belong to the renderer's device and are destroyed by the caller, device idle.
renderer_mesh* renderer_mesh_create(renderer*, const float (*positions)[3], const float (*normals)[3],
                                    uint32_t vertex_count, const uint32_t* indices, uint32_t index_count);
renderer_mesh* renderer_mesh_box(renderer*, const float half[3], float bevel);
renderer_mesh* renderer_mesh_sphere(renderer*, float radius);
renderer_mesh* renderer_mesh_capsule(renderer*, float radius, float half_length); // along y, caps beyond half_length
renderer_mesh* renderer_mesh_cylinder(renderer*, float radius, float half_length);
void renderer_mesh_destroy(renderer*, renderer_mesh*);

#endif
