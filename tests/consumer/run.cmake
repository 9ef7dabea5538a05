# Installs the build into a folder of its own, builds the consumer against that, and runs it.
# cmake -D build_dir=... -D torch_prefix=... -D compiler=... -D generator=... -P run.cmake
set(work ${build_dir}/consumer)
file(REMOVE_RECURSE ${work})
set(ENV{CMAKE_PREFIX_PATH} ${torch_prefix}:$ENV{CMAKE_PREFIX_PATH})  # the LibTorch of this build

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

run(${CMAKE_COMMAND} --install ${build_dir} --prefix ${work}/prefix)
run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR} -B ${work}/build -G ${generator} -DCMAKE_BUILD_TYPE=Release
    -DCMAKE_PREFIX_PATH=${work}/prefix -DCMAKE_CXX_COMPILER=${compiler})
run(${CMAKE_COMMAND} --build ${work}/build --parallel 2)
run(${work}/prefix/bin/dcrnn_mpi --version)

execute_process(COMMAND ${work}/build/consumer WORKING_DIRECTORY ${work} OUTPUT_VARIABLE table
                COMMAND_ERROR_IS_FATAL ANY)
message("${table}")
if(NOT table MATCHES "MAE" OR NOT EXISTS ${work}/run/metrics.csv)
  message(FATAL_ERROR "the consumer printed no test table, or wrote no metrics.csv")
endif()
