// Three copies of massa in one process, on one device.
#include "../fall.h"

typedef massa_result (*create_device)(const massa_device_desc*, massa_device**);

float         fall_in_a(host* h);
float         fall_in_b(host* h);
create_device massa_of_a(void);
create_device massa_of_b(void);

int main(void)
{
    host_need(massa_of_a() != massa_of_b() && massa_of_a() != massa_create_device && massa_of_b() != massa_create_device,
              "having three copies");
    host h;
    host_open_instance(&h);
    host_choose_device(&h);
    host_open_device(&h, fall_queue_family(&h, vkGetInstanceProcAddr));
    const float y = fall(&h, vkGetInstanceProcAddr);
    host_need(fall_in_a(&h) == y && fall_in_b(&h) == y && fall(&h, vkGetInstanceProcAddr) == y, "falling alike");
    host_close(&h);
    return 0;
}
