// A window that shows pictures, and tells what its user does. Only where GLFW was found when building
// (target massa_platform_window).
#ifndef PLATFORM_WINDOW_H
#define PLATFORM_WINDOW_H

#include "gpu.h"

typedef struct platform_window platform_window;

// Any of them may be null. Keys, buttons, actions and modifiers are GLFW's numbers; places are in pixels of the
// picture.
typedef struct platform_window_input
{
    void* user;
    void (*key)(void* user, int key, int action, int modifiers);
    void (*button)(void* user, int button, int action, int modifiers);
    void (*move)(void* user, double x, double y);
    void (*scroll)(void* user, double amount);
    void (*resize)(void* user, uint32_t width, uint32_t height); // device idle; never 0
} platform_window_input;

// Null: gpu->error says why in one sentence.
platform_window* platform_window_create(platform_gpu*, const char* title, uint32_t width, uint32_t height,
                                        const platform_window_input*);
void platform_window_destroy(platform_window*); // waits for the device

// Hears events and calls the input functions. False: the user closed the window.
bool platform_window_poll(platform_window*);
void platform_window_close(platform_window*); // as if the user had
void platform_window_set_title(platform_window*, const char*);
void platform_window_size(const platform_window*, uint32_t* width, uint32_t* height); // pixels

// A frame: begin, record, end. At most two are on their way; begin waits for the one before the last, which is the only
// wait here. Begin returns null when there is nothing to show on (minimised, just resized): poll and try again.
// End scales the picture (TRANSFER_SRC_OPTIMAL, visible to transfer reads) into the window, submits and presents.
// False: gpu->error says why.
VkCommandBuffer platform_window_begin(platform_window*);
bool platform_window_end(platform_window*, VkImage picture, uint32_t width, uint32_t height);
uint64_t platform_window_frames_begun(const platform_window*);    // 1 is the first
uint64_t platform_window_frames_finished(const platform_window*); // the device is done with these

#endif
