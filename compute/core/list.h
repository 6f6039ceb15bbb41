// Host side of list headers (shaders/include/list_shared.h).
#ifndef MAS_LIST_H
#define MAS_LIST_H

#include "recorder.h"
#include "list_shared.h"

mas_span mas_plan_list(mas_arena*, mas_class, const char* name); // one header

// A header for count of capacity entries, as a kernel would complete it, for lists whose length the host knows.
list_header mas_list_complete(const mas_kernels*, uint32_t count, uint32_t capacity);

#endif
