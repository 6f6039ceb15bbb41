// Where a run's pictures go.
#ifndef MASSA_PROGRAM_OUTPUT_H
#define MASSA_PROGRAM_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum
{
    OUTPUT_PATH = 4096
};

// Makes the folder (null: massa-out/SCENE), proves that it can be written, removes frames of an earlier run. False:
// error is one sentence.
bool output_prepare(const char* wanted, const char* scene, char* folder, size_t folder_size, char* error,
                    size_t error_size);
void output_frame_path(const char* folder, uint32_t frame, char* path, size_t size);

bool output_has_ffmpeg(void);
bool output_video(const char* folder, const char* scene, double rate, uint32_t frames, char* path, size_t path_size,
                  char* error, size_t error_size);

#endif
