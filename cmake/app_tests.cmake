# Tests of the real program are bash scripts: tests/app/NAME_test.sh, which uses tests/support/program.sh,
# and on several hosts tests/cluster/NAME_test.sh, which uses tests/support/cluster.sh.
# dcrnn_script_test(app NAME [EACH 1 3]): the ctest app/NAME, or app/NAME/1, app/NAME/3 with the word as
# the script's argument.
function(dcrnn_script_test folder name)
  cmake_parse_arguments(test "" "" "EACH" ${ARGN})
  set(script ${PROJECT_SOURCE_DIR}/tests/${folder}/${name}_test.sh)
  if(NOT test_EACH)
    add_test(NAME ${folder}/${name} COMMAND bash ${script})
    list(APPEND tests ${folder}/${name})
  endif()
  foreach(word ${test_EACH})
    add_test(NAME ${folder}/${name}/${word} COMMAND bash ${script} ${word})
    list(APPEND tests ${folder}/${name}/${word})
  endforeach()
  # Slurm's own waits (limits looked at twice a minute, requeues) add to the work of a cluster test.
  set(limit 300)
  if(folder STREQUAL cluster)
    set(limit 600)
  endif()
  set_tests_properties(${tests} PROPERTIES TIMEOUT ${limit} PROCESSORS 2 LABELS ${folder} SKIP_RETURN_CODE 77 ENVIRONMENT
    "${dcrnn_mpi_environment};DCRNN_PROGRAM=$<TARGET_FILE:dcrnn_mpi>;DCRNN_MPIEXEC=${MPIEXEC_EXECUTABLE};DCRNN_TOOLS=$<TARGET_FILE_DIR:traffic_variant>")
endfunction()

# What the scripts need beside the program.
function(dcrnn_app_tool name)
  add_executable(${name} ${PROJECT_SOURCE_DIR}/tests/app/${name}.cpp)
  target_link_libraries(${name} PRIVATE dcrnn_train dcrnn_warnings)
  dcrnn_precompiled(${name} program)
endfunction()
