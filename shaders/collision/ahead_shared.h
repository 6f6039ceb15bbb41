// Looking ahead (module/docs/lab/collision.md, "Looking ahead"). A pair is quick if its velocities bring it nearer
// within the step than it could come unnoticed. A quick pair is detected at the place on its way at which one shape is
// in the other by a hair's breadth, with the velocities of the step's beginning. Normal and points are those of that
// place; separations are as of now.
//
// By a hair, and not just so that they touch: for a body that slides over a row of boxes the side of the next box would
// be met first. A little farther on the side is deeper than the top, so the top wins. That does not help a body whose
// step ends within a hair of a side: it can still catch at the seam.
#ifndef MAS_AHEAD_SHARED_H
#define MAS_AHEAD_SHARED_H

#define AHEAD_SHARE 0.5f  // of the margin: a pair that comes nearer by more than this in a step is quick
#define AHEAD_DEPTH 0.25f // of the margin: how far into each other, at most;
#define AHEAD_THIN 0.25f  // and of half the thickness of the thinner shape: no body comes out behind it
#define AHEAD_SPIN 0.5f   // of the bounding radius: how far a spin is believed to carry a surface, at most
#define AHEAD_ROUNDS 5u   // looks at a pair, at most

#endif
