#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Tests libarcas.so with programs and plug-ins: its exported symbols, the size of the smallest program, plug-ins that are
# unloaded while workers are late, and the number of runtimes in a process whose shared objects use Arcas.
#   shared_objects.sh PREFIX-OF-SHARED-ARCAS PREFIX-OF-ARCHIVES WORK-FOLDER
set -euo pipefail
shared=$1
archives=$2
work=$3
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$work"
cd "$work"
compiler=${CXX:-c++}
most_bytes=60000
reloads=${ARCAS_TEST_RELOADS:-5000}

fail() {
  echo "shared_objects.sh: $*" >&2
  exit 1
}
flags_of() {
  PKG_CONFIG_PATH=$(dirname "$(find "$1" -name arcas-loops.pc)") pkg-config --cflags --libs arcas-loops
}
read -ra with_shared <<< "$(flags_of "$shared")"
read -ra with_archives <<< "$(flags_of "$archives")"
library=$(find "$shared" -name libarcas.so)
LD_LIBRARY_PATH=$(dirname "$library")
export LD_LIBRARY_PATH

dynamic=$(readelf --dynamic --wide "$library")
grep -q 'SONAME.*\[libarcas\.so\.0\]' <<< "$dynamic" || fail "its name is not libarcas.so.0"
grep -q NODELETE <<< "$dynamic" || fail "it may be unloaded"
# A library that is loaded by dlopen() gets its thread-local variables from a reserve of 512 bytes (glibc's default).
of_threads=$(readelf --program-headers --wide "$library" | awk '$1 == "TLS" { print $6 }')
((of_threads <= 256)) || fail "it has $((of_threads)) bytes of thread_local variables, more than 256"
others=$(nm --dynamic --defined-only "$library" | grep -vE ' _Z(T.|GV|Z|GVZ)?NK?5arcas2v0| ARCAS_0$' || true)
[[ -z $others ]] || fail "it exports symbols that are not Arcas's: $others"

"$compiler" -std=c++20 -O2 "$here/hello.cpp" -o hello "${with_shared[@]}"
strip hello
./hello
bytes=$(stat --format=%s hello)
((bytes <= most_bytes)) || fail "the smallest program has $bytes bytes, more than $most_bytes"

# Plug-ins that hide all symbols except their own.
echo '{ global: *_of_plugin; local: *; };' > plugin.map
for number in 1 2; do
  for kind in shared archives; do
    declare -n flags=with_$kind
    "$compiler" -std=c++20 -O2 -fPIC -shared -fvisibility=hidden -Wl,--version-script=plugin.map \
      "$here/../loops/programs/plugin.cpp" -o "$kind$number.so" "${flags[@]}"
  done
done
"$compiler" -std=c++20 -O2 "$here/../loops/programs/reloading.cpp" -o reloading -ldl
"$compiler" -std=c++20 -O2 "$here/two_objects.cpp" -o two_objects -ldl -pthread

expect() {
  local wanted=$1
  shift
  local found
  found=$("$@") || fail "$* has failed"
  [[ $found == "$wanted" ]] || fail "$*: $found, not $wanted"
}
export ARCAS_WORKERS=4
expect unloaded ./reloading "$reloads" "" ./shared1.so ./shared2.so
expect stayed ./reloading "$reloads" "" ./archives1.so ./archives2.so
# One worker for each of two processors: the workers of a second runtime are pinned to other processors, or not pinned.
export ARCAS_WORKERS=2
expect '1 runtimes, 0 processors shared' ./two_objects ./shared1.so ./shared2.so
expect '2 runtimes, 0 processors shared' ./two_objects ./archives1.so ./archives2.so
echo "shared objects: $bytes bytes for the smallest program, $reloads reloads of each kind"
