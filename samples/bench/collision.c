// massa bench collision: broad phases, narrow phase and a funnel, each beside the numbers of others.
#include "collision.h"

bool bench_collision(const bench_options* options)
{
    static collision_result r;
    const bool right = collision_run_broad(options, r.broad) && collision_run_narrow(options, &r.narrow) &&
                       collision_run_funnel(options, r.funnel);
    bench_progress(NULL);
    return right && collision_report(&r, options->gpu->device_name, options->json);
}
