# SPDX-License-Identifier: Apache-2.0
# Reads the functions of libomp.so.5, one name a line, and the symbols of libgomp.so.1 (pass_on.cmake). Writes the version
# script of Arcas's libomp.so.5: libgomp's versions, and libomp's one version, VERSION. A function of omp.h that libgomp has
# too is the same function in both versions. For any other function of libomp there is a weak one that says that it is not
# served; a function that this library implements itself overrides it.
#   arcas_kmp_entries(NAMES GOMP_NAMES GOMP_MAP MAP ENTRIES)
function(arcas_kmp_entries names gomp_names gomp_map map entries)
  file(STRINGS ${names} all)
  file(STRINGS ${gomp_names} of_gomp)
  list(TRANSFORM of_gomp REPLACE "@.*" "")
  set(number 0)
  set(text "")
  set(table "")
  set(own "")
  foreach(name IN LISTS all)
    if(name MATCHES "nest_lock_?$" AND name IN_LIST of_gomp)
      continue()  # locks.cpp defines it
    elseif(name IN_LIST of_gomp)
      string(APPEND text "SAME ${name}\n")
      continue()
    endif()
    string(APPEND own "    ${name};\n")
    string(APPEND table "  \"${name}\",\n")
    string(APPEND text "REFUSE ${name}, ${number}\n")
    math(EXPR number "${number} + 1")
  endforeach()
  file(READ ${gomp_map} script)
  file(CONFIGURE OUTPUT ${map} CONTENT "${script}VERSION {\n  global:\n${own}};\n" @ONLY)
  file(CONFIGURE OUTPUT ${entries} @ONLY CONTENT
"// Written by entries.cmake.
#include <arcas/openmp/kmp/entries_x86_64.h>
const char* const arcas_kmp_refused[] = {
${table}};
asm(R\"(
${text})\");
")
endfunction()
