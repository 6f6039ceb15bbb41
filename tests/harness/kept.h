// What outlives a test: one Vulkan device for all tests of a process, with every pipeline that massa ever made there.
// A test still has a massa_device and worlds of its own; but making a pipeline is most of what a small world costs
// (nine tenths of it on SwiftShader), and the same one comes out every time.
//
// It stands between massa, or the wrapper in front of it, and the driver. A layout or a pipeline that is made once more
// is the one that is there, and destroying it waits for the end. With MASSA_OWN_DEVICES in the environment every test
// makes and destroys its own, as some runs under a validation layer do (suites.cmake).
#ifndef MAS_TEST_KEPT_H
#define MAS_TEST_KEPT_H

#include "gpu.h" // platform

void kept_take(platform_gpu*);
void kept_return(platform_gpu*); // fails the test when a validation layer spoke up
bool kept_end(void);             // before the process ends; false when a layer speaks up at that

#endif
