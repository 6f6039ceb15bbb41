# Finds Vulkan headers, volk and VMA: an installed Vulkan SDK first, then the system, then the project's own cache folder
# (filled by platform/linux/setup.sh), then upstream.
set(MASSA_CACHE ${CMAKE_CURRENT_SOURCE_DIR}/.cache)
set(sdk_include $ENV{VULKAN_SDK}/include $ENV{VULKAN_SDK}/Include)

find_path(MASSA_VULKAN_INCLUDE vulkan/vulkan_core.h HINTS ${sdk_include})
find_path(MASSA_VOLK_INCLUDE volk.h HINTS ${sdk_include} PATH_SUFFIXES Volk volk)
find_path(MASSA_VMA_INCLUDE vk_mem_alloc.h HINTS ${sdk_include} ${MASSA_CACHE}/include PATH_SUFFIXES vma vk_mem_alloc)
mark_as_advanced(MASSA_VULKAN_INCLUDE MASSA_VOLK_INCLUDE MASSA_VMA_INCLUDE)

if(NOT MASSA_VULKAN_INCLUDE)
  message(FATAL_ERROR "Vulkan headers are missing: run platform/linux/setup.sh, or install libvulkan-dev or a Vulkan SDK.")
endif()
if(NOT MASSA_VOLK_INCLUDE)
  message(FATAL_ERROR "volk.h is missing: run platform/linux/setup.sh, or install volk's headers or a Vulkan SDK.")
endif()
if(NOT MASSA_VMA_INCLUDE AND MASSA_FETCH)
  include(FetchContent)
  FetchContent_Declare(massa_vma
    GIT_REPOSITORY https://github.com/GPUOpen-LibrariesAndSDKs/VulkanMemoryAllocator.git
    GIT_TAG v3.2.1 GIT_SHALLOW ON SOURCE_SUBDIR none)
  FetchContent_MakeAvailable(massa_vma)
  set(MASSA_VMA_INCLUDE ${massa_vma_SOURCE_DIR}/include)
endif()
if(NOT MASSA_VMA_INCLUDE)
  message(FATAL_ERROR "vk_mem_alloc.h is missing: run platform/linux/setup.sh, or set MASSA_FETCH=ON to fetch it.")
endif()
