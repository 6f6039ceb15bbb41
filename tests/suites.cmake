# Which suite runs where. A test is SUITE@DRIVER, with +LAYER for a validation layer, -wBITS for lavapipe's vector width,
# +asan for the sanitizer build. Labels are families, so that ctest sums up their time. A missing driver fails.
set(MASSA_ASAN_TESTS "" CACHE FILEPATH "massa_tests of a sanitizer build, to run here too (tests/run.sh sets it)")
set(with_driver ${PROJECT_SOURCE_DIR}/platform/linux/with-driver.sh)

# Primitives, and one scene of each family, vary the workgroup size on every driver: each size is compiled anew, which is
# most of a test's time. The others run as the device would (lavapipe), with all sizes in the long runs, and without
# kernels for a CPU (SwiftShader). Layers, sanitizers and vector widths take one size.
option(MASSA_ALL_SIZES "Every suite varies the workgroup size on lavapipe 25 (tests/run.sh --full sets it)" OFF)
set(scene_of_family "^(exact|integrate_hash|grains_life|meeting_hash|rigid_twin|tessellate)$")
# Tests that would compile the same kernels take turns (RESOURCE_LOCK): the second finds them in the driver's cache on
# disk, while two at once would both compile them.
function(massa_add_suite name family where program environment)
  set(size)
  if(where MATCHES "[+-]")
    set(size --param group 64)
  elseif(NOT family STREQUAL primitive AND NOT name MATCHES "${scene_of_family}")
    if(where STREQUAL lavapipe22 OR (where STREQUAL lavapipe25 AND NOT MASSA_ALL_SIZES))
      set(size --param group device)
    elseif(where STREQUAL swiftshader)
      set(size --param group plain)
    endif()
  endif()
  add_test(NAME ${name}@${where} COMMAND ${ARGN} ${program} ${name} ${size})
  set_tests_properties(${name}@${where} PROPERTIES LABELS ${family} ENVIRONMENT "${environment}"
                       SKIP_REGULAR_EXPRESSION "\\[ SKIP" TIMEOUT 1200)
  if(where MATCHES "^lavapipe25($|\\+)")
    set_tests_properties(${name}@${where} PROPERTIES RESOURCE_LOCK ${name}_kernels)
  endif()
endfunction()

# Suites of worlds, which are most of the module's, share two processes on SwiftShader: it keeps no pipeline for the next
# one, and making those of a world is nine tenths of such a suite. The long runs keep them apart, for a time limit each.
set(worlds_plain) # without kernels for a CPU
set(worlds_sizes) # with every workgroup size

foreach(file IN LISTS suites)
  get_filename_component(name ${file} NAME_WE)
  string(REGEX REPLACE "^test_" "" name ${name})
  get_filename_component(family ${file} DIRECTORY)
  get_filename_component(family ${family} NAME)

  if(name MATCHES "^(tables|layout|settings|hull|mass|cage|cages|cage_limit|cage_tables|topology|rows|rings|refine|patches|gregory|order|volume|correct_column)$") # no device
    massa_add_suite(${name} ${family} host $<TARGET_FILE:massa_tests> "")
    if(MASSA_ASAN_TESTS AND name MATCHES "^(hull|mass|cage|cages|cage_limit|cage_tables|topology|rows|rings|refine|patches|gregory|order|volume)$") # they take anybody's input
      massa_add_suite(${name} ${family} host+asan ${MASSA_ASAN_TESTS} "")
    endif()
    continue()
  endif()
  if(name STREQUAL barriers) # a removed barrier, which only the newer layer is sure to notice
    massa_add_suite(${name} ${family} lavapipe25+newer $<TARGET_FILE:massa_tests>
      "LP_NUM_THREADS=0;MASSA_OWN_DEVICES=1" ${with_driver} lavapipe25 --validate newer)
    continue()
  endif()

  if(name MATCHES "^liquid_(physics|steps)$") # large too
    massa_add_suite(${name} ${family} lavapipe25 $<TARGET_FILE:massa_tests> "LP_NUM_THREADS=0" ${with_driver} lavapipe25)
    continue()
  endif()
  if(name STREQUAL first_light) # large: layers and sanitizers see the same calls in grains_life
    foreach(driver lavapipe22 lavapipe25 swiftshader)
      massa_add_suite(${name} ${family} ${driver} $<TARGET_FILE:massa_tests> "" ${with_driver} ${driver})
    endforeach()
    foreach(width 128 512)
      massa_add_suite(${name} ${family} lavapipe25-w${width} $<TARGET_FILE:massa_tests>
        "LP_NATIVE_VECTOR_WIDTH=${width};MASSA_SMALL=1" ${with_driver} lavapipe25)
    endforeach()
    continue()
  endif()

  # Suites about what the host side does with its input: another driver would only repeat them, and SwiftShader takes a
  # second to make each of their many worlds. So would it with query_truth, whose bits query compares everywhere.
  set(host_side OFF)
  if(name MATCHES "^(failures|making|refusals|churn|counts|large|replay|resize|snapshot|two_worlds|grains|grains_(ids|churn|edges|forged|saved)|shapes|shapes_(churn|forged|fuzz|mass)|surface|(surface|contacts|joints)_forged|meeting_(room|saved)|instances|frame|query_truth)$")
    set(host_side ON)
  endif()

  # Worker threads cost more than they bring at these sizes (machine: 2 cores, ctest uses both); the others keep their
  # threads, so that scheduling is part of the test.
  if(NOT host_side)
    massa_add_suite(${name} ${family} lavapipe22 $<TARGET_FILE:massa_tests> "" ${with_driver} lavapipe22)
    if(NOT family STREQUAL module OR MASSA_ALL_SIZES)
      massa_add_suite(${name} ${family} swiftshader $<TARGET_FILE:massa_tests> "" ${with_driver} swiftshader)
    elseif(name MATCHES "${scene_of_family}")
      list(APPEND worlds_sizes ${name})
    else()
      list(APPEND worlds_plain ${name})
    endif()
  endif()
  massa_add_suite(${name} ${family} lavapipe25 $<TARGET_FILE:massa_tests> "LP_NUM_THREADS=0" ${with_driver} lavapipe25)
  # Of Debian's layer all that it says counts, of the newer one the hazards that Debian's does not see. Where every call
  # there is gets made, each test has a device of its own (harness/kept.h), so that a layer sees pipelines go.
  foreach(layer debian newer)
    set(environment "LP_NUM_THREADS=0;MASSA_SMALL=1")
    if(layer STREQUAL debian AND (name MATCHES "${scene_of_family}" OR name MATCHES "^(recorder|scan|frame|snapshot|resize)$"))
      list(APPEND environment MASSA_OWN_DEVICES=1)
    endif()
    massa_add_suite(${name} ${family} lavapipe25+${layer} $<TARGET_FILE:massa_tests> "${environment}"
      ${with_driver} lavapipe25 --validate ${layer})
  endforeach()
  if(family STREQUAL primitive OR name MATCHES "${scene_of_family}")
    foreach(width 128 512)
      massa_add_suite(${name} ${family} lavapipe25-w${width} $<TARGET_FILE:massa_tests>
        "LP_NUM_THREADS=0;LP_NATIVE_VECTOR_WIDTH=${width};MASSA_SMALL=1" ${with_driver} lavapipe25)
    endforeach()
  endif()
  if(MASSA_ASAN_TESTS)
    massa_add_suite(${name} ${family} lavapipe25+asan ${MASSA_ASAN_TESTS}
      "LP_NUM_THREADS=0;MASSA_SMALL=1;LSAN_OPTIONS=suppressions=${CMAKE_CURRENT_SOURCE_DIR}/sanitizer/lsan.supp"
      ${with_driver} lavapipe25)
  endif()
endforeach()

if(NOT MASSA_ALL_SIZES)
  add_test(NAME worlds_plain@swiftshader
           COMMAND ${with_driver} swiftshader $<TARGET_FILE:massa_tests> ${worlds_plain} --param group plain)
  add_test(NAME worlds_sizes@swiftshader COMMAND ${with_driver} swiftshader $<TARGET_FILE:massa_tests> ${worlds_sizes})
  set_tests_properties(worlds_plain@swiftshader worlds_sizes@swiftshader PROPERTIES LABELS module
                       SKIP_REGULAR_EXPRESSION "\\[ SKIP" TIMEOUT 1200)
endif()

if(TARGET massa_hello)
  foreach(driver lavapipe22 lavapipe25 swiftshader)
    add_test(NAME hello@${driver} COMMAND ${with_driver} ${driver} $<TARGET_FILE:massa_hello>)
    set_tests_properties(hello@${driver} PROPERTIES LABELS samples
                         PASS_REGULAR_EXPRESSION "after 1.00 s the ball is at 5.075 m")
  endforeach()
endif()
if(TARGET massa_hammer)
  foreach(driver lavapipe22 lavapipe25 swiftshader)
    add_test(NAME hammer@${driver} COMMAND ${with_driver} ${driver} $<TARGET_FILE:massa_hammer>)
    set_tests_properties(hammer@${driver} PROPERTIES LABELS samples
                         PASS_REGULAR_EXPRESSION "the hammer hits the crate at 3.5 m/s.*the crate wakes.*nobody is awake")
  endforeach()
endif()
