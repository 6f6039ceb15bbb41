#include "subdivision_osd.h"

#include <opensubdiv/far/patchMap.h>
#include <opensubdiv/far/patchTableFactory.h>
#include <opensubdiv/far/stencilTableFactory.h>
#include <opensubdiv/far/topologyDescriptor.h>
#include <opensubdiv/osd/cpuEvaluator.h>
#include <opensubdiv/osd/cpuPatchTable.h>
#include <opensubdiv/osd/cpuVertexBuffer.h>
#include <opensubdiv/osd/ompEvaluator.h>

#include <memory>
#include <vector>

using namespace OpenSubdiv;

namespace
{

struct coordinates // what EvalPatches reads its places from
{
    std::vector<Osd::PatchCoord> coord;
    const float* BindCpuBuffer() const
    {
        return reinterpret_cast<const float*>(coord.data());
    }
};

} // namespace

struct osd
{
    std::unique_ptr<Far::TopologyRefiner> refiner;
    std::unique_ptr<const Far::StencilTable> cage_stencils; // refined and local points
    std::unique_ptr<const Far::LimitStencilTable> limit;
    std::unique_ptr<Osd::CpuPatchTable> patches;
    std::unique_ptr<Osd::CpuVertexBuffer> source, position, du, dv;
    coordinates at;
    int cage_points = 0;
};

osd* osd_create(const float* point, uint32_t points, const uint32_t* corner, uint32_t faces, uint32_t level)
{
    auto o = std::make_unique<osd>();
    std::vector<int> sizes(faces, 4), corners(corner, corner + 4 * faces);
    Far::TopologyDescriptor topology;
    topology.numVertices        = int(points);
    topology.numFaces           = int(faces);
    topology.numVertsPerFace    = sizes.data();
    topology.vertIndicesPerFace = corners.data();
    Sdc::Options rules;
    rules.SetVtxBoundaryInterpolation(Sdc::Options::VTX_BOUNDARY_EDGE_AND_CORNER);
    using factory = Far::TopologyRefinerFactory<Far::TopologyDescriptor>;
    o->refiner.reset(factory::Create(topology, factory::Options(Sdc::SCHEME_CATMARK, rules)));
    Far::PatchTableFactory::Options ask(0); // as many patches as faces: ours have isolation 0 here, too
    ask.SetEndCapType(Far::PatchTableFactory::Options::ENDCAP_GREGORY_BASIS);
    o->refiner->RefineAdaptive(ask.GetRefineAdaptiveOptions());
    std::unique_ptr<const Far::PatchTable> table(Far::PatchTableFactory::Create(*o->refiner, ask));
    Far::StencilTableFactory::Options all;
    all.generateOffsets            = true;
    all.generateIntermediateLevels = true;
    std::unique_ptr<const Far::StencilTable> refined(Far::StencilTableFactory::Create(*o->refiner, all));
    o->cage_stencils.reset(Far::StencilTableFactory::AppendLocalPointStencilTable(*o->refiner, refined.get(),
                                                                                  table->GetLocalPointStencilTable()));
    if (o->cage_stencils == nullptr) o->cage_stencils = std::move(refined);

    std::vector<float> u, v;
    for (uint32_t k = 0; k < level * level; ++k)
    {
        u.push_back(float(k % level) / float(level));
        v.push_back(float(k / level) / float(level));
    }
    const Far::PatchMap map(*table);
    Far::LimitStencilTableFactory::LocationArrayVec places(faces);
    for (uint32_t f = 0; f < faces; ++f)
    {
        places[f].ptexIdx      = int(f);
        places[f].numLocations = int(u.size());
        places[f].s            = u.data();
        places[f].t            = v.data();
        for (size_t k = 0; k < u.size(); ++k)
            o->at.coord.emplace_back(*map.FindPatch(int(f), u[k], v[k]), u[k], v[k]);
    }
    o->limit.reset(Far::LimitStencilTableFactory::Create(*o->refiner, places, nullptr, table.get()));
    o->patches.reset(Osd::CpuPatchTable::Create(table.get()));
    o->cage_points  = int(points);
    const int count = int(o->at.coord.size());
    o->source.reset(Osd::CpuVertexBuffer::Create(3, o->cage_points + o->cage_stencils->GetNumStencils()));
    o->position.reset(Osd::CpuVertexBuffer::Create(3, count));
    o->du.reset(Osd::CpuVertexBuffer::Create(3, count));
    o->dv.reset(Osd::CpuVertexBuffer::Create(3, count));
    o->source->UpdateData(point, 0, o->cage_points);
    return o.release();
}

void osd_destroy(osd* o)
{
    delete o;
}

template <class evaluator> static void stencils(osd* o)
{
    const Osd::BufferDescriptor three(0, 3, 3);
    evaluator::EvalStencils(o->source.get(), three, o->position.get(), three, o->du.get(), three, o->dv.get(), three,
                            o->limit.get());
}

template <class evaluator> static void patches(osd* o)
{
    const Osd::BufferDescriptor three(0, 3, 3), behind(3 * o->cage_points, 3, 3);
    evaluator::EvalStencils(o->source.get(), three, o->source.get(), behind, o->cage_stencils.get());
    evaluator::EvalPatches(o->source.get(), three, o->position.get(), three, o->du.get(), three, o->dv.get(), three,
                           int(o->at.coord.size()), &o->at, o->patches.get());
}

void osd_refresh(osd* o, int way)
{
    if (way == OSD_STENCILS) stencils<Osd::CpuEvaluator>(o);
    if (way == OSD_PATCHES) patches<Osd::CpuEvaluator>(o);
    if (way == OSD_STENCILS_OMP) stencils<Osd::OmpEvaluator>(o);
    if (way == OSD_PATCHES_OMP) patches<Osd::OmpEvaluator>(o);
}

uint32_t osd_points(const osd* o)
{
    return uint32_t(o->at.coord.size());
}

const float* osd_position(const osd* o)
{
    return o->position->BindCpuBuffer();
}

uint64_t osd_stencil_bytes(const osd* o)
{
    return o->limit->GetControlIndices().size() * (sizeof(int) + 3 * sizeof(float)) +
           o->limit->GetSizes().size() * 2 * sizeof(int);
}
