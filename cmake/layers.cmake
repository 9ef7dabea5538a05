# dcrnn_layer(NAME SOURCES folder [LINKS targets...]): the library dcrnn_NAME of all sources in a folder.
if(Torch_VERSION VERSION_GREATER_EQUAL 2.14)
  set(dcrnn_standard 20)  # its headers refuse C++17
else()
  set(dcrnn_standard 17)
endif()

function(dcrnn_layer name)
  cmake_parse_arguments(layer "" "SOURCES" "LINKS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${layer_SOURCES}/*.cpp)
  add_library(dcrnn_${name} STATIC ${sources})
  add_library(dcrnn::${name} ALIAS dcrnn_${name})
  set_target_properties(dcrnn_${name} PROPERTIES EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON)
  target_compile_features(dcrnn_${name} PUBLIC cxx_std_${dcrnn_standard})
  target_include_directories(dcrnn_${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                                                  $<INSTALL_INTERFACE:include>)
  target_link_libraries(dcrnn_${name} PUBLIC ${layer_LINKS} PRIVATE $<BUILD_INTERFACE:dcrnn_warnings>)
endfunction()
