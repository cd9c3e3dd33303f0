#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Configures one preset in build/PRESET and builds all of it or, if targets are given, only these.
#   ci/build.sh [release|dev|apart|asan|tsan] [TARGET...]
# With ARCAS_DEVELOPER=OFF in the environment a new folder is configured without tests and benchmarks,
# and then needs no package of theirs; a folder that has them keeps them. With CI in the environment warnings are errors.
set -euo pipefail
cd "$(dirname "$0")/.."

preset=${1:-release}
[[ $# -gt 0 ]] && shift

options=()
if [[ ${ARCAS_DEVELOPER:-ON} == OFF ]] &&
  ! grep -qs '^ARCAS_DEVELOPER:[A-Z]*=ON$' "build/$preset/CMakeCache.txt"; then
  options+=(-DARCAS_DEVELOPER=OFF)
fi
[[ -z ${CI:-} ]] || options+=(-DCMAKE_COMPILE_WARNING_AS_ERROR=ON)
# A folder keeps the launcher with which it was configured; with another launcher, everything would
# be compiled again.
[[ -e build/$preset/CMakeCache.txt ]] || ! command -v ccache > /dev/null || options+=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)

if [[ -n ${ARCAS_STEP:-} ]]; then  # ci/times.py measures
  for tool in CXX_COMPILER_LAUNCHER CXX_LINKER_LAUNCHER CROSSCOMPILING_EMULATOR; do
    options+=("-DCMAKE_$tool=${ARCAS_STEP// /;}")
  done
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! ${ARCAS_STEP-} cmake --preset "$preset" "${options[@]}" > "$log" 2>&1; then
  cat "$log" >&2
  exit 1
fi

targets=()
[[ $# -gt 0 ]] && targets=(--target "$@")
NINJA_STATUS="[%f/%t, %e s] " cmake --build --preset "$preset" "${targets[@]}"
