#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs a program on some ranks of this machine, as many as asked for although it has fewer processors.
#   mpirun.sh RANKS PROGRAM [ARGUMENT...]
set -euo pipefail

ranks=$1
shift
# Open MPI refuses root, which is what containers of tests run as.
if [[ $(id -u) -eq 0 ]]; then
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
fi
# Ranks that wait lend their processor; nothing is bound, since others use this machine too.
exec mpirun --oversubscribe --bind-to none --mca mpi_yield_when_idle 1 -n "$ranks" "$@"
