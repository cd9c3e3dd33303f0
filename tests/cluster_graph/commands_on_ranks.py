# SPDX-License-Identifier: Apache-2.0
"""The commands that mpi_same_answers_alone.py runs, and the files of their graphs."""

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
# Ids from 2^41 on.
FAR = [(i % 40 + 1 << 41, (i * i % 37 + 2 << 57) + i % 3, i % 9 + 1) for i in range(200)]
UNDIRECTED = '%%MatrixMarket matrix coordinate pattern symmetric\n6 6 7\n2 1\n3 1\n3 2\n4 3\n5 5\n6 4\n6 5\n'
KRONECKER = ('--kronecker', '7', '--edge-factor', '4')

KERNELS = ('bfs', 'sssp', 'components', 'triangles', 'kcore', 'ktruss', 'pagerank', 'bc', 'eigenvector', 'katz', 'hits', 'independent-set', 'colouring', 'closeness', 'matching',
           'diameter', 'topological-order', 'walks', 'conductance', 'communities', 'spanning-forest', 'similarity')
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
    ('ktruss', 'numbers.txt', '--top', '2'), ('ktruss', *PEOPLE_OPTIONS, '--trials', '2'), ('ktruss', *KRONECKER), ('ktruss', 'undirected.mtx'),
    ('independent-set', 'numbers.txt'), ('independent-set', *PEOPLE_OPTIONS, '--seed', '5', '--trials', '2'),
    ('colouring', 'numbers.txt', '--top', '3'), ('colouring', *KRONECKER, '--seed', '9'), ('colouring', 'undirected.sg'),
    ('matching', 'numbers.txt', '--weighted'), ('matching', *PEOPLE_OPTIONS, '--seed', '4'), ('matching', *KRONECKER),
    ('diameter', 'numbers.txt', '--trials', '2'), ('diameter', *PEOPLE_OPTIONS, '--eccentricities', '--top', '2'),
    ('diameter', *KRONECKER), ('diameter', '--grid', '6'), ('topological-order', *PEOPLE_OPTIONS),
    ('topological-order', 'tasks.txt', '--top', '4'), ('topological-order', 'numbers.txt'),
    ('walks', 'numbers.txt', '--steps', '9', '--per-vertex', '2', '--seed', '3'),
    ('walks', *PEOPLE_OPTIONS, '--weighted', '--p', '0.5', '--q', '2', '--source', 'Grace', '--source', 'Edsger'),
    ('walks', *KRONECKER, '--sources', '7', '--p', '2', '--q', '0.3', '--top', '3'),
    ('conductance', *PEOPLE_OPTIONS, '--vertex', 'Ada', '--vertex', 'Grace', '--weighted'),
    ('conductance', 'numbers.txt', '--vertices', 'group.txt'), ('conductance', *PEOPLE_OPTIONS, '--vertices', 'women.txt'),
    # On graphs this small all searches find the same communities.
    ('communities', 'star.txt', '--seed', '2'), ('communities', 'undirected.mtx', '--method', 'louvain', '--top', '1'),
    ('communities', 'undirected.mtx', '--quality', 'cpm', '--resolution', '0.3'), ('communities', 'fractions.wel', '--weighted', '--iterations', '3'),
    ('communities', 'star.txt', '--method', 'label-propagation'),
    ('spanning-forest', 'numbers.txt'), ('spanning-forest', *PEOPLE_OPTIONS, '--trials', '2'), ('spanning-forest', *KRONECKER, '--seed', '3'),
    ('spanning-forest', 'fractions.wel'), ('spanning-forest', 'negative.wel'), ('spanning-forest', 'undirected.mtx'),
    ('similarity', 'numbers.txt'), ('similarity', *PEOPLE_OPTIONS, '--measure', 'adamic-adar', '--best', '2', '--trials', '2'),
    ('similarity', *KRONECKER, '--seed', '4', '--adjacent', '--measure', 'common', '--top', '5'),
    ('similarity', *PEOPLE_OPTIONS, '--pair', 'Ada', 'Grace', '--pair', 'Edsger', 'Zoë "Z"', '--pairs', 'pairs.txt'),
    ('similarity', 'numbers.txt', '--pairs', 'pairs_of_numbers.csv', '--measure', 'adamic-adar'),
    ('sssp', 'numbers.wsg', '--source', '0'),
    ('components', 'numbers.sg', '--strong'),
    ('components', 'far.txt', '--top', '3'), ('kcore', 'far.sg'), ('bfs', 'far.sg', '--source', str(FAR[0][0])),
    ('sssp', 'far.csv', '--weight', 'w', '--source', str(FAR[5][0]), '--path-to', str(FAR[5][1])),
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
    (('diameter', *PEOPLE_OPTIONS), 'result.csv'), (('topological-order', 'tasks.txt'), 'result.npy'),
    (('topological-order', 'numbers.txt'), 'result.json'), (('conductance', *PEOPLE_OPTIONS, '--vertex', 'Ada'), 'result.csv'),
    (('walks', *PEOPLE_OPTIONS, '--steps', '5'), 'result.csv'), (('walks', *PEOPLE_OPTIONS, '--steps', '5'), 'result.npy'),
    (('walks', 'numbers.txt', '--per-vertex', '3'), 'result.json'),
    (('communities', 'undirected.mtx'), 'result.csv'),
    (('components', 'far.txt'), 'result.json'), (('matching', 'far.sg'), 'result.csv'),
    (('sssp', 'far.csv', '--weight', 'w', '--source', str(FAR[0][0])), 'result.tsv'),
    (('ktruss', *PEOPLE_OPTIONS), 'result.csv'), (('ktruss', '--kronecker', '13', '--edge-factor', '4', '--check'), 'result.npy'),
    (('spanning-forest', *PEOPLE_OPTIONS), 'result.csv'), (('spanning-forest', 'fractions.wel', '--check'), 'result.json'),
    (('similarity', *PEOPLE_OPTIONS), 'result.csv'), (('similarity', 'numbers.txt', '--check'), 'result.npy'),
    # The table has more rows than are asked for at a time.
    (('similarity', '--kronecker', '13', '--edge-factor', '4', '--best', '20'), 'result.csv.gz'),
    (('similarity', 'numbers.txt', '--pairs', 'pairs_of_numbers.csv', '--check'), 'result.json'),
    # The scores of hits on a star have few digits and are exact.
    (('hits', 'star.txt'), 'result.csv'),
]
PLOTS = [('kcore', 'numbers.txt'), ('ktruss', 'numbers.txt'), ('colouring', 'numbers.txt'), ('components', *PEOPLE_OPTIONS), ('hits', 'star.txt')]
# Commands that write a graph, and their files, which must be equal byte by byte to those that one
# process writes.
GRAPHS = [
    (('convert', 'numbers.txt'), 'out.wsg'), (('convert', 'numbers.txt', '--weights', 'drop'), 'out.csv.zst'),
    (('convert', *PEOPLE_OPTIONS), 'out.txt'), (('convert', *PEOPLE_OPTIONS, '--undirected'), 'out.sg.gz'),
    (('convert', *PEOPLE_OPTIONS), 'out.graphml'), (('convert', 'table.tsv', '--text-ids', '--format', '.csv'), 'out.tsv'),
    (('convert', 'undirected.mtx', '--weights', 'random', '--seed', '4'), 'out.gr'), (('convert', 'undirected.mtx', '--simple'), 'out.graph'),
    (('convert', 'numbers.wsg', '--weights', 'real'), 'out.mtx'), (('convert', 'fractions.wel'), 'out.wel.zst'),
    (('convert', 'stated.txt', '--directed'), 'out.el'), (('convert', 'bad.csv', '--decimal', ',', '--skip-bad-rows'), 'out.txt'),
    (('convert', 'parts'), 'out.sg'), (('convert', 'packed.txt.gz', '--most-unpacked', '1'), 'out.csv'),
    (('generate', *KRONECKER, '--seed', '3'), 'out.sg'), (('generate', '--kronecker', '14', '--weights'), 'out.wel.zst'),
    (('generate', '--uniform', '7', '--weights'), 'out.wsg'), (('generate', '--uniform', '6', '--edge-factor', '3'), 'out.mtx'),
    (('generate', '--grid', '7', '--weights'), 'out.gr'), (('generate', '--grid', '6'), 'out.txt'),
    (('extract', 'numbers.txt', '--largest-component', '--strong'), 'out.txt'), (('extract', *PEOPLE_OPTIONS, '--largest-component'), 'out.csv'),
    (('extract', 'numbers.txt', '--core', '3'), 'out.wsg'), (('extract', 'undirected.mtx', '--core', '2'), 'out.graphml'),
    (('extract', *PEOPLE_OPTIONS, '--vertices', 'women.txt'), 'out.csv'), (('extract', 'numbers.txt', '--vertices', 'group.txt'), 'out.sg.zst'),
    (('extract', *PEOPLE_OPTIONS, '--vertices', 'women.txt', '--undirected'), 'out.sg'),
]
# Commands that print counts of a graph.
COUNTED = [('info', 'numbers.txt'), ('info', *PEOPLE_OPTIONS), ('info', 'undirected.mtx'), ('info', 'fractions.wel', '--undirected'),
           ('info', 'numbers.sg', '--simple'), ('info', 'stated.txt'), ('info', *KRONECKER), ('info', '--grid', '6'), ('info', 'parts')]
OF_GRAPHS = ('convert', 'generate', 'extract', 'info')
# Commands of the kinds in OF_GRAPHS that are refused on ranks, and the exit code if it is not 2.
GRAPHS_REFUSED = [
    (('convert', 'numbers.txt', 'refused/out.npz'), 'refused/out.npz: only one process can write an archive of SciPy; write .mtx, or start without mpirun'),
    (('convert', 'nothing.txt', '-'), 'standard output: only one process can write to it'),
    (('convert', '-', 'refused/out.sg'), 'standard input: only one process can read it'),
    (('convert', 'numbers.txt', 'refused/out.graph'), 'METIS has undirected graphs only'),
    (('convert', 'numbers.txt', 'refused/out.sg', '--grain', '4'), '--grain: divides loops among the workers of a process'),
    (('convert', 'wrong.txt', 'refused/out.sg'), "wrong.txt:602: 'x' is not a vertex id", 1),
    (('convert', 'numbers.txt', 'numbers.txt'), 'numbers.txt: is the graph itself; name another file'),
    (('convert', 'undirected.mtx', 'refused/out.txt', '--weights', 'real'), '--weights real: undirected.mtx has no edge weights; remove it'),
    (('generate', 'refused/out.wsg', *KRONECKER), 'this format requires weights'),
    (('extract', 'numbers.txt', 'refused/out.sg'), 'exactly one of --largest-component, --core K and --vertices LIST is required'),
    (('extract', 'numbers.txt', 'refused/out.txt', '--core', '90'), 'this format lists edges only, but the graph has none', 1),
    (('extract', 'wrong.txt', 'refused/out.sg', '--vertices', 'no list'), 'no list: cannot be read (No such file or directory)', 1),
    (('extract', 'numbers.txt', 'refused/out.sg', '--vertices', 'women.txt'), 'women.txt:1: numbers.txt does not contain vertex Ada; of London', 1),
]
# Commands that are refused on ranks, a part of the error message, and the exit code as above.
REFUSED = [
    (('bfs', 'numbers.txt', '--locality'), '--locality: each rank already has its part of the graph in its own memory; remove it'),
    (('bfs', 'numbers.txt', '--workers', '0'), '--workers: "0": must be a whole number from 1'),
    (('matching', 'numbers.txt', '--maximum'), '--maximum: is not available on several ranks; start without mpirun'),
    (('bc', 'numbers.txt', '--weighted', '--error=0.1'), '--error is not available with --weighted; remove one of them'),
    (('bc', 'numbers.txt', '--certain-top=2', '--counts'), '--certain-top is not available with --counts; remove one of them'),
    (('bc', 'zeros.wel', '--weighted'), 'requires weights above 0 that lengthen a path; an edge has weight 0 at distance 2', 1),
    (('bc', 'undirected.mtx', '--weighted'), '--weighted: undirected.mtx has no edge weights'),
    (('bc', 'numbers.txt', '--form', 'nested'), '--form nested is not available on several ranks, only inside is; start without mpirun'),
    (('sssp', 'far.wel', '--source', '0', '--path-to', '2', '--paths', '3'), 'shortest paths require lengths below', 1),
    (('sssp', 'numbers.txt', '--paths', '2'), '--paths requires --path-to'),
    (('pagerank', 'numbers.txt', '--compare', 'openmp'), '--compare: compares the loops of one process; start without mpirun'),
    (('kcore', 'numbers.txt', '--grain', '4'), '--grain: divides loops among the workers of a process'),
    (('kcore', 'numbers.txt', '--distributor', 'shared'), '--distributor: divides loops'),
    (('kcore', 'numbers.txt', '--levels', 'core'), '--levels: divides loops'),
    (('components', 'undirected.mtx', '--threshold', '1'), '--threshold: undirected.mtx has no edge weights'),
    (('katz', *KRONECKER, '--alpha', '9'), 'is too large for this graph: the sum over all walks diverges', 1),
    (('communities', 'negative.wel', '--weighted'), 'communities by weights require finite edge weights of at least 0', 1),
    (('hits', 'undirected.mtx', '--weighted'), '--weighted: undirected.mtx has no edge weights'),
    (('pagerank', 'numbers.txt', '--order', 'in-place'), '--order in-place is not available on several ranks'),
    (('conductance', 'numbers.txt'), 'exactly one of --vertices LIST and --vertex is required'),
    (('conductance', 'numbers.txt', '--vertices', 'people.csv'), 'does not contain vertex', 1),
    (('similarity', 'numbers.txt', '--pair', '0', '0'), '--pair: a pair requires two different vertices, not 0 twice'),
    (('similarity', 'numbers.txt', '--pairs', 'pairs.txt'), 'pairs.txt:2: numbers.txt does not contain vertex Grace', 1),
    (('walks', 'undirected.mtx', '--weighted'), '--weighted: undirected.mtx has no edge weights'),
    (('bfs', 'undirected.sg', '--directed'), '--directed: is for edge lists and tables, and undirected.sg is GAP arrays; remove it'),
    (('bfs', 'matrix.txt', '--directed'), 'matrix.txt: its format says that it is undirected; do not ask for another direction'),
    (('bfs', 'numbers.txt', '--source', '0', '--seed', '3'), '--seed requires --kronecker or --uniform or --grid or no --source'),
    (('kcore', 'numbers.txt', '--most-unpacked', '1'), '--most-unpacked: is for compressed files and pipes, and numbers.txt is neither; remove it'),
    (('bfs', 'numbers.txt', '--estimate', '--check'), '--estimate is not available with --check; remove one of them'),
    (('conductance', 'wrong.txt', '--vertices', 'no list'), 'no list: cannot be read (No such file or directory)', 1),
    (('bfs', '-'), 'standard input: only one process can read it'),
    (('bfs', *PEOPLE_OPTIONS, '--source', 'Alan'), '--source Alan: people.csv does not contain this vertex'),
    (('bfs', 'people.csv', '--from', 'author'), 'author'),
    (('bfs', 'nothing.txt'), 'nothing.txt', 1),
    (('bfs', 'wrong.txt'), "wrong.txt:602: 'x' is not a vertex id", 1),
]
# These options concern the loops within a process, or comparisons between runtimes. A command above
# needs to use each of them with one kernel only.
OF_ONE_PROCESS = {'--workers', '--grain', '--distributor', '--levels', '--locality', '--compare'}
# Commands that are not available on ranks: the first rank runs them.
ON_FIRST_RANK = [('biconnected', 'numbers.txt'), ('biconnected', *PEOPLE_OPTIONS)]
# The contents of the files in which commands above find their graphs.
FILES = [
    ('people.csv', PEOPLE), ('numbers.txt', NUMBERS), ('undirected.mtx', UNDIRECTED), ('matrix.txt', UNDIRECTED),
    ('fractions.wel', '0 1 0.5\n1 2 1.5\n0 3 0.1\n3 2 1.9\n3 3 0\n'),
    ('far.wel', '0 1 1.5\n1 2 1\n0 3 1e308\n3 1 1.5e308\n'),
    ('lengths.wel', '0 1 0.5\n1 2 1.5\n0 3 0.1\n3 2 1.9\n2 0 0.25\n4 4 1\n'),
    ('negative.wel', '1 2 -3\n2 3 1\n'),
    ('zeros.wel', '0 4 2\n4 3 0\n3 4 0\n3 2 0\n2 1 0\n1 3 0\n1 4 0\n'),
    ('hub_of_zeros.wel', ''.join(f'0 {v} 0\n{v} 0 0\n{v} {(v + 7) % 200} 0\n'
                                 for v in range(1, 200))),
    ('tasks.txt', '1 2\n1 3\n2 4\n3 4\n4 9\n7 9\n'), ('group.txt', '# some\n0\n5\n20\n5\n'), ('women.txt', 'Ada; of London\nGrace\n'),
    ('far.txt', ''.join(f'{u} {v} {w}\n' for u, v, w in FAR)),
    ('far.csv', 'u,v,w\n' + ''.join(f'{u},{v},{w}\n' for u, v, w in FAR)),
    ('pairs.txt', '# some\nGrace Barbara\n'), ('pairs_of_numbers.csv', '0,5\n20,15\n5,80\n0,5\n'),
    ('star.txt', '0 1\n0 2\n0 3\n0 4\n'),
    ('stated.txt', '# Undirected graph\n1 2\n2 3\n3 3\n4 3\n3 4\n'),
    ('bad.csv', 'von;nach;km\n' + ''.join(f'{i};{i * 7 % 50};{i % 5},5\n' if i % 9 else f'{i};;1\n'
                                                     for i in range(300))),
    ('padded.txt', '007 8\n7 9\n'), ('words.csv', 'one,other\nann,bo\nbo,cy\n'),
    ('table.tsv', 'a\tb\tnote\tcost\n4\t70\tx\t3\n70\t9\ty\t2\n4\t9\t\t8\n'),
]
