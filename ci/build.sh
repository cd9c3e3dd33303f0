#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Configures and builds one preset in build/PRESET; with targets, only these.
#   ci/build.sh [release|dev|asan|tsan] [TARGET...]
# With ARCAS_DEVELOPER=OFF in the environment a new folder is configured without tests and benchmarks,
# and then needs no package of theirs; a folder that has them keeps them.
set -euo pipefail
cd "$(dirname "$0")/.."

preset=${1:-release}
[[ $# -gt 0 ]] && shift

options=()
if [[ ${ARCAS_DEVELOPER:-ON} == OFF ]] &&
  ! grep -qs '^ARCAS_DEVELOPER:[A-Z]*=ON$' "build/$preset/CMakeCache.txt"; then
  options+=(-DARCAS_DEVELOPER=OFF)
fi
command -v ccache > /dev/null && options+=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)

log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! cmake --preset "$preset" "${options[@]}" > "$log" 2>&1; then
  cat "$log" >&2
  exit 1
fi

targets=()
[[ $# -gt 0 ]] && targets=(--target "$@")
cmake --build --preset "$preset" "${targets[@]}"
