#include "osd.h"

#if defined(MASSA_OSD)
#include <opensubdiv/far/patchMap.h>
#include <opensubdiv/far/patchTableFactory.h>
#include <opensubdiv/far/primvarRefiner.h>
#include <opensubdiv/far/ptexIndices.h>
#include <opensubdiv/far/topologyDescriptor.h>

#include <cmath>
#include <cstdlib>
#include <memory>
#include <vector>

using namespace OpenSubdiv;

namespace
{
struct Point
{
    double x[3] = { 0.0, 0.0, 0.0 };
    void Clear(void* = nullptr)
    {
        x[0] = x[1] = x[2] = 0.0;
    }
    void AddWithWeight(const Point& p, double w)
    {
        for (int k = 0; k < 3; ++k)
            x[k] += w * p.x[k];
    }
};

std::unique_ptr<Far::TopologyRefiner> refiner_of(const massa_cage_desc* d)
{
    std::vector<int> sizes(d->face_sizes, d->face_sizes + d->face_count), ends, sharp_points;
    std::vector<float> sharpness, sharp_values;
    size_t corners = 0;
    for (int size : sizes)
        corners += (size_t)size;
    std::vector<int> points(d->face_points, d->face_points + corners);
    for (uint32_t i = 0; i < d->crease_count; ++i)
    {
        ends.push_back((int)d->creases[i].a);
        ends.push_back((int)d->creases[i].b);
        sharpness.push_back(d->creases[i].sharpness);
    }
    for (uint32_t i = 0; i < d->corner_count; ++i)
    {
        sharp_points.push_back((int)d->corners[i].point);
        sharp_values.push_back(d->corners[i].sharpness);
    }
    Far::TopologyDescriptor t;
    t.numVertices            = (int)d->point_count;
    t.numFaces               = (int)d->face_count;
    t.numVertsPerFace        = sizes.data();
    t.vertIndicesPerFace     = points.data();
    t.numCreases             = (int)d->crease_count;
    t.creaseVertexIndexPairs = ends.data();
    t.creaseWeights          = sharpness.data();
    t.numCorners             = (int)d->corner_count;
    t.cornerVertexIndices    = sharp_points.data();
    t.cornerWeights          = sharp_values.data();
    Sdc::Options options;
    options.SetVtxBoundaryInterpolation(Sdc::Options::VTX_BOUNDARY_EDGE_AND_CORNER);
    using Factory = Far::TopologyRefinerFactory<Far::TopologyDescriptor>;
    return std::unique_ptr<Far::TopologyRefiner>(Factory::Create(t, Factory::Options(Sdc::SCHEME_CATMARK, options)));
}

struct Surface
{
    std::unique_ptr<Far::TopologyRefiner> refiner;
    std::unique_ptr<Far::PatchTable> table;
    std::unique_ptr<Far::PatchMap> map;
    std::vector<Point> points;

    Surface(const massa_cage_desc* d, int isolation) : refiner(refiner_of(d))
    {
        Far::PatchTableFactory::Options options(isolation);
        options.useInfSharpPatch = true;
        options.SetEndCapType(Far::PatchTableFactory::Options::ENDCAP_GREGORY_BASIS);
        Far::TopologyRefiner::AdaptiveOptions adaptive = options.GetRefineAdaptiveOptions();
        refiner->RefineAdaptive(adaptive);
        table.reset(Far::PatchTableFactory::Create(*refiner, options));
        map.reset(new Far::PatchMap(*table));
        const int all = refiner->GetNumVerticesTotal();
        points.resize((size_t)(all + table->GetNumLocalPoints()));
        for (uint32_t i = 0; i < d->point_count; ++i)
        {
            points[i].x[0] = (double)d->points[i].x;
            points[i].x[1] = (double)d->points[i].y;
            points[i].x[2] = (double)d->points[i].z;
        }
        Far::PrimvarRefinerReal<double> primvar(*refiner);
        Point* from = points.data();
        for (int level = 1; level <= refiner->GetMaxLevel(); ++level)
        {
            Point* to = from + refiner->GetLevel(level - 1).GetNumVertices();
            primvar.Interpolate(level, from, to);
            from = to;
        }
        if (table->GetNumLocalPoints() > 0) table->ComputeLocalPointValues(points.data(), points.data() + all);
    }

    void evaluate(int face, double u, double v, double position[3], double normal[3]) const
    {
        double p[20], pu[20], pv[20], s[3] = { 0, 0, 0 }, t[3] = { 0, 0, 0 };
        const Far::PatchTable::PatchHandle* handle = map->FindPatch(face, u, v);
        if (handle == nullptr) std::abort();
        table->EvaluateBasis(*handle, u, v, p, pu, pv);
        const Far::ConstIndexArray index = table->GetPatchVertices(*handle);
        position[0] = position[1] = position[2] = 0.0;
        for (int i = 0; i < index.size(); ++i)
            for (int k = 0; k < 3; ++k)
            {
                position[k] += p[i] * points[(size_t)index[i]].x[k];
                s[k] += pu[i] * points[(size_t)index[i]].x[k];
                t[k] += pv[i] * points[(size_t)index[i]].x[k];
            }
        const double n[3]   = { s[1] * t[2] - s[2] * t[1], s[2] * t[0] - s[0] * t[2], s[0] * t[1] - s[1] * t[0] };
        const double length = std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        for (int k = 0; k < 3; ++k)
            normal[k] = length > 1e-12 ? n[k] / length : 0.0;
    }
};
} // namespace

extern "C" bool osd_limit(const massa_cage_desc* d, uint32_t isolation, uint32_t halvings, oracle_limit* out)
{
    bool quads   = true;
    size_t count = 0;
    for (uint32_t f = 0; f < d->face_count; ++f)
    {
        quads = quads && d->face_sizes[f] == 4;
        count += d->face_sizes[f];
    }
    const Surface surface(d, (int)isolation + (quads ? 0 : 1));
    const Far::PtexIndices ptex(*surface.refiner);
    *out           = oracle_limit{};
    out->quads     = quads ? d->face_count : (uint32_t)count;
    out->side      = 1u << halvings;
    const size_t n = (size_t)out->quads * (out->side + 1) * (out->side + 1);
    out->position  = (double(*)[3])std::malloc(n * sizeof *out->position);
    out->normal    = (double(*)[3])std::malloc(n * sizeof *out->normal);
    uint32_t quad  = 0;
    for (uint32_t f = 0; f < d->face_count; ++f)
        for (uint32_t corner = 0; corner < (quads ? 1 : d->face_sizes[f]); ++corner, ++quad)
            for (uint32_t j = 0; j <= out->side; ++j)
                for (uint32_t i = 0; i <= out->side; ++i)
                {
                    double u = (double)i / out->side, v = (double)j / out->side;
                    int face = ptex.GetFaceId((int)f);
                    if (!quads && d->face_sizes[f] == 4) // a quarter of its square, turned about the square's corner
                    {
                        const double a = 0.5 * u, b = 0.5 * v;
                        u = corner == 0 ? a : corner == 1 ? 1.0 - b : corner == 2 ? 1.0 - a : b;
                        v = corner == 0 ? b : corner == 1 ? a : corner == 2 ? 1.0 - b : 1.0 - a;
                    }
                    else if (!quads)
                        face += (int)corner;
                    const size_t at = oracle_limit_at(out, quad, i, j);
                    surface.evaluate(face, u, v, out->position[at], out->normal[at]);
                }
    return true;
}
#else
extern "C" bool osd_limit(const massa_cage_desc*, uint32_t, uint32_t, oracle_limit*)
{
    return false;
}
#endif
