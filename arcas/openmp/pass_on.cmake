# SPDX-License-Identifier: Apache-2.0
# Reads the exported symbols of gcc 12's libgomp, one per line: NAME@@VERSION, or NAME@VERSION for an older version.
# Writes the version script of libgomp.so.1, and for each symbol a weak function that forwards the call to the system's
# libgomp. A function that this library implements itself overrides the weak one.
#   arcas_pass_on(NAMES MAP ENTRIES)
function(arcas_pass_on names map entries)
  file(STRINGS ${names} all)
  set(versions "")
  set(number 0)
  set(text "")
  set(table "")
  foreach(line IN LISTS all)
    string(REGEX MATCH "^([A-Za-z0-9_]+)(@@?)(.+)$" _ ${line})
    set(name ${CMAKE_MATCH_1})
    set(version ${CMAKE_MATCH_3})
    list(APPEND versions ${version})
    set(kind ${CMAKE_MATCH_2})
    string(APPEND of_${version} "    ${name};\n")
    if(name IN_LIST in_two_versions OR kind STREQUAL "@")
      list(APPEND in_two_versions ${name})  # locks.cpp and fortran.cpp define both
      continue()
    endif()
    string(APPEND table "  \"${name}\",\n")
    string(APPEND text "PASS_ON ${name}, ${number}\n")
    math(EXPR number "${number} + 1")
  endforeach()
  list(REMOVE_DUPLICATES versions)
  list(SORT versions)
  set(script "")
  set(others "  local:\n    *;\n")  # once is enough
  foreach(version IN LISTS versions)
    string(APPEND script "${version} {\n  global:\n${of_${version}}${others}};\n")
    set(others "")
  endforeach()
  file(CONFIGURE OUTPUT ${map} CONTENT "${script}" @ONLY)
  file(CONFIGURE OUTPUT ${entries} @ONLY CONTENT
"// Written by pass_on.cmake.
#include <arcas/openmp/pass_on.h>
#include <arcas/openmp/pass_on_x86_64.h>
const char* const arcas_openmp_passed_on[] = {
${table}};
asm(R\"(
${text})\");
")
endfunction()
