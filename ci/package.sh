#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The steps of a user: a plain CMake configure, build and install, then programs of three kinds that use
# the installed package. Runs in a temporary folder, which is removed afterwards. Not optimised:
# the preset `release` compiles the same sources with the options that a user's build has.
#   ci/package.sh
set -euo pipefail
cd "$(dirname "$0")/.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
log=$folder/log

# Runs a step with its output kept back unless it fails.
step() {
  local what=$1
  shift
  if ! "$@" > "$log" 2>&1; then
    cat "$log" >&2
    echo "ci/package.sh: $what failed: $*" >&2
    exit 1
  fi
  echo "package: $what"
}

# The folder has another name each time. Names below CCACHE_BASEDIR are relative, so that the next run finds what
# this one has compiled.
if command -v ccache > /dev/null; then
  export CMAKE_CXX_COMPILER_LAUNCHER=ccache CCACHE_BASEDIR=$folder
fi
step "plain configure" cmake -S . -B "$folder/build" "-DCMAKE_CXX_FLAGS_RELEASE=-O0 -DNDEBUG"
step "plain build" cmake --build "$folder/build" --parallel "$(nproc)"
step "install" cmake --install "$folder/build" --prefix "$folder/usr"
step "the installed program draws this machine" "$folder/usr/bin/arcas" topology
# What is installed is found where it now is: nothing may need the build folder.
mv "$folder/build" "$folder/build-moved-away"
for way in find_package subdirectory pkgconfig; do
  step "use by $way" tests/use/consume.sh "$way" "$folder/use-$way" "$folder/usr"
done
step "install what the folder's project has built, shared libraries" cmake --install "$folder/use-subdirectory/arcas" --prefix "$folder/shared"
for way in find_package pkgconfig; do
  step "use of shared libraries by $way" env "LD_LIBRARY_PATH=$folder/shared/lib" \
    tests/use/consume.sh "$way" "$folder/use-shared-$way" "$folder/shared"
done
step "several shared objects in a process" tests/use/shared_objects.sh "$folder/shared" "$folder/usr" "$folder/objects"
step "use by each compiler that is here" ci/compilers.sh "$folder/usr"
