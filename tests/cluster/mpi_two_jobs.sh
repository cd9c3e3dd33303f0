#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Do two jobs on one host, at the same time and from one executable, leave each other alone?
#   mpi_two_jobs.sh MPIRUN PROGRAM
set -uo pipefail

first=$(mktemp)
trap 'rm -f "$first"' EXIT
timeout 100 "$1" 2 "$2" > "$first" 2>&1 &
job=$!
if ! second=$(timeout 100 "$1" 2 "$2" 2>&1); then
  echo "mpi_two_jobs.sh: a job beside another has failed: $second" >&2
  exit 1
fi
if ! wait "$job"; then
  echo "mpi_two_jobs.sh: a job beside another has failed: $(< "$first")" >&2
  exit 1
fi
if [[ $second != "$(< "$first")" ]]; then
  echo "mpi_two_jobs.sh: two jobs alike have said different things" >&2
  exit 1
fi
