// The smoothing kernels, their derivatives, what walls add to a density, and the pressure laws, against the formulas in
// double, and these against what they stand for.
#include "harness.h"
#include "liquid/liquid_shared.h"
#include "oracle/sph.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

// By distance r and reach h: 1/m^3, 1/m^4, 1/m^5.
static double poly6(double r, double h)
{
    return 315 / (64 * pi * pow(h, 9)) * pow(h * h - r * r, 3);
}

static double spiky(double r, double h)
{
    return 15 / (pi * pow(h, 6)) * pow(h - r, 3);
}

static double spiky_slope(double r, double h)
{
    return -45 / (pi * pow(h, 6)) * pow(h - r, 2);
}

static double spiky_laplacian(double r, double h)
{
    return -90 / (pi * pow(h, 6)) / r * (h - r) * (h - 2 * r);
}

static double viscosity(double r, double h)
{
    return 15 / (2 * pi * pow(h, 3)) * (-pow(r / h, 3) / 2 + r * r / (h * h) + h / (2 * r) - 1);
}

static double viscosity_slope(double r, double h)
{
    return 15 / (2 * pi * pow(h, 3)) * r * (-3 * r / (2 * pow(h, 3)) + 2 / (h * h) - h / (2 * pow(r, 3)));
}

static double viscosity_laplacian(double r, double h)
{
    return 45 / (pi * pow(h, 6)) * (h - r);
}

typedef double (*kernel)(double r, double h);

// What the device has for each, and what a reach of h divides it by.
static const struct
{
    kernel value;
    int power;
} order[] = { { poly6, 3 },     { spiky, 3 },           { spiky_slope, 4 },        { spiky_laplacian, 5 },
              { viscosity, 3 }, { viscosity_slope, 4 }, { viscosity_laplacian, 5 } };

// The kernels that are values, with their derivatives.
static const struct
{
    kernel value, slope, laplacian;
} family[] = { { poly6, NULL, NULL },
               { spiky, spiky_slope, spiky_laplacian },
               { viscosity, viscosity_slope, viscosity_laplacian } };

static MunitResult integrate_to_one(const MunitParameter params[], void* fixture)
{
    (void)params;
    (void)fixture;
    enum
    {
        STEPS = 20000
    };
    for (size_t k = 0; k < MAS_COUNT(family); ++k)
        for (double h = 0.05; h < 3; h *= 4)
        {
            double sum = 0;
            for (int i = 0; i < STEPS; ++i)
            {
                const double r = (i + 0.5) * h / STEPS;
                sum += 4 * pi * r * r * family[k].value(r, h) * h / STEPS;
                munit_assert_double(family[k].value(r, h), >=, 0);
            }
            munit_assert_double(fabs(sum - 1), <, 1e-4);
        }
    return MUNIT_OK;
}

static MunitResult derivatives(const MunitParameter params[], void* fixture)
{
    (void)params;
    (void)fixture;
    for (size_t k = 1; k < MAS_COUNT(family); ++k)
        for (double h = 0.05; h < 3; h *= 4)
            for (double q = 0.05; q < 0.99; q += 0.03)
            {
                const double r = q * h, e = 1e-4 * h;
                const double left = family[k].value(r - e, h), at = family[k].value(r, h);
                const double right = family[k].value(r + e, h), slope = family[k].slope(r, h);
                const double bend = (left - 2 * at + right) / (e * e);
                munit_assert_double(fabs((right - left) / (2 * e) - slope), <, 1e-4 * (fabs(slope) + pow(h, -4)));
                munit_assert_double(fabs(bend + 2 * slope / r - family[k].laplacian(r, h)), <,
                                    1e-4 * (fabs(bend) + pow(h, -5)));
            }
    return MUNIT_OK;
}

typedef struct point
{
    double x, y, z;
} point;

static double slanted(point p)
{
    return 3 + 2 * p.x - p.y + 0.5 * p.z;
}

static double bowl(point p)
{
    return 1 + p.x * p.x + 2 * p.y * p.y - 0.5 * p.z * p.z;
}

// Sums over a lattice of six spacings a reach around a place between its points. Laplacians are of differences: the
// viscosity kernel has a point at 0 that no sum over neighbours sees, and it weighs the field there.
static void sum_field(double (*field)(point), point at, double* value, point* gradient, double* laplacian)
{
    const double d = 0.1, h = 0.6, volume = d * d * d;
    *value = *laplacian = 0;
    *gradient           = (point){ 0, 0, 0 };
    for (int i = 0; i < 19 * 19 * 19; ++i)
    {
        const point p  = { d * (i % 19 - 9), d * (i / 19 % 19 - 9), d * (i / 361 - 9) };
        const point to = { at.x - p.x, at.y - p.y, at.z - p.z };
        const double r = sqrt(to.x * to.x + to.y * to.y + to.z * to.z);
        if (r >= h) continue;
        const double slope = volume * field(p) * spiky_slope(r, h) / r;
        *value += volume * field(p) * poly6(r, h);
        gradient->x += slope * to.x;
        gradient->y += slope * to.y;
        gradient->z += slope * to.z;
        *laplacian += volume * (field(p) - field(at)) * viscosity_laplacian(r, h);
    }
}

// Red when a kernel is not one whose sums give back a field, its gradient and its Laplacian.
static MunitResult sums_give_fields(const MunitParameter params[], void* fixture)
{
    (void)params;
    (void)fixture;
    double value, laplacian;
    point gradient;
    const point at = { 0.03, -0.02, 0.041 };
    sum_field(slanted, at, &value, &gradient, &laplacian);
    munit_assert_double(fabs(value - slanted(at)), <, 0.005 * slanted(at));
    munit_assert_double(fabs(gradient.x - 2), <, 0.05);
    munit_assert_double(fabs(gradient.y + 1), <, 0.05);
    munit_assert_double(fabs(gradient.z - 0.5), <, 0.05);
    munit_assert_double(fabs(laplacian), <, 0.05);
    sum_field(bowl, at, &value, &gradient, &laplacian);
    munit_assert_double(fabs(laplacian - 5), <, 0.1);
    return MUNIT_OK;
}

// Poly6 over the half space behind a wall at distance s of a reach of 1, shell by shell.
static double half_space(double s)
{
    enum
    {
        STEPS = 2000
    };
    double sum = 0;
    for (int i = 0; i < STEPS; ++i)
    {
        const double r = s + (i + 0.5) * (1 - s) / STEPS;
        sum += 2 * pi * r * (r - s) * poly6(r, 1) * (1 - s) / STEPS; // the cap of a shell that lies behind
    }
    return sum;
}

// Red when what a wall adds in the twin is not the table of poly6 over the half space behind it, read with linear
// interpolation.
static MunitResult walls_add_half_spaces(const MunitParameter params[], void* fixture)
{
    (void)params;
    (void)fixture;
    enum
    {
        STEPS = 64
    };
    static const float printed[][2] = {
        { 0, 0.5f }, { 0.1f, 0.3786f }, { 0.25f, 0.2166f }, { 0.5f, 0.0489f }, { 0.75f, 0.0025f }
    };
    double table[STEPS + 2];
    for (int i = 0; i <= STEPS + 1; ++i)
        table[i] = i < STEPS ? half_space((double)i / STEPS) : 0;
    for (int i = 0; i <= 10 * STEPS; ++i)
    {
        const double s = i / (10.0 * STEPS), at = s * STEPS, share = at - floor(at);
        const double read = (1 - share) * table[(int)at] + share * table[(int)at + 1];
        const double ours = (double)oracle_sph_wall((float)s);
        munit_assert_double(fabs(ours - half_space(s)), <, 1e-6);
        // Between two entries a line is off by an eighth of the second derivative, 2.343 at most, and rounding.
        munit_assert_double(fabs(ours - read), <, 2.344 / (8.0 * STEPS * STEPS) + 1e-6);
    }
    for (size_t i = 0; i < MAS_COUNT(printed); ++i)
        munit_assert_float(fabsf(oracle_sph_wall(printed[i][0]) - printed[i][1]), <, 6e-5f);
    munit_assert_float(oracle_sph_wall(-1.0f), ==, 0.5f);
    munit_assert_float(oracle_sph_wall(2.0f), <, 1e-6f);
    return MUNIT_OK;
}

static const mas_kernel_desc device_kernels = { .name   = "sph_kernels_test",
                                                .access = "urw",
                                                .push   = sizeof(mas_range) };

// J/kg, of a stiffness of 12.
static double pressure(double density, float exponent)
{
    const double p = exponent == 7.0f ? 12 * (pow(density, 7) - 1) / 7 : 12 * (density - (exponent == 1.0f ? 1 : 0));
    return p > 0 ? p : 0;
}

// proves: 000-71, 000-75, 003-02, 003-04. Red when a kernel of the device has another factor or power than its formula,
// its slope or Laplacian is not the derivative, what a wall adds is not poly6 over the half space behind it, or a
// pressure is not k (density - rest), Tait's, k density, cut at 0.
static MunitResult device_agrees(const MunitParameter params[], void* fixture)
{
    (void)params;
    enum
    {
        N = 500
    };
    static const float exponents[] = { 1.0f, 7.0f, 0.0f };
    test_gpu* gpu                  = fixture;
    test_reset(gpu);
    const mas_span block = mas_plan(&gpu->arena, MAS_SCRATCH, "params", 1, sizeof(liquid_params));
    const mas_span input = mas_plan(&gpu->arena, MAS_SCRATCH, "distance", N, sizeof(float));
    const mas_span value = mas_plan(&gpu->arena, MAS_SCRATCH, "value", 3 * N, sizeof(mas_vec4));
    test_allocate(gpu);
    mas_pass pass;
    test_try(mas_bind(&gpu->kernels, &pass, &device_kernels, block, input, value));
    float q[N];
    static float found[N][12];
    static double solid[N];
    for (int i = 0; i < N; ++i)
    {
        q[i]     = (float)(i + 1) / (float)N;
        solid[i] = half_space((double)q[i]);
    }
    test_upload(gpu, input, q, sizeof q);
    for (size_t e = 0; e < MAS_COUNT(exponents); ++e)
    {
        const liquid_params p = { .stiffness = 12.0f, .exponent = exponents[e] };
        test_upload(gpu, block, &p, sizeof p);
        mas_run(test_record(gpu), &pass, N, NULL);
        test_submit(gpu);
        test_download(gpu, value, found, sizeof found);
        for (int i = 0; i < N; ++i)
        {
            const double h = 0.3, r = (double)q[i] * h, near = 1 / (double)q[i];
            for (size_t k = 0; k < MAS_COUNT(order); ++k)
            {
                // Terms of up to 30 and of the size of the largest singular one are added up.
                const double ours  = (double)found[i][k] / pow(h, order[k].power);
                const double slack = 5e-7 * 30 * (1 + near * near) / pow(h, order[k].power);
                munit_assert_double(fabs(ours - order[k].value(r, h)), <, slack);
            }
            munit_assert_float(found[i][7], ==, oracle_sph_wall(q[i]));
            munit_assert_double(fabs((double)found[i][7] - solid[i]), <, 1e-6);
            munit_assert_float(found[i][8], ==, oracle_sph_pressure(&p, 2.0f * q[i]));
            munit_assert_double(fabs((double)found[i][8] - pressure(2 * (double)q[i], exponents[e])), <, 2e-4);
        }
    }
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/integrate-to-one", integrate_to_one, NULL, NULL, 0, NULL },
    { "/derivatives", derivatives, NULL, NULL, 0, NULL },
    { "/sums-give-fields", sums_give_fields, NULL, NULL, 0, NULL },
    { "/walls-add-half-spaces", walls_add_half_spaces, NULL, NULL, 0, NULL },
    { "/device-agrees", device_agrees, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { 0 },
};
MunitSuite test_sph_kernels_suite = { "/sph_kernels", tests, NULL, 1, 0 };
