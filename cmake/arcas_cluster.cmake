# SPDX-License-Identifier: Apache-2.0
# Can arcas/cluster be built? It needs MPI and Boost.Context. ARCAS_CLUSTER is AUTO (built where both
# are), ON (an error where not) or OFF; ARCAS_HAS_CLUSTER says what came of it.
set(ARCAS_CLUSTER AUTO CACHE STRING "Build the cluster: AUTO, ON or OFF")
set_property(CACHE ARCAS_CLUSTER PROPERTY STRINGS AUTO ON OFF)
set(ARCAS_HAS_CLUSTER OFF)

if(NOT ARCAS_CLUSTER STREQUAL "OFF")
  # The C++ bindings of MPI are gone from the standard; its C functions are used.
  set(MPI_CXX_SKIP_MPICXX ON)
  find_package(MPI QUIET GLOBAL COMPONENTS CXX)
  find_package(boost_context QUIET GLOBAL CONFIG)
  if(MPI_CXX_FOUND AND boost_context_FOUND)
    set(ARCAS_HAS_CLUSTER ON)
  else()
    set(reason "no MPI with Boost.Context (on Debian: libopenmpi-dev openmpi-bin libboost-context-dev)")
    if(ARCAS_CLUSTER STREQUAL "ON")
      message(FATAL_ERROR "Arcas: the cluster is asked for and there is ${reason}")
    endif()
    message(STATUS "Arcas: the cluster is left out, since there is ${reason}")
  endif()
endif()
