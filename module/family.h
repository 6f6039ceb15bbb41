// What a family of a world is: rows of a table, for all that has no order. The order of a step is in step.c.
//
// A family lives in family_NAME.c and owns one struct in mas_simulation. Loops over the rows lay out host memory, save,
// load, resize, undo and replay it, play edits, answer views, plan the report and read it. A new family is its own
// files, a row in families.def and its lines in step.c (docs/adding.md).
#ifndef MAS_FAMILY_H
#define MAS_FAMILY_H

#include "core/recorder.h"
#include "tables.h"

typedef struct mas_simulation mas_simulation; // simulation.h
typedef struct mas_step mas_step;             // step.h
typedef struct mas_hearing mas_hearing;       // poll.h

enum // rows of a family, at most
{
    MAS_WORLD_ARRAYS = 4,
    MAS_REPORT_PARTS = 4,
    MAS_OVERFLOWS    = 3,
};

// An array in the tables, by slot: it is saved, loaded and resized as far as it is in use.
typedef struct mas_host_array
{
    const char* name;     // of its elements
    const char* capacity; // that it grows with
    uint32_t stride;      // bytes
    bool small;           // replay keeps a copy of all of it, for undoing; others are undone by their family
    uint64_t (*room)(const mas_tables*); // elements
    uint64_t (*used)(const mas_tables*); // of which in use, from the first on
} mas_host_array;

// Host memory of a world that no snapshot needs: answers, and what steps in flight were asked.
typedef struct mas_world_array
{
    size_t pointer; // offset in massa_world
    uint64_t (*bytes)(const massa_world_desc*);
} mas_world_array;

// What one call of a host is in recordings and replays. Kinds up to EDIT_BODY_LAST are played by a kernel, too.
typedef struct mas_edit_row
{
    uint32_t kind;
    bool (*sound)(const edit_record*); // numbers that the call would let through; null: play looks at them
    bool (*play)(mas_tables*,
                 const edit_record*); // false: it cannot be. What it has changed of small arrays and of its
                                      // body's slot is undone (replay.c); of others it has changed nothing
} mas_edit_row;

// What a step of a recording has besides edits, one section per family. Sections are checked before the first edit is
// played, and played in the order of the families when all edits are.
typedef struct mas_tape
{
    uint64_t (*room)(const massa_world_desc*);                // bytes, at most
    uint64_t (*write)(const mas_tables*, uint8_t* to);        // returns how many; to is null: only that
    bool (*sound)(const mas_tables*, const uint8_t*, size_t); // null: play looks at it
    bool (*play)(mas_tables*, const uint8_t*, size_t);        // false: it cannot be, and has changed nothing. Only one
                                                              // family of a world may say so
} mas_tape;

typedef struct mas_viewed
{
    mas_span span;     // of stride 0: there is nothing to look at
    uint32_t count;    // elements in use
    uint64_t indirect; // offset of draw arguments; 0: none
} mas_viewed;

typedef struct mas_view_row
{
    int kind; // massa_view_kind
    mas_viewed (*look)(const massa_world*);
    massa_result refusal;                       // when there is nothing to look at,
    const char* (*missing)(const massa_world*); // and why
} mas_view_row;

// What a step sends back; in use as far as the step writes it.
typedef struct mas_report_row
{
    const char* name;
    uint32_t stride;                          // bytes
    uint64_t (*count)(const massa_capacity*); // null: 1
    bool cleared;                             // zeros when a step begins
    uint32_t head; // bytes that come back with the others; 0: all. Only the last part of all may say so
} mas_report_row;

typedef struct mas_overflow_row
{
    const char* capacity; // that cures it, as massa_overflow.list
    uint64_t (*room)(const massa_world*);
    const char* warning; // told to the log once per world, with room and need; null: none
} mas_overflow_row;

typedef struct mas_family
{
    const char* name;
    size_t size; // bytes of its struct in the simulation

    void (*plan)(mas_simulation*, mas_arena*, const massa_world_desc*);
    massa_result (*create)(mas_simulation*);
    void (*open)(massa_world*, mas_recorder*, const mas_simulation* before); // the state is new, or resized: before
    void (*upload)(const mas_step*);                                         // what the host has for this step
    void (*collect)(const mas_step*);                             // what goes into the report when all else is done
    void (*hear)(massa_world*, mas_hearing*, massa_poll_result*); // the report of one step

    void (*history)(mas_tables*);                                    // what is pending joins it
    void (*clear)(mas_tables*);                                      // a step has what was pending
    massa_result (*fits)(const massa_world*, const massa_capacity*); // whether what is in use could be with these
    bool (*tables_sound)(const mas_tables*);                         // of a block from outside
    bool (*state_sound)(const massa_world*, const mas_tables*, const uint8_t* state);
    void (*restored)(massa_world*, const uint8_t* state); // the state is another one
    void (*lost)(massa_world*);                           // steps have not run: what was uploaded to them is sent again

    mas_tape tape;
    const mas_host_array* host_array;
    const mas_world_array* world_array;
    const mas_edit_row* edit;
    const mas_view_row* view;
    const mas_report_row* report;
    const mas_overflow_row* overflow;
    uint32_t host_arrays, world_arrays, edits, views, reports, overflows;
} mas_family;

extern const mas_family* const mas_families[MAS_FAMILIES];
#define FAMILY(name) extern const mas_family mas_##name##_family;
#include "families.def"
#undef FAMILY

// An array of rows and their number, for a family's initialiser; with a limit, more rows do not compile.
#define MAS_ROWS(name, rows) .name = (rows), .name##s = MAS_COUNT(rows)
#define MAS_FEW_ROWS(name, rows, most)                                                                                 \
    .name = (rows), .name##s = MAS_COUNT(rows) + 0 * sizeof(char[MAS_COUNT(rows) <= (most) ? 1 : -1])

bool mas_edit_plain(const edit_record*);            // has no flags and makes nothing, for mas_edit_row.sound
const mas_edit_row* mas_edit_row_of(uint32_t kind); // null: there is no such edit
// A step's history goes on with these bytes.
void mas_history(mas_tables*, const void*, size_t);

#endif
