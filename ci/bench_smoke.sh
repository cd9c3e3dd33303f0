#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the tests of bench/, and every benchmark at a size at which its figures mean nothing: does it run, and write all its output?
#   ci/bench_smoke.sh
set -euo pipefail
cd "$(dirname "$0")/.."

ci/build.sh release bench/all bench_tests
ctest --test-dir build/release --output-on-failure --label-regex '^bench$' --label-exclude '^slow$' --parallel "$(nproc)"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
if ! bench/run.py all --smoke --out "$folder" > "$folder/log" 2>&1; then
  cat "$folder/log" >&2
  echo "ci/bench_smoke.sh: a benchmark failed at smoke size; the lines above are its own" >&2
  exit 1
fi
grep '^skipped' "$folder/log" || true
for table in claim burden pagerank triangles betweenness kernels algorithms replay loops tasks; do
  if [[ $(wc -l < "$folder/$table.csv") -lt 2 ]]; then
    echo "ci/bench_smoke.sh: $table.csv has no sample" >&2
    exit 1
  fi
done
echo "bench: claim, burden, pagerank, triangles, betweenness, kernels, algorithms, replay, loops and tasks run and write their samples"
