// A C host.
#include "fall.h"

int main(void)
{
    host h;
    host_open_instance(&h);
    host_choose_device(&h);
    host_open_device(&h, fall_queue_family(&h, vkGetInstanceProcAddr));
    fall(&h, vkGetInstanceProcAddr);
    host_close(&h);
    return 0;
}
