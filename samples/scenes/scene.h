// A scene is one C file here that defines `const scene_desc scene_NAME`, NAME being the file's; the build finds it.
//
// It speaks the public API alone and is drawn from massa's own buffers. Everything it needs it keeps in scene.state, so
// that it can be restarted. Numbers that enter the world come from + - * / and square roots: then a scene has the same
// hash on every machine (scene_turn replaces sine and cosine).
#ifndef SCENE_H
#define SCENE_H

#include <massa/massa.h>
#include "cages/cages.h"
#include "renderer/renderer.h"

enum
{
    SCENE_PARAMETERS = 8,
    SCENE_CHECKS     = 16,
    SCENE_MESHES     = 48,
    SCENE_ITEMS      = 64,
    SCENE_SURFACES   = 48,
    SCENE_BUFFERS    = 16,
    SCENE_KEPT       = 16,
};

typedef struct scene scene;

typedef struct scene_parameter // massa run SCENE --set NAME=VALUE
{
    const char* name;
    double low, high, standard;
    bool whole; // takes no fraction
    const char* description;
} scene_parameter;

typedef struct scene_desc
{
    const char* name;
    const char* description; // one line
    const scene_parameter* parameters;
    uint32_t parameter_count;
    size_t state_size;  // bytes of scene.state
    bool takes_obj;     // has a use for scene.obj
    uint32_t frames;    // of a run that does not say
    float dt;           // s, of one step
    uint64_t best_step; // whose picture a run names at its end; 0: the last

    void (*plan)(scene*, massa_world_desc*);        // capacities and gravity, before there is a world
    bool (*build)(scene*);                          // bodies, meshes, items; false: scene.error says why
    bool (*edit)(scene*);                           // before each step; may be null
    void (*hear)(scene*, const massa_poll_result*); // what finished steps reported: check it
    void (*finish)(scene*);                         // after the last: checks that need the whole run; may be null
    void (*look)(scene*, renderer_frame*);          // camera, light, ground, bounds; the items are set for you
} scene_desc;

typedef struct scene_check_result
{
    const char* name;
    const char* unit;
    double value, low, high; // the worst value heard
    bool broken;
} scene_check_result;

struct scene
{
    const scene_desc* desc;
    double value[SCENE_PARAMETERS]; // of the parameters, in their order
    massa_world* world;
    massa_memory memory;                 // of the world, bytes
    double spacing;                      // m, of the world's liquids
    massa_device* device;                // of the world; there before it
    platform_gpu* gpu;                   // the device the world lives in
    renderer* drawer;                    // null in a run without pictures
    void* state;                         // state_size bytes, zero at build
    const char* obj;                     // file that a user wants to see in place of a model; null: none
    uint32_t debug;                      // massa_debug bits that steps are recorded with
    float push[3];                       // -1 to 1 along each axis: what keys of a viewer ask for; 0 in a run
    uint64_t step;                       // of the step being edited, then recorded; 1 is the first
    uint64_t heard_step;                 // the last one reported
    double heard_time;                   // s, of heard_step
    renderer_mesh* meshes[SCENE_MESHES]; // destroyed for you
    uint32_t mesh_count;
    massa_surface_desc surfaces[SCENE_SURFACES]; // as planned; cages are destroyed for you
    uint32_t surface_count, cage_count;
    massa_cage* cages[SCENE_SURFACES];
    platform_buffer buffers[SCENE_BUFFERS]; // of scene_draw_lines and scene_colour_patches; destroyed for you
    uint32_t buffer_count;
    bool told_patches;      // that the device has no tessellator
    void* kept[SCENE_KEPT]; // by scene_keep; freed for you
    uint32_t kept_count;
    renderer_item items[SCENE_ITEMS];
    uint32_t item_count;
    massa_view_kind item_view[SCENE_ITEMS]; // whose slots in use each item draws; MASSA_VIEW_COUNT: it says itself
    scene_check_result checks[SCENE_CHECKS];
    uint32_t check_count;
    char error[256];
};

extern const scene_desc* const scene_list[]; // by name, ends with null; written by samples/massa/CMakeLists.txt

// False, with massa's sentence in scene.error, unless the result is MASSA_OK.
bool scene_try(scene*, massa_result);

// An invariant: low <= value <= high, either of which may be infinite. Called again by the same name it keeps the worst
// value; once broken it stays so.
void scene_check(scene*, const char* name, double value, double low, double high, const char* unit);
// What holds in every step with grains: as many as expected are alive, none was lost, no list overflowed.
void scene_check_grains(scene*, const massa_poll_result*, uint32_t expected);

// Items are drawn from the world's views. Null in a run without pictures, or when something failed. A mesh is taken
// over; it may be null because making it failed.
renderer_item* scene_draw_bodies(scene*, renderer_mesh*);              // once for each living body
renderer_item* scene_draw_body(scene*, massa_body_id, renderer_mesh*); // for this one only
renderer_item* scene_draw_ball(scene*, massa_body_id, float radius);   // a sphere, round to the pixel
renderer_item* scene_draw_balls(scene*, massa_body_id first, uint32_t count, float radius); // slots in a row
renderer_item* scene_draw_debug(scene*); // the lines that scene.debug asks for; drawn for you where a world has room
renderer_item* scene_draw_grains(scene*, const massa_grains_id*, float radius); // null: all kinds, coloured by kind

// Copies elements of a view to the host, in a command buffer of its own that it waits for: for finish alone.
// Null, or count elements of the view's stride, to be freed.
void* scene_read_view(scene*, massa_view_kind, uint32_t* count);
void* scene_keep(scene*, void*); // for as long as the scene lives, and gives it back; null is fine

// Rigid bodies: those that never move, those that many scenes are built of, and whether they still stand.
bool scene_add_ground(scene*, float friction); // a plane at height 0
bool scene_add_static(scene*, const massa_shape_desc*, massa_vec3 at, massa_quat turn, massa_body_id* out);
// Four walls of glass, standing on the ground around an empty room of these half widths (m) and this height (m).
bool scene_add_glass(scene*, double half_x, double half_z, double height, float friction);
renderer_item* scene_draw_boxes(scene*, massa_body_id first, uint32_t count, massa_vec3 half); // slots in a row
massa_quat scene_turned_y(const double half[2]);           // by twice the angle whose cosine and sine these are
void scene_check_bodies(scene*, const massa_poll_result*); // what holds in every step: none lost, no list overflowed

// Liquids: as many particles at most, so far apart, so deep (m).
void scene_plan_liquid(massa_world_desc*, double most, double spacing, double depth);
renderer_item* scene_draw_liquid(scene*, massa_liquid_id); // its surface, in its colour; clear is 20 spacings
// Comes with the next step and rests; count grows by as many as there are.
bool scene_fill_box(scene*, massa_liquid_id, massa_vec3 low, massa_vec3 high, uint32_t* count);
bool scene_add_lid(scene*, double height); // a plane that looks down, so that no splash leaves a tank; not drawn
void scene_check_liquid(scene*, const massa_poll_result*, double expected); // what holds in every step

typedef struct scene_pool // of a liquid, between two corners
{
    uint32_t count;     // particles there
    uint32_t outside;   // of the same liquid, elsewhere
    double mean[3];     // m, where they are
    double top;         // m, of the highest
    double speed, most; // m/s: the mean, and the fastest
    double energy;      // J per kg, of all together: height and motion
    double density;     // mean of what is over 1
    double densest;     // largest
} scene_pool;

// For finish alone. Null: of all liquids.
scene_pool scene_measure_liquid(scene*, const massa_liquid_id*, massa_vec3 low, massa_vec3 high);

typedef struct scene_stand // of bodies in a row of slots
{
    uint32_t count;      // that are there
    double drift;        // m, largest way to the side from where they began
    double sunk;         // m, largest way down
    double tilt;         // degrees, largest, of their own y axis
    double speed;        // m/s, largest
    double top;          // m, height of the highest centre
    double lowest;       // m, height of the lowest centre
    double out_x, out_z; // m, of the centre farthest from the middle along x, along z
} scene_stand;

// For finish alone. start: where they began, or null: then drift and sunk are 0.
scene_stand scene_measure_stand(scene*, massa_body_id first, uint32_t count, const massa_vec3* start);

// Surfaces. plan adds them, the same ones in the same order whenever it is called; what is wrong is in scene.error. A
// cage is packed and freed for you. Their numbers begin at 0.
void scene_add_surface(scene*, massa_world_desc*, cage*, uint32_t isolation, uint32_t collision_level,
                       uint32_t draw_level);
void scene_add_surface_like(scene*, massa_world_desc*, uint32_t other, uint32_t draw_level); // of the same cage

// One of cage_models, or what scene.obj has, made as large as they are; turned about y. False: scene.error says why.
bool scene_build_model(scene*, double number, double degrees, cage*);

// Drawn where a body is. The device's own tessellator draws the second, with this level; a device that has none draws
// the first, and a line says so.
renderer_item* scene_draw_surface(scene*, uint32_t surface, massa_body_id);
renderer_item* scene_draw_patches(scene*, uint32_t surface, massa_body_id, float level);
renderer_item* scene_draw_collision(scene*, uint32_t surface, massa_body_id); // its triangles, coloured by meshlet
// Gives a drawn surface its patches as runs, flagged where they are Gregory patches. Reads the world: for hear alone,
// after the first step, while levels do not change.
bool scene_colour_patches(scene*, renderer_item*, uint32_t surface);
bool scene_paint(renderer_item*, const cage_model*); // its colours; false: there is no item

typedef struct scene_line // pairs of them: RENDERER_LINES
{
    float at[3];     // m
    uint32_t colour; // RGBA8, red lowest
} scene_line;

// Lines of the scene's own, at most room vertices, written anew for each frame; scene_set_lines says how many there
// are.
renderer_item* scene_draw_lines(scene*, uint32_t room);
scene_line* scene_set_lines(scene*, renderer_item*, uint32_t count); // to be filled
// The twelve edges of a box, 24 vertices, turned and moved; null: as it is.
void scene_box_lines(scene_line* out, massa_vec3 lo, massa_vec3 hi, const massa_quat*, const massa_vec3* move,
                     uint32_t colour);
massa_vec3 scene_rotate(massa_quat, massa_vec3);

// A number in -1..1 that looks drawn by lot, the same for the same seed.
double scene_noise(uint32_t seed);

// Turns a unit vector by a constant angle, given as its cosine and sine, and keeps it a unit vector.
void scene_turn(double vector[2], double cosine, double sine);

// A mesh and a mass made of parts: boxes with a bevel, and cylinders along y.
typedef struct scene_part
{
    float centre[3]; // m
    float half[3];   // m; of a cylinder: radius, half length, radius
    float bevel;     // m
    bool round;      // a cylinder
} scene_part;

renderer_mesh* scene_mesh_parts(scene*, const scene_part*, uint32_t count, const float shift[3]);

// A profile (radius, height; m; from the top down) turned about y. Corners sharper than 40 degrees stay corners.
renderer_mesh* scene_mesh_turned(scene*, const float (*profile)[2], uint32_t count, const float shift[3]);

// The convex hull of a few points, at most 64, with flat faces, for a body whose shape has this offset
// (massa_body_get_shape_offset).
renderer_mesh* scene_mesh_hull(scene*, const massa_vec3* points, uint32_t count, massa_pose offset);

// Mass, centre and moments of inertia about the centre, along the axes, at this density (kg/m^3). Parts should not
// overlap, and be mirrored in two planes, or the axes are not the principal ones.
void scene_mass_parts(const scene_part*, uint32_t count, double density, double* mass, double centre[3],
                      double inertia[3]);

#endif
