#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that `arcas trace` under mpirun writes one timeline of all ranks and never overwrites the
graph.

  mpi_trace.py MPIRUN ARCAS
"""
import os
import re
import subprocess
import sys
import tempfile

MPIRUN, ARCAS = sys.argv[1:3]


def run(*arguments, **variables):
    return subprocess.run([MPIRUN, '3', ARCAS, *arguments], check=False, capture_output=True, text=True,
                          env={**os.environ, **variables})


def require(well, what, done):
    if not well:
        sys.exit(f'mpi_trace.py: {what}: {done.returncode}, {done.stdout}, {done.stderr}')


with tempfile.TemporaryDirectory() as folder:
    trace = os.path.join(folder, 't.pftrace')
    done = run('trace', 'bfs', '--kronecker', '8', '-o', trace)
    require(done.returncode == 0 and '3 ranks' in done.stdout, 'bfs', done)
    told = re.findall(r't\.pftrace: (\d+) events of 3 ranks, clocks aligned to [\d.]+ us; to be seen in ui\.perfetto\.dev',
                      done.stderr)
    require(len(told) == 1 and os.listdir(folder) == ['t.pftrace'], 'bfs told', done)
    with open(trace, 'rb') as file:
        written = file.read()
    # An event takes more than ten bytes; the file describes the track of each rank once.
    require(len(written) > 10 * int(told[0]), 'the file is too short', done)
    for rank in range(3):
        require(written.count(b'rank %d on ' % rank) == 1, f'rank {rank} is not there once', done)
    # ARCAS_CLUSTER_TRACE has the same effect in any program; ARCAS_CLUSTER_STATS prints a table as
    # well.
    os.remove(trace)
    done = run('pagerank', '--kronecker', '8', '--json', ARCAS_CLUSTER_TRACE=trace, ARCAS_CLUSTER_STATS='1')
    require(done.returncode == 0 and os.path.exists(trace), 'pagerank', done)
    require(re.search(r'what each rank did:\n  rank .*\n  0 .*\n  1 .*\n  2 .*\n  all ', done.stderr), 'table', done)
    done = run('pagerank', '--kronecker', '8', ARCAS_CLUSTER_STATS='2')
    require(done.returncode == 2 and 'ARCAS_CLUSTER_STATS=2: it must be a number between 0 and 1' in done.stderr, 'a wrong value', done)
    # A file that cannot be made is reported before the command runs.
    for variable, what in (('ARCAS_CLUSTER_TRACE', 'trace'), ('ARCAS_CLUSTER_METRICS', 'metrics')):
        done = run('pagerank', '--kronecker', '8', **{variable: '/nowhere/f'})
        require(done.returncode != 0 and done.stdout == '' and
                f'/nowhere/f: the {what} cannot be written (No such file or directory); name another file in {variable}' in done.stderr,
                variable, done)
    # A command that only the first rank runs is traced like one of a single process.
    os.remove(trace)
    done = run('trace', 'biconnected', '--kronecker', '6', '--top', '1', '-o', trace)
    require(done.returncode == 0 and ' slices of ' in done.stderr, 'biconnected', done)
    graph = os.path.join(folder, 'graph.txt')
    with open(graph, 'w', encoding='ascii') as file:
        file.write('1 2\n2 3\n')
    done = run('trace', 'bfs', graph, '-o', graph)
    require(done.returncode == 2 and f'{graph}: is the graph itself; name another file' in done.stderr, 'the graph', done)
    table = os.path.join(folder, 'table.csv')
    for variable, path, what in (('ARCAS_CLUSTER_METRICS', graph, 'the graph'), ('ARCAS_CLUSTER_TRACE', table, 'the trace'),
                                 ('ARCAS_CLUSTER_METRICS', table, 'the file of counts')):
        done = run('kcore', graph, '--output', table, **{variable: path})
        require(done.returncode == 2 and f'{path}: is {what} itself; name another file' in done.stderr, what, done)
    with open(graph, encoding='ascii') as file:
        require(file.read() == '1 2\n2 3\n', 'the graph is another', done)
