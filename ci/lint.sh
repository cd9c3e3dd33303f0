#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Checks the rules of the house that a compiler does not: see ci/lint/README.md.
#   ci/lint.sh [RULE...]
set -euo pipefail
cd "$(dirname "$0")/.."
exec python3 -B ci/lint "$@"
