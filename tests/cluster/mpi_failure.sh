#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Does a job that goes wrong on one rank end on all, by itself, and say so once?
#   mpi_failure.sh MPIRUN PROGRAM HOW SENTENCE [PROCESSES]
set -uo pipefail

processes=${5:-3}

# What the neighbours say of a rank that is killed is missing in some jobs (diagnosis/README.md, «Neighbours»), and never there twice.
attempts=1
[[ $3 == killed || $3 == gone ]] && attempts=4
for ((attempt = 0; attempt < attempts; ++attempt)); do
  text=$(timeout 60 "$1" "$processes" "$2" "$3" 2>&1)
  status=$?
  grep -qE -- "$4" <<< "$text" && break
done
if [[ $status -eq 0 || $status -eq 124 ]]; then
  echo "mpi_failure.sh: '$3' ended with status $status: $text" >&2
  exit 1
fi
times=$(grep -cE -- "$4" <<< "$text")
if [[ $times -ne 1 ]]; then
  echo "mpi_failure.sh: '$3' said '$4' $times times and not once: $text" >&2
  exit 1
fi
# Those of MPICH and Intel MPI may give the status of a process that they have ended themselves, by SIGKILL.
statuses='3'
[[ $("${ARCAS_MPIRUN:-mpirun}" --version) == *"Open MPI"* ]] || statuses='3|9'
if [[ $3 == exit && ! $status =~ ^($statuses)$ ]]; then
  echo "mpi_failure.sh: 'exit' ended with status $status and not the program's: $text" >&2
  exit 1
fi
# The other ranks are ended by mpirun, and of none of them it is said that it exits, or has ended without a word.
others='calls exit|ended without a word'
case $3 in
  exit) others='ended without a word' ;;
  killed | gone) others='calls exit' ;;
esac
if grep -qE "$others" <<< "$text"; then
  echo "mpi_failure.sh: '$3' was told of by others, too: $text" >&2
  exit 1
fi
