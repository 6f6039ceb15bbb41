# Which suite runs on which driver. A missing driver fails: with-driver.sh exits with 1.
set(with_driver ${PROJECT_SOURCE_DIR}/platform/linux/with-driver.sh)
foreach(name IN LISTS suite_names)
  foreach(driver lavapipe22 lavapipe25 swiftshader)
    add_test(NAME ${name}@${driver} COMMAND ${with_driver} ${driver} $<TARGET_FILE:massa_tests> ${name})
  endforeach()
endforeach()
