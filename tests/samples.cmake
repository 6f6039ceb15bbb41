# The massa program, as its users meet it.
if(TARGET massa_program)
  foreach(part commands ends published scenes_odd scenes_even hashes_odd hashes_even misuse interrupt)
    add_test(NAME program_${part}@lavapipe25
             COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/samples/run.sh $<TARGET_FILE:massa_program> ${part})
    set_tests_properties(program_${part}@lavapipe25 PROPERTIES LABELS samples TIMEOUT ${test_limit} ENVIRONMENT "LP_NUM_THREADS=0")
  endforeach()
  # In turns, as suites do (suites.cmake): one scene needs most of the kernels that another does. A row of turns is long,
  # so it begins early.
  foreach(part ends published scenes_odd scenes_even hashes_odd hashes_even)
    set_tests_properties(program_${part}@lavapipe25 PROPERTIES RESOURCE_LOCK scene_kernels COST 950)
  endforeach()
endif()

# The renderer by its pixels.
if(TARGET massa_renderer)
  foreach(name renderer renderer_surfaces renderer_liquid)
    add_executable(massa_${name}_test samples/${name}.c)
    target_link_libraries(massa_${name}_test PRIVATE massa_flags massa_renderer massa_munit)
    foreach(driver lavapipe22 lavapipe25 swiftshader)
      add_test(NAME ${name}@${driver}
               COMMAND ${PROJECT_SOURCE_DIR}/platform/linux/with-driver.sh ${driver} $<TARGET_FILE:massa_${name}_test>)
    endforeach()
    add_test(NAME ${name}@lavapipe25+debian
             COMMAND ${PROJECT_SOURCE_DIR}/platform/linux/with-driver.sh lavapipe25 --validate debian
                     $<TARGET_FILE:massa_${name}_test>)
    set_tests_properties(${name}@lavapipe22 ${name}@lavapipe25 ${name}@swiftshader ${name}@lavapipe25+debian
                         PROPERTIES LABELS samples TIMEOUT 300)
  endforeach()
endif()

# With real events, where a virtual display is at hand.
find_program(MASSA_XVFB_RUN xvfb-run)
find_program(MASSA_XDOTOOL xdotool)
mark_as_advanced(MASSA_XVFB_RUN MASSA_XDOTOOL)
if(TARGET massa_program AND TARGET massa_platform_window AND MASSA_XVFB_RUN AND MASSA_XDOTOOL)
  add_test(NAME program_view@lavapipe25
           COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/samples/view.sh $<TARGET_FILE:massa_program>)
  set_tests_properties(program_view@lavapipe25 PROPERTIES LABELS samples TIMEOUT 300)
else()
  message(STATUS "xvfb-run, xdotool or GLFW is missing: massa view is not tested.")
endif()
