#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the tests of one preset and runs those that CMakePresets.json does not leave out: slow ones
# (minutes each), crossed ones (a combination of what others test one by one) and the benchmarks'.
#   ci/test.sh [release|dev] [CTEST-OPTION...]
set -euo pipefail
cd "$(dirname "$0")/.."

preset=${1:-release}
[[ $# -gt 0 ]] && shift

ci/build.sh "$preset" arcas_tests
${ARCAS_STEP-} ctest --preset "$preset" --parallel "$(nproc)" "$@"
