// What tests of the public calls share: a device on the wrapper, refusals, and a scene to compare worlds by.
//
//     REFUSED(massa_destroy_body(w, none), MASSA_ERROR_STALE_ID, "0x0"); // the code, and one sentence with these words
#ifndef MAS_TEST_API_H
#define MAS_TEST_API_H

#include "wrapper_inside.h"

// A test_gpu whose massa_device sits on the wrapper, with the limits that the driver reports. wrapper_setup has the
// floor's; wrapper_tear_down ends both.
void* api_setup(const MunitParameter params[], void* user);

// words null: no sentence is due, because there is nobody to tell.
void api_expect(massa_result got, massa_result code, const char* words, const char* call);
#define REFUSED(call, code, words) (mas_wrapper.errors = 0, api_expect((call), (code), (words), #call))

// All that a call may change before the next step: tables of bodies, shapes and particles, counters, watched bodies.
uint64_t api_tables(const massa_world*);

// An initialiser of a massa_capacity without shapes and particles.
#define API_CAPACITY(b, e, v, w)                                                                                       \
    {                                                                                                                  \
        .bodies = (b), .edits = (e), .events = (v), .watched = (w), .colliders = MASSA_NONE, .pairs = MASSA_NONE       \
    }

massa_world_desc api_desc(uint32_t bodies); // small in all other capacities
// Changes one of the settings that change results, by which a world refuses another's history.
enum
{
    API_SETTINGS = 10
};
void api_change_setting(massa_world_desc*, uint32_t which);
massa_body_desc api_body(uint32_t k); // body k of the scene: pose, spin, mass and damping of its own
void api_create(massa_world*, uint32_t count, massa_body_id* id);

// The scene: before each step some bodies are pushed, moved, destroyed and made again, gravity turns; the same calls
// for the same step in any world. ids: as many as there are bodies.
void api_edit(massa_world*, massa_body_id* id, uint32_t count, uint64_t step);

// The checksum that massa would have given to these bytes: for forgers.
void api_seal_block(uint8_t* block, size_t size);
void api_seal_snapshot(uint8_t* bytes, size_t size);

// One step, recorded, run and polled. Returns its hash.
uint64_t api_step(test_gpu*, massa_world*);
// The same for a recorded block.
uint64_t api_replay(test_gpu*, massa_world*, const void* block, size_t size);

// The first count elements of a view, copied out by a command buffer of the test's own.
void api_read(test_gpu*, massa_world*, massa_view_kind, void* data, uint32_t count);

// Capacities of a world with particles, in one line.
#define API_ROOM(b, e, v, w, s, c, p, r, n)                                                                            \
    {                                                                                                                  \
        .bodies = (b), .edits = (e), .events = (v), .watched = (w), .shapes = (s),                                     \
        .colliders = (c) > 0 ? (c) : MASSA_NONE, .particles = (p), .particle_edits = (r), .neighbours = (n)            \
    }

#endif
