#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Do all benchmarks run, is every iteration run once, is every sample whole? Seconds; times mean nothing
# here and are not looked at.
#   ci/bench_smoke.sh [BUILD-FOLDER]
set -euo pipefail
cd "$(dirname "$0")/.."

build=${1:-build/release}
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

python3 -B bench/run.py all --smoke --build "$build" --out "$out" >"$out/log"
for measure in claim burden pagerank; do
  for kind in csv txt; do
    [[ -s "$out/$measure.$kind" ]] || { echo "bench_smoke: $measure.$kind was not written" >&2; exit 1; }
  done
done
echo "bench_smoke: $(cat "$out"/*.csv | wc -l) lines of samples, all whole"
