# Installation, and the package dcrnn for find_package.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/dcrnn)

install(TARGETS dcrnn_error dcrnn_config dcrnn_files dcrnn_data dcrnn_readings dcrnn_product dcrnn_graph dcrnn_model dcrnn_comm dcrnn_train
        EXPORT dcrnn)
install(TARGETS dcrnn_mpi)
install(DIRECTORY include/dcrnn TYPE INCLUDE)
install(EXPORT dcrnn NAMESPACE dcrnn:: FILE dcrnnTargets.cmake DESTINATION ${package_dir})

write_basic_package_version_file(dcrnnConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES cmake/dcrnnConfig.cmake cmake/dependencies.cmake cmake/check_torch.cmake
              ${PROJECT_BINARY_DIR}/dcrnnConfigVersion.cmake
        DESTINATION ${package_dir})
