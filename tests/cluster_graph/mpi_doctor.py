#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that `arcas doctor` reports where ranks run, how fast their network is, the source of each
setting, and faults.

  mpi_doctor.py MPIRUN ARCAS
"""
import json
import os
import re
import socket
import subprocess
import sys

MPIRUN, ARCAS = sys.argv[1:3]
WORDS = ('Ranks: 3 in 3 processes, 1 worker each', socket.gethostname(), 'built for',
         'Latency of a message', 'Bandwidth in messages of 1 MiB', 'Updates of random words', 'Settings', 'Heap: ',
         'within a host through memory that its processes share')


def doctor(ranks, *options, **variables):
    command = [MPIRUN, str(ranks), ARCAS] if ranks else [ARCAS]
    done = subprocess.run([*command, 'doctor', *options], check=False, capture_output=True, text=True,
                          env={**os.environ, **variables})
    if done.returncode != 0:
        sys.exit(f'mpi_doctor.py: ended with {done.returncode} on {ranks} ranks: {done.stderr}')
    return done.stdout


def doctor_of_two(*second):
    """Runs two ranks; the words of `second` come before the command of the second rank."""
    return subprocess.run([MPIRUN, '1', ARCAS, 'doctor', ':', '-n', '1', *second, ARCAS, 'doctor'], check=False,
                          capture_output=True, text=True)


def require(what, right):
    if not right:
        sys.exit(f'mpi_doctor.py: {what}')


text = doctor(3)
for word in WORDS:
    require(f'no "{word}" in {text}', word in text)
require(f'memory: {text}', 'do not share memory' not in text)
alone = doctor(1)
require(f'packets: {alone}', 'none, since there is only one process' in alone and 'do not share memory' not in alone)
# Only Open MPI lists its transports: MPICH names its device with its version, Intel MPI reports
# none.
of_open_mpi = re.search('built for +Open MPI', text) is not None
require(f'transports: {text}', ('transports' in text) == of_open_mpi)

found = json.loads(doctor(2, '--json', ARCAS_CLUSTER_WORKERS='2', ARCAS_CLUSTER_WATCH='0', ARCAS_CLUSTER_HAEP='1'))
require(f'ranks: {found["ranks"]}', [rank['rank'] for rank in found['ranks']] == [0, 1, 2, 3])
require(f'pairs: {found["pairs"]}', len(found['pairs']) == 6 and
        all(0 < pair['latency_seconds'] < 10 and pair['bytes_per_second'] > 0 for pair in found['pairs']))
require('updates', found['updates_per_second'] > 0)
settings = {setting['name']: setting for setting in found['settings']}
require(f'settings: {settings}', settings['ARCAS_CLUSTER_WORKERS']['source'] == 'environment' and
        settings['ARCAS_CLUSTER_WORKERS']['value'] == '2' and settings['ARCAS_CLUSTER_STACK']['source'] == 'default')
for sentence in ('ARCAS_CLUSTER_HAEP: is not a variable of Arcas', 'ARCAS_CLUSTER_WATCH=0: no deadlock is found'):
    require(f'no "{sentence}" in {found["wrong"]}', any(sentence in fault for fault in found['wrong']))

def sentences_on_the_heap(examined):
    return [fault for fault in examined['wrong'] if 'ARCAS_CLUSTER_HEAP=' in fault]


# By default the heaps of the ranks of a host together have at most its memory. If they have more, doctor
# reports it, with a value of ARCAS_CLUSTER_HEAP that helps.
require(f'heap: {found["ranks"]}', sum(rank['heap'] for rank in found['ranks']) <= found['ranks'][0]['memory'])
require(f'wrong: {found["wrong"]}', not sentences_on_the_heap(found))
require(f'memory: {found["ranks"]}', all(rank['shares_memory'] for rank in found['ranks']))
differs = doctor_of_two('env', 'ARCAS_CLUSTER_SHARE_MEMORY=0')
require(f'settings that differ: {differs}', differs.returncode != 0 and
        'ARCAS_CLUSTER_SHARE_MEMORY (cluster_options::share_memory) is 0 on this rank and 1 on rank 0' in differs.stderr)
if of_open_mpi:  # other MPIs may themselves need longer files than `ulimit -f` allows
    unshared = doctor_of_two('bash', '-c', 'ulimit -f 4; exec "$0" "$@"').stdout
    require(f'packets: {unshared}', re.search('packets +by MPI', unshared) and
            'its processes do not share memory (some are in other containers' in unshared)
much = json.loads(doctor(2, '--json', ARCAS_CLUSTER_HEAP=str(1 << 42), ARCAS_CLUSTER_SHARE_MEMORY='0'))
require(f'memory: {much}', not any(rank['shares_memory'] for rank in much['ranks']) and
        not any('share memory' in fault for fault in much['wrong']))
said = sentences_on_the_heap(much)
require(f'wrong: {much["wrong"]}', len(said) == 1 and '2 ranks may give 4.40 TB each to the heap' in said[0])
less = re.search('set ARCAS_CLUSTER_HEAP=([0-9]+) or less', said[0])[1]
require(f'of {less} bytes', not sentences_on_the_heap(json.loads(doctor(2, '--json', ARCAS_CLUSTER_HEAP=less))))

some = json.loads(doctor(4, '--json', '--most', '2'))
require(f'--most 2: {some["pairs"]}', len(some['pairs']) == 1)

alone = json.loads(doctor(0, '--json'))
require(f'alone: {alone}', len(alone['ranks']) == 1 and alone['pairs'] == [])
