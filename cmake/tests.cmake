set(dcrnn_unit_seconds 120)
if(DCRNN_SANITIZE)
  set(dcrnn_unit_seconds 400)
endif()

# dcrnn_unit_test(FILE): tests/unit/NAME_test.cpp becomes the ctest unit/NAME.
function(dcrnn_unit_test file)
  get_filename_component(name ${file} NAME_WE)
  string(REGEX REPLACE "_test$" "" name ${name})
  add_executable(unit_${name} ${file})
  target_compile_definitions(unit_${name} PRIVATE BOOST_TEST_DYN_LINK BOOST_TEST_MODULE=${name})
  target_include_directories(unit_${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_link_libraries(unit_${name} PRIVATE dcrnn_train dcrnn_warnings Boost::unit_test_framework)
  dcrnn_precompiled(unit_${name} program)
  add_test(NAME unit/${name} COMMAND unit_${name} --report_level=short)
  set_tests_properties(unit/${name} PROPERTIES TIMEOUT ${dcrnn_unit_seconds} LABELS unit
    # A test asks for more memory than there is, which must be an error and not the end; others measure
    # memory, of which the sanitizer is to keep little once it is freed.
    ENVIRONMENT "DCRNN_TEST_DATA=${PROJECT_SOURCE_DIR}/tests/data;DCRNN_SHARED=${PROJECT_SOURCE_DIR}/../shared;ASAN_OPTIONS=allocator_may_return_null=1:quarantine_size_mb=1")
endfunction()
