#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the tests of one preset and runs them, but for those labelled slow (minutes each), crossed
# (a combination of what others test one by one) and bench: ci/test_all.sh and ci/bench_smoke.sh.
#   ci/test.sh [release|dev] [CTEST-OPTION...]
set -euo pipefail
cd "$(dirname "$0")/.."

preset=${1:-release}
[[ $# -gt 0 ]] && shift

ci/build.sh "$preset" arcas_tests
${ARCAS_STEP-} ctest --preset "$preset" --label-exclude '^(slow|crossed|bench)$' --parallel "$(nproc)" "$@"
