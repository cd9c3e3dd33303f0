#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds and tests the program with support for Parquet and Arrow files: fetches the wheel pyarrow from PyPI into
# build/tools (60 MB; it contains the headers and libraries of Arrow C++, which Debian 12 lacks), builds in
# build/parquet, runs tests/parquet, builds a program against the installed component, and gives the readers made-up files
# for a minute each (ci/fuzz.sh) where there is clang.
#   ci/parquet.sh [TEST...]        TEST: an argument of python3 -m unittest, such as test_parquet.Memory
set -euo pipefail
cd "$(dirname "$0")/.."
wheel=$(ci/fetch_wheel.sh pyarrow 26.0.1)

build=build/parquet
options=(-DCMAKE_BUILD_TYPE=Release -DARCAS_DEVELOPER=ON -DARCAS_CLUSTER=OFF -DARCAS_OPENMP=OFF
  -DARCAS_PARQUET=ON "-DARCAS_PYARROW=$wheel")
command -v ccache > /dev/null && options+=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! cmake -S . -B "$build" -G Ninja "${options[@]}" > "$log" 2>&1; then
  cat "$log" >&2
  exit 1
fi
NINJA_STATUS="[%f/%t, %e s] " cmake --build "$build" --target arcas_cli arcas_predict parquet_tests

"$build/tests/parquet/parquet_tests" --gtest_brief=1
ARCAS_PROGRAM=$PWD/$build/cli/arcas ARCAS_BUNDLED_DATA=$PWD/data PYTHONPATH=$wheel PYTHONDONTWRITEBYTECODE=1 \
  bash -c 'cd tests/parquet && exec python3 -m unittest "${@:-test_parquet}"' parquet "$@"

[[ $# -eq 0 ]] || exit 0
step() {
  if ! "$@" > "$log" 2>&1; then
    cat "$log" >&2
    echo "ci/parquet.sh: failed: $*" >&2
    exit 1
  fi
}
rm -rf "$build/prefix" "$build/consumer"
step cmake --install "$build" --prefix "$build/prefix"
step cmake -S tests/parquet/consumer -B "$build/consumer" -G Ninja "-DCMAKE_PREFIX_PATH=$PWD/$build/prefix"
step cmake --build "$build/consumer"
PYTHONPATH=$wheel step python3 -c 'import pyarrow, pyarrow.parquet, sys
pyarrow.parquet.write_table(pyarrow.table({"from": [1, 2, 3], "to": [2, 3, 1]}), sys.argv[1])' "$build/consumer/edges.parquet"
step "$build/consumer/edges" "$build/consumer/edges.parquet"
step "$build/prefix/bin/arcas" info "$build/consumer/edges.parquet"
if command -v "${CLANGXX:-clang++-16}" > /dev/null; then
  ARCAS_PYARROW=$wheel step ci/fuzz.sh 60 build/fuzz parquet arrow
fi
echo "parquet: an installed Arcas and a program that uses it read a Parquet file"
