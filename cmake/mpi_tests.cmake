# What a test under mpiexec needs: root may run it (containers), more ranks than cores may share
# them (first line Open MPI 4, second 5), no rank is tied to a core, waiting ranks yield.
set(dcrnn_mpi_environment
    OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 PRTE_ALLOW_RUN_AS_ROOT=1 PRTE_ALLOW_RUN_AS_ROOT_CONFIRM=1
    OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_hwloc_base_binding_policy=none
    PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe PRTE_MCA_hwloc_default_binding_policy=none
    OMPI_MCA_mpi_yield_when_idle=1 OMP_NUM_THREADS=1
    DCRNN_TEST_DATA=${PROJECT_SOURCE_DIR}/tests/data DCRNN_SHARED=${PROJECT_SOURCE_DIR}/../shared)

# dcrnn_mpi_test(FILE RANKS 1 2 ...): tests/mpi/NAME_test.cpp becomes one program and the ctests
# mpi/NAME/1, mpi/NAME/2, ...
function(dcrnn_mpi_test file)
  cmake_parse_arguments(test "" "" "RANKS" ${ARGN})
  get_filename_component(name ${file} NAME_WE)
  string(REGEX REPLACE "_test$" "" name ${name})
  add_executable(mpi_${name} ${file} ${PROJECT_SOURCE_DIR}/tests/support/mpi_main.cpp)
  target_compile_definitions(mpi_${name} PRIVATE BOOST_TEST_DYN_LINK BOOST_TEST_NO_MAIN BOOST_TEST_ALTERNATIVE_INIT_API)
  target_include_directories(mpi_${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_link_libraries(mpi_${name} PRIVATE dcrnn_train dcrnn_warnings Boost::unit_test_framework)
  dcrnn_precompiled(mpi_${name} program)
  foreach(ranks ${test_RANKS})
    add_test(NAME mpi/${name}/${ranks}
             COMMAND ${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG} ${ranks} $<TARGET_FILE:mpi_${name}>)
    set_tests_properties(mpi/${name}/${ranks} PROPERTIES TIMEOUT 120 PROCESSORS ${ranks} LABELS ranks${ranks}
                         ENVIRONMENT "${dcrnn_mpi_environment}")
  endforeach()
endfunction()
