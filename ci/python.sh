#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs the Python package in a fresh virtual environment. If Arcas is installed, only the package's module is
# compiled, not the library. pip fetches what the tests need once for each version of python/tests/requirements.txt.
#   ci/python.sh install PREFIX FOLDER      makes FOLDER/fresh, with the package, its module quickly compiled
#   ci/python.sh run FOLDER ARGUMENT...     runs python ARGUMENT... there
#   ci/python.sh networkx FOLDER            runs the whole suite of NetworkX there, on the backend
#   ci/python.sh numba FOLDER               runs numba's own tests of numbers of threads there, on Arcas
#   ci/python.sh whole FOLDER               pip install . as a user has it, with the library; runs the tests
# PYTHON names the interpreter (python3), NETWORKX a version to use instead of that in requirements.txt.
set -euo pipefail
cd "$(dirname "$0")/.."
source=$PWD
export PIP_DISABLE_PIP_VERSION_CHECK=1

# The packages that tests need are in another environment beside the fresh one, so that the fresh
# one can be made again quickly.
tools() {
  local python=${PYTHON:-python3} wanted
  wanted=$("$python" -c 'import sys; print(sys.version)'; echo "${NETWORKX:-}"; cat python/tests/requirements.txt)
  [[ -f $1/made && $(< "$1/made") == "$wanted" ]] && return
  rm -rf "$1"
  "$python" -m venv "$1"
  "$1/bin/python" -m pip install --quiet --requirement python/tests/requirements.txt
  [[ -z ${NETWORKX:-} ]] || "$1/bin/python" -m pip install --quiet "networkx==$NETWORKX"
  echo "$wanted" > "$1/made"
}

# fresh FOLDER WHEEL: an environment with the wheel, and beside it what the tests need.
fresh() {
  rm -rf "$1/fresh"
  "${PYTHON:-python3}" -m venv --without-pip "$1/fresh"
  "$1/tools/bin/python" -m pip --python "$1/fresh/bin/python" install --quiet --no-deps --no-index "$2"
  local packages
  packages=$("$1/fresh/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
  "$1/tools/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))' > "$packages/tools.pth"
}

mode=${1:?}
shift
case $mode in
  install)
    prefix=$(realpath "$1") folder=$(realpath --canonicalize-missing "$2")
    tools "$folder/tools"
    rm -rf "$folder/wheel"
    PATH=$prefix/bin:$PATH "$folder/tools/bin/python" -m pip wheel . --quiet --no-deps --no-build-isolation \
      --wheel-dir "$folder/wheel" --config-settings=build-dir="$folder/module" \
      --config-settings=cmake.source-dir=python --config-settings=build.targets=_arcas \
      --config-settings=cmake.define.CMAKE_CXX_FLAGS_RELEASE="-O1 -DNDEBUG" \
      --config-settings=cmake.define.CMAKE_PREFIX_PATH="$prefix" \
      --config-settings=cmake.define.CMAKE_CXX_COMPILER_LAUNCHER="$(command -v ccache || true)"
    fresh "$folder" "$folder"/wheel/*.whl
    ;;
  run)
    python=$(realpath --no-symlinks "$1/fresh/bin/python")
    shift
    exec "$python" "$@"
    ;;
  networkx)
    python=$(realpath --no-symlinks "$1/fresh/bin/python")
    cd "$1"
    NETWORKX_TEST_BACKEND=arcas NETWORKX_FALLBACK_TO_NX=True exec "$python" -m pytest -q -p no:cacheprovider \
      -p no:warnings --pyargs networkx
    ;;
  numba)
    # Each process that a test starts begins with Arcas as the layer "workqueue". Tests are left out
    # that require all threads to take part in a loop: with Arcas a thread need not.
    python=$(realpath --no-symlinks "$1/fresh/bin/python")
    begin=$(mktemp -d)
    trap 'rm -rf "$begin"' EXIT
    echo 'import arcas.numba; arcas.numba.enable()' > "$begin/sitecustomize.py"
    cd "$begin"
    tests=()
    for test in set_num_threads_{basic,basic_jit,basic_guvectorize,outside_jit,inside_jit,inside_guvectorize} \
      threadmask_across_fork get_thread_id_not_parallel; do
      tests+=("numba.tests.test_num_threads.TestNumThreadsBackends.test_${test}_workqueue_4_threads")
    done
    PYTHONPATH=$begin${PYTHONPATH:+:$PYTHONPATH} ARCAS_WORKERS=4 NUMBA_THREADING_LAYER=workqueue NUMBA_NUM_THREADS=4 \
      "$python" -m numba.runtests "${tests[@]}"
    ;;
  whole)
    folder=$(realpath --canonicalize-missing "$1")
    tools "$folder/tools"
    rm -rf "$folder/wheel"
    "$folder/tools/bin/python" -m pip wheel . --quiet --no-deps --no-build-isolation --wheel-dir "$folder/wheel" \
      --config-settings=build-dir="$folder/module" \
      --config-settings=cmake.define.CMAKE_CXX_COMPILER_LAUNCHER="$(command -v ccache || true)"
    fresh "$folder" "$folder"/wheel/*.whl
    "$folder/fresh/bin/python" -m pytest -q -p no:cacheprovider "$source/python/tests"
    ;;
  *) echo "ci/python.sh: '$mode' is not known; it does install, run, networkx, numba and whole" >&2; exit 2 ;;
esac
