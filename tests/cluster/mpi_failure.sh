#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Checks that a job that fails on one rank ends on all ranks without help and reports the failure
# once.
#   mpi_failure.sh MPIRUN PROGRAM HOW SENTENCE [PROCESSES]
set -uo pipefail

processes=${5:-3}

# In some jobs no process reports a rank that is killed, or Ctrl-C (diagnosis/README.md,
# «Neighbours»); two reports of it are always a fault.
attempts=1
[[ $3 == killed || $3 == gone || $3 == interrupted ]] && attempts=4
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
# The mpirun of MPICH and of Intel MPI may return the status of a process that it ended itself, by
# SIGKILL.
statuses='3'
[[ $("${ARCAS_MPIRUN:-mpirun}" --version) == *"Open MPI"* ]] || statuses='3|9'
if [[ $3 == exit && ! $status =~ ^($statuses)$ ]]; then
  echo "mpi_failure.sh: 'exit' ended with status $status and not the program's: $text" >&2
  exit 1
fi
# mpirun ends the other ranks; no message may say that one of them calls exit or has ended without a
# word.
others='calls exit|ended without a word'
case $3 in
  exit) others='ended without a word' ;;
  killed | gone) others='calls exit' ;;
esac
if grep -qE "$others" <<< "$text"; then
  echo "mpi_failure.sh: '$3' was told of by others, too: $text" >&2
  exit 1
fi
