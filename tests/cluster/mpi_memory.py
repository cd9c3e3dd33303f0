#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs one rank within so much memory: no more private data than that may be mapped, and no more
be resident at any time, shared memory of MPI and libraries included.

  mpirun -n RANKS mpi_memory.py MIB PROGRAM
"""
import os
import resource
import subprocess
import sys

mib = int(sys.argv[1])
limit = mib << 20

# Address space that a rank reserves, and does not use, counts for the limit.
environment = dict(os.environ, ARCAS_CLUSTER_HEAP=str(64 << 20), ARCAS_CLUSTER_STACK=str(64 << 10))
# MPICH's processes speak with its launcher by a file that they inherit.
done = subprocess.run(
    [sys.argv[2]], env=environment, check=False, stdout=subprocess.DEVNULL, close_fds=False,
    preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (limit, limit)))
resident = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
print(f'{resident:.1f} MiB of {mib} were resident')
if done.returncode != 0 or resident > mib:
    sys.exit(f'mpi_memory.py: {sys.argv[2]} ended with {done.returncode} within {mib} MiB')
