#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that arcas gives the same results on 2 and on 3 ranks as in a single process, for
realistic files and all options that are available on ranks, and that it refuses the other options
by name.

  mpi_same_answers_alone.py MPIRUN ARCAS
"""
import concurrent.futures
import gzip
import itertools
import json
import math
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

from commands_on_ranks import (COUNTED, EXACT, FILES, GRAPHS, GRAPHS_REFUSED, KERNELS, KRONECKER, NUMBERS, OF_GRAPHS,
                               OF_ONE_PROCESS, ON_FIRST_RANK, PEOPLE_OPTIONS, PLOTS, REFUSED, ROUNDED, TABLES)

MPIRUN, ARCAS = map(os.path.abspath, sys.argv[1:3])
PATIENCE = 120
AT_ONCE = 4  # jobs: one takes most of its time to start and to end, while processors are idle


def run(arguments, ranks, **variables):
    command = [MPIRUN, str(ranks), ARCAS] if ranks else [ARCAS]
    return subprocess.run([*command, *arguments], check=False, capture_output=True, text=True, timeout=PATIENCE,
                          stdin=subprocess.DEVNULL, env={**os.environ, **variables})


def output_of(arguments, ranks):
    done = run(arguments, ranks)
    if done.returncode != 0:
        sys.exit(f'{arguments} ended with {done.returncode} on {ranks} ranks: {done.stderr}')
    return done.stdout


def answer(arguments, ranks):
    """The result without times and without parameters that are chosen differently on ranks."""
    found = json.loads(output_of([*arguments, '--check', '--json'], ranks))
    if found['run']['ranks'] != max(ranks, 1):
        sys.exit(f'{arguments} ran on {found["run"]["ranks"]} of {ranks} ranks')
    trials = len(found.pop('run')['seconds'])
    del found['graph']['read_seconds']
    if '--delta' not in arguments:
        found['parameters'].pop('delta', None)
    return {**found, 'trials': trials}


def options_of(kernel):
    """The options that --help names."""
    return set(re.findall(r'^ +(?:-h,)?(--[a-z-]+)', output_of((kernel, '--help'), 0), re.MULTILINE)) - {'--help'}


def check_coverage():
    """For each option of each kernel, a command above uses it with that kernel. For an option that all
    kernels have, a command of any kernel is enough."""
    options = {kernel: options_of(kernel) for kernel in KERNELS}
    shared = set.intersection(*options.values()) | {'--plot', '--top'}
    tried = {(command[0], word.split('=')[0])
             for command in (*EXACT, *ROUNDED, *PLOTS, *(command for command, *_ in (*TABLES, *REFUSED)))
             for word in command if word.startswith('--')}
    # answer(), check_files() and check_estimates() add these options to commands.
    tried |= {('bfs', option) for option in ('--json', '--check', '--output', '--plot', '--estimate')}
    names = {option for _, option in tried}
    lacking = sorted((kernel, option) for kernel in KERNELS for option in options[kernel]
                     if (option not in names if option in shared | OF_ONE_PROCESS else (kernel, option) not in tried))
    tried_on_graphs = {(command[0], word) for command in (*COUNTED, *(command for command, *_ in (*GRAPHS, *GRAPHS_REFUSED)))
                       for word in command} | set(itertools.product(OF_GRAPHS, ('--json', '--estimate')))
    of_kernels = set.union(*options.values())
    lacking += sorted((command, option) for command in OF_GRAPHS for option in options_of(command) - of_kernels
                      if (command, option) not in tried_on_graphs)
    if lacking:
        sys.exit(f'options that no command above has: {lacking}')


def near(a, b):
    if isinstance(a, dict) and isinstance(b, dict):
        return list(a) == list(b) and all(near(a[key], b[key]) for key in a)
    if isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)):
        return len(a) == len(b) and all(near(x, y) for x, y in zip(a, b))
    if isinstance(a, float) or isinstance(b, float):
        return math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-12)
    return a == b


def require_alike(what, ranks, alone, spread, same=lambda a, b: a == b):
    if not same(alone, spread):
        sys.exit(f'{" ".join(what)}: alone {alone}, on {ranks} ranks {spread}')


def for_each(items, check):
    """Calls check(item, ranks) for each item, alternately with 2 and 3 ranks, and for several items at once."""
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        list(pool.map(check, items, [2 + i % 2 for i in range(len(items))]))


def check_answers():
    for_each((*EXACT, *ROUNDED), lambda command, ranks:
             require_alike(command, ranks, answer(command, 0), answer(command, ranks), near))
    for command in ON_FIRST_RANK:
        done = run([*command, '--json'], 2)
        said = json.loads(done.stdout)
        alone = json.loads(output_of([*command, '--json'], 0))
        if done.returncode != 0 or f'{command[0]} runs on the first rank alone' not in done.stderr:
            sys.exit(f'{command} ended with {done.returncode}: {done.stderr}')
        require_alike(command, 2, (alone['result'], 1), (said['result'], said['run']['ranks']))


def check_workers():
    """The workers of each process are ranks."""
    alone, spread = (json.loads(output_of(('components', 'numbers.txt', '--workers', '2', '--json'), ranks))
                     for ranks in (0, 2))
    require_alike(('--workers', '2'), 2, alone['result'], spread['result'])
    if (alone['run']['ranks'], spread['run']['ranks'], spread['run']['workers']) != (1, 4, 4):
        sys.exit(f'--workers 2: alone {alone["run"]}, on 2 ranks {spread["run"]}')


def check_estimates():
    """Checks estimates for the same graph, including the memory that each rank needs."""
    def check(command, ranks):
        alone, spread = (json.loads(output_of((*command, '--estimate', '--json'), n)) for n in (0, ranks))
        require_alike((*command, '--estimate'), ranks, list(alone), list(spread))
        for member in ('vertices', 'edges', 'exact'):
            require_alike((*command, '--estimate', member), ranks, alone[member], spread[member])
        for said, n in ((alone, 1), (spread, ranks)):
            if said['ranks'] != n or not 0 <= said['most_bytes'] - n * said['rank_bytes'] < n:
                sys.exit(f'{command} --estimate on {n} ranks: {said}')

    for_each((('bfs', *KRONECKER), ('sssp', 'numbers.txt'), ('pagerank', *PEOPLE_OPTIONS),
              ('components', 'numbers.wsg', '--threshold', '5'), ('bc', 'packed.txt.zst', '--weighted'),
              ('kcore', 'undirected.mtx'), ('triangles', 'undirected.sg'), ('hits', 'numbers.wsg'),
              ('colouring', 'numbers.txt'), ('convert', 'numbers.txt', 'out.wsg'), ('generate', 'out.sg', '--uniform', '9'),
              ('extract', 'numbers.txt', 'out.sg', '--core', '2')), check)
    done = output_of(('bfs', 'parts', '--estimate'), 3)
    if not re.fullmatch(r'about 481 vertices, 70[01] edges\nreading .*\ngraph .*\nbfs .*, 3 ranks\na rank .*\nat most .* all ranks may use\n', done):
        sys.exit(f'the estimate of a folder is {done}')
    # The first bytes of this file contain only the smallest ids of the path.
    with gzip.open('path.el.gz', 'wt') as file:
        file.writelines(f'{i} {i + 1}\n' for i in range(200_000))
    said = json.loads(output_of(('bfs', 'path.el.gz', '--estimate', '--json'), 2))
    if not all(100_000 < said[member] < 400_000 for member in ('vertices', 'edges')):
        sys.exit(f'the estimate of a gzip file is {said}')


def words_of(command, ranks):
    """The text of a result without times, and without the lines on how it ran."""
    lines = output_of(command, ranks).splitlines()
    said = [re.sub(r'; (read|made) in .*|, (sources|nested|inside)$', '', line) for line in lines
            if not re.match(r'Arcas: |Shared out: | +worker |[\d,]+ messages? in ', line)]
    return [line for line in said if '--delta' in command or not line.startswith('bins of width')]


def without_scores(lines):
    """The lines with 0.0 in place of scores, since a printed score may differ in its last digit."""
    return [re.sub(r'\d+\.\d+(e[+-]?\d+)?', '0.0', line) for line in lines]


def check_words():
    """Compares the texts of the kernels whose text check_files() does not compare. Only two commands
    of each kernel run, since each start of mpirun takes long."""
    for_each([command for kernel in set(KERNELS).difference(command[0] for command, _ in TABLES)
              for command in [c for c in (*EXACT, *ROUNDED) if c[0] == kernel][:2]], lambda command, ranks:
             require_alike((*command, 'as text'), ranks, *(without_scores(words_of((*command, '--check'), n))
                                                           for n in (0, ranks))))


def contents_of(command, option, name, ranks):
    """The bytes of a file that a command writes, and the text of its result."""
    with tempfile.TemporaryDirectory(dir='.') as folder:
        file = pathlib.Path(folder) / name
        said = without_scores(words_of([*command, option, file], ranks))
        # Each rank compresses its own part, so the compressed bytes differ.
        return gzip.decompress(file.read_bytes()) if name.endswith('.gz') else file.read_bytes(), said


def check_files():
    for_each([(command, '--output', name) for command, name in TABLES] +
             [(command, '--plot', 'plot.svg') for command in PLOTS], lambda result, ranks:
             require_alike((*result[0], result[2]), ranks, contents_of(*result, 0), contents_of(*result, ranks)))
    command = ('components', *PEOPLE_OPTIONS, '--output', '-')
    require_alike(command, 2, output_of(command, 0), output_of(command, 2))


def written(command, name, ranks, as_text):
    """The file of a graph, and what the command says about it, as text or as JSON."""
    with tempfile.TemporaryDirectory(dir='.') as folder:
        file = pathlib.Path(folder) / name
        if as_text:
            said = [re.sub(r'^.*/(out\.)|; written in .*', r'\1', line) for line in words_of([*command, file], ranks)]
        else:
            said = json.loads(output_of([*command, file, '--json'], ranks))
            for seconds in ('read_seconds', 'write_seconds', 'written'):
                del said[seconds]
        return said, file.read_bytes()


def counted(command, ranks, as_text):
    """What info says; the memory of the parts of a graph differs from that of a graph in one process."""
    if as_text:
        return [line for line in words_of(command, ranks) if not line.startswith('memory ')]
    said = json.loads(output_of([*command, '--json'], ranks))
    del said['graph']['read_seconds'], said['result']['memory_bytes']
    return said


def check_graphs():
    # On 2 ranks as text, on 3 ranks as JSON.
    for_each(GRAPHS, lambda item, ranks: require_alike((*item[0], item[1]), ranks,
                                                       *(written(*item, n, ranks == 2) for n in (0, ranks))))
    for_each(COUNTED, lambda command, ranks: require_alike(command, ranks,
                                                           *(counted(command, n, ranks == 2) for n in (0, ranks)), near))
    os.mkdir('refused')
    for_each(GRAPHS_REFUSED, require_refusal)
    if os.listdir('refused'):
        sys.exit(f'commands that were refused left {os.listdir("refused")}')


def check_outputs():
    """An output that cannot be written is refused as in one process, and what was there stays; rank 0
    writes to a pipe alone."""
    os.makedirs('outputs/folder.csv')
    pathlib.Path('outputs/kept.csv').write_text('kept', encoding='utf-8')
    os.symlink('/dev/full', 'outputs/full.csv')
    os.mkfifo('outputs/pipe.csv')
    before = sorted(os.listdir('outputs'))
    for command, out, sentence in ((('kcore', 'numbers.txt', '--output'), 'outputs/folder.csv', 'is a directory'),
                                   (('convert', 'numbers.txt'), 'outputs/folder.csv', 'is a directory'),
                                   (('kcore', 'numbers.txt', '--output'), 'outputs/full.csv', 'No space left on device'),
                                   (('spanning-forest', 'numbers.txt', '--output'), 'outputs/full.csv', 'No space left on device'),
                                   (('kcore', 'numbers.txt', '--output'), 'outputs/none/x.csv', 'cannot be made (No such file'),
                                   (('convert', 'numbers.txt'), 'outputs/none/x.csv', 'cannot be made (No such file'),
                                   (('kcore', 'wrong.txt', '--output'), 'outputs/kept.csv', 'wrong.txt:602'),
                                   (('convert', 'wrong.txt'), 'outputs/kept.csv', 'wrong.txt:602')):
        for ranks in (0, 2):
            require_refusal(((*command, out), sentence, 1), ranks)
    for out in ('outputs/pipe.csv', 'outputs/full.csv'):
        require_refusal((('convert', 'numbers.txt', out), f'{out}: only one process can write to it'), 2)
    if sorted(os.listdir('outputs')) != before or pathlib.Path('outputs/kept.csv').read_text(encoding='utf-8') != 'kept':
        sys.exit(f'outputs that were refused left {os.listdir("outputs")}')
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        read = pool.submit(pathlib.Path('outputs/pipe.csv').read_bytes)
        output_of(('kcore', 'numbers.txt', '--output', 'outputs/pipe.csv'), 2)
        require_alike(('kcore', '--output', 'pipe'), 2, contents_of(('kcore', 'numbers.txt'), '--output', 'x.csv', 0)[0], read.result())


def check_watch():
    """A check on rank 0 may take longer than a rank may be silent."""
    done = run(('bc', '--kronecker', '11', '--error', '0.05', '--check'), 2, ARCAS_CLUSTER_WATCH='1')
    if done.returncode != 0 or 'has not answered' in done.stderr:
        sys.exit(f'bc --check ended with {done.returncode}: {done.stderr}')


def check_interruption():
    """A job that is ended while it writes leaves no part of a file."""
    with tempfile.TemporaryDirectory(dir='.') as folder:
        job = subprocess.Popen([MPIRUN, '2', ARCAS, 'generate', f'{folder}/out.txt.zst', '--kronecker', '19'],
                               stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while job.poll() is None and not os.listdir(folder):
            time.sleep(0.01)
        job.terminate()
        # A crowded machine may end the job only after the file was complete.
        if job.wait(PATIENCE) == 0 or os.listdir(folder) not in ([], ['out.txt.zst']):
            sys.exit(f'a job that was ended while it wrote returned {job.returncode} and left {os.listdir(folder)}')
    # A launcher that passes Ctrl-C on to the ranks; mpi.failure.interrupted tests one that does not.
    job = subprocess.Popen([f'{ARCAS}-cluster', 'bc', '--kronecker', '16'], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                           stderr=subprocess.PIPE, text=True)
    job.stdout.readline()  # the graph is there
    job.send_signal(signal.SIGINT)
    said = job.communicate(timeout=PATIENCE)[1]
    if (job.returncode, said) != (-signal.SIGINT, 'arcas: interrupted; no result\n'):
        sys.exit(f'after Ctrl-C a rank returned {job.returncode} and said {said}')


def require_refusal(refused, ranks):
    command, sentence, code = (*refused, 2)[:3]
    done = run(command, ranks)
    said = [line for line in done.stderr.splitlines() if line.startswith('arcas: ')]
    # A note that weights are ignored may come before the error.
    if done.returncode != code or not said or sentence not in said[-1]:
        sys.exit(f'{command} ended with {done.returncode} and said {done.stderr}')


def check_parents_along_edges_of_no_weight():
    """Of several shortest paths, ranks may choose another one than a single process, so --check decides."""
    for name in ('zeros.wel', 'hub_of_zeros.wel'):
        output_of(('sssp', name, '--source', '0', '--check', '--output', 'parents.csv'), 3)
        parents = dict(line.split(',')[::2] for line in pathlib.Path('parents.csv').read_text().split()[1:])
        if len(parents) < 5 or not all(parents.values()):
            sys.exit(f'{name}: parents on 3 ranks are {parents}')


def check_negative_weights():
    for command in (('pagerank', '--weighted'), ('hits', '--weighted'), ('sssp', '--source', '1')):
        alone, spread = (run((command[0], 'negative.wel', *command[1:]), ranks) for ranks in (0, 2))
        said = [line for line in spread.stderr.splitlines() if line.startswith('arcas: negative.wel: ')]
        if (alone.returncode, spread.returncode) != (1, 1) or len(said) != 1:
            sys.exit(f'{command}: alone {alone.returncode} {alone.stderr}, on ranks {spread.returncode} {spread.stderr}')


def check_folder():
    """The files part-* of a folder are one list, and a folder without them is refused."""
    os.mkdir('parts')
    lines = NUMBERS.splitlines(keepends=True)
    for i, some in enumerate((lines[:300], lines[300:320], [], lines[320:])):
        pathlib.Path(f'parts/part-{i:05}').write_text(''.join(some), encoding='utf-8')
    for path in ('parts', 'parts/part-*'):
        alone, spread = (json.loads(output_of(['sssp', file, '--source', '0', '--check', '--json'], ranks))
                         for file, ranks in (('numbers.txt', 0), (path, 3)))
        require_alike((path,), 3, alone['result'], spread['result'])
    os.mkdir('others')
    done = run(('bfs', 'others'), 2)
    if done.returncode != 1 or 'others: is a directory without files part-*' not in done.stderr:
        sys.exit(f'a folder without parts: {done.returncode} {done.stderr}')


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for name, text in FILES:
            pathlib.Path(name).write_text(text, encoding='utf-8')
        for source, name in (('numbers.txt', 'numbers.sg'), ('numbers.txt', 'numbers.wsg'),
                             ('undirected.mtx', 'undirected.sg'), ('far.txt', 'far.sg'),
                             ('numbers.txt', 'packed.txt.zst'),
                             ('numbers.txt', 'packed.txt.gz')):
            output_of(('convert', source, name), 0)
        pathlib.Path('wrong.txt').write_text('# head\n' + '1 2\n' * 600 + 'x 2\n' + '1 2\n' * 50, encoding='utf-8')
        check_coverage()
        check_folder()
        check_answers()
        check_workers()
        check_estimates()
        check_words()
        check_files()
        check_parents_along_edges_of_no_weight()
        check_negative_weights()
        for_each(REFUSED, require_refusal)
        check_graphs()
        check_outputs()
        check_watch()
        check_interruption()
        os.chdir('/')


main()
