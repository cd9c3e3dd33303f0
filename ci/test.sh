#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds one preset and runs its tests, without those labelled slow.
#   ci/test.sh [release|dev] [CTEST-OPTION...]
set -euo pipefail
cd "$(dirname "$0")/.."

preset=${1:-release}
[[ $# -gt 0 ]] && shift

ci/build.sh "$preset"
ctest --preset "$preset" --label-exclude '^slow$' --parallel "$(nproc)" "$@"
