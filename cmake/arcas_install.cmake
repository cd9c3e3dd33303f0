# SPDX-License-Identifier: Apache-2.0
# The targets for programs that use Arcas, with the same names in an installed package and after add_subdirectory:
# arcas::arcas (loops and the components below them), arcas::graph and others. Also writes pkg-config files.
include(CMakePackageConfigHelpers)

get_property(components GLOBAL PROPERTY ARCAS_COMPONENTS)

# The target is not called arcas, which is the name of the program.
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
  FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR} FILES ${PROJECT_SOURCE_DIR}/arcas/arcas.h ${PROJECT_SOURCE_DIR}/arcas/version.h)
set(loops_components "")
set(graph_components "")
set(cluster_components "")
set(parquet_components "")
foreach(component IN LISTS components)
  arcas_part_of(${component} part)
  list(APPEND ${part}_components ${component})
endforeach()
foreach(part IN ITEMS loops graph cluster parquet)
  if(TARGET arcas_shared_${part})
    list(APPEND ${part}_components arcas_shared_${part})
  endif()
endforeach()
set(loops_and_all ${loops_components} arcas_library)
set(graph_and_all ${graph_components})
set(cluster_and_all ${cluster_components})
set(parquet_and_all ${parquet_components})
foreach(part IN ITEMS loops graph cluster parquet)
  if(${part}_and_all)
    install(TARGETS ${${part}_and_all} EXPORT arcas_${part}_targets
      ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
      FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
      FILE_SET detail DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
    install(EXPORT arcas_${part}_targets NAMESPACE arcas:: DESTINATION ${ARCAS_CMAKE_DIR})
  endif()
endforeach()

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/arcasConfig.cmake.in
  ${PROJECT_BINARY_DIR}/cmake/arcasConfig.cmake INSTALL_DESTINATION ${ARCAS_CMAKE_DIR})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/cmake/arcasConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/cmake/arcasConfig.cmake
  ${PROJECT_BINARY_DIR}/cmake/arcasConfigVersion.cmake ${CMAKE_CURRENT_LIST_DIR}/arcas_arrow.cmake
  ${CMAKE_CURRENT_LIST_DIR}/arcas_mpi.cmake DESTINATION ${ARCAS_CMAKE_DIR})

# The files name paths relative to their own place, so that an installed tree can be moved.
file(RELATIVE_PATH ARCAS_PREFIX_FROM_PKGCONFIG
  ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
# Writes the pkg-config file of a part.
# - NAME: of the part. WHAT: its contents, for the description. REQUIRES: the pkg-config packages that the part requires.
# - BENEATH: the names by which pkg_check_modules has found the external libraries that the part calls.
# - Further arguments: the part's components from the bottom up. The file lists them in the reverse order, since a library must
#   come before those that it calls.
# If Arcas is built as archives, a program must link the libraries of BENEATH too. The file lists them as libraries, together
# with those installed libraries that they call. If it listed them as requirements, `pkg-config --static` would demand all
# libraries that they may call: Debian's hwloc names libudev, which libhwloc-dev does not install.
function(arcas_pkgconfig name what requires beneath)
  set(ARCAS_PC_NAME ${name})
  set(ARCAS_PC_WHAT "${what}")
  set(ARCAS_PC_REQUIRES "${requires}")
  set(ARCAS_PC_CFLAGS "")
  if(name STREQUAL "arcas-cluster" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")  # as ARCAS_STACK_PROBES
    set(ARCAS_PC_CFLAGS " -fstack-clash-protection")
  endif()
  set(shared "")
  set(static "")
  foreach(module IN LISTS beneath)
    set(folders ${${module}_LIBRARY_DIRS})
    list(REMOVE_ITEM folders ${CMAKE_CXX_IMPLICIT_LINK_DIRECTORIES})
    list(TRANSFORM folders PREPEND -L)
    list(TRANSFORM ${module}_LIBRARIES PREPEND -l OUTPUT_VARIABLE libraries)
    list(APPEND shared ${folders} ${libraries})
    foreach(library IN LISTS ${module}_STATIC_LIBRARIES)
      find_library(found ${library} PATHS ${${module}_STATIC_LIBRARY_DIRS} NO_CACHE)
      if(found)
        list(APPEND static -l${library})
      endif()
      unset(found)
    endforeach()
  endforeach()
  list(REMOVE_DUPLICATES static)
  list(JOIN shared " " shared)
  list(JOIN static " " ARCAS_PC_LIBS_PRIVATE)
  set(ARCAS_PC_BENEATH "")
  if(NOT BUILD_SHARED_LIBS AND beneath)
    set(ARCAS_PC_BENEATH "${shared} ")
  endif()
  set(ARCAS_LIBRARIES "")
  foreach(component IN LISTS ARGN)
    get_target_property(type ${component} TYPE)
    if(type STREQUAL "STATIC_LIBRARY")
      string(PREPEND ARCAS_LIBRARIES "-l${component} ")
    elseif(component MATCHES "^arcas_shared_(.*)")
      string(REPLACE "_loops" "" library "-larcas_${CMAKE_MATCH_1} ")
      string(PREPEND ARCAS_LIBRARIES ${library})
    endif()
  endforeach()
  configure_file(${PROJECT_SOURCE_DIR}/cmake/arcas.pc.in ${PROJECT_BINARY_DIR}/cmake/${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/cmake/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()
arcas_pkgconfig(arcas-loops "parallel loops, reductions, algorithms and tasks" "" "hwloc" ${loops_components})
set(largest arcas-loops)
if(graph_components)
  set(largest arcas-graph)
  arcas_pkgconfig(arcas-graph "graphs and their kernels" "arcas-loops = ${PROJECT_VERSION}" "zstd;zlib;expat" ${graph_components})
endif()
if(cluster_components)
  arcas_pkgconfig(arcas-cluster "global memory and tasks over many processes; compile with mpicxx"
    "arcas-graph = ${PROJECT_VERSION}" "" ${cluster_components})
endif()
if(parquet_components AND NOT ARCAS_PYARROW)  # a wheel has no pkg-config file
  set(of_archives ", parquet")
  if(BUILD_SHARED_LIBS)
    set(of_archives "")
  endif()
  arcas_pkgconfig(arcas-parquet "Parquet and Arrow files"
    "arcas-graph = ${PROJECT_VERSION}${of_archives}" "" ${parquet_components})
endif()
arcas_pkgconfig(arcas "all parts that do not require MPI or Arrow" "${largest} = ${PROJECT_VERSION}" "")

if(PROJECT_IS_TOP_LEVEL)
  add_custom_target(uninstall VERBATIM
    COMMAND ${CMAKE_COMMAND} -DMANIFEST=${PROJECT_BINARY_DIR}/install_manifest.txt -P ${CMAKE_CURRENT_LIST_DIR}/uninstall.cmake)
endif()
