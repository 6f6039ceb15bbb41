# The massa program, as its users meet it.
if(TARGET massa_program)
  foreach(part commands scenes hashes misuse interrupt)
    add_test(NAME program_${part}@lavapipe25
             COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/samples/run.sh $<TARGET_FILE:massa_program> ${part})
    set_tests_properties(program_${part}@lavapipe25 PROPERTIES LABELS samples TIMEOUT 300 ENVIRONMENT "LP_NUM_THREADS=0")
  endforeach()
endif()
