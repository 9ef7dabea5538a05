# Tests of the real program are bash scripts, tests/app/NAME_test.sh, that use tests/support/program.sh.
# dcrnn_app_test(NAME [RANKS 1 3]): the ctest app/NAME, or app/NAME/1, app/NAME/3 with the ranks as
# the script's argument.
function(dcrnn_app_test name)
  cmake_parse_arguments(test "" "" "RANKS" ${ARGN})
  set(script ${PROJECT_SOURCE_DIR}/tests/app/${name}_test.sh)
  if(NOT test_RANKS)
    add_test(NAME app/${name} COMMAND bash ${script})
    list(APPEND tests app/${name})
  endif()
  foreach(ranks ${test_RANKS})
    add_test(NAME app/${name}/${ranks} COMMAND bash ${script} ${ranks})
    list(APPEND tests app/${name}/${ranks})
  endforeach()
  set_tests_properties(${tests} PROPERTIES TIMEOUT 300 PROCESSORS 2 LABELS app SKIP_RETURN_CODE 77 ENVIRONMENT
    "${dcrnn_mpi_environment};DCRNN_PROGRAM=$<TARGET_FILE:dcrnn_mpi>;DCRNN_MPIEXEC=${MPIEXEC_EXECUTABLE};DCRNN_TOOLS=$<TARGET_FILE_DIR:traffic_variant>")
endfunction()

# What the scripts need beside the program.
function(dcrnn_app_tool name)
  add_executable(${name} ${PROJECT_SOURCE_DIR}/tests/app/${name}.cpp)
  target_link_libraries(${name} PRIVATE dcrnn_train dcrnn_warnings)
  dcrnn_precompiled(${name} program)
endfunction()
