# The library that hosts link.
#
#   massa          static, or shared with BUILD_SHARED_LIBS; hosts say massa::massa
#   massa_shared   the other kind, or massa_static, with MASSA_BUILD_BOTH: so one tree can install both
#
# Whichever it is, a host sees the functions of massa.h and nothing else: massa has a VMA of its own inside, and the host
# may have another. A shared library hides it; in a static one all objects are linked into one and every other symbol is
# made local to it.

option(MASSA_BUILD_BOTH "Build the static and the shared library" ${PROJECT_IS_TOP_LEVEL})
option(MASSA_INSTALL "Install massa with its host" ${PROJECT_IS_TOP_LEVEL})

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
find_package(Threads REQUIRED) # for VMA's locks; by library and not by target, which the host would have to know too
set(objects $<TARGET_OBJECTS:massa_objects> $<TARGET_OBJECTS:massa_shaders>)

# C++ that needs no C++ library, see memory_vma.cpp.
set_source_files_properties(compute/core/memory_vma.cpp PROPERTIES
  COMPILE_OPTIONS "-fno-exceptions;-fno-rtti;-fno-threadsafe-statics")
# Code for link-time optimisation is not code yet: its symbols cannot be made local.
foreach(target massa_objects massa_shaders)
  set_target_properties(${target} PROPERTIES INTERPROCEDURAL_OPTIMIZATION OFF)
  target_compile_options(${target} PRIVATE -fno-lto)
endforeach()

# One object from many: links them (massa_relocate), then makes local what is not API (massa_localise). Section groups
# go, because linkers merge groups of one name even when their symbols are local: a host's VMA would replace parts of
# ours, or break the link.
set(machine_flags ${CMAKE_C_FLAGS})
separate_arguments(machine_flags)
list(FILTER machine_flags INCLUDE REGEX "^-(m|-?target|-sysroot|-gcc-toolchain|fuse-ld|B)")
if(CMAKE_C_COMPILER_TARGET)
  list(PREPEND machine_flags ${CMAKE_C_COMPILE_OPTIONS_TARGET}${CMAKE_C_COMPILER_TARGET})
endif()
if(CMAKE_SYSROOT)
  list(APPEND machine_flags --sysroot=${CMAKE_SYSROOT})
endif()
set(massa_relocate ${CMAKE_C_COMPILER} ${machine_flags} -r -nostdlib)
set(massa_localise ${CMAKE_OBJCOPY} --remove-section=.group --localize-hidden --wildcard --keep-global-symbol=massa_*)

# Whether this compiler and these tools can: tried once, on a file with one symbol of each kind.
if(NOT DEFINED MASSA_CAN_LOCALISE)
  set(can OFF)
  if(CMAKE_OBJCOPY AND CMAKE_EXECUTABLE_FORMAT STREQUAL "ELF")
    set(probe ${CMAKE_CURRENT_BINARY_DIR}/localise_probe)
    file(WRITE ${probe}.c "__attribute__((visibility(\"hidden\"))) int mas_probe;\nint massa_probe(void) { return mas_probe; }\n")
    execute_process(COMMAND ${massa_relocate} -o ${probe}.o ${probe}.c
      RESULT_VARIABLE relocated ERROR_VARIABLE complaint OUTPUT_QUIET)
    if(relocated EQUAL 0)
      execute_process(COMMAND ${massa_localise} ${probe}.o ${probe}_local.o
        RESULT_VARIABLE localised ERROR_VARIABLE complaint OUTPUT_QUIET)
      if(localised EQUAL 0)
        set(can ON)
      endif()
    endif()
  else()
    set(complaint "no objcopy, or not ELF")
  endif()
  if(NOT can)
    message(STATUS "massa: the static library keeps its inner symbols (mas_*, vma*) visible, because its objects cannot "
                   "be made into one: ${complaint}. A host that brings its own VMA should use the shared library.")
  endif()
  set(MASSA_CAN_LOCALISE ${can} CACHE INTERNAL "The static library can hide its inner symbols")
endif()

function(massa_add_library target type)
  if(type STREQUAL STATIC AND MASSA_CAN_LOCALISE)
    get_property(many GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
    set(one ${CMAKE_CURRENT_BINARY_DIR}/massa$<${many}:_$<CONFIG>>.o)
    add_custom_command(
      OUTPUT ${one}
      COMMAND ${massa_relocate} -o ${one} ${objects}
      COMMAND ${massa_localise} ${one}
      DEPENDS ${objects}
      COMMENT "Making massa's inner symbols local"
      COMMAND_EXPAND_LISTS VERBATIM)
    add_library(${target} STATIC ${one})
    add_dependencies(${target} massa_objects massa_shaders)
  else()
    add_library(${target} ${type} ${objects})
  endif()

  # Before 1.0 a new minor version may change what hosts were compiled with.
  set(abi ${PROJECT_VERSION_MAJOR})
  if(abi EQUAL 0)
    set(abi 0.${PROJECT_VERSION_MINOR})
  endif()
  string(TOLOWER ${type} kind)
  add_library(massa::${kind} ALIAS ${target})
  set_target_properties(${target} PROPERTIES
    OUTPUT_NAME massa EXPORT_NAME ${kind} LINKER_LANGUAGE C
    VERSION ${PROJECT_VERSION} SOVERSION ${abi})
  target_include_directories(${target} INTERFACE
    $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/module/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  # massa.h needs Vulkan's C types. An installed massa looks for the headers where it is used, see massaConfig.cmake.in.
  target_include_directories(${target} SYSTEM INTERFACE $<BUILD_INTERFACE:${MASSA_VULKAN_INCLUDE}>)
  target_link_libraries(${target} PRIVATE m ${CMAKE_THREAD_LIBS_INIT})

  if(MASSA_SANITIZE)
    target_link_options(${target} PUBLIC $<BUILD_INTERFACE:-fsanitize=address,undefined>)
  elseif(type STREQUAL SHARED AND CMAKE_EXECUTABLE_FORMAT STREQUAL "ELF")
    target_link_options(${target} PRIVATE -Wl,--no-undefined) # with the C compiler: nothing of C++ is missing
  endif()
  if(type STREQUAL SHARED AND CMAKE_EXECUTABLE_FORMAT STREQUAL "ELF")
    # Visibility alone leaves out templates of the C++ library, which it declares visible.
    set(exports ${CMAKE_CURRENT_SOURCE_DIR}/module/cmake/exports.map)
    target_link_options(${target} PRIVATE -Wl,--version-script=${exports})
    set_target_properties(${target} PROPERTIES LINK_DEPENDS ${exports})
  endif()
endfunction()

if(BUILD_SHARED_LIBS)
  massa_add_library(massa SHARED)
  set(other static)
else()
  massa_add_library(massa STATIC)
  set(other shared)
endif()
add_library(massa::massa ALIAS massa)
set(installed massa)
if(MASSA_BUILD_BOTH)
  string(TOUPPER ${other} type)
  massa_add_library(massa_${other} ${type})
  list(APPEND installed massa_${other})
endif()

if(MASSA_INSTALL)
  set(package ${CMAKE_INSTALL_LIBDIR}/cmake/massa)
  install(TARGETS ${installed} EXPORT massa
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(DIRECTORY module/include/massa DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/licenses/massa)

  install(EXPORT massa NAMESPACE massa:: FILE massaTargets.cmake DESTINATION ${package})
  configure_package_config_file(module/cmake/massaConfig.cmake.in massaConfig.cmake INSTALL_DESTINATION ${package})
  set(compatible SameMajorVersion)
  if(PROJECT_VERSION_MAJOR EQUAL 0)
    set(compatible SameMinorVersion)
  endif()
  write_basic_package_version_file(massaConfigVersion.cmake COMPATIBILITY ${compatible})
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/massaConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/massaConfigVersion.cmake
    DESTINATION ${package})

  # pkg-config: every path from where massa.pc lies, so that the prefix may move.
  set(pc_folder ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
  file(RELATIVE_PATH pc_prefix ${CMAKE_INSTALL_PREFIX}/${pc_folder} ${CMAKE_INSTALL_PREFIX})
  string(REGEX REPLACE "/$" "" pc_prefix "${pc_prefix}")
  foreach(folder LIBDIR INCLUDEDIR)
    set(pc_${folder} "\${prefix}/${CMAKE_INSTALL_${folder}}")
    if(IS_ABSOLUTE "${CMAKE_INSTALL_${folder}}")
      set(pc_${folder} "${CMAKE_INSTALL_${folder}}")
    endif()
  endforeach()
  configure_file(module/cmake/massa.pc.in massa.pc @ONLY)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/massa.pc DESTINATION ${pc_folder})
endif()
