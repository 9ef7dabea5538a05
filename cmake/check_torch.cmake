# A LibTorch beside the system's own: its config file looks for libtorch.so in the system's folders first
# unless CMAKE_PREFIX_PATH names the folder above its lib/. Headers of one and libraries of the other
# compile, and crash later.
file(REAL_PATH ${TORCH_LIBRARY} torch_library)
file(REAL_PATH ${TORCH_INSTALL_PREFIX} torch_prefix)
cmake_path(IS_PREFIX torch_prefix ${torch_library} torch_is_one)
if(NOT torch_is_one)
  message(FATAL_ERROR
    "Two installations of LibTorch are mixed: the headers of ${torch_prefix} with the library "
    "${torch_library}.\n"
    "Reason: CMAKE_PREFIX_PATH does not name the folder that holds the lib/ of the wanted LibTorch, so "
    "the system's library was found first.\n"
    "Remedy: cmake --fresh with -DCMAKE_PREFIX_PATH=${torch_prefix}, or without it for the system's "
    "LibTorch.")
endif()
