// massa bench FAMILY: opens the device, the rest is ../bench.
#include "bench/bench.h"
#include "commands.h"

int command_bench(const options* o)
{
    static session s;
    int code = EXIT_FINE;
    if (!session_open_device(&s, o->device, false))
        code = complain(s.exit_code, s.error);
    else if (!o->family->run(&(bench_options){ .gpu = &s.gpu, .device = s.device, .json = o->json, .part = o->part }))
        code = EXIT_BROKEN;
    if (code == EXIT_BROKEN && s.log[0] != 0) complain(code, s.log);
    session_close(&s);
    return code;
}
