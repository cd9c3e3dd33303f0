# SPDX-License-Identifier: Apache-2.0
# The programs that use Arcas; the same ones for each way to find it.
set(PROGRAM_SOURCES ${CMAKE_CURRENT_LIST_DIR})
foreach(program IN ITEMS hello paper_examples graph_user)
  add_executable(${program} ${PROGRAM_SOURCES}/${program}.cpp)
  target_compile_options(${program} PRIVATE -Wall -Wextra -Werror)
  target_link_libraries(${program} PRIVATE arcas::arcas)
endforeach()
target_link_libraries(graph_user PRIVATE arcas::graph)
