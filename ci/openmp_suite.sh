#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs libgomp's own tests, from Debian's package gcc-12-source, with the system's libgomp, and with Arcas's: unchanged,
# with five threads, and on a loaded machine.
#   ci/openmp_suite.sh [OPTION of ci/openmp_suite.py...]
set -euo pipefail
cd "$(dirname "$0")/.."

sources=build/openmp-source
suite=$sources/gcc-12.2.0/libgomp/testsuite
if [[ ! -d $suite ]]; then
  mkdir -p "$sources"
  (cd "$sources" && apt-get download gcc-12-source > download.log 2>&1) || { cat "$sources/download.log" >&2; exit 1; }
  dpkg -x "$sources"/gcc-12-source_*.deb "$sources/package"
  tar xf "$sources"/package/usr/src/gcc-12/gcc-*.tar.xz -C "$sources" --wildcards '*/libgomp/testsuite/*'
  rm -r "$sources"/package "$sources"/gcc-12-source_*.deb
fi

library=build/release/arcas/openmp/libgomp.so.1
echo "== the system's libgomp"
ci/openmp_suite.py "$suite" "$@" || true
echo "== Arcas's"
ci/openmp_suite.py "$suite" --library "$library" "$@"
echo "== Arcas's, OMP_NUM_THREADS=5"
ci/openmp_suite.py "$suite" --library "$library" --threads 5 "$@"
echo "== Arcas's, beside one busy process for each processor"
busy=()
trap 'kill "${busy[@]}" 2> /dev/null' EXIT
for _ in $(seq "$(nproc)"); do
  (while :; do :; done) &
  busy+=($!)
done
ci/openmp_suite.py "$suite" --library "$library" "$@"
