// One scene under way: the device an engine would have, massa in it, a renderer, and the scene's world.
#ifndef MASSA_PROGRAM_SESSION_H
#define MASSA_PROGRAM_SESSION_H

#include "options.h"

enum
{
    SESSION_STAGES = 64
};

typedef struct session_stage
{
    char name[32];
    double last, sum; // ms
} session_stage;

typedef struct session_contacts // between bodies; the most of any step heard of
{
    uint32_t pairs, contacts, solved, colours, serial, blocks, boundary; // as massa_poll_result has them
} session_contacts;

typedef struct session
{
    platform_gpu gpu;
    massa_device* device;
    massa_determinism determinism;
    renderer* drawer; // null: no pictures
    scene scene;
    const options* options;
    session_stage stages[SESSION_STAGES];
    uint32_t stage_count;
    uint32_t profiled; // steps in the sums
    session_contacts contacts;
    double step_ms;    // of the stages, last
    uint64_t hash;
    bool has_hash;
    bool has_lines;          // the world has room for debug lines: the scene's last item draws them
    bool debug_chosen;       // by option or key: not the scene's, also when it starts again
    uint32_t debug;          // massa_debug bits
    float eye[3], target[3]; // where the scene's camera stands
    char log[256];           // massa's last complaint
    char error[512];
    int exit_code; // what a failure means: EXIT_
} session;

// False: error and exit_code say why. Close it in any case.
bool session_open_device(session*, const char* name, bool with_probe); // no scene
bool session_open(session*, const options*);
void session_close(session*);   // waits for the device
bool session_restart(session*); // waits for the device
void session_list_devices(session*, void (*each)(void* user, VkPhysicalDevice), void* user);

// One frame in the caller's command buffer: edits and steps, then the draw, reading the buffers just written.
bool session_record_steps(session*, VkCommandBuffer, uint32_t steps, bool hash);
bool session_record_draw(session*, VkCommandBuffer, const renderer_frame* view); // null: the scene's own camera
void session_look(session*, renderer_frame* out);

// Draws these massa_debug bits from the next step on; without effect when has_lines is false.
void session_set_debug(session*, uint32_t debug);

// The device has finished all steps up to this one: hears what they report and lets the scene check it.
bool session_hear(session*, uint64_t finished_step);
bool session_is_broken(const session*); // a check failed

#endif
