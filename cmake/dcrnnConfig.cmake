# find_package(dcrnn): the libraries dcrnn::error ... dcrnn::train, each with all it needs.
if(NOT CMAKE_C_COMPILER_LOADED)
  set(dcrnn_FOUND FALSE)
  set(dcrnn_NOT_FOUND_MESSAGE "CMake finds HDF5 with the C compiler: write project(... LANGUAGES C CXX)")
  return()
endif()
include(${CMAKE_CURRENT_LIST_DIR}/dependencies.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/dcrnnTargets.cmake)
