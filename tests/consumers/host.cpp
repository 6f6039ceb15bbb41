// A C++17 host: massa.h as C++, on its own before anything else.
#include <massa/massa.h>

#include "fall.h"

#include <cstdint>
#include <type_traits>

static_assert(std::is_trivially_copyable<massa_body_desc>::value, "descs are plain data in C++ too");
static_assert(!std::is_convertible<massa_body_id, std::uint64_t>::value, "ids are types of their own");

int main()
{
    host h;
    host_open_instance(&h);
    host_choose_device(&h);
    host_open_device(&h, fall_queue_family(&h, vkGetInstanceProcAddr));
    fall(&h, vkGetInstanceProcAddr);
    host_close(&h);
}
