#include "mass.h"
#include "hull.h"

#include <math.h>

enum
{
    SWEEPS = 8, // of Jacobi rotations: convergence is quadratic, 5 reach the last bit
};

static const double PI       = 3.14159265358979323846;
static const double DIAGONAL = 1e-5; // of the trace: products of inertia and differences of moments below are none

typedef struct vector
{
    double v[3];
} vector;

typedef struct matrix // columns are axes, where it is a rotation
{
    double m[3][3];
} matrix;

// As states are kept: nothing below 2^-40, and no -0.
static float flush(double x)
{
    const float least = 0x1p-40f, f = (float)x;
    return f > -least && f < least ? 0.0f : f;
}

static massa_vec3 to_vec3(vector a)
{
    return (massa_vec3){ flush(a.v[0]), flush(a.v[1]), flush(a.v[2]) };
}

static vector from_vec3(massa_vec3 a)
{
    return (vector){ { (double)a.x, (double)a.y, (double)a.z } };
}

static double vector_dot(vector a, vector b)
{
    return a.v[0] * b.v[0] + a.v[1] * b.v[1] + a.v[2] * b.v[2];
}

static vector vector_cross(vector a, vector b)
{
    return (vector){ { a.v[1] * b.v[2] - a.v[2] * b.v[1], a.v[2] * b.v[0] - a.v[0] * b.v[2],
                       a.v[0] * b.v[1] - a.v[1] * b.v[0] } };
}

static vector add(vector a, vector b, double scale) // a + scale b
{
    return (vector){ { a.v[0] + scale * b.v[0], a.v[1] + scale * b.v[1], a.v[2] + scale * b.v[2] } };
}

static vector turn(const matrix* r, vector a)
{
    vector out;
    for (int i = 0; i < 3; ++i)
        out.v[i] = r->m[i][0] * a.v[0] + r->m[i][1] * a.v[1] + r->m[i][2] * a.v[2];
    return out;
}

static vector column(const matrix* r, int k)
{
    return (vector){ { r->m[0][k], r->m[1][k], r->m[2][k] } };
}

static matrix multiply(const matrix* a, const matrix* b)
{
    matrix out;
    for (int k = 0; k < 3; ++k)
    {
        const vector c = turn(a, column(b, k));
        for (int i = 0; i < 3; ++i)
            out.m[i][k] = c.v[i];
    }
    return out;
}

static matrix from_quat(massa_quat q)
{
    const double x = (double)q.x, y = (double)q.y, z = (double)q.z, w = (double)q.w;
    const double s = 2.0 / (x * x + y * y + z * z + w * w); // unit but for rounding
    return (matrix){ { { 1.0 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y) },
                       { s * (x * y + w * z), 1.0 - s * (x * x + z * z), s * (y * z - w * x) },
                       { s * (x * z - w * y), s * (y * z + w * x), 1.0 - s * (x * x + y * y) } } };
}

// q and -q turn alike: of the two the one with w > 0, or where it is 0 with the last other number > 0.
static massa_quat to_quat(const double q[4])
{
    const double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    float f[4];
    bool negative = false;
    for (int i = 0; i < 4; ++i)
    {
        f[i]     = flush(q[i] / length);
        negative = f[i] != 0.0f ? f[i] < 0.0f : negative;
    }
    const float sign = negative ? -1.0f : 1.0f;
    return (massa_quat){ sign * f[0] + 0.0f, sign * f[1] + 0.0f, sign * f[2] + 0.0f, sign * f[3] + 0.0f };
}

// Shepperd's method: the largest of the four by a square root, the others from it.
static massa_quat rotation_to_quat(const matrix* r)
{
    const double trace = r->m[0][0] + r->m[1][1] + r->m[2][2];
    int k              = 0;
    for (int i = 1; i < 3; ++i)
        if (r->m[i][i] > r->m[k][k]) k = i;
    double q[4];
    if (trace >= r->m[k][k])
    {
        q[0] = r->m[2][1] - r->m[1][2];
        q[1] = r->m[0][2] - r->m[2][0];
        q[2] = r->m[1][0] - r->m[0][1];
        q[3] = 1.0 + trace;
    }
    else
    {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        q[k] = 1.0 + r->m[k][k] - r->m[i][i] - r->m[j][j];
        q[i] = r->m[i][k] + r->m[k][i];
        q[j] = r->m[j][k] + r->m[k][j];
        q[3] = r->m[j][i] - r->m[i][j];
    }
    return to_quat(q);
}

// Turns a symmetric matrix until it is diagonal; the columns of axes are its principal axes then.
static void diagonalise(matrix* a, matrix* axes)
{
    static const int pair[3][2] = { { 0, 1 }, { 0, 2 }, { 1, 2 } };
    *axes                       = (matrix){ { { 1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 }, { 0.0, 0.0, 1.0 } } };
    for (int n = 0; n < 3 * SWEEPS; ++n)
    {
        const int p = pair[n % 3][0], q = pair[n % 3][1];
        if (a->m[p][q] == 0.0) continue;
        const double theta = (a->m[q][q] - a->m[p][p]) / (2.0 * a->m[p][q]);
        const double size  = fabs(theta) + sqrt(theta * theta + 1.0);
        const double t     = (theta < 0.0 ? -1.0 : 1.0) / size; // tangent of the smaller of the two angles
        const double c = 1.0 / sqrt(t * t + 1.0), s = t * c;
        for (int i = 0; i < 3; ++i)
        {
            const double ip = a->m[i][p], iq = a->m[i][q];
            a->m[i][p] = c * ip - s * iq;
            a->m[i][q] = s * ip + c * iq;
        }
        for (int i = 0; i < 3; ++i)
        {
            const double pi = a->m[p][i], qi = a->m[q][i], vp = axes->m[i][p], vq = axes->m[i][q];
            a->m[p][i]    = c * pi - s * qi;
            a->m[q][i]    = s * pi + c * qi;
            axes->m[i][p] = c * vp - s * vq;
            axes->m[i][q] = s * vp + c * vq;
        }
        a->m[p][q] = a->m[q][p] = 0.0;
    }
}

// The smallest turn that brings one of the frame's axes to this one, up to its sign.
static massa_quat swing_to(vector axis)
{
    int k = 0;
    for (int i = 1; i < 3; ++i)
        if (fabs(axis.v[i]) > fabs(axis.v[k])) k = i;
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    const double sign = axis.v[k] < 0.0 ? -1.0 : 1.0;
    double q[4];
    q[k] = 0.0; // e_k x axis, 1 + e_k . axis
    q[i] = -sign * axis.v[j];
    q[j] = sign * axis.v[i];
    q[3] = 1.0 + sign * axis.v[k];
    return to_quat(q);
}

// Order and signs of the axes that turn them least: the rotation with the largest trace.
static massa_quat nearest_order(const matrix* axes)
{
    static const int order[6][3] = { { 0, 1, 2 }, { 1, 0, 2 }, { 0, 2, 1 }, { 2, 1, 0 }, { 1, 2, 0 }, { 2, 0, 1 } };
    matrix best                  = *axes;
    double most                  = -4.0;
    for (int n = 0; n < 6; ++n)
    {
        matrix r;
        double trace = 0.0;
        int least    = 0;
        for (int k = 0; k < 3; ++k)
        {
            const vector c    = column(axes, order[n][k]);
            const double sign = c.v[k] < 0.0 ? -1.0 : 1.0;
            for (int i = 0; i < 3; ++i)
                r.m[i][k] = sign * c.v[i];
            trace += r.m[k][k];
            if (r.m[k][k] < r.m[least][least]) least = k;
        }
        if (vector_dot(column(&r, 0), vector_cross(column(&r, 1), column(&r, 2))) <
            0.0) // a mirror: turn its worst axis round
        {
            trace -= 2.0 * r.m[least][least];
            for (int i = 0; i < 3; ++i)
                r.m[i][least] = -r.m[i][least];
        }
        if (trace > most)
        {
            most = trace;
            best = r;
        }
    }
    return rotation_to_quat(&best);
}

static massa_quat principal_axes(const matrix* inertia)
{
    const double limit = DIAGONAL * (inertia->m[0][0] + inertia->m[1][1] + inertia->m[2][2]);
    if (fabs(inertia->m[0][1]) <= limit && fabs(inertia->m[0][2]) <= limit && fabs(inertia->m[1][2]) <= limit)
        return (massa_quat){ 0.0f, 0.0f, 0.0f, 1.0f };
    matrix a = *inertia, axes;
    diagonalise(&a, &axes);
    int alone = 0; // the axis whose two others have the closest moments
    for (int k = 1; k < 3; ++k)
        if (fabs(a.m[(k + 1) % 3][(k + 1) % 3] - a.m[(k + 2) % 3][(k + 2) % 3]) <
            fabs(a.m[(alone + 1) % 3][(alone + 1) % 3] - a.m[(alone + 2) % 3][(alone + 2) % 3]))
            alone = k;
    if (fabs(a.m[(alone + 1) % 3][(alone + 1) % 3] - a.m[(alone + 2) % 3][(alone + 2) % 3]) <= limit)
        return swing_to(column(&axes, alone));
    return nearest_order(&axes);
}

// The moments are those about the axes as they are stored.
static massa_mass from_tensor(double mass, vector centre, const matrix* inertia)
{
    massa_mass out = { .mass = (float)mass, .centre = to_vec3(centre), .axes = principal_axes(inertia) };
    const matrix r = from_quat(out.axes);
    double moment[3];
    for (int k = 0; k < 3; ++k)
        moment[k] = vector_dot(column(&r, k), turn(inertia, column(&r, k)));
    out.inertia = (massa_vec3){ (float)moment[0], (float)moment[1], (float)moment[2] };
    return out;
}

massa_mass mas_mass_of(double mass, const double centre[3], const double inertia[3][3])
{
    matrix m;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            m.m[i][j] = inertia[i][j];
    return from_tensor(mass, (vector){ { centre[0], centre[1], centre[2] } }, &m);
}

static massa_mass from_moments(double mass, double x, double y, double z)
{
    return (massa_mass){
        .mass    = (float)mass,
        .inertia = { (float)x, (float)y, (float)z },
        .axes    = { 0.0f, 0.0f, 0.0f, 1.0f },
    };
}

massa_mass mas_mass_sphere(float radius, float density)
{
    const double r = (double)radius, m = (double)density * (4.0 / 3.0 * PI) * (r * r * r), i = 0.4 * m * (r * r);
    return from_moments(m, i, i, i);
}

massa_mass mas_mass_box(massa_vec3 half, float density)
{
    const double x = (double)half.x, y = (double)half.y, z = (double)half.z;
    const double m = (double)density * 8.0 * (x * y * z), third = m / 3.0;
    return from_moments(m, third * (y * y + z * z), third * (z * z + x * x), third * (x * x + y * y));
}

massa_mass mas_mass_capsule(float radius, float half_length, float density)
{
    const double r = (double)radius, h = (double)half_length;
    const double rod    = (double)density * 2.0 * PI * (r * r * h),
                 caps   = (double)density * (4.0 / 3.0 * PI) * (r * r * r);
    const double along  = 0.5 * rod * (r * r) + 0.4 * caps * (r * r);
    const double across = rod * (0.25 * (r * r) + h * h / 3.0) + caps * (0.4 * (r * r) + h * h + 0.75 * (h * r));
    return from_moments(rod + caps, across, along, across);
}

// Tetrahedra from the origin to triangles of the faces: exact for polynomials of second degree.
massa_mass mas_mass_hull(const hull_data* h, float density)
{
    double volume  = 0.0;
    vector first   = { { 0.0, 0.0, 0.0 } };
    matrix product = { { { 0.0 } } };
    for (uint32_t f = 0; f < h->faces; ++f)
    {
        vector v[3];
        for (uint32_t k = 0; k < mas_hull_corner_count(h, f); ++k)
        {
            const mas_vec4 c = h->corner[mas_hull_corner(h, f, k)];
            v[1]             = v[2];
            v[2]             = (vector){ { (double)c.x, (double)c.y, (double)c.z } };
            if (k == 0) v[0] = v[2];
            if (k < 2) continue;
            const double d   = vector_dot(v[0], vector_cross(v[1], v[2])); // six times the tetrahedron's volume
            const vector sum = add(add(v[0], v[1], 1.0), v[2], 1.0);
            volume += d;
            first = add(first, sum, d);
            for (int i = 0; i < 3; ++i)
                for (int j = 0; j <= i; ++j)
                    product.m[i][j] += d * (sum.v[i] * sum.v[j] + v[0].v[i] * v[0].v[j] + v[1].v[i] * v[1].v[j] +
                                            v[2].v[i] * v[2].v[j]);
        }
    }
    const double rho = (double)density, mass = rho * volume / 6.0;
    vector centre;
    for (int i = 0; i < 3; ++i)
        centre.v[i] = first.v[i] / (4.0 * volume);
    matrix p;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j <= i; ++j)
            p.m[i][j] = p.m[j][i] = rho * product.m[i][j] / 120.0 - mass * (centre.v[i] * centre.v[j]);
    const double trace = p.m[0][0] + p.m[1][1] + p.m[2][2];
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            p.m[i][j] = (i == j ? trace : 0.0) - p.m[i][j];
    return from_tensor(mass, centre, &p);
}

massa_mass mas_mass_scaled(massa_mass m, float mass)
{
    const double scale = (double)mass / (double)m.mass;
    m.mass             = mass;
    m.inertia.x        = (float)(scale * (double)m.inertia.x);
    m.inertia.y        = (float)(scale * (double)m.inertia.y);
    m.inertia.z        = (float)(scale * (double)m.inertia.z);
    return m;
}

static vector centre_of(const mas_mass_part* p)
{
    const matrix r = from_quat(p->pose.rotation);
    return add(from_vec3(p->pose.position), turn(&r, from_vec3(p->mass.centre)), 1.0);
}

massa_mass mas_mass_sum(const mas_mass_part* part, uint32_t count)
{
    double mass    = 0.0;
    vector centre  = { { 0.0, 0.0, 0.0 } };
    matrix inertia = { { { 0.0 } } };
    for (uint32_t n = 0; n < count; ++n)
    {
        mass += (double)part[n].mass.mass;
        centre = add(centre, centre_of(&part[n]), (double)part[n].mass.mass);
    }
    if (!(mass > 0.0)) return from_moments(0.0, 0.0, 0.0, 0.0);
    for (int i = 0; i < 3; ++i)
        centre.v[i] /= mass;
    for (uint32_t n = 0; n < count; ++n)
    {
        const massa_mass* m = &part[n].mass;
        const matrix pose = from_quat(part[n].pose.rotation), axes = from_quat(m->axes), r = multiply(&pose, &axes);
        const vector moment = from_vec3(m->inertia), d = add(centre_of(&part[n]), centre, -1.0);
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j)
            {
                double sum = (double)m->mass * ((i == j ? vector_dot(d, d) : 0.0) - d.v[i] * d.v[j]); // parallel axes
                for (int k = 0; k < 3; ++k)
                    sum += r.m[i][k] * moment.v[k] * r.m[j][k];
                inertia.m[i][j] += sum;
            }
    }
    return from_tensor(mass, centre, &inertia);
}

mas_pose mas_pose_compose(mas_pose outer, mas_pose inner)
{
    const matrix a = from_quat(outer.rotation), b = from_quat(inner.rotation), r = multiply(&a, &b);
    const vector x = add(from_vec3(outer.position), turn(&a, from_vec3(inner.position)), 1.0);
    return (mas_pose){ to_vec3(x), rotation_to_quat(&r) };
}

mas_pose mas_pose_inverse(mas_pose p)
{
    const double conjugate[4] = { -(double)p.rotation.x, -(double)p.rotation.y, -(double)p.rotation.z,
                                  (double)p.rotation.w };
    const massa_quat q        = to_quat(conjugate);
    const matrix r            = from_quat(q);
    const vector none         = { { 0.0, 0.0, 0.0 } };
    return (mas_pose){ to_vec3(add(none, turn(&r, from_vec3(p.position)), -1.0)), q };
}
