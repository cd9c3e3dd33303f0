# SPDX-License-Identifier: Apache-2.0
# One folder is one component is one target. HEADERS are the public ones: installed, and in the API reference.
# DETAIL_HEADERS are installed because public ones include them; their names are in a namespace `detail`. All other
# headers stay here. LINKS names the neighbours a component may include. ci/lint.sh compares the sources with all of it.
#   arcas_component(topology HEADERS topology.h SOURCES topology.cpp LINKS base PRIVATE_LINKS PkgConfig::hwloc)
function(arcas_component name)
  cmake_parse_arguments(ARG "" "" "HEADERS;DETAIL_HEADERS;SOURCES;LINKS;PRIVATE_LINKS" ${ARGN})
  set(target arcas_${name})
  if(ARG_SOURCES)
    add_library(${target} STATIC ${ARG_SOURCES})
    set(visibility PUBLIC)
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_link_libraries(${target} PRIVATE ${ARG_PRIVATE_LINKS})
    if(ARCAS_DEVELOPER)
      target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror
        -Wno-restrict  # gcc 12 sees overlaps in std::string + std::string that are none (gcc bug 105651)
        -Wno-subobject-linkage)  # of several sources in one, it says that anonymous namespaces are headers'
    endif()
  else()
    add_library(${target} INTERFACE)
    set(visibility INTERFACE)
  endif()
  add_library(arcas::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(${target} ${visibility} cxx_std_20)
  target_include_directories(${target} ${visibility}
    $<BUILD_INTERFACE:${ARCAS_SOURCE_ROOT}> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_sources(${target}
    ${visibility} FILE_SET HEADERS BASE_DIRS ${ARCAS_SOURCE_ROOT} FILES ${ARG_HEADERS}
    ${visibility} FILE_SET detail TYPE HEADERS BASE_DIRS ${ARCAS_SOURCE_ROOT} FILES ${ARG_DETAIL_HEADERS})
  foreach(neighbour IN LISTS ARG_LINKS)
    target_link_libraries(${target} ${visibility} arcas_${neighbour})
  endforeach()
  set_property(GLOBAL APPEND PROPERTY ARCAS_COMPONENTS ${target})
endfunction()

# One test executable per component folder, one file per header, run as one program; its cases by
# GoogleTest's own options.
#   arcas_test(topology SOURCES discover_test.cpp LINKS arcas::topology)
# LABELS slow keeps a test out of the default suite, and its program out of the target arcas_tests.
function(arcas_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINKS;LABELS;ENVIRONMENT" ${ARGN})
  set(target ${name}_tests)
  add_executable(${target} ${ARG_SOURCES})
  if(NOT "slow" IN_LIST ARG_LABELS AND NOT "bench" IN_LIST ARG_LABELS)
    set_property(GLOBAL APPEND PROPERTY ARCAS_COMPONENT_TESTS ${target})
  endif()
  arcas_developer_target(${target})
  target_include_directories(${target} PRIVATE ${ARCAS_SOURCE_ROOT})
  target_link_libraries(${target} PRIVATE ${ARG_LINKS} GTest::gtest GTest::gtest_main)
  target_compile_definitions(${target} PRIVATE ARCAS_TEST_DATA="${ARCAS_SOURCE_ROOT}/tests/data"
    ARCAS_BUNDLED_DATA="${ARCAS_SOURCE_ROOT}/data")
  add_test(NAME ${name} COMMAND ${target} --gtest_brief=1)
  set(properties TIMEOUT 900)  # a sanitizer on a busy machine takes some minutes
  foreach(property IN ITEMS LABELS ENVIRONMENT)
    if(ARG_${property})
      list(APPEND properties ${property} "${ARG_${property}}")
    endif()
  endforeach()
  set_tests_properties(${name} PROPERTIES ${properties})
endfunction()

# What is built on the library is compiled without the costlier optimisations: it is the library that must
# be fast. Under AddressSanitizer, whose checks are costly to optimise, without any. The preset `apart`
# has -O3.
set(ARCAS_PROGRAM_OPTIMIZATION -O1 CACHE STRING "Optimisation of the program, of tests and examples")
function(arcas_quickly_compiled target)
  target_compile_options(${target} PRIVATE $<$<NOT:$<CONFIG:Debug>>:${ARCAS_PROGRAM_OPTIMIZATION}>)
endfunction()

# Tests, examples, benchmarks and the program: warnings are errors. Of several sources in one, -Wshadow would
# compare a variable with a function of another source.
function(arcas_strict target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Werror -Wno-restrict -Wno-subobject-linkage
    $<IF:$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>,-Wshadow=local,-Wshadow>)
endfunction()

# Tests and examples.
function(arcas_developer_target target)
  arcas_strict(${target})
  arcas_quickly_compiled(${target})
endfunction()
