#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the tests of one preset and runs them, except those that CMakePresets.json leaves out: slow tests
# (minutes each), crossed tests (combinations of what others test one by one), tests of the benchmarks, and tests
# that `make verify` runs by `ci/test.sh verify`. The last check what does not depend on the machine: protocols in
# all interleavings, simulated figures, extreme numbers, programs of users and of the cluster tutorial, lint. Two
# tests for each processor run at a time, since half of them wait for processes to start.
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
