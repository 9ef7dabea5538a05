# How this project's own code is compiled; nothing here reaches those who use the installed package.
option(DCRNN_BUILD_TESTS "build the tests" ${PROJECT_IS_TOP_LEVEL})
option(DCRNN_WARNINGS_AS_ERRORS "stop at the first warning" ${DCRNN_BUILD_TESTS})
option(DCRNN_SANITIZE "address and undefined-behaviour sanitizers" OFF)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "kind of build" FORCE)
endif()
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

add_library(dcrnn_warnings INTERFACE)
target_compile_options(dcrnn_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion)
if(DCRNN_WARNINGS_AS_ERRORS)
  # GCC 14 sees bounds overstepped in LibTorch's templates where they are not.
  target_compile_options(dcrnn_warnings INTERFACE -Werror -Wno-error=array-bounds)
endif()
if(DCRNN_SANITIZE)
  target_compile_options(dcrnn_warnings INTERFACE -Wno-maybe-uninitialized)  # their checks confuse it
  add_compile_options(-O1 -g1 -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()
