# What is checked without a suite: the tree, the public header, the tools, and the library as a host gets it.
function(massa_add_check name label)
  add_test(NAME ${name} COMMAND bash ${ARGN})
  set_tests_properties(${name} PROPERTIES LABELS ${label} TIMEOUT 1200)
endfunction()

set(checks ${CMAKE_CURRENT_SOURCE_DIR}/checks)
foreach(check ledger includes names skips docs negative)
  massa_add_check(${check}@host checks ${checks}/${check}.sh)
endforeach()
# After the system's own folders: before them, C++ headers no longer find those of C.
massa_add_check(header@host checks ${checks}/header.sh ${CMAKE_C_COMPILER} ${CMAKE_CXX_COMPILER}
  -idirafter ${MASSA_VULKAN_INCLUDE})
massa_add_check(unity@host checks ${checks}/unity.sh ${CMAKE_C_COMPILER} -idirafter ${MASSA_VULKAN_INCLUDE}
  -idirafter ${MASSA_VOLK_INCLUDE} -idirafter ${MASSA_VMA_INCLUDE})
massa_add_check(spirv_tool@host checks ${CMAKE_CURRENT_SOURCE_DIR}/tool/test_spirv.sh)
massa_add_check(android@host consumers ${PROJECT_SOURCE_DIR}/platform/android/check.sh ${PROJECT_BINARY_DIR})
set_tests_properties(android@host PROPERTIES PROCESSORS 2)

# Sanitizers bring symbols and variables of their own, and every host would have to be built with them.
if(NOT MASSA_SANITIZE AND TARGET massa::static AND TARGET massa::shared)
  massa_add_check(symbols@host consumers ${CMAKE_CURRENT_SOURCE_DIR}/consumers/symbols.sh ${PROJECT_BINARY_DIR})
  massa_add_check(consumers@lavapipe25 consumers ${CMAKE_CURRENT_SOURCE_DIR}/consumers/run.sh ${PROJECT_BINARY_DIR}
    lavapipe25)
  set_tests_properties(consumers@lavapipe25 PROPERTIES PROCESSORS 2 ENVIRONMENT "LP_NUM_THREADS=0")
endif()
