#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs a program on RANKS ranks of this machine, even if it has fewer processors. The launcher is mpirun of Open MPI,
# MPICH or Intel MPI, or the launcher that ARCAS_MPIRUN names.
#   mpirun.sh RANKS PROGRAM [ARGUMENT...]
set -euo pipefail

launcher=${ARCAS_MPIRUN:-mpirun}
ranks=$1
shift
# Ranks that wait lend their processor; nothing is bound, since others use this machine too.
version=$("$launcher" --version)
if [[ $version == *"Open MPI"* || $version == *OpenRTE* ]]; then
  # Open MPI refuses root, which is what containers of tests run as.
  if [[ $(id -u) -eq 0 ]]; then
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
  fi
  # Without `pml ob1`, each rank looks for the networks of clusters first, which takes 0.2 s.
  exec "$launcher" --oversubscribe --bind-to none --mca mpi_yield_when_idle 1 --mca pml ob1 -n "$ranks" "$@"
fi
export I_MPI_PIN=0
exec "$launcher" -n "$ranks" "$@"
