#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that a program gives the same answer on four ranks, whether these are four processes, two
processes of two workers, or one of four.

  mpi_same_answers.py MPIRUN PROGRAM [ARGUMENT...]

The comparison of JSON leaves out measured times; floating-point sums may differ in the last digits,
since their order may. The lines of text may come in another order.
"""
import json
import math
import os
import subprocess
import sys

MEASURED = ('seconds', 'median_seconds', 'read_seconds', 'edges_per_second')
SHAPES = ((4, 1), (2, 2), (1, 4))


def without_measurements(value):
    if not isinstance(value, dict):
        return value
    return {key: without_measurements(inner) for key, inner in value.items() if key not in MEASURED}


def answer(mpirun, program, processes, workers):
    environment = dict(os.environ, ARCAS_CLUSTER_WORKERS=str(workers))
    done = subprocess.run([mpirun, str(processes), *program], env=environment, check=False,
                          stdout=subprocess.PIPE, text=True, timeout=100)
    if done.returncode != 0 or not done.stdout:
        sys.exit(f'mpi_same_answers.py: {program[0]} ended with {done.returncode} on {processes} '
                 f'processes of {workers}: {done.stdout}')
    if not done.stdout.startswith('{'):
        return sorted(done.stdout.splitlines())
    return without_measurements(json.loads(done.stdout))


def alike(a, b):
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(alike(a[key], b[key]) for key in a)
    if isinstance(a, list):
        return len(a) == len(b) and all(map(alike, a, b))
    if isinstance(a, float):
        return math.isclose(a, b, rel_tol=1e-9)
    return a == b


answers = [answer(sys.argv[1], sys.argv[2:], *shape) for shape in SHAPES]
print(answers[0])
for shape, other in zip(SHAPES[1:], answers[1:]):
    if not alike(answers[0], other):
        sys.exit(f'mpi_same_answers.py: {shape[0]} processes of {shape[1]} answer {other}')
