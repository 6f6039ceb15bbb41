// host only: tables of a cage are made once, by exact steps in double.
// Points as sums of points of the cage, and the memory that this takes while a cage is built.
#include "cage_work.h"

#include <string.h>

struct cage_block
{
    _Alignas(64) cage_block* next;
    cage_block* previous;
};

void* mas_cage_take(cage_heap* heap, uint64_t count, uint64_t size)
{
    cage_block* b = mas_alloc(heap->device, (size_t)(sizeof *b + count * size));
    if (b == NULL) return NULL;
    b->next = heap->first;
    if (b->next != NULL) b->next->previous = b;
    heap->first = b;
    return b + 1;
}

void mas_cage_give(cage_heap* heap, void* data)
{
    if (data == NULL) return;
    cage_block* b = (cage_block*)data - 1;
    if (b->next != NULL) b->next->previous = b->previous;
    *(b->previous != NULL ? &b->previous->next : &heap->first) = b->next;
    mas_free(heap->device, b);
}

void mas_cage_give_all(cage_heap* heap)
{
    while (heap->first != NULL)
        mas_cage_give(heap, heap->first + 1);
}

// Replaces an array by one that is at least twice as long.
static bool grow(cage_heap* heap, void** data, uint64_t used, uint64_t room, uint64_t size)
{
    void* larger = mas_cage_take(heap, room, size);
    if (larger == NULL) return false;
    if (used > 0) memcpy(larger, *data, (size_t)(used * size));
    mas_cage_give(heap, *data);
    *data = larger;
    return true;
}

bool mas_rows_begin(cage_rows* r, cage_heap* heap, uint32_t points)
{
    *r         = (cage_rows){ .heap = heap, .points = points, .room = 64 };
    r->sum     = mas_cage_take(heap, points, sizeof *r->sum);
    r->touched = mas_cage_take(heap, points, sizeof *r->touched);
    r->list    = mas_cage_take(heap, points, sizeof *r->list);
    r->first   = mas_cage_take(heap, r->room + 1, sizeof *r->first);
    return r->sum != NULL && r->touched != NULL && r->list != NULL && r->first != NULL;
}

static void add(cage_rows* r, uint32_t point, double weight)
{
    if (!r->touched[point])
    {
        r->touched[point]        = 1;
        r->list[r->list_count++] = point;
    }
    r->sum[point] += weight;
}

void mas_rows_add(cage_rows* r, uint32_t point, double weight)
{
    if (point < r->points)
    {
        add(r, point, weight);
        return;
    }
    const uint32_t row = point - r->points;
    for (uint64_t i = r->first[row]; i < r->first[row + 1]; ++i)
        add(r, r->entry_point[i], weight * r->entry_weight[i]);
}

// Shell's sort: lists are short, and no two are equal.
static void sort(uint32_t* list, uint32_t count)
{
    uint32_t gap = 1;
    while (gap < count / 3)
        gap = 3 * gap + 1;
    for (; gap > 0; gap /= 3)
        for (uint32_t i = gap; i < count; ++i)
        {
            const uint32_t x = list[i];
            uint32_t k       = i;
            for (; k >= gap && list[k - gap] > x; k -= gap)
                list[k] = list[k - gap];
            list[k] = x;
        }
}

static bool make_room(cage_rows* r)
{
    const uint64_t used = r->first[r->count];
    if (r->count == r->room)
    {
        if (!grow(r->heap, (void**)&r->first, (uint64_t)r->count + 1, 2 * (uint64_t)r->room + 1, sizeof *r->first))
            return false;
        r->room *= 2;
    }
    if (used + r->list_count > r->entry_room)
    {
        const uint64_t room = 2 * (used + r->list_count) + 1024;
        if (!grow(r->heap, (void**)&r->entry_point, used, room, sizeof *r->entry_point)) return false;
        if (!grow(r->heap, (void**)&r->entry_weight, used, room, sizeof *r->entry_weight)) return false;
        r->entry_room = room;
    }
    return true;
}

bool mas_rows_end(cage_rows* r, uint32_t* point)
{
    if (!make_room(r)) return false;
    sort(r->list, r->list_count);
    uint64_t at = r->first[r->count];
    for (uint32_t i = 0; i < r->list_count; ++i)
    {
        const uint32_t p = r->list[i];
        if (r->sum[p] > 0x1p-40 || r->sum[p] < -0x1p-40) // else it is what rounding left of 0
        {
            r->entry_point[at]    = p;
            r->entry_weight[at++] = r->sum[p];
        }
        r->sum[p]     = 0.0;
        r->touched[p] = 0;
    }
    r->list_count        = 0;
    r->first[++r->count] = at;
    *point               = r->points + r->count - 1;
    return true;
}

#define PI 3.14159265358979323846

// Up to pi / 4, where the first term that is left out is below 2^-58.
static double small_sin(double x)
{
    double term = x, sum = x;
    for (int k = 2; k < 20; k += 2)
    {
        term *= -x * x / (double)(k * (k + 1));
        sum += term;
    }
    return sum;
}

static double small_cos(double x)
{
    double term = 1.0, sum = 1.0;
    for (int k = 1; k < 20; k += 2)
    {
        term *= -x * x / (double)(k * (k + 1));
        sum += term;
    }
    return sum;
}

// Integers bring the angle between 0 and pi / 4, so that what is 0 or 1 is exactly that.
double mas_cage_cos(int64_t a, int64_t b)
{
    a %= 2 * b;
    a = a < 0 ? -a : a;
    a = a > b ? 2 * b - a : a;                                                   // cos(2 pi - x) = cos x
    if (2 * a > b) return -mas_cage_cos(b - a, b);                               // cos(pi - x) = -cos x
    if (4 * a > b) return small_sin(PI * (double)(b - 2 * a) / (double)(2 * b)); // cos x = sin(pi / 2 - x)
    return small_cos(PI * (double)a / (double)b);
}

double mas_cage_sin(int64_t a, int64_t b)
{
    return mas_cage_cos(b - 2 * a, 2 * b); // cos(pi / 2 - x)
}
