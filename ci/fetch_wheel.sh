#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Fetches a package from PyPI, without its dependencies, into build/tools/NAME-VERSION, unless that folder exists. Prints the
# folder.
#   ci/fetch_wheel.sh NAME VERSION
set -euo pipefail
name=$1 version=$2
folder=$(cd "$(dirname "$0")/.." && pwd)/build/tools/$name-$version

if [[ ! -d $folder ]]; then
  mkdir -p "${folder%/*}"
  fresh=$(mktemp -d "${folder%/*}/fetching-XXXXXX")
  trap 'rm -rf "$fresh"' EXIT
  if ! python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-deps \
    --target "$fresh" "$name==$version" >&2; then
    echo "ci/fetch_wheel.sh: $name $version could not be fetched from PyPI; see above" >&2
    exit 1
  fi
  # If a concurrent call has finished first, its copy remains.
  mv --no-target-directory "$fresh" "$folder" 2> /dev/null || true
fi
echo "$folder"
