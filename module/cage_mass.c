// The mass of what a cage's limit surface encloses; compute/subdivision/volume.c measures it.
#include "mass.h"
#include "shapes.h"
#include "subdivision/volume.h"

#include <string.h>

massa_result massa_cage_mass(const massa_cage* c, float density, massa_mass* out)
{
    if (out != NULL) memset(out, 0, sizeof *out);
    if (c == NULL) return MASSA_ERROR_NULL;
    if (out == NULL) return mas_fail(c->device, MASSA_ERROR_NULL, "massa_cage_mass has nowhere to put its answer.");
    if (!(density >= MAS_MIN_DENSITY && density <= MAS_MAX_DENSITY))
        return mas_fail(c->device, MASSA_ERROR_RANGE, "A cage's density is %g to %g kg/m^3, not %g.",
                        (double)MAS_MIN_DENSITY, (double)MAS_MAX_DENSITY, (double)density);
    mas_moments m;
    MAS_TRY(mas_cage_moments(c, &m));
    const double rho = (double)density, trace = m.second[0][0] + m.second[1][1] + m.second[2][2];
    double inertia[3][3];
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            inertia[i][j] = rho * ((i == j ? trace : 0.0) - m.second[i][j]);
    if (!(m.volume > 0.0) || !(inertia[0][0] > 0.0 && inertia[1][1] > 0.0 && inertia[2][2] > 0.0))
        return mas_fail(
            c->device, MASSA_ERROR_RANGE,
            "The cage encloses %.3g m^3: turn its faces round, so that they are counter-clockwise seen from "
            "outside, or make it thicker.",
            m.volume);
    *out = mas_mass_of(rho * m.volume, m.centre, (const double(*)[3])inertia);
    return MASSA_OK;
}
