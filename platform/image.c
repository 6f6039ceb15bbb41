#include "image.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function" // its other formats
#include <stb/stb_image_write.h>
#pragma GCC diagnostic pop

typedef struct bytes
{
    FILE* file;
    bool failed;
} bytes;

// stb does not say why a file could not be written: it encodes, we write.
static void take(void* context, void* data, int size)
{
    bytes* out = context;
    if (fwrite(data, 1, (size_t)size, out->file) != (size_t)size) out->failed = true;
}

static bool fail(char* error, size_t size, const char* path, const char* why)
{
    snprintf(error, size, "Cannot write %s: %s.", path, why);
    return false;
}

bool platform_image_write_png(const char* path, const uint8_t* rgba, uint32_t width, uint32_t height, char* error,
                              size_t error_size)
{
    char part[4096];
    if ((size_t)snprintf(part, sizeof part, "%s.part", path) >= sizeof part)
        return fail(error, error_size, path, "the path is too long");
    uint8_t* rgb =
        width != 0 && height != 0 && width <= 32768 && height <= 32768 ? malloc((size_t)width * height * 3) : NULL;
    if (rgb == NULL) return fail(error, error_size, path, "the picture is empty, or there is no memory for it");
    for (size_t i = 0; i < (size_t)width * height; ++i)
        memcpy(rgb + 3 * i, rgba + 4 * i, 3);

    bytes out = { .file = fopen(part, "wb") };
    if (out.file == NULL)
    {
        free(rgb);
        return fail(error, error_size, path, strerror(errno));
    }
    const bool encoded = stbi_write_png_to_func(take, &out, (int)width, (int)height, 3, rgb, (int)width * 3);
    free(rgb);
    const bool closed = fclose(out.file) == 0;
    if (encoded && !out.failed && closed && rename(part, path) == 0) return true;
    const int code = errno;
    remove(part);
    return fail(error, error_size, path, encoded && code != 0 ? strerror(code) : "it could not be encoded");
}
