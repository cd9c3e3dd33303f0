#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that arcas gives the same results on 2 and on 3 ranks as in a single process, for
realistic files and all options that are available on ranks, and that it refuses the other options
by name.

  mpi_same_answers_alone.py MPIRUN ARCAS
"""
import concurrent.futures
import gzip
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile

MPIRUN, ARCAS = map(os.path.abspath, sys.argv[1:3])
PATIENCE = 120
AT_ONCE = 4  # jobs: one takes most of its time to start and to end, while processors are idle

PEOPLE = '''when;"who";whom;times
1;"Ada; of London";Grace;3
2;Grace;Edsger;2
3;Edsger;"Ada; of London";9
4;"Zoë ""Z""";Grace;1
5;Grace;"Zoë ""Z""";4
6;Edsger;Barbara;7
7;Barbara;Ada;1
'''
PEOPLE_OPTIONS = ('people.csv', '--from', 'who', '--to', 'whom', '--weight', 'times')
NUMBERS = ''.join(f'{i * i % 97 * 5} {i * 7 % 89 * 5} {i % 9 + 1}\n' for i in range(700))
UNDIRECTED = '%%MatrixMarket matrix coordinate pattern symmetric\n6 6 7\n2 1\n3 1\n3 2\n4 3\n5 5\n6 4\n6 5\n'
KRONECKER = ('--kronecker', '7', '--edge-factor', '4')

KERNELS = ('bfs', 'sssp', 'components', 'triangles', 'kcore', 'pagerank', 'bc', 'eigenvector', 'katz', 'hits', 'independent-set', 'colouring', 'closeness', 'matching')
# Commands whose results are equal to the last digit; parameters that ranks choose differently are
# not compared.
EXACT = [
    ('bfs', *PEOPLE_OPTIONS, '--source', 'Edsger'),
    ('bfs', *PEOPLE_OPTIONS, '--source', 'Barbara', '--source', 'Zoë "Z"', '--trials', '2'),
    ('bfs', 'numbers.txt', '--undirected'),
    ('bfs', 'undirected.mtx', '--seed', '3'),
    ('bfs', 'stated.txt', '--source', '3'),
    ('bfs', 'stated.txt', '--source', '3', '--directed'),
    ('sssp', 'table.tsv', '--source', '4', '--from', 'a', '--to', '2', '--weight', 'cost'),
    ('components', 'table.tsv', '--text-ids', '--format', '.csv'),
    ('sssp', 'bad.csv', '--decimal', ',', '--skip-bad-rows', '--source', '1'),
    ('components', 'padded.txt'),
    ('components', 'words.csv'),
    ('components', 'words.csv', '--header', 'yes'),
    ('bfs', *KRONECKER, '--seed', '5', '--trials', '3'),
    ('bfs', '--uniform', '6', '--top', '2'),
    ('sssp', *PEOPLE_OPTIONS, '--source', 'Grace', '--path-to', 'Ada; of London', '--path-to', 'Barbara'),
    ('sssp', 'numbers.txt', '--source', '0', '--delta', '4', '--path-to', '5', '--simple'),
    ('sssp', 'undirected.mtx', '--source', '6', '--random-weights', '--seed', '9'),
    ('sssp', 'undirected.mtx', '--source', '6'),
    ('sssp', '--grid', '6'),
    ('sssp', '--grid', '6', '--source', '3', '--path-to', '60', '--path-to', '9', '--paths', '7'),
    ('sssp', 'numbers.txt', '--source', '0', '--path-to', '5', '--paths', '12'),
    ('sssp', 'fractions.wel', '--source', '0', '--path-to', '2', '--path-to', '0', '--paths', '3'),
    ('sssp', 'fractions.wel', '--source', '0', '--path-to', '2', '--delta', '0.5'),
    ('sssp', 'far.wel', '--source', '0', '--path-to', '2', '--paths', '1'),
    ('components', *PEOPLE_OPTIONS),
    ('components', 'numbers.txt', '--strong'),
    ('components', *PEOPLE_OPTIONS, '--strong', '--top', '2'),
    ('components', 'fractions.wel', '--threshold', '0.5'),
    ('components', *PEOPLE_OPTIONS, '--threshold', '3', '--strong'),
    ('components', 'numbers.wsg', '--threshold', '5'),
    ('triangles', 'numbers.txt', '--vertices', '--top', '5'),
    ('triangles', *PEOPLE_OPTIONS),
    ('kcore', 'numbers.txt'),
    ('kcore', 'undirected.mtx'),
    ('independent-set', 'numbers.txt'), ('independent-set', *PEOPLE_OPTIONS, '--seed', '5', '--trials', '2'),
    ('colouring', 'numbers.txt', '--top', '3'), ('colouring', *KRONECKER, '--seed', '9'), ('colouring', 'undirected.sg'),
    ('matching', 'numbers.txt', '--weighted'), ('matching', *PEOPLE_OPTIONS, '--seed', '4'), ('matching', *KRONECKER),
    ('sssp', 'numbers.wsg', '--source', '0'),
    ('components', 'numbers.sg', '--strong'),
    ('kcore', 'undirected.sg'),
    ('components', 'packed.txt.zst', '--strong'),
    ('triangles', 'packed.txt.gz', '--most-unpacked', '1'),
]
# Commands whose scores agree up to rounding.
ROUNDED = [
    ('pagerank', *PEOPLE_OPTIONS, '--weighted', '--order', 'jacobi', '--tolerance', '1e-12'),
    ('pagerank', *PEOPLE_OPTIONS, '--order', 'jacobi', '--jump-to', 'Ada', '--jump-to', 'Grace', '--damping', '0.7'),
    ('pagerank', 'fractions.wel', '--weighted', '--order', 'jacobi'),
    ('pagerank', 'undirected.mtx', '--order', 'jacobi', '--max-iterations', '5'),
    ('bc', *PEOPLE_OPTIONS, '--endpoints'),
    ('bc', 'undirected.mtx', '--counts', '--source', '3', '--source', '4'),
    ('bc', *KRONECKER, '--sources', '5', '--seed', '4', '--form', 'inside'),
    ('bc', *PEOPLE_OPTIONS, '--weighted'),
    ('bc', 'numbers.txt', '--weighted', '--undirected', '--sources', '9', '--counts'),
    ('bc', 'lengths.wel', '--weighted', '--endpoints'),
    ('bc', *KRONECKER, '--error', '0.05'),
    ('bc', *PEOPLE_OPTIONS, '--error=0.02', '--certain-top=2', '--confidence=0.8', '--seed', '7'),
    ('bc', *PEOPLE_OPTIONS, '--certain-top=1'),
    ('closeness', 'numbers.txt'), ('closeness', *PEOPLE_OPTIONS, '--harmonic', '--top', '3'),
    ('closeness', *PEOPLE_OPTIONS, '--weighted', '--source', 'Grace', '--source', 'Barbara'),
    ('closeness', *KRONECKER, '--sources', '70', '--seed', '2'),
    ('closeness', '--grid', '6', '--sources', '3', '--trials', '2'),
    ('eigenvector', 'numbers.txt', '--weighted', '--tolerance', '1e-9'),
    ('eigenvector', 'undirected.mtx', '--max-iterations', '4'),
    ('katz', *PEOPLE_OPTIONS, '--weighted', '--alpha', '0.03', '--tolerance', '1e-10'),
    ('katz', *KRONECKER, '--max-iterations', '3'),
    ('hits', 'fractions.wel', '--weighted'),
    ('hits', 'numbers.txt', '--tolerance', '1e-8', '--max-iterations', '500'),
]
# Tables of whole results: a kernel for each extension of the file.
TABLES = [
    (('components', *PEOPLE_OPTIONS), 'result.csv'),
    (('sssp', *PEOPLE_OPTIONS, '--source', 'Edsger'), 'result.tsv'),
    (('sssp', 'numbers.txt', '--source', '0', '--check'), 'result.json'),
    (('sssp', 'fractions.wel', '--source', '0', '--check'), 'result.csv'),
    (('sssp', 'undirected.mtx', '--source', '6'), 'result.npy'),
    (('kcore', *PEOPLE_OPTIONS), 'result.json'),
    (('independent-set', *PEOPLE_OPTIONS), 'result.csv'),
    (('colouring', '--kronecker', '16', '--edge-factor', '2'), 'result.npy'),
    (('triangles', *PEOPLE_OPTIONS), 'result.npy'),
    (('components', 'numbers.txt', '--strong'), 'result.csv.gz'),
    # The table has more rows than a rank formats at a time.
    (('components', '--kronecker', '16', '--edge-factor', '2'), 'result.csv.gz'),
    (('components', '--kronecker', '16', '--edge-factor', '2', '--strong'), 'result.tsv'),
    (('kcore', '--kronecker', '16', '--edge-factor', '2'), 'result.json'),
    (('triangles', '--kronecker', '16', '--edge-factor', '2'), 'result.npy'),
    (('components', *PEOPLE_OPTIONS), 'result.npy'),
    (('closeness', *PEOPLE_OPTIONS), 'result.csv'), (('matching', *PEOPLE_OPTIONS), 'result.csv'),
    # The scores of hits on a star have few digits and are exact.
    (('hits', 'star.txt'), 'result.csv'),
]
PLOTS = [('kcore', 'numbers.txt'), ('colouring', 'numbers.txt'), ('components', *PEOPLE_OPTIONS), ('hits', 'star.txt')]
# Commands that are refused on ranks, and a part of the error message.
REFUSED = [
    (('bfs', 'numbers.txt', '--locality'), '--locality: each rank already has its part of the graph in its own memory; remove it'),
    (('bfs', 'numbers.txt', '--workers', '0'), '--workers: "0": must be a whole number from 1'),
    (('matching', 'numbers.txt', '--maximum'), '--maximum is not available on several ranks; start without mpirun'),
    (('bc', 'numbers.txt', '--weighted', '--error=0.1'), '--error is not available with --weighted; remove one of them'),
    (('bc', 'numbers.txt', '--certain-top=2', '--counts'), '--certain-top is not available with --counts; remove one of them'),
    (('bc', 'zeros.wel', '--weighted'), 'requires weights above 0 that lengthen a path; an edge has weight 0 at distance 2'),
    (('bc', 'undirected.mtx', '--weighted'), '--weighted: undirected.mtx has no edge weights'),
    (('bc', 'numbers.txt', '--form', 'nested'), '--form nested is not available on several ranks, only inside is; start without mpirun'),
    (('sssp', 'far.wel', '--source', '0', '--path-to', '2', '--paths', '3'), 'shortest paths require lengths below'),
    (('sssp', 'numbers.txt', '--paths', '2'), '--paths requires --path-to, the vertex at the end of the paths'),
    (('pagerank', 'numbers.txt', '--compare', 'openmp'), '--compare: compares the loops of one process; start without mpirun'),
    (('kcore', 'numbers.txt', '--grain', '4'), '--grain: divides loops among the workers of a process'),
    (('kcore', 'numbers.txt', '--distributor', 'shared'), '--distributor: divides loops'),
    (('kcore', 'numbers.txt', '--levels', 'core'), '--levels: divides loops'),
    (('components', 'undirected.mtx', '--threshold', '1'), '--threshold: undirected.mtx has no edge weights'),
    (('katz', *KRONECKER, '--alpha', '9'), 'is too large for this graph: the sum over all walks diverges'),
    (('hits', 'undirected.mtx', '--weighted'), '--weighted: undirected.mtx has no edge weights'),
    (('pagerank', 'numbers.txt', '--order', 'in-place'), '--order in-place is not available on several ranks'),
    (('bfs', '-'), 'standard input: only one process can read it'),
    (('bfs', *PEOPLE_OPTIONS, '--source', 'Alan'), '--source Alan: people.csv does not contain this vertex'),
    (('bfs', 'people.csv', '--from', 'author'), 'author'),
    (('bfs', 'nothing.txt'), 'nothing.txt'),
    (('bfs', 'wrong.txt'), "wrong.txt:602: 'x' is not a vertex id"),
    (('bfs', 'parts', '--check'), '--check reads the graph again in a single process'),
]
# These options concern the loops within a process, or comparisons between runtimes. A command above
# needs to use each of them with one kernel only.
OF_ONE_PROCESS = {'--workers', '--grain', '--distributor', '--levels', '--locality', '--compare'}
# Commands that are not available on ranks: the first rank runs them.
ON_FIRST_RANK = [('communities', 'numbers.txt', '--seed', '1'), ('spanning-forest', *PEOPLE_OPTIONS)]


def run(arguments, ranks):
    command = [MPIRUN, str(ranks), ARCAS] if ranks else [ARCAS]
    return subprocess.run([*command, *arguments], check=False, capture_output=True, text=True, timeout=PATIENCE,
                          stdin=subprocess.DEVNULL)


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
    """A command above uses each option of each kernel; for an option of all kernels a command of
    any kernel is enough."""
    options = {kernel: options_of(kernel) for kernel in KERNELS}
    shared = set.intersection(*options.values()) | {'--plot'}
    tried = {(command[0], word.split('=')[0])
             for command in (*EXACT, *ROUNDED, *PLOTS, *(command for command, _ in (*TABLES, *REFUSED)))
             for word in command if word.startswith('--')}
    # answer(), check_files() and check_estimates() add these options to commands.
    tried |= {('bfs', option) for option in ('--json', '--check', '--output', '--plot', '--estimate')}
    names = {option for _, option in tried}
    lacking = sorted((kernel, option) for kernel in KERNELS for option in options[kernel]
                     if (option not in names if option in shared | OF_ONE_PROCESS else (kernel, option) not in tried))
    if lacking:
        sys.exit(f'options that no command above has: {lacking}')


def near(a, b):
    if isinstance(a, dict) and isinstance(b, dict):
        return list(a) == list(b) and all(near(a[key], b[key]) for key in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(near(x, y) for x, y in zip(a, b))
    if isinstance(a, float) or isinstance(b, float):
        return math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-12)
    return a == b


def require_alike(what, ranks, alone, spread, same=lambda a, b: a == b):
    if not same(alone, spread):
        sys.exit(f'{" ".join(what)}: alone {alone}, on {ranks} ranks {spread}')


def for_each(items, check):
    """check(item, ranks) for each item, alternately on 2 and on 3 ranks; several at once."""
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
              ('colouring', 'numbers.txt')), check)
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


def check_words():
    """Checks at most two commands of each kernel, since mpirun takes most of the time."""
    def check(command, ranks):
        # A score that is printed may differ in its last digit.
        words = [[re.sub(r'\d+\.\d+(e-?\d+)?', '0.0', line) for line in words_of((*command, '--check'), n)]
                 for n in (0, ranks)]
        require_alike((*command, 'as text'), ranks, *words)

    for_each([command for kernel in KERNELS
              for command in [c for c in (*EXACT, *ROUNDED) if c[0] == kernel][:2]], check)


def contents_of(command, option, name, ranks):
    with tempfile.TemporaryDirectory(dir='.') as folder:
        file = pathlib.Path(folder) / name
        output_of([*command, option, file], ranks)
        # Each rank compresses its own part, so the compressed bytes differ.
        return gzip.decompress(file.read_bytes()) if name.endswith('.gz') else file.read_bytes()


def check_files():
    for_each([(command, '--output', name) for command, name in TABLES] +
             [(command, '--plot', 'plot.svg') for command in PLOTS], lambda result, ranks:
             require_alike((*result[0], result[2]), ranks, contents_of(*result, 0), contents_of(*result, ranks)))
    command = ('components', *PEOPLE_OPTIONS, '--output', '-')
    require_alike(command, 2, output_of(command, 0), output_of(command, 2))


def check_refusals():
    def check(refused, ranks):
        command, sentence = refused
        done = run(command, ranks)
        said = [line for line in done.stderr.splitlines() if line.startswith('arcas: ')]
        # A note that weights are ignored may come before the error.
        if done.returncode not in (1, 2) or not said or sentence not in said[-1]:
            sys.exit(f'{command} ended with {done.returncode} and said {done.stderr}')

    for_each(REFUSED, check)


def check_parents_along_edges_of_no_weight():
    """Ranks may take another of several shortest paths, so --check decides."""
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
        alone, spread = (json.loads(output_of(['sssp', file, '--source', '0', '--json'], ranks))
                         for file, ranks in (('numbers.txt', 0), (path, 3)))
        require_alike((path,), 3, alone['result'], spread['result'])
    os.mkdir('others')
    done = run(('bfs', 'others'), 2)
    if done.returncode != 1 or 'others: is a directory without files part-*' not in done.stderr:
        sys.exit(f'a folder without parts: {done.returncode} {done.stderr}')


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for name, text in (('people.csv', PEOPLE), ('numbers.txt', NUMBERS), ('undirected.mtx', UNDIRECTED),
                           ('fractions.wel', '0 1 0.5\n1 2 1.5\n0 3 0.1\n3 2 1.9\n3 3 0\n'),
                           ('far.wel', '0 1 1.5\n1 2 1\n0 3 1e308\n3 1 1.5e308\n'),
                           ('lengths.wel', '0 1 0.5\n1 2 1.5\n0 3 0.1\n3 2 1.9\n2 0 0.25\n4 4 1\n'),
                           ('negative.wel', '1 2 -3\n2 3 1\n'),
                           ('zeros.wel', '0 4 2\n4 3 0\n3 4 0\n3 2 0\n2 1 0\n1 3 0\n1 4 0\n'),
                           ('hub_of_zeros.wel', ''.join(f'0 {v} 0\n{v} 0 0\n{v} {(v + 7) % 200} 0\n'
                                                        for v in range(1, 200))),
                           ('star.txt', '0 1\n0 2\n0 3\n0 4\n'),
                           ('stated.txt', '# Undirected graph\n1 2\n2 3\n3 3\n4 3\n3 4\n'),
                           ('bad.csv', 'von;nach;km\n' + ''.join(f'{i};{i * 7 % 50};{i % 5},5\n' if i % 9 else f'{i};;1\n'
                                                                for i in range(300))),
                           ('padded.txt', '007 8\n7 9\n'), ('words.csv', 'one,other\nann,bo\nbo,cy\n'),
                           ('table.tsv', 'a\tb\tnote\tcost\n4\t70\tx\t3\n70\t9\ty\t2\n4\t9\t\t8\n')):
            pathlib.Path(name).write_text(text, encoding='utf-8')
        for source, name in (('numbers.txt', 'numbers.sg'), ('numbers.txt', 'numbers.wsg'),
                             ('undirected.mtx', 'undirected.sg'), ('numbers.txt', 'packed.txt.zst'),
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
        check_refusals()
        os.chdir('/')


main()
