#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the programs that use Arcas in one of three ways, and runs them.
#   consume.sh find_package|subdirectory|pkgconfig WORK-FOLDER [PREFIX-OF-INSTALLED-ARCAS]
set -euo pipefail
way=$1
work=$2
prefix=${3:-}
here=$(cd "$(dirname "$0")" && pwd)

mkdir -p "$work"
case "$way" in
  find_package | subdirectory)
    # With Arcas as a folder: builds shared libraries that can be installed, without optimisation.
    cmake -S "$here/$way" -B "$work" -G Ninja "-DCMAKE_PREFIX_PATH=$prefix" -DBUILD_SHARED_LIBS=ON -DARCAS_INSTALL=ON \
      -DARCAS_CLUSTER=OFF "-DCMAKE_CXX_FLAGS_RELEASE=-O0 -DNDEBUG"
    cmake --build "$work" --target hello paper_examples graph_user
    ;;
  pkgconfig)
    description=$(find "$prefix" -name arcas.pc)
    export PKG_CONFIG_PATH=${description%/*}
    make --directory="$work" --file="$here/pkgconfig/Makefile"
    ;;
  *) echo "consume.sh: '$way' is not known; it must be find_package, subdirectory or pkgconfig" >&2; exit 2 ;;
esac

"$work/hello"
"$work/paper_examples"
"$work/graph_user" "$here/../../data/soc-Slashdot0902.txt.zst"
echo "$way: three programs were built and gave right results"
