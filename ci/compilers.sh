#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Compiles a program that has all public headers of the loops, with every supported compiler that is installed, and runs
# it: in C++20 and in C++23, and in C++20 without run-time type information and without exceptions. All warnings are
# errors. A library built with libstdc++ cannot be linked with libc++. Therefore the sources of the loops are then
# compiled, too, together with the program, by one clang with libc++.
#   ci/compilers.sh PREFIX-OF-INSTALLED-ARCAS
set -euo pipefail
cd "$(dirname "$0")/.."
prefix=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name arcas-loops.pc)")
export PKG_CONFIG_PATH
read -ra flags <<< "$(pkg-config --cflags arcas-loops)"
read -ra libraries <<< "$(pkg-config --libs arcas-loops)"
warnings=(-Wall -Wextra -Wconversion -Wsign-conversion -Wshadow -pedantic -Werror)

tried=()
for compiler in g++-12 g++-13 g++-14 clang++-15 clang++-16 clang++-17 clang++-18 clang++-19; do
  command -v "$compiler" > /dev/null || continue
  for dialect in -std=c++20 -std=c++2b "-std=c++20 -fno-rtti" "-std=c++20 -fno-exceptions"; do
    read -ra words <<< "$dialect"
    "$compiler" "${words[@]}" -O1 "${warnings[@]}" "${flags[@]}" tests/use/all_loops.cpp -o "$folder/all_loops" "${libraries[@]}"
    "$folder/all_loops"
  done
  tried+=("$compiler")
done
if [[ ${#tried[@]} -eq 0 ]]; then
  echo "ci/compilers.sh: none of the supported compilers is installed" >&2
  exit 1
fi

# With libc++, only the flags of the installed library are used, and its sources are compiled.
[[ $(uname -m) == x86_64 ]] && other_machines=doze_generic || other_machines=doze_x86_64
for compiler in clang++-16 clang++-17 clang++-18 clang++-19; do
  echo '#include <version>' | "$compiler" -stdlib=libc++ -x c++ -fsyntax-only - 2> /dev/null || continue
  words=("$compiler" -stdlib=libc++ -std=c++20 -O1 -I.)
  ls arcas/{base,topology,workers,distribution,memory,runtime,tasks,loops,algorithms}/*.cpp | grep -v "$other_machines" |
    xargs -P "$(nproc)" -I{} sh -c '"$@" -c {} -o "$0/$(echo {} | tr / _).o"' "$folder" "${words[@]}" -Wall -Wextra -Werror
  "${words[@]}" "${warnings[@]}" tests/use/all_loops.cpp "$folder"/*.o -lhwloc -pthread -o "$folder/all_loops"
  "$folder/all_loops"
  tried+=("$compiler with libc++")
  break
done
echo "compilers: ${tried[*]}"
