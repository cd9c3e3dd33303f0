# SPDX-License-Identifier: Apache-2.0
# What a program that uses Arcas sees: arcas::arcas (loops and all below them) and arcas::graph, under
# the same names from an installed package and from add_subdirectory; for others a pkg-config file.
include(CMakePackageConfigHelpers)

get_property(components GLOBAL PROPERTY ARCAS_COMPONENTS)

# Not called arcas: that is the program.
add_library(arcas_library INTERFACE)
add_library(arcas::arcas ALIAS arcas_library)
set_target_properties(arcas_library PROPERTIES EXPORT_NAME arcas)
foreach(component IN ITEMS arcas_base arcas_topology arcas_memory arcas_loops arcas_algorithms)
  if(TARGET ${component})
    target_link_libraries(arcas_library INTERFACE ${component})
  endif()
endforeach()

if(NOT ARCAS_INSTALL)
  return()
endif()

set(ARCAS_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/arcas)
target_sources(arcas_library INTERFACE
  FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR} FILES ${PROJECT_SOURCE_DIR}/arcas/arcas.h)
install(TARGETS ${components} arcas_library EXPORT arcas_targets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILE_SET detail DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT arcas_targets NAMESPACE arcas:: DESTINATION ${ARCAS_CMAKE_DIR})

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/arcasConfig.cmake.in
  ${PROJECT_BINARY_DIR}/cmake/arcasConfig.cmake INSTALL_DESTINATION ${ARCAS_CMAKE_DIR})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/cmake/arcasConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/cmake/arcasConfig.cmake
  ${PROJECT_BINARY_DIR}/cmake/arcasConfigVersion.cmake DESTINATION ${ARCAS_CMAKE_DIR})

# Archives in link order: each before those it calls, which were named before it.
set(ARCAS_ARCHIVES "")
foreach(component IN LISTS components)
  get_target_property(type ${component} TYPE)
  if(type STREQUAL "STATIC_LIBRARY")
    string(PREPEND ARCAS_ARCHIVES "-l${component} ")
  endif()
endforeach()
# The file finds the rest from where it lies, so that an installed tree can be moved.
file(RELATIVE_PATH ARCAS_PREFIX_FROM_PKGCONFIG
  ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
configure_file(${CMAKE_CURRENT_LIST_DIR}/arcas.pc.in ${PROJECT_BINARY_DIR}/cmake/arcas.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/cmake/arcas.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
