# What the libraries need; everything comes from the system's packages (the README lists each with its
# reason). The installed package reads this same file, so both always agree.
find_package(Torch REQUIRED)
include(${CMAKE_CURRENT_LIST_DIR}/check_torch.cmake)
set(MPI_CXX_SKIP_MPICXX ON)  # the C interface only: the C++ bindings left the standard, Open MPI 5 has none
find_package(MPI REQUIRED COMPONENTS CXX)
find_package(HDF5 REQUIRED COMPONENTS C)  # serial: each rank reads its own rows
find_package(OpenMP REQUIRED COMPONENTS CXX)
# LibTorch's parallel loops are templates: compiled without OpenMP they run on one core.
set_property(TARGET torch APPEND PROPERTY INTERFACE_LINK_LIBRARIES OpenMP::OpenMP_CXX)
find_package(fmt REQUIRED)
find_package(date REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(xxhash REQUIRED IMPORTED_TARGET libxxhash)
pkg_check_modules(libzip REQUIRED IMPORTED_TARGET libzip)  # its CMake package asks for programs we do not need

if(NOT TARGET csv::csv)
  find_path(CSV_INCLUDE_DIR csv.h REQUIRED)
  find_library(CSV_LIBRARY csv REQUIRED)
  add_library(csv::csv UNKNOWN IMPORTED)
  set_target_properties(csv::csv PROPERTIES IMPORTED_LOCATION ${CSV_LIBRARY}
                        INTERFACE_INCLUDE_DIRECTORIES ${CSV_INCLUDE_DIR})
endif()

# oneDNN multiplies in float32 (Debian's LibTorch brings it). It shares its threads with the system's
# LibTorch; another LibTorch has an OpenMP and fast products of its own, and is left to them.
if(NOT TARGET dcrnn_onednn)
  find_path(DNNL_INCLUDE_DIR oneapi/dnnl/dnnl.hpp)
  find_library(DNNL_LIBRARY dnnl)
  add_library(dcrnn_onednn INTERFACE IMPORTED)
  cmake_path(IS_PREFIX torch_prefix "${DNNL_LIBRARY}" torch_and_onednn_are_neighbours)
  if(DNNL_INCLUDE_DIR AND DNNL_LIBRARY AND torch_and_onednn_are_neighbours)
    set_target_properties(dcrnn_onednn PROPERTIES
      INTERFACE_INCLUDE_DIRECTORIES ${DNNL_INCLUDE_DIR} INTERFACE_LINK_LIBRARIES ${DNNL_LIBRARY}
      INTERFACE_COMPILE_DEFINITIONS DCRNN_ONEDNN)
  endif()
endif()
