# SPDX-License-Identifier: Apache-2.0
# gcc 12 reports overlaps in std::string + std::string that do not exist (gcc bug 105651), and in a unity build it reports
# anonymous namespaces as if they were in headers.
set(ARCAS_FALSE_ALARMS $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict> $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
# Warnings in a build of Arcas itself. The flags are the same with and without tests, so that nothing is compiled twice.
# CMAKE_COMPILE_WARNING_AS_ERROR, which .ci/run sets, makes them errors. A unity build has gcc's -Wshadow=local in place of
# -Wshadow, which would compare variables with functions of other sources.
function(arcas_program_warnings target)
  target_compile_options(${target} PRIVATE ${ARCAS_FALSE_ALARMS})
  if(PROJECT_IS_TOP_LEVEL)
    target_compile_options(${target} PRIVATE -Wall -Wextra
      $<IF:$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>,$<$<CXX_COMPILER_ID:GNU>:-Wshadow=local>,-Wshadow>)
  endif()
endfunction()
function(arcas_warnings target)
  arcas_program_warnings(${target})
  if(PROJECT_IS_TOP_LEVEL)
    target_compile_options(${target} PRIVATE -Wpedantic -Wconversion)
  endif()
endfunction()

# For code that runs on the stacks of tasks, which are short: a function touches each page of its frame, so that a frame
# that exceeds the stack reaches the guard page below it (arcas/cluster/tasks/scheduler.h).
set(ARCAS_STACK_PROBES $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fstack-clash-protection>
  $<$<AND:$<COMPILE_LANG_AND_ID:CXX,Clang>,$<VERSION_GREATER_EQUAL:$<CXX_COMPILER_VERSION>,18>>:-fstack-clash-protection>)

# Adds a component: one folder, one target. HEADERS are public: they are installed, and in the API reference.
# DETAIL_HEADERS are installed because public headers include them; their names are in a namespace `detail`. Other headers
# are not installed. COLD_SOURCES are compiled with few optimisations, like the program (ARCAS_PROGRAM_OPTIMIZATION). These
# sources read options or headers of files, or check results; kernels and inner loops of readers are not among them. The
# component is an archive or, with BUILD_SHARED_LIBS, a part of a shared library. LINKS names the components whose headers it
# may include. ci/lint.sh compares these lists with the sources.
#   arcas_component(topology HEADERS topology.h SOURCES topology.cpp LINKS base PRIVATE_LINKS PkgConfig::hwloc)
function(arcas_component name)
  cmake_parse_arguments(ARG "" "" "HEADERS;DETAIL_HEADERS;SOURCES;COLD_SOURCES;LINKS;PRIVATE_LINKS" ${ARGN})
  set(target arcas_${name})
  set(compiled ${target})
  set(cold "")
  set(visibility INTERFACE)
  if(ARG_COLD_SOURCES)
    if(NOT ARG_SOURCES)
      message(FATAL_ERROR "arcas_component(${name}): COLD_SOURCES are compiled only beside SOURCES")
    endif()
    set(cold ${target}_cold)
    add_library(${cold} OBJECT ${ARG_COLD_SOURCES})
    target_include_directories(${cold} PRIVATE ${ARCAS_SOURCE_ROOT})
    arcas_quickly_compiled(${cold})
  endif()
  if(NOT ARG_SOURCES)
    set(compiled "")
    add_library(${target} INTERFACE)
  elseif(BUILD_SHARED_LIBS)
    set(compiled ${target}_objects)
    arcas_shared_library(${name} shared)
    add_library(${compiled} OBJECT ${ARG_SOURCES})
    target_include_directories(${compiled} PRIVATE ${ARCAS_SOURCE_ROOT})
    foreach(objects IN ITEMS ${compiled} ${cold})
      # cmake/arcas.map chooses the exported symbols, also in a project whose preset hides symbols.
      set_target_properties(${objects} PROPERTIES CXX_VISIBILITY_PRESET default VISIBILITY_INLINES_HIDDEN OFF)
      # Calls inside the library bypass the PLT, and thread-local variables need no function call.
      target_compile_options(${objects} PRIVATE -fno-semantic-interposition -ftls-model=initial-exec)
    endforeach()
    target_link_libraries(${shared} PRIVATE ${compiled} ${cold} ${ARG_PRIVATE_LINKS})
    add_library(${target} INTERFACE)
    target_link_libraries(${target} INTERFACE ${shared})
  else()
    add_library(${target} STATIC ${ARG_SOURCES})
    if(cold)
      target_sources(${target} PRIVATE $<TARGET_OBJECTS:${cold}>)
    endif()
    set(visibility PUBLIC)
  endif()
  foreach(objects IN ITEMS ${compiled} ${cold})
    target_compile_features(${objects} PRIVATE cxx_std_20)
    set_target_properties(${objects} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_link_libraries(${objects} PRIVATE ${ARG_PRIVATE_LINKS})
    arcas_warnings(${objects})
    arcas_part_of(${name} part)
    if(part STREQUAL "cluster")
      target_compile_options(${objects} PRIVATE ${ARCAS_STACK_PROBES})
    endif()
  endforeach()
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

# A component that is a self-contained shared library: it contains the archives of the components that it links. No C++
# program links it.
#   arcas_standalone(openmp SOURCES team.cpp LINKS base workers)
function(arcas_standalone name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINKS;PRIVATE_LINKS" ${ARGN})
  set(target arcas_${name})
  add_library(${target} SHARED ${ARG_SOURCES})
  target_compile_features(${target} PRIVATE cxx_std_20)
  target_compile_options(${target} PRIVATE -ftls-model=initial-exec -fno-semantic-interposition)
  list(TRANSFORM ARG_LINKS PREPEND arcas_)
  target_link_libraries(${target} PRIVATE ${ARG_LINKS} ${ARG_PRIVATE_LINKS})
  arcas_warnings(${target})
endfunction()

# Sets PART to the part of a component: loops, graph, parquet or cluster. These can be installed and linked separately, each
# with only its own dependencies.
function(arcas_part_of component part)
  set(found loops)
  if(component MATCHES "^(arcas_)?cluster")
    set(found cluster)
  elseif(component MATCHES "^(arcas_)?graph$")
    set(found graph)
  elseif(component MATCHES "^(arcas_)?parquet$")
    set(found parquet)
  endif()
  set(${part} ${found} PARENT_SCOPE)
endfunction()

# Sets RESULT to the target of the shared library to which a component belongs. There is one for each part; the first call
# for a part makes it. The library stays loaded after dlclose(), since a late worker may execute its code
# (arcas/workers/PROTOCOL.md). It exports only the names of this version of Arcas.
function(arcas_shared_library component result)
  arcas_part_of(${component} part)
  set(library arcas_shared_${part})
  set(${result} ${library} PARENT_SCOPE)
  if(TARGET ${library})
    return()
  endif()
  add_library(${library} SHARED)
  set(ending $<$<NOT:$<STREQUAL:${part},loops>>:_${part}>)
  set_target_properties(${library} PROPERTIES
    OUTPUT_NAME arcas${ending} EXPORT_NAME shared_${part} LINKER_LANGUAGE CXX
    VERSION ${PROJECT_VERSION} SOVERSION ${ARCAS_ABI_VERSION} INSTALL_RPATH "$ORIGIN"
    LINK_DEPENDS ${ARCAS_SOURCE_ROOT}/cmake/arcas.map)
  target_link_options(${library} PRIVATE -Wl,-z,nodelete -Wl,-Bsymbolic-functions -Wl,--no-undefined
    -Wl,--version-script=${ARCAS_SOURCE_ROOT}/cmake/arcas.map)
  if(part STREQUAL "graph")
    target_link_libraries(${library} PUBLIC arcas_shared_loops)
  elseif(NOT part STREQUAL "loops")
    target_link_libraries(${library} PUBLIC arcas_shared_graph)
  endif()
endfunction()

# Adds the test executable of a component folder, which has one file per header. CTest runs it as one test; GoogleTest's
# options select its cases.
#   arcas_test(topology SOURCES discover_test.cpp LINKS arcas::topology)
# LABELS slow keeps a test out of the default suite, and its program out of the target arcas_tests;
# LABELS verify leaves both to `make verify`, target arcas_verify_tests. Two lists name cases that
# would cost a sanitizer minutes and show nothing. ThreadSanitizer leaves out ONE_THREAD: cases with
# one thread, or whose threads do the same as those of other cases. The other sanitizers leave out
# REPEATED: cases that repeat other cases in another order, or for another number of workers or
# ranks.
function(arcas_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINKS;LABELS;ENVIRONMENT;ONE_THREAD;REPEATED" ${ARGN})
  set(target ${name}_tests)
  add_executable(${target} ${ARG_SOURCES})
  if("verify" IN_LIST ARG_LABELS)
    set_property(GLOBAL APPEND PROPERTY ARCAS_VERIFY_PROGRAMS ${target})
  elseif(NOT "slow" IN_LIST ARG_LABELS AND NOT "bench" IN_LIST ARG_LABELS)
    set_property(GLOBAL APPEND PROPERTY ARCAS_COMPONENT_TESTS ${target})
  endif()
  arcas_developer_target(${target})
  target_include_directories(${target} PRIVATE ${ARCAS_SOURCE_ROOT})
  target_link_libraries(${target} PRIVATE ${ARG_LINKS} GTest::gtest GTest::gtest_main)
  target_compile_definitions(${target} PRIVATE ARCAS_TEST_DATA="${ARCAS_SOURCE_ROOT}/tests/data"
    ARCAS_BUNDLED_DATA="${ARCAS_SOURCE_ROOT}/data")
  add_test(NAME ${name} COMMAND ${target} --gtest_brief=1)
  set_tests_properties(${name} PROPERTIES TIMEOUT 900)  # a sanitizer on a busy machine takes some minutes
  set(left_out "")
  if(ARCAS_SANITIZER STREQUAL "thread")
    set(left_out ${ARG_ONE_THREAD})
  elseif(ARCAS_SANITIZER)
    set(left_out ${ARG_REPEATED})
  endif()
  if(left_out)
    list(JOIN left_out ":" left_out)
    list(APPEND ARG_ENVIRONMENT "GTEST_FILTER=-${left_out}")
  endif()
  foreach(property IN ITEMS LABELS ENVIRONMENT)
    if(ARG_${property})
      set_tests_properties(${name} PROPERTIES ${property} "${ARG_${property}}")
    endif()
  endforeach()
endfunction()

# The program, tests, examples and the COLD_SOURCES of components are compiled without the costlier optimisations. The
# preset for AddressSanitizer sets -O0, since its checks take long to optimise; the preset `apart` sets -O3.
set(ARCAS_PROGRAM_OPTIMIZATION -O1 CACHE STRING "Optimisation of the program, tests, examples, and what is cold in the library")
function(arcas_quickly_compiled target)
  target_compile_options(${target} PRIVATE $<$<NOT:$<CONFIG:Debug>>:${ARCAS_PROGRAM_OPTIMIZATION}>)
endfunction()

# AddressSanitizer's search for uses of a function's objects after its return takes 40 % of the tests' time. It is on where threads,
# tasks or ranks use objects of other stacks, and off in targets that only call these components.
function(arcas_without_return_checks)
  if(ARCAS_SANITIZER STREQUAL "address")
    foreach(target IN LISTS ARGN)
      target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:--param=asan-use-after-return=0>
        $<$<CXX_COMPILER_ID:Clang>:-fsanitize-address-use-after-return=never>)
    endforeach()
  endif()
endfunction()

# Sets the options of a test or an example. A sanitizer defines ARCAS_SANITIZED, for cases that it does not allow.
function(arcas_developer_target target)
  arcas_program_warnings(${target})
  arcas_quickly_compiled(${target})
  target_compile_definitions(${target} PRIVATE $<$<BOOL:${ARCAS_SANITIZER}>:ARCAS_SANITIZED>)
endfunction()
