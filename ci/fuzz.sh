#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Feeds every parser of files made-up bytes, under AddressSanitizer and UndefinedBehaviorSanitizer,
# starting from the seeds in fuzz/seeds, with the words of fuzz/dictionaries. Needs clang 15 or
# later (CLANGXX, here clang++-16), with whose predecessors libstdc++ has no std::source_location.
#   ci/fuzz.sh [SECONDS for each target] [BUILD FOLDER] [TARGET...]
# The targets parquet and arrow need a wheel of pyarrow, whose folder ARCAS_PYARROW names: ci/parquet.sh runs them.
# A zstd window may be 2 GB, of which only what is used is ever touched: hence the two limits.
# What it finds interesting stays in the build folder; what breaks a target is named there crash-….
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-60}
build=${2:-build/fuzz}
targets=("${@:3}")
[[ ${#targets[@]} -ne 0 ]] || mapfile -t targets < <(sed -n 's/^ *arcas_[a-z]*_target(\([a-z_]*\) .*/\1/p' fuzz/CMakeLists.txt)
flags="-g -O1 -fno-omit-frame-pointer -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined"
options=()
command -v ccache > /dev/null && options+=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
[[ -z ${ARCAS_PYARROW:-} ]] || options+=(-DARCAS_PARQUET=ON "-DARCAS_PYARROW=$ARCAS_PYARROW")
cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_COMPILER="${CLANGXX:-clang++-16}" \
  -DCMAKE_CXX_FLAGS="$flags" -DARCAS_CLI=OFF -DARCAS_INSTALL=OFF -DARCAS_FUZZ=ON "${options[@]}"
cmake --build "$build" --target "${targets[@]/#/fuzz_}"
# The target whose seeds and words another has, where it has none of its own.
like() {
  case $1 in
    gap_* | ranks_list) echo edge_list ;;
    table_* | ranks_table) echo table ;;
    weighted_serialized | ranks_serialized | ranks_weighted) echo serialized ;;
    parts) echo unpacking ;;
    *) echo "$1" ;;
  esac
}
broken=()
for name in "${targets[@]}"; do
  seeds=fuzz/seeds/$name
  [[ -d $seeds ]] || seeds=fuzz/seeds/$(like "$name")
  mkdir -p "$build/corpus/$name"
  echo "== $name"
  "$build/fuzz/fuzz_$name" -max_total_time="$seconds" -print_final_stats=1 -verbosity=0 \
    -dict="fuzz/dictionaries/$(like "$name").dict" \
    -rss_limit_mb=2048 -malloc_limit_mb=4096 -timeout=20 -max_len=4096 -artifact_prefix="$build/crash-$name-" \
    "$build/corpus/$name" "$seeds" || broken+=("$name")
done
if [[ ${#broken[@]} -ne 0 ]]; then
  echo "ci/fuzz.sh: broken: ${broken[*]}" >&2
  exit 1
fi
