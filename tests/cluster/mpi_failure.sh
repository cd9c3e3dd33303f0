#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Does a job that goes wrong on one rank end on all, by itself, and say so?
#   mpi_failure.sh MPIRUN PROGRAM HOW SENTENCE
set -uo pipefail

output=$(timeout 60 "$1" 3 "$2" "$3" 2>&1)
status=$?
if [[ $status -eq 0 || $status -eq 124 ]]; then
  echo "mpi_failure.sh: '$3' ended with status $status: $output" >&2
  exit 1
fi
if ! grep -qF -- "$4" <<< "$output"; then
  echo "mpi_failure.sh: '$3' did not say '$4' but: $output" >&2
  exit 1
fi
