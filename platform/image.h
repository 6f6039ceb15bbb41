// Pictures as files.
#ifndef PLATFORM_IMAGE_H
#define PLATFORM_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Writes 8-bit RGBA rows, from the top and without padding, as a PNG without alpha. False: error says why in one
// sentence. The file appears whole or not at all: an interrupted program leaves none that is cut short.
bool platform_image_write_png(const char* path, const uint8_t* rgba, uint32_t width, uint32_t height, char* error,
                              size_t error_size);

#endif
