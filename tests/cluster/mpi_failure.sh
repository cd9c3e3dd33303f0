#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Does a job that goes wrong on one rank end on all, by itself, and say so? One that is stuck does not
# end: it is told from the sentence, and ended here.
#   mpi_failure.sh MPIRUN PROGRAM HOW SENTENCE [PROCESSES]
set -uo pipefail

processes=${5:-3}

if [[ $3 == stuck ]]; then
  export ARCAS_CLUSTER_WATCH=1
  output=$(mktemp)
  timeout 60 "$1" "$processes" "$2" "$3" > "$output" 2>&1 &
  job=$!
  while kill -0 "$job" 2> /dev/null && ! grep -qF -- "$4" "$output"; do sleep 0.2; done
  kill "$job" 2> /dev/null
  wait "$job" 2> /dev/null
  text=$(< "$output")
  rm "$output"
else
  text=$(timeout 60 "$1" "$processes" "$2" "$3" 2>&1)
  status=$?
  if [[ $status -eq 0 || $status -eq 124 ]]; then
    echo "mpi_failure.sh: '$3' ended with status $status: $text" >&2
    exit 1
  fi
fi
if ! grep -qF -- "$4" <<< "$text"; then
  echo "mpi_failure.sh: '$3' did not say '$4' but: $text" >&2
  exit 1
fi
