// What the families of a world have on the device, for tests that look inside.
#ifndef MAS_TEST_INSIDE_H
#define MAS_TEST_INSIDE_H

#include "module/family_collision.h"
#include "module/family_event.h"
#include "module/family_joint.h"
#include "module/family_liquid.h"
#include "module/family_particle.h"
#include "module/family_rigid.h"
#include "module/family_surface.h"
#include "module/world.h"

#endif
