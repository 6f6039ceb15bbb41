// How deep bodies are in each other, how far they went and how fast they are: from poses alone, the same for all
// engines. Depth of two boxes is the smallest overlap along the 15 axes of the separating-axis test.
#include "rigid_scene.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double near_by = 0.01; // m: pairs closer than this count as contacts

typedef struct solid
{
    const rigid_body* body;
    double at[3], axis[3][3]; // the body's axes in the world
    double low, high;         // m, along x
} solid;

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static solid solid_of(const rigid_body* b, const rigid_pose* p)
{
    const double x = p->rotation[0], y = p->rotation[1], z = p->rotation[2], w = p->rotation[3];
    const double n = 2.0 / (x * x + y * y + z * z + w * w);
    solid s        = { .body = b,
                       .at   = { p->position[0], p->position[1], p->position[2] },
                       .axis = { { 1.0 - n * (y * y + z * z), n * (x * y + z * w), n * (x * z - y * w) },
                                 { n * (x * y - z * w), 1.0 - n * (x * x + z * z), n * (y * z + x * w) },
                                 { n * (x * z + y * w), n * (y * z - x * w), 1.0 - n * (x * x + y * y) } } };
    double reach   = b->half[0];
    if (b->shape == RIGID_BOX)
        reach = fabs(s.axis[0][0]) * b->half[0] + fabs(s.axis[1][0]) * b->half[1] + fabs(s.axis[2][0]) * b->half[2];
    s.low  = s.at[0] - reach;
    s.high = s.at[0] + reach;
    return s;
}

static double reach_along(const solid* s, const double axis[3])
{
    if (s->body->shape == RIGID_SPHERE) return s->body->half[0];
    double sum = 0.0;
    for (int k = 0; k < 3; ++k)
        sum += fabs(dot(s->axis[k], axis)) * s->body->half[k];
    return sum;
}

static double overlap_along(const solid* a, const solid* b, const double axis[3])
{
    const double away[3] = { b->at[0] - a->at[0], b->at[1] - a->at[1], b->at[2] - a->at[2] };
    return reach_along(a, axis) + reach_along(b, axis) - fabs(dot(away, axis));
}

static double box_depth(const solid* a, const solid* b)
{
    double least = DBL_MAX;
    for (int k = 0; k < 3; ++k)
        least = fmin(least, fmin(overlap_along(a, b, a->axis[k]), overlap_along(a, b, b->axis[k])));
    for (int k = 0; k < 9 && least > -near_by; ++k)
    {
        const double *u = a->axis[k / 3], *v = b->axis[k % 3];
        double n[3]         = { u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0] };
        const double length = sqrt(dot(n, n));
        if (length < 1e-3) continue; // nearly parallel: a face's axis says it
        for (int i = 0; i < 3; ++i)
            n[i] /= length;
        least = fmin(least, overlap_along(a, b, n));
    }
    return least;
}

static double sphere_box_depth(const solid* sphere, const solid* box)
{
    const double away[3] = { sphere->at[0] - box->at[0], sphere->at[1] - box->at[1], sphere->at[2] - box->at[2] };
    double outside = 0.0, inside = DBL_MAX;
    for (int k = 0; k < 3; ++k)
    {
        const double beyond = fabs(dot(away, box->axis[k])) - box->body->half[k];
        if (beyond > 0.0) outside += beyond * beyond;
        inside = fmin(inside, -beyond);
    }
    return sphere->body->half[0] + (outside > 0.0 ? -sqrt(outside) : inside);
}

static double depth_of(const solid* a, const solid* b) // m; negative: this far apart at least
{
    const bool round_a = a->body->shape == RIGID_SPHERE, round_b = b->body->shape == RIGID_SPHERE;
    if (!round_a && !round_b) return box_depth(a, b);
    if (round_a != round_b) return round_a ? sphere_box_depth(a, b) : sphere_box_depth(b, a);
    const double away[3] = { b->at[0] - a->at[0], b->at[1] - a->at[1], b->at[2] - a->at[2] };
    return a->body->half[0] + b->body->half[0] - sqrt(dot(away, away));
}

static double plane_depth(const rigid_plane* p, const solid* s)
{
    const double n[3] = { p->normal[0], p->normal[1], p->normal[2] };
    return p->distance - (dot(n, s->at) - reach_along(s, n));
}

static void count_contact(rigid_quality* q, double depth)
{
    if (depth <= -near_by) return;
    ++q->contacts;
    q->depth += fmax(depth, 0.0);
    q->deepest = fmax(q->deepest, depth);
}

static int by_low(const void* a, const void* b)
{
    const double x = ((const solid*)a)->low, y = ((const solid*)b)->low;
    return (x > y) - (x < y);
}

static void measure_contacts(const rigid_scene* s, solid* all, uint32_t count, rigid_quality* q)
{
    qsort(all, count, sizeof *all, by_low);
    for (uint32_t i = 0; i < count; ++i)
    {
        for (uint32_t k = 0; k < s->plane_count; ++k)
            count_contact(q, plane_depth(&s->plane[k], &all[i]));
        for (uint32_t k = i + 1; k < count && all[k].low <= all[i].high + near_by; ++k)
        {
            const rigid_body *a = all[i].body, *b = all[k].body;
            const double reach = sqrt(3.0) * (fmax(a->half[0], fmax(a->half[1], a->half[2])) +
                                              fmax(b->half[0], fmax(b->half[1], b->half[2])));
            if (fabs(all[i].at[1] - all[k].at[1]) > reach || fabs(all[i].at[2] - all[k].at[2]) > reach) continue;
            count_contact(q, depth_of(&all[i], &all[k]));
        }
    }
    if (q->contacts > 0) q->depth /= q->contacts;
}

// Where a joint's end is now that was at the anchor when the body stood, not turned, where the scene put it.
static void end_of(const rigid_scene* s, const rigid_pose* now, const rigid_joint* j, uint32_t body, double out[3])
{
    const solid b    = solid_of(&s->body[body], &now[body]);
    const float* was = s->body[body].position;
    for (int i = 0; i < 3; ++i)
    {
        out[i] = b.at[i];
        for (int k = 0; k < 3; ++k)
            out[i] += b.axis[k][i] * ((double)j->anchor[k] - was[k]);
    }
}

static void measure_joints(const rigid_scene* s, const rigid_pose* now, rigid_quality* q)
{
    for (uint32_t i = 0; i < s->joint_count; ++i)
    {
        double a[3], b[3], square = 0.0;
        end_of(s, now, &s->joint[i], s->joint[i].a, a);
        end_of(s, now, &s->joint[i], s->joint[i].b, b);
        for (int k = 0; k < 3; ++k)
            square += (a[k] - b[k]) * (a[k] - b[k]);
        q->gap += sqrt(square) / s->joint_count;
        q->widest_gap = fmax(q->widest_gap, sqrt(square));
    }
}

rigid_quality rigid_measure(const rigid_scene* s, const rigid_pose* now, const rigid_pose* before,
                            const rigid_pose* first)
{
    rigid_quality q = { 0 };
    uint32_t moving = 0, count = 0;
    solid* all = malloc((s->body_count + 1) * sizeof *all);
    if (all == NULL) abort();
    for (uint32_t i = 0; i < s->body_count; ++i)
    {
        const float *p = now[i].position, *b = before[i].position, *f = first[i].position;
        if (!(fabsf(p[0]) < 1e4f && fabsf(p[1]) < 1e4f && fabsf(p[2]) < 1e4f) || (s->collide && p[1] < -2.0f))
        {
            ++q.lost;
            continue;
        }
        all[count++] = solid_of(&s->body[i], &now[i]);
        if (s->body[i].mass <= 0.0f) continue;
        const double d[3] = { (double)p[0] - b[0], (double)p[1] - b[1], (double)p[2] - b[2] };
        const double x = (double)p[0] - f[0], z = (double)p[2] - f[2];
        ++moving;
        q.speed += sqrt(dot(d, d)) / RIGID_DT;
        q.drift = fmax(q.drift, sqrt(x * x + z * z));
    }
    if (moving > 0) q.speed /= moving;
    if (s->collide) measure_contacts(s, all, count, &q);
    measure_joints(s, now, &q);
    free(all);
    return q;
}
