#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs one rank of PROGRAM within MIB MiB: the rank may not map more private data, and its resident
memory, shared memory of MPI and of libraries included, may at no time be greater.

  mpirun -n RANKS mpi_memory.py MIB PROGRAM
"""
import os
import resource
import subprocess
import sys

mib = int(sys.argv[1])
limit = mib << 20

# The limit counts address space that a rank reserves and does not use, so the heap and the stacks
# are small.
environment = dict(os.environ, ARCAS_CLUSTER_HEAP=str(64 << 20), ARCAS_CLUSTER_STACK=str(64 << 10))
# Processes of MPICH communicate with its launcher by a file that they inherit: hence
# close_fds=False.
done = subprocess.run(
    [sys.argv[2]], env=environment, check=False, stdout=subprocess.DEVNULL, close_fds=False,
    preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (limit, limit)))
resident = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
print(f'{resident:.1f} MiB of {mib} were resident')
if done.returncode != 0 or resident > mib:
    sys.exit(f'mpi_memory.py: {sys.argv[2]} ended with {done.returncode} within {mib} MiB')
