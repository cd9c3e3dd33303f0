#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs what `make test` and `make verify` leave out, one part after another, and prints the time of
# each part:
#   suites   every source compiled by itself and at full optimisation; then every test, also those
#            labelled slow and crossed
#   alignment UBSan's check of alignment (ci/sanitize.sh)
#   bare     both commands of the README on a minimal Debian 12 (ci/bare.sh)
#   fuzz     the readers of graph files, a minute each (ci/fuzz.sh; needs clang 16)
#   parquet  the program with support for Parquet and Arrow files (ci/parquet.sh; fetches pyarrow from PyPI)
#   docs     the site, where a warning is an error (ci/docs.sh)
#   hosts    jobs on two to four simulated hosts (ci/hosts.sh)
#   mpis     the cluster with MPICH and Intel MPI (ci/mpis.sh; fetches Intel MPI from PyPI)
#   ci/test_all.sh [PART...]
set -euo pipefail
cd "$(dirname "$0")/.."

suites() {
  ci/build.sh apart all
  ctest --preset apart --parallel "$(nproc)"
}
alignment() { ci/sanitize.sh alignment; }
bare() { ci/bare.sh; }
fuzz() { ci/fuzz.sh 60; }
parquet() { ci/parquet.sh; }
docs() { ci/deps.sh docs && ci/docs.sh; }
hosts() { make test-hosts; }
mpis() { make test-mpis; }

[[ $# -gt 0 ]] || set -- suites alignment bare fuzz parquet docs hosts mpis
for part in "$@"; do
  case "$part" in
    suites | alignment | bare | fuzz | parquet | docs | hosts | mpis) ;;
    *) echo "ci/test_all.sh: '$part' is not a part; the parts are suites, alignment, bare, fuzz, parquet, docs, hosts and mpis." >&2; exit 2 ;;
  esac
done
for part in "$@"; do
  echo "== $part"
  before=$SECONDS
  "$part"
  echo "== $part: $((SECONDS - before)) s"
done
