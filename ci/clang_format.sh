#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# clang-format of the version that the project is formatted with, from PyPI into build/tools: each version formats a
# little differently, and Debian's is too old to format `requires`. The first call fetches it (2 MB).
#   ci/clang_format.sh ARGUMENT...        runs it
set -euo pipefail
version=23.1.5
tools=$(cd "$(dirname "$0")/.." && pwd)/build/tools/clang-format-$version

if [[ ! -x $tools/clang_format/data/bin/clang-format ]]; then
  mkdir -p "${tools%/*}"
  fresh=$(mktemp -d "${tools%/*}/fetching-XXXXXX")
  trap 'rm -rf "$fresh"' EXIT
  if ! python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-deps \
    --target "$fresh" "clang-format==$version" >&2; then
    echo "ci/clang_format.sh: clang-format $version could not be fetched from PyPI; see above" >&2
    exit 1
  fi
  # Where another call was faster, its copy stays.
  mv --no-target-directory "$fresh" "$tools" 2> /dev/null || true
fi
"$tools/clang_format/data/bin/clang-format" "$@"
