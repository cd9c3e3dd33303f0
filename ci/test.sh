#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the tests of one preset and runs those that CMakePresets.json does not leave out: slow ones
# (minutes each), crossed ones (a combination of what others test one by one), the benchmarks', and
# those that `make verify` runs by `ci/test.sh verify`, which check what does not depend on the machine: protocols
# in all interleavings, simulated figures, extreme numbers, programs of users and of the cluster tutorial, lint.
# Two tests for each processor run at a time, since half of them wait for processes to start.
#   ci/test.sh [release|dev|verify] [CTEST-OPTION...]
set -euo pipefail
cd "$(dirname "$0")/.."

preset=${1:-release}
[[ $# -gt 0 ]] && shift

if [[ $preset == verify ]]; then
  ci/build.sh release arcas_tests arcas_verify_tests
else
  ci/build.sh "$preset" arcas_tests
fi
${ARCAS_STEP-} ctest --preset "$preset" --parallel $((2 * $(nproc))) --no-tests=error "$@"
