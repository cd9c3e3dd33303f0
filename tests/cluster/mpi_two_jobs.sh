#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Checks that two jobs that run one executable on one host at the same time do not disturb each
# other.
#   mpi_two_jobs.sh MPIRUN PROGRAM
set -uo pipefail

here=$(mktemp -d)
job=
trap '[[ -n $job ]] && kill "$job" 2> /dev/null; rm -rf "$here"' EXIT

failed() {
  echo "mpi_two_jobs.sh: $1" >&2
  # Messages of MPI go to stderr and may differ between two correct jobs, so only stdout is
  # compared.
  tail -n 50 "$here"/* >&2
  exit 1
}

timeout 100 "$1" 2 "$2" > "$here/first.out" 2> "$here/first.err" &
job=$!
timeout 100 "$1" 2 "$2" > "$here/second.out" 2> "$here/second.err" ||
  failed "a job beside another has failed"
wait "$job" || failed "a job beside another has failed"
job=
cmp -s "$here/first.out" "$here/second.out" || failed "two jobs alike have said different things"
