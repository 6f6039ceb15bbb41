// Looking ahead: two whose velocities bring them nearer within the step than they could come unseen are quick. They are
// looked at where they will be, not where they are: their manifold is that of the place on their way, begun with the
// velocities of the step's beginning, at which one has gone into the other by a hair's breadth. Normal and points are
// those of the blow; separations are told as of now.
//
// By a hair, and not just so that they touch: of a body that glides over a row of boxes, and the next box, sides would
// meet first, although there is nothing to meet. A little farther on, the side is deeper than the top, which so wins.
#ifndef MAS_AHEAD_SHARED_H
#define MAS_AHEAD_SHARED_H

#define AHEAD_SHARE 0.5f  // of the margin: who comes nearer than this in a step is quick
#define AHEAD_DEPTH 0.25f // of the margin: how far into each other, at most;
#define AHEAD_THIN 0.25f  // and of half of what the thinner one is thick: nobody comes out behind it
#define AHEAD_SPIN 0.5f   // of the bounding radius: how far a spin is believed to carry a surface, at most
#define AHEAD_ROUNDS 5u   // looks at a pair, at most

#endif
