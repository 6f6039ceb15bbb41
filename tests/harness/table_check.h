// Rows of kernel tables against what the SPIR-V declares; twins against their rows.
#ifndef MAS_TEST_TABLE_CHECK_H
#define MAS_TEST_TABLE_CHECK_H

#include "core/kernel.h"

#define TABLE_TEXT 320 // room for what is wrong

// A row and its twins. False: error says what is wrong.
bool test_check_row(const mas_kernel_desc*, char* error);
// One kernel, whatever twins its row has; and, where it was built twice (include/words.glsl), the other one.
bool test_check_kernel(const mas_kernel_desc*, char* error);
// kernel: the row as the twin changes it.
bool test_check_twin(const mas_kernel_desc* row, const mas_kernel_twin*, mas_kernel_desc kernel, char* error);

// Whether two storage buffers side by side have one stride, and the row has no names that tell a swapped pair.
bool test_has_unnamed_pair(const mas_kernel_desc*);

#endif
