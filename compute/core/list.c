#include "list.h"

mas_span mas_plan_list(mas_arena* a, mas_class memory, const char* name)
{
    return mas_plan(a, memory, name, 1, sizeof(list_header));
}

static void groups(uint32_t n, uint32_t* x, uint32_t* y)
{
    *x = n < LIST_MAX_GROUPS_X ? n : LIST_MAX_GROUPS_X;
    *y = n < LIST_MAX_GROUPS_X ? 1 : (n + LIST_MAX_GROUPS_X - 1) / LIST_MAX_GROUPS_X;
}

list_header mas_list_complete(const mas_kernels* k, uint32_t count, uint32_t capacity)
{
    list_header h = { .count = count < capacity ? count : capacity, .capacity = capacity, .needed = count };
    groups((h.count + k->group_size - 1) / k->group_size, &h.group_x, &h.group_y);
    groups((h.count + LIST_BLOCK - 1) / LIST_BLOCK, &h.block_x, &h.block_y);
    h.group_z = h.block_z = 1;
    return h;
}
