#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Tests Arcas as its users have it: CMake configures Arcas without any options, an installed Arcas
# needs nothing of the folder in which it was built, and programs use Arcas as a folder of their
# project and as shared libraries. `ci/test.sh verify` compiles programs against installed archives
# (tests/use), so this script installs the archives of build/release. All other builds are in a
# temporary folder, which is removed, and are not optimised.
#   ci/package.sh
set -euo pipefail
cd "$(dirname "$0")/.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
log=$folder/log

# Runs a step, and shows its output only if it fails.
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

# No installed text (of CMake, of pkg-config, headers) names this folder, and no program or library
# looks for libraries in it (RPATH, RUNPATH).
needs_no_build_folder() {
  ! grep --recursive --files-with-matches --binary-files=without-match --fixed-strings "$PWD" "$1" &&
    ! find "$1" \( -path '*/bin/*' -o -name '*.so*' \) -type f -exec readelf --dynamic --wide {} + | grep -E "R(UN)?PATH.*$PWD"
}

# The folder has another name each time. Names below CCACHE_BASEDIR are relative, so that the next run finds what
# this one has compiled.
if command -v ccache > /dev/null; then
  export CMAKE_CXX_COMPILER_LAUNCHER=ccache CCACHE_BASEDIR=$folder
fi
step "plain configure" cmake -S . -B "$folder/build"
step "build" ci/build.sh release arcas_tests
step "install" cmake --install build/release --prefix "$folder/usr"
step "what is installed needs nothing of the build folder" needs_no_build_folder "$folder/usr"
step "the installed program draws this machine" "$folder/usr/bin/arcas" topology
step "use by subdirectory" tests/use/consume.sh subdirectory "$folder/use-subdirectory"
step "install what the folder's project has built, shared libraries" cmake --install "$folder/use-subdirectory/arcas" --prefix "$folder/shared"
for way in find_package pkgconfig; do
  step "use of shared libraries by $way" env "LD_LIBRARY_PATH=$folder/shared/lib" \
    tests/use/consume.sh "$way" "$folder/use-shared-$way" "$folder/shared"
done
step "several shared objects in a process" tests/use/shared_objects.sh "$folder/shared" "$folder/usr" "$folder/objects"
step "use by each compiler that is here" ci/compilers.sh "$folder/usr"
