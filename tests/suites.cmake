# Which suite runs where. A comment among the first lines of each test file says it; a file without one runs "everywhere".
#
#   // runs: WORDS. Why there and not elsewhere.
#
#   host         without a device: once, and once more with asan beside it
#   lavapipe22, lavapipe25, swiftshader    on this driver;  drivers: on all three
#   debian, newer                          on lavapipe 25 under this validation layer;  layers: under both
#   asan         on lavapipe 25 in the sanitizer build
#   everywhere   drivers layers asan
#   widths       on lavapipe 25 with vectors of 128 and 512 bits, too
#   sizes        where a driver runs alone, with every workgroup size on lavapipe 25, with three on the other two: its
#                own choice, that without kernels for a CPU, and 128; the long runs have them all
#   own-devices  with a device for each test under Debian's layer (or under the newer one, when that is the only one), so
#                that the layer sees pipelines go (harness/kept.h)
#   threads      with worker threads on lavapipe 25, too: large enough to gain by them
#
# What each is for. Three drivers: the same bits from three compilers. Debian's layer: all that it says counts. The newer
# layer: hazards between buffers, which Debian's does not see (platform/gpu.c). asan: the host side of everything.
# Widths and sizes: the same bits from other vectors and workgroups. Layers, sanitizers and widths take one size, 64,
# whose kernels they share.
#
# A test is SUITE@DRIVER, with +LAYER for a validation layer, -wBITS for lavapipe's vector width, +asan for the sanitizer
# build. Labels are families, so that ctest sums up their time. A missing driver fails; a test that does not apply says
# so (test_skip), which does not hide what fails beside it, and tests/run.sh counts them.
set(MASSA_ASAN_TESTS "" CACHE FILEPATH "massa_tests of a sanitizer build, to run here too (tests/run.sh sets it)")
set(with_driver ${PROJECT_SOURCE_DIR}/platform/linux/with-driver.sh)
# Every workgroup size is compiled anew, which is most of a test's time: few suites vary it, the long runs all.
option(MASSA_ALL_SIZES "Every suite varies the workgroup size on lavapipe 25 (tests/run.sh --full sets it)" OFF)
set(test_limit 1200) # s
if(MASSA_ALL_SIZES)
  set(test_limit 3600) # long runs
endif()

set(words_drivers lavapipe22 lavapipe25 swiftshader)
set(words_layers debian newer)
set(words_everywhere ${words_drivers} ${words_layers} asan)
set(words host ${words_everywhere} widths sizes own-devices threads)

# Sets out to the words of a test file, with drivers, layers and everywhere spelt out.
function(massa_read_runs file out)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(STRINGS ${file} lines REGEX "^// runs:")
  set(runs everywhere)
  if(lines)
    list(LENGTH lines count)
    if(NOT count EQUAL 1 OR NOT lines MATCHES "^// runs: ([a-z0-9 -]+)(\\.|$)")
      message(FATAL_ERROR "${file}: wants one line \"// runs: WORDS. Why.\" (tests/suites.cmake).")
    endif()
    string(REPLACE " " ";" runs "${CMAKE_MATCH_1}")
  endif()
  set(spelt)
  foreach(word IN LISTS runs)
    if(DEFINED words_${word})
      list(APPEND spelt ${words_${word}})
    elseif(word IN_LIST words)
      list(APPEND spelt ${word})
    else()
      message(FATAL_ERROR "${file}: \"// runs:\" does not know \"${word}\" (tests/suites.cmake).")
    endif()
  endforeach()
  set(${out} ${spelt} PARENT_SCOPE)
endfunction()

# Adds name@where; environment is a list. Tests that would compile the same kernels take turns (RESOURCE_LOCK): the
# second finds them in the driver's cache on disk, while two at once would both compile them.
function(massa_add_suite name family where program environment)
  set(size)
  if(sizes IN_LIST runs AND where MATCHES "^(lavapipe22|swiftshader)$" AND NOT MASSA_ALL_SIZES)
    list(APPEND environment MASSA_FEW_SIZES=1)
  endif()
  if(where MATCHES "[+-]")
    set(size --param group 64)
  elseif(NOT sizes IN_LIST runs)
    if(where STREQUAL lavapipe22 OR (where STREQUAL lavapipe25 AND NOT MASSA_ALL_SIZES))
      set(size --param group device)
    elseif(where STREQUAL swiftshader)
      set(size --param group plain) # without kernels for a CPU
    endif()
  endif()
  add_test(NAME ${name}@${where} COMMAND ${ARGN} ${program} ${name} ${size})
  set_tests_properties(${name}@${where} PROPERTIES LABELS ${family} ENVIRONMENT "${environment}" TIMEOUT ${test_limit})
  if(where MATCHES "^lavapipe25($|\\+)")
    set_tests_properties(${name}@${where} PROPERTIES RESOURCE_LOCK ${name}_kernels)
  endif()
endfunction()

# Suites of worlds, which are most of the module's, share two processes on SwiftShader: it keeps no pipeline for the next
# one, and making those of a world is nine tenths of such a suite. The long runs keep them apart, for a time limit each.
set(worlds_plain) # without kernels for a CPU
set(worlds_sizes) # with every workgroup size

set(tests $<TARGET_FILE:massa_tests>)
set(suppressions LSAN_OPTIONS=suppressions=${CMAKE_CURRENT_SOURCE_DIR}/sanitizer/lsan.supp)
foreach(file IN LISTS suites)
  get_filename_component(name ${file} NAME_WE)
  string(REGEX REPLACE "^test_" "" name ${name})
  get_filename_component(family ${file} DIRECTORY)
  get_filename_component(family ${family} NAME)
  massa_read_runs(${file} runs)

  if(host IN_LIST runs)
    massa_add_suite(${name} ${family} host ${tests} "")
    if(asan IN_LIST runs AND MASSA_ASAN_TESTS)
      massa_add_suite(${name} ${family} host+asan ${MASSA_ASAN_TESTS} "")
    endif()
    continue()
  endif()

  # Worker threads cost more than they bring at most sizes (machine: 2 cores, ctest uses both); the other two drivers
  # keep theirs, so that scheduling is part of the test.
  set(alone LP_NUM_THREADS=0)
  if(threads IN_LIST runs)
    set(alone)
  endif()
  if(lavapipe22 IN_LIST runs)
    massa_add_suite(${name} ${family} lavapipe22 ${tests} "" ${with_driver} lavapipe22)
  endif()
  if(lavapipe25 IN_LIST runs)
    massa_add_suite(${name} ${family} lavapipe25 ${tests} "${alone}" ${with_driver} lavapipe25)
  endif()
  if(swiftshader IN_LIST runs)
    if(NOT family STREQUAL module OR MASSA_ALL_SIZES)
      massa_add_suite(${name} ${family} swiftshader ${tests} "" ${with_driver} swiftshader)
    elseif(sizes IN_LIST runs)
      list(APPEND worlds_sizes ${name})
    else()
      list(APPEND worlds_plain ${name})
    endif()
  endif()
  foreach(layer debian newer)
    if(layer IN_LIST runs)
      set(environment ${alone} MASSA_SMALL=1)
      if(own-devices IN_LIST runs AND (layer STREQUAL debian OR NOT debian IN_LIST runs))
        list(APPEND environment MASSA_OWN_DEVICES=1)
      endif()
      massa_add_suite(${name} ${family} lavapipe25+${layer} ${tests} "${environment}"
        ${with_driver} lavapipe25 --validate ${layer})
    endif()
  endforeach()
  if(widths IN_LIST runs)
    foreach(width 128 512)
      massa_add_suite(${name} ${family} lavapipe25-w${width} ${tests}
        "${alone};LP_NATIVE_VECTOR_WIDTH=${width};MASSA_SMALL=1" ${with_driver} lavapipe25)
    endforeach()
  endif()
  if(asan IN_LIST runs AND MASSA_ASAN_TESTS)
    massa_add_suite(${name} ${family} lavapipe25+asan ${MASSA_ASAN_TESTS} "${alone};MASSA_SMALL=1;${suppressions}"
      ${with_driver} lavapipe25)
  endif()
endforeach()

# The longest come first (COST), or they would be left over, each on a core of its own.
if(worlds_plain)
  add_test(NAME worlds_plain@swiftshader COMMAND ${with_driver} swiftshader ${tests} ${worlds_plain} --param group plain)
  set_tests_properties(worlds_plain@swiftshader PROPERTIES LABELS module TIMEOUT ${test_limit} COST 1000)
endif()
if(worlds_sizes)
  add_test(NAME worlds_sizes@swiftshader COMMAND ${with_driver} swiftshader ${tests} ${worlds_sizes})
  set_tests_properties(worlds_sizes@swiftshader PROPERTIES LABELS module TIMEOUT ${test_limit} COST 900
                       ENVIRONMENT MASSA_FEW_SIZES=1)
endif()

if(TARGET massa_hello)
  foreach(driver lavapipe22 lavapipe25 swiftshader)
    add_test(NAME hello@${driver} COMMAND ${with_driver} ${driver} $<TARGET_FILE:massa_hello>)
    set_tests_properties(hello@${driver} PROPERTIES LABELS samples
                         PASS_REGULAR_EXPRESSION "after 1.00 s the ball is at 5.075 m")
  endforeach()
endif()
if(TARGET massa_drop)
  foreach(driver lavapipe22 lavapipe25 swiftshader)
    add_test(NAME drop@${driver} COMMAND ${with_driver} ${driver} $<TARGET_FILE:massa_drop>)
    set_tests_properties(drop@${driver} PROPERTIES LABELS samples
                         PASS_REGULAR_EXPRESSION "box 0 rests at 0.50 m.*box 4 rests at 4.50 m")
  endforeach()
endif()
if(TARGET massa_hammer)
  foreach(driver lavapipe22 lavapipe25 swiftshader)
    add_test(NAME hammer@${driver} COMMAND ${with_driver} ${driver} $<TARGET_FILE:massa_hammer>)
    set_tests_properties(hammer@${driver} PROPERTIES LABELS samples
                         PASS_REGULAR_EXPRESSION "the hammer hits the crate at 3.5 m/s.*the crate wakes.*nobody is awake")
  endforeach()
endif()
