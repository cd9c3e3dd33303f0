#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# clang-format of the version that the project is formatted with, from PyPI into build/tools: each version formats a
# little differently, and Debian's is too old to format `requires`. The first call fetches it (2 MB).
#   ci/clang_format.sh ARGUMENT...        runs it
set -euo pipefail
tools=$("$(dirname "$0")/fetch_wheel.sh" clang-format 23.1.5)
"$tools/clang_format/data/bin/clang-format" "$@"
