#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that arcas prints results of the same form, and the same help, on one process and on three
ranks.

  mpi_same_form.py MPIRUN ARCAS
"""
import json
import os
import subprocess
import sys
import tempfile

MPIRUN, ARCAS = sys.argv[1:3]
GRAPH = ('--kronecker', '8', '--edge-factor', '4')
# Kernels whose result does not depend on a source.
WITHOUT_SOURCE = ('components', 'triangles', 'kcore')


def output_of(arguments, ranks=0, **variables):
    command = [MPIRUN, str(ranks), ARCAS] if ranks else [ARCAS]
    done = subprocess.run([*command, *arguments], check=False, capture_output=True, text=True,
                          env={**os.environ, **variables})
    if done.returncode != 0:
        sys.exit(f'mpi_same_form.py: {arguments} ended with {done.returncode} on {ranks} ranks: {done.stderr}')
    return done.stdout


def form(value):
    """The keys in their order with the type of each value; a list has the form of its first
    element."""
    if isinstance(value, dict):
        return {key: form(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [form(inner) for inner in value[:1]]
    return 'number' if isinstance(value, (int, float)) and not isinstance(value, bool) else type(value).__name__


def require_alike(what, alone, spread):
    if alone != spread or (isinstance(alone, dict) and list(alone) != list(spread)):
        sys.exit(f'mpi_same_form.py: {what}: on one process {alone}, on ranks {spread}')


for kernel in ('bfs', 'sssp', 'components', 'triangles', 'kcore', 'pagerank', 'bc', 'eigenvector', 'katz', 'hits'):
    arguments = [kernel, *GRAPH, '--check', '--json', '--trials', '2', *(('--sources', '4') if kernel == 'bc' else ())]
    alone = json.loads(output_of(arguments))
    spread = json.loads(output_of(arguments, ranks=3))
    # `shares` is the work of each worker of a loop. On ranks the list is empty.
    shares = (alone['run'].pop('shares', None), spread['run'].pop('shares', None))
    require_alike(f'shares of {kernel}', shares[0] is None, shares[1] is None)
    require_alike(f'form of {kernel}', form(alone), form(spread))
    del alone['graph']['read_seconds'], spread['graph']['read_seconds']
    require_alike(f'graph of {kernel}', alone['graph'], spread['graph'])
    if kernel in WITHOUT_SOURCE:
        require_alike(f'result of {kernel}', alone['result'], spread['result'])
    require_alike(f'trials of {kernel}', len(alone['run']['seconds']), len(spread['run']['seconds']))
    require_alike(f'ranks of {kernel}', (1, 3), (alone['run']['ranks'], spread['run']['ranks']))

for arguments in (['--help'], ['bfs', '--help'], ['pagerank', '--help']):
    require_alike(' '.join(arguments), output_of(arguments), output_of(arguments, ranks=2))

with tempfile.TemporaryDirectory() as folder:
    tables = []
    for ranks in (0, 3):
        path = os.path.join(folder, f'{ranks}.csv')
        output_of(['components', *GRAPH, '--output', path], ranks=ranks)
        with open(path, encoding='utf-8') as file:
            tables.append(file.read())
    require_alike('rows of --output', *tables)

# On ranks, too, --output refuses the file of the graph.
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, 'graph.txt')
    with open(path, 'w', encoding='utf-8') as file:
        file.write('1 2\n')
    other = os.path.join(folder, 'other.csv')
    os.link(path, other)
    done = subprocess.run([MPIRUN, '2', ARCAS, 'bfs', path, '--output', other], check=False, capture_output=True,
                          text=True)
    with open(path, encoding='utf-8') as file, open(other, encoding='utf-8') as linked:
        contents = (file.read(), linked.read())
    if done.returncode != 2 or 'is the graph itself; name another file' not in done.stderr:
        sys.exit(f'mpi_same_form.py: --output onto the graph ended with {done.returncode}: {done.stderr}')
    require_alike('the graph behind --output', contents, ('1 2\n', '1 2\n'))

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, 'metrics.json')
    output_of(['bfs', *GRAPH], ranks=2, ARCAS_CLUSTER_METRICS=path)
    with open(path, encoding='utf-8') as file:
        metrics = json.load(file)
    if len(metrics['ranks']) != 2 or metrics['all']['tasks_spawned'] == 0:
        sys.exit(f'mpi_same_form.py: the metrics are {metrics}')
