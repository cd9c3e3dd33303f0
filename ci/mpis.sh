#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Does the cluster work with other MPIs than that of the system's mpicxx? Builds Arcas in build/mpich and
# build/intel-mpi, each with its MPI, and runs the tests that are labelled mpi with the launcher of that MPI. Then
# combines two MPIs. A program that the launcher of another MPI starts must refuse to run, with one message; and Arcas's
# CMake package must refuse another MPI.
#   ci/mpis.sh [mpich | intel-mpi | crossed]...        without one: all
# MPICH comes from Debian (ci/deps.sh mpis), Intel MPI from PyPI into build/tools (130 MB).
set -euo pipefail
cd "$(dirname "$0")/.."

intel_version=2021.19.0
targets=(arcas_cli arcas_cluster_cli mpi_conformance mpi_exchange mpi_failures mpi_files mpi_trace)

fail() {
  echo "ci/mpis.sh: $1" >&2
  exit 1
}

log=$(mktemp)
trap 'rm -f "$log"' EXIT
quietly() {
  "$@" > "$log" 2>&1 || {
    cat "$log" >&2
    fail "failed: $*"
  }
}

# find_mpi NAME: sets `compiler`, `launcher` and `family`, and brings what is missing.
find_mpi() {
  unset I_MPI_ROOT  # with it, CMake would find Intel MPI for each folder that is configured later
  case $1 in
    open-mpi) compiler=mpicxx.openmpi launcher=mpirun.openmpi family='Open MPI' ;;
    mpich)
      ci/deps.sh mpis
      compiler=mpicxx.mpich launcher=mpirun.mpich family='MPICH'
      ;;
    intel-mpi)
      export I_MPI_ROOT=$PWD/build/tools/intel-mpi-$intel_version
      # Installed without its dependency libfabric, which PyPI does not have; Debian's is there,
      # since Open MPI's packages require it.
      if [[ ! -x $I_MPI_ROOT/bin/mpigxx ]]; then
        rm -rf "$I_MPI_ROOT"
        quietly python3 -m venv "$I_MPI_ROOT"
        quietly "$I_MPI_ROOT/bin/python" -m pip install --disable-pip-version-check --no-deps \
          "impi-rt==$intel_version" "impi-devel==$intel_version"
      fi
      # Its mpirun would take the mpiexec.hydra of another MPI from PATH.
      compiler=$I_MPI_ROOT/bin/mpigxx launcher=$I_MPI_ROOT/bin/mpiexec.hydra family='Intel MPI'
      ;;
  esac
  command -v "$compiler" > /dev/null || fail "there is no $compiler; on Debian, alternatives of mpicxx have such names"
}

folder_of() { [[ $1 == open-mpi ]] && echo build/release || echo "build/$1"; }

# build NAME TARGET...
build() {
  local name=$1
  shift
  if [[ $name == open-mpi ]]; then
    quietly ci/build.sh release "$@"
    grep -q "set(arcas_MPI \"$family " build/release/cmake/arcasConfig.cmake || fail "build/release is not built for $family: remove build/release/CMakeCache.txt"
    return
  fi
  local folder options=(-DCMAKE_BUILD_TYPE=Release -DARCAS_DEVELOPER=ON -DARCAS_CLUSTER=ON "-DMPI_CXX_COMPILER=$compiler")
  folder=$(folder_of "$name")
  command -v ccache > /dev/null && options+=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  quietly cmake -S . -B "$folder" -G Ninja "${options[@]}"
  grep -q "set(arcas_MPI \"$family " "$folder/cmake/arcasConfig.cmake" || fail "$folder is not built for $family"
  NINJA_STATUS="[%f/%t, %e s] " cmake --build "$folder" --target "$@"
}

run_suite() {
  find_mpi "$1"
  echo "mpis: $1: build"
  build "$1" "${targets[@]}"
  echo "mpis: $1: tests"
  ARCAS_MPIRUN=$launcher ctest --test-dir "$(folder_of "$1")" --label-regex '^mpi$' --label-exclude '^crossed$' \
    --output-on-failure --no-tests=error --progress
}

# refuses PROGRAM_OF LAUNCHER_OF: starts a program of one MPI on three ranks by the launcher of another. One process
# must report this, and no job may run.
refuses() {
  find_mpi "$1"
  build "$1" mpi_failures > /dev/null
  local built=$family
  find_mpi "$2"
  local said status=0
  said=$(ARCAS_MPIRUN=$launcher timeout 60 ci/mpirun.sh 3 "$(folder_of "$1")/tests/cluster/mpi_failures" stuck 2>&1) || status=$?
  [[ $status -ne 0 && $status -ne 124 && $(grep -c "arcas: this program is built for $built .*, which a launcher of" <<< "$said") -eq 1 ]] ||
    fail "a program for $built, started by the mpirun of $family, ended with $status and said: $said"
  echo "mpis: a program for $built refuses the mpirun of $family"
}

# package_refuses PACKAGE_OF FOUND: the package of one MPI must report that CMake finds another MPI.
package_refuses() {
  local folder=build/mpis_consumer
  rm -rf "$folder"
  mkdir -p "$folder/package"
  cp "$(folder_of "$1")/cmake/arcasConfig.cmake" cmake/arcas_mpi.cmake "$folder/package"
  printf '%s\n' 'cmake_minimum_required(VERSION 3.25)' 'project(consumer LANGUAGES CXX)' \
    'find_package(arcas REQUIRED COMPONENTS cluster)' > "$folder/CMakeLists.txt"
  find_mpi "$1"
  local built=$family
  find_mpi "$2"
  ! cmake -S "$folder" -B "$folder/build" "-Darcas_DIR=$PWD/$folder/package" "-DMPI_CXX_COMPILER=$compiler" > "$log" 2>&1 &&
    tr -s '\n ' ' ' < "$log" | grep -q "component cluster requires $built [0-9.]*, with which Arcas was built, but CMake finds $family" || {
    cat "$log" >&2
    fail "the package for $built does not refuse $family"
  }
  echo "mpis: the package for $built refuses $family"
}

crossed() {
  refuses open-mpi mpich
  refuses mpich open-mpi
  refuses open-mpi intel-mpi
  refuses intel-mpi open-mpi
  package_refuses open-mpi mpich
  package_refuses mpich open-mpi
}

[[ $# -gt 0 ]] || set -- mpich intel-mpi crossed
for part in "$@"; do
  case "$part" in
    mpich | intel-mpi) run_suite "$part" ;;
    crossed) crossed ;;
    *) fail "'$part' is not a part; the parts are mpich, intel-mpi and crossed" ;;
  esac
done
echo "mpis: all is well"
