// Cages of our own making, and what they are made with: points, loops, skins between them, extruded faces. A cage is
// the polygon mesh whose limit is a smooth surface. Units are metres, y is up, all stand on y = 0 unless they say
// otherwise.
//
// Only + - * / and square roots are used, so that a cage has the same bits on every machine.
#ifndef CAGES_H
#define CAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum
{
    CAGE_CORNERS = 24, // of one face
    CAGE_NONE    = -1,
};

typedef struct cage_vec
{
    double x, y, z;
} cage_vec;

typedef struct cage_face
{
    uint32_t count;               // corners; 0: taken away
    uint32_t point[CAGE_CORNERS]; // counter-clockwise seen from outside
} cage_face;

typedef struct cage_crease
{
    uint32_t a, b;
    float sharpness; // 10: for ever
} cage_crease;

// Grows while it is built. Paint lies on points as texture coordinates: u and v from 0 to 1, see RENDERER_COLOUR_PAINT.
typedef struct cage
{
    cage_vec* point;
    float (*paint)[2]; // u, v of each point
    cage_face* face;
    cage_crease* crease;
    cage_crease* corner; // a alone
    uint32_t points, faces, creases, corners;
    uint32_t point_room, face_room, crease_room, corner_room;
    float brush[2]; // paint of the points to come
    bool failed;    // no memory, or a call that makes no sense
} cage;

void cage_free(cage*); // what it holds

// Points and faces. A number of faces or points begins at 0; CAGE_NONE when something failed.
int cage_point(cage*, cage_vec);
int cage_polygon(cage*, const int* points, int count);
int cage_quad(cage*, int a, int b, int c, int d);
int cage_loop(cage*, int count, cage_vec centre, cage_vec x,
              cage_vec y);                            // from centre + x towards + y; its first point
void cage_skin(cage*, int loop, int next, int count); // quads from one loop to the next; outside is right of the way on
int cage_cap(cage*, int loop, int count, bool up); // one polygon; up: seen from where the loop goes counter-clockwise
void cage_cap_quads(cage*, int loop, int count, bool up); // a strip of quads across a loop of 4, 6, 8...
// The surface of a lattice: numbers of planes along x, y, z, and where they stand.
void cage_lattice(cage*, const double* x, int nx, const double* y, int ny, const double* z, int nz);

// Faces again. near: the one whose middle is nearest to a place.
int cage_near(const cage*, double x, double y, double z);
cage_vec cage_middle(const cage*, int face);
void cage_extrude(cage*, const int* faces, int count, cage_vec by,
                  double scale);                                                // as one piece, scaled about its middle
void cage_pull(cage*, int face, double x, double y, double z, double scale);    // one face
void cage_extrude_to(cage*, int face, cage_vec centre, cage_vec x, cage_vec y); // four corners: at centre -+ x -+ y
void cage_join(cage*, int a, int b); // a tube between two faces of as many corners, which go
void cage_drop(cage*, int face);     // leaves a hole

// Sharpness and paint.
void cage_sharpen(cage*, int a, int b, double sharpness);
void cage_sharpen_loop(cage*, int loop, int count, double sharpness);
void cage_sharpen_face(cage*, int face, double sharpness);
void cage_sharpen_point(cage*, int point, double sharpness);
void cage_paint(cage*, int face, double u, double v); // its corners
void cage_brush(cage*, double u, double v);           // points made from now on

void cage_turn(double turns, double out[2]); // cosine and sine
cage_vec cage_at(double x, double y, double z);
cage_vec cage_add(cage_vec, cage_vec, double scale); // a + scale b
cage_vec cage_cross(cage_vec, cage_vec);
cage_vec cage_unit(cage_vec);
double cage_dot(cage_vec, cage_vec);
void cage_place(cage*, double scale, cage_vec shift); // all points, scaled, then moved

// What was built, packed: faces that were taken away are gone, points without a face too. False: nothing is there.
bool cage_pack(cage*);

// Ready-made.
typedef struct cage_model
{
    const char* name;
    void (*build)(cage*);
    float colour[3][3]; // linear: the ground, u over 1/2, v over 1/2 (whatever u is)
} cage_model;
extern const cage_model cage_models[];
extern const uint32_t cage_model_count;

// A cage from a Wavefront OBJ: v, vt (as paint), f with 3 to 24 corners, negative numbers; all else is left out. The
// text has a 0 behind its size bytes. False: error is one sentence with the line's number.
bool cage_read_obj(cage*, const char* text, size_t size, char* error, size_t error_size);
bool cage_load_obj(cage*, const char* path, char* error, size_t error_size);

#endif
