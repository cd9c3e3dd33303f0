# SPDX-License-Identifier: Apache-2.0
"""Ctrl-C, fork, processes, threads and interpreters: a library must not break the process that loads it."""
import os

import threading
import time

import numpy as np
import pytest

import arcas

# Makes a graph on which most kernels take tenths of a second, and repeats a kernel or a reader until Ctrl-C.
SETUP = """
import os, signal, sys, threading, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell makes background processes ignore the signal
import numpy as np
import arcas
draw = np.random.default_rng(1)
n, m = 1 << 16, 1 << 19
s, t = (n * draw.random(m)**3).astype(np.int64), (n * draw.random(m)**2).astype(np.int64)
d = arcas.DiGraph.from_edges(s, t, draw.integers(1, 100, m).astype(float), vertices=n)
u = d.to_undirected()
cells = np.arange(256 * 256)
right, down = cells[cells % 256 != 255], cells[:-256]
road = arcas.Graph.from_edges(np.r_[right, down], np.r_[right + 1, down + 256], draw.random(right.size + down.size) + .1)
dag = arcas.DiGraph.from_edges(np.minimum(s, t), np.maximum(s, t) + 1, vertices=n + 1)
sides = arcas.Graph.from_edges(s, t + n, vertices=2 * n)
labels = arcas.communities(u).labels
endless = dict(tolerance=0, max_iterations=10**6)

def latency(kernel):
    sent = []
    def press():
        sent.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)
    threading.Timer(0.1, press).start()
    try:
        while True:
            kernel()
    except KeyboardInterrupt:
        return time.perf_counter() - sent[0]

def show(**kernels):
    before = signal.getsignal(signal.SIGINT)
    for name, kernel in kernels.items():
        print(name, min(latency(kernel) for _ in range(2)))
    assert signal.getsignal(signal.SIGINT) is before is signal.default_int_handler
    assert arcas.bfs(u, 0).reached > 1
"""
INTERRUPTED = {
    "rankings": """pagerank=lambda: arcas.pagerank(d, **endless), jacobi=lambda: arcas.pagerank(d, order="jacobi", **endless),
        by_weights=lambda: arcas.pagerank(d, weighted=True, **endless),
        eigenvector=lambda: arcas.eigenvector_centrality(d, **endless), katz=lambda: arcas.katz_centrality(d, **endless),
        hits=lambda: arcas.hits(d, **endless), betweenness=lambda: arcas.betweenness(u),
        betweenness_by_weights=lambda: arcas.betweenness(u, weighted=True),
        sampled=lambda: arcas.sampled_betweenness(u, error=1e-4), closeness=lambda: arcas.closeness(d),
        closeness_by_weights=lambda: arcas.closeness(u, weighted=True), harmonic=lambda: arcas.harmonic(d),
        eccentricity=lambda: arcas.eccentricity(d)""",
    "searches": """bfs=lambda: arcas.bfs(road, 0), sssp=lambda: arcas.sssp(road, 0, parents=True),
        paths=lambda: arcas.shortest_paths(road, 0, 256 * 256 - 1, 300), diameter=lambda: arcas.diameter(road),
        eccentricities=lambda: arcas.diameter(u, eccentricities=True), order=lambda: arcas.topological_order(dag),
        walks=lambda: arcas.random_walks(u, np.arange(n), per_start=3, weighted=True, p=0.5)""",
    "groups": """components=lambda: arcas.components(u), strong=lambda: arcas.strong_components(d),
        leiden=lambda: arcas.communities(u, iterations=20), louvain=lambda: arcas.communities(u, method="louvain"),
        labels=lambda: arcas.communities(u, method="label_propagation"),
        quality=lambda: arcas.partition_quality(u, labels), conductances=lambda: arcas.conductances(u, labels),
        cores=lambda: arcas.core_numbers(u), triangles=lambda: arcas.triangles(u), count=lambda: arcas.count_triangles(u),
        trusses=lambda: arcas.truss_numbers(u), blocks=lambda: arcas.biconnected_components(u),
        similar=lambda: arcas.most_similar(u)""",
    "choices": """forest=lambda: arcas.spanning_forest(u), matching=lambda: arcas.matching(u),
        heaviest=lambda: arcas.matching(u, weighted=True), largest=lambda: arcas.bipartite_matching(sides),
        independent=lambda: arcas.independent_set(u), colouring=lambda: arcas.colouring(u)""",
    "graphs": """edges=lambda: arcas.Graph.from_edges(s, t), rows=lambda: arcas.Graph.from_csr(u.indptr, u.indices),
        directions=lambda: d.to_undirected(), part=lambda: u.subgraph(np.arange(0, n, 2)),
        reading=lambda: arcas.read_graph(sys.argv[1]), loop=lambda: arcas.parallel_for(0, 10**6, nothing)""",
    "pipes": """unpacking=lambda: arcas.read_graph(packed()), nobody_writes=lambda: arcas.read_graph(pipe("nobody.txt")),
        writer_stalls=lambda: arcas.read_graph(pipe("stalls.txt", b"1 2\\n")), nobody_reads=lambda: d.write(pipe("unread.txt")),
        reader_stalls=lambda: d.write(pipe("full.txt", b"1 2\\n"))""",
}
PIPES = """
def packed():
    path = sys.argv[2] + "/d.txt.gz"
    os.path.exists(path) or d.write(path)
    return path
def pipe(name, start=b"", writers={}):
    path = f"{sys.argv[2]}/{name}"
    os.path.exists(path) or os.mkfifo(path)
    if start and name not in writers:
        writers[name] = os.open(path, os.O_RDWR)
        os.write(writers[name], start)
    return path
"""
NOTHING = "import ctypes\nnothing = ctypes.CFUNCTYPE(None, ctypes.c_int64, ctypes.c_void_p)(lambda i, data: None)\n"


@pytest.mark.parametrize("kind", INTERRUPTED)
def test_ctrl_c_ends_every_kernel_and_reader_within_a_fifth_of_a_second(python, slashdot_path, kind, tmp_path):
    code = f"{SETUP}{PIPES}{NOTHING}sys.argv[1:] = [{str(slashdot_path)!r}, {str(tmp_path)!r}]\nshow({INTERRUPTED[kind]})"
    latencies = {name: float(seconds) for name, seconds in map(str.split, python(code, timeout=120).splitlines())}
    assert len(latencies) == INTERRUPTED[kind].count("lambda")
    assert {name: s for name, s in latencies.items() if s > 0.2} == {}


def test_a_handler_of_the_program_is_called_and_kept(python):
    code = SETUP + """
def handler(number, frame):
    raise RuntimeError("mine")
signal.signal(signal.SIGINT, handler)
threading.Timer(0.1, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    arcas.pagerank(d, **endless)
except RuntimeError as error:
    print(error, signal.getsignal(signal.SIGINT) is handler)
"""
    assert python(code) == "mine True"


def busy_graph():
    draw = np.random.default_rng(1)
    return arcas.DiGraph.from_edges(draw.integers(0, 20000, 300000), draw.integers(0, 20000, 300000))


def endless(g, **options):
    return arcas.pagerank(g, tolerance=0, max_iterations=10**7, **options)


def test_an_event_ends_a_call_in_another_thread():
    g, event, raised = busy_graph(), threading.Event(), []

    def call():
        try:
            endless(g, stop=event)
        except arcas.Interrupted as error:
            raised.append(error)

    thread = threading.Thread(target=call)
    thread.start()
    time.sleep(0.1)
    begin = time.perf_counter()
    event.set()
    thread.join(10)
    assert raised and time.perf_counter() - begin < 0.5
    with pytest.raises(TypeError, match=r"stop: 1 has no method is_set\(\); an object such as threading.Event is required"):
        endless(g, stop=1)


def test_python_runs_while_a_kernel_does():
    g, event = busy_graph(), threading.Event()
    counted = 0
    thread = threading.Thread(target=lambda: pytest.raises(arcas.Interrupted, endless, g, stop=event))
    thread.start()
    end = time.perf_counter() + 0.3
    while time.perf_counter() < end:
        counted += 1
    event.set()
    thread.join()
    assert counted > 10_000


def test_progress_is_reported_and_may_raise():
    g, told = busy_graph(), []

    def tell(done, total):
        told.append((done, total))
        if len(told) == 3:
            raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        endless(g, progress=tell)
    assert [done for done, _ in told] == sorted(done for done, _ in told) and told[-1][1] is None
    with pytest.raises(RuntimeError, match="enough"):
        told.clear()
        arcas.betweenness(g, progress=tell)
    assert told[-1][1] == g.vertices
    arcas.pagerank(g, progress=True)
    with pytest.raises(TypeError, match="progress: 3 is not callable"):
        arcas.pagerank(g, progress=3)


@pytest.mark.parametrize("kernel", [
    arcas.pagerank, arcas.hits, arcas.betweenness, arcas.closeness, arcas.components, arcas.core_numbers, arcas.diameter,
    lambda g, progress: arcas.sampled_betweenness(g, error=0.05, progress=progress),
    lambda g, progress: arcas.betweenness(g, weighted=True, progress=progress),
    lambda g, progress: arcas.betweenness(g, sources=[1, 2, 7], progress=progress),
    lambda g, progress: arcas.closeness(g, vertices=[1, 2, 7], weighted=True, progress=progress),
    lambda g, progress: arcas.sssp(g, 0, progress=progress)])
def test_the_last_call_of_progress_has_done_equal_to_total(kernel):
    draw = np.random.default_rng(3)
    g = arcas.Graph.from_edges(draw.integers(0, 300, 900), draw.integers(0, 300, 900), draw.random(900) + 1, vertices=305)
    told = []
    kernel(g, progress=lambda done, total: told.append((done, total)))
    done, total = told[-1]
    assert done == total >= 1 and [d for d, _ in told] == sorted(d for d, _ in told)


def test_the_total_of_progress_is_the_expected_one(tmp_path):
    ends, told = np.random.default_rng(2).integers(0, 256, (2, 1500)), []
    g = arcas.DiGraph.from_edges(*ends, vertices=256)

    def tell(done, total):
        told.append((done, total))

    arcas.betweenness(g, progress=tell)
    arcas.betweenness(g, sources=[5, 6], progress=tell)
    arcas.closeness(g, progress=tell)
    assert told[-1] == (256, 256) and (2, 2) in told
    found = arcas.pagerank(g, progress=tell)
    assert told[-1] == (found.iterations, found.iterations)
    g.write(tmp_path / "g.sg", progress=tell)
    told.clear()
    arcas.read_graph(tmp_path / "g.sg", progress=tell)
    assert told == [(1, 1)]
    told.clear()
    with pytest.raises(ValueError):
        arcas.pagerank(g, damping=2, progress=tell)
    assert told == []
    with pytest.raises(RuntimeError, match="at the end"):
        arcas.components(g, progress=lambda done, total: (_ for _ in ()).throw(RuntimeError("at the end")))


def test_several_threads_at_once():
    g = busy_graph()
    wanted = arcas.components(g).labels
    levels = arcas.bfs(g, 0).levels
    wrong = []

    def calls():
        for _ in range(20):
            if (arcas.components(g).labels != wanted).any() or (arcas.bfs(g, 0).levels != levels).any():
                wrong.append(threading.get_ident())

    threads = [threading.Thread(target=calls) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_the_child_of_a_fork_has_workers_of_its_own():
    g = busy_graph()
    wanted = arcas.bfs(g, 0).reached
    for _ in range(5):
        child = os.fork()
        if child == 0:
            os._exit(0 if arcas.bfs(g, 0).reached == wanted and arcas.pagerank(g).iterations > 0 else 1)
        assert os.waitpid(child, 0)[1] == 0
        assert arcas.bfs(g, 0).reached == wanted


@pytest.mark.parametrize("method", ["fork", "forkserver", "spawn"])
def test_multiprocessing(python, tmp_path, method):
    script = tmp_path / "pool.py"
    script.write_text(f"""
import multiprocessing
import arcas

def count(n):
    return arcas.count_triangles(arcas.Graph.from_edges([0, 1, 2] * n, [1, 2, 0] * n))

if __name__ == "__main__":
    assert count(1) == 1
    with multiprocessing.get_context({method!r}).Pool(2) as pool:
        print(pool.map(count, [1, 2, 3, 4]), count(1))
""")
    assert python(f"import runpy; runpy.run_path({str(script)!r}, run_name='__main__')" if method == "fork" else
                  f"import subprocess, sys; print(subprocess.run([sys.executable, {str(script)!r}], check=True, "
                  "capture_output=True, text=True).stdout)") == "[1, 1, 1, 1] 1"


@pytest.mark.parametrize("method", ["fork", "forkserver", "spawn"])
def test_a_graph_is_pickled_to_another_process(python, tmp_path, method):
    script = tmp_path / "hand.py"
    script.write_text(f"""
import multiprocessing
import networkx as nx
import arcas

if __name__ == "__main__":
    g = arcas.DiGraph(nx.DiGraph([("a", "b"), ("b", "c"), ("c", "a")]))
    with multiprocessing.get_context({method!r}).Pool(2) as pool:
        [found, search] = pool.map(arcas.strong_components, [g]), pool.apply(arcas.bfs, (g, 0))
    print(found[0].count, search.levels.tolist(), found[0] == arcas.strong_components(g))
""")
    assert python(f"import subprocess, sys; print(subprocess.run([sys.executable, {str(script)!r}], check=True, "
                  "capture_output=True, text=True).stdout)") == "1 [0, 1, 2] True"


def test_affinity_is_honoured(python):
    one = min(os.sched_getaffinity(0))
    code = f"import os; os.sched_setaffinity(0, [{one}]); import arcas; print(arcas.workers())"
    assert python(code) == "1"
    assert int(python("import arcas; print(arcas.workers())")) <= len(os.sched_getaffinity(0))


def test_limits_of_workers(python):
    code = "import arcas; n = arcas.workers(); arcas.limit_workers(1); one = arcas.workers(); arcas.limit_workers(None)\n"
    assert python(code + "print(one, arcas.workers() == n)") == "1 True"
    g = busy_graph()
    assert (arcas.components(g, workers=1).labels == arcas.components(g).labels).all()
    with pytest.raises(ValueError, match="workers: 0 is out of range; it must be between 1 and 4294967295, or None for all"):
        arcas.components(g, workers=0)
    with pytest.raises(ValueError, match="n: 0 is out of range"):
        arcas.limit_workers(0)


def test_a_sub_interpreter_is_refused_with_a_message(python):
    code = """
try:
    import _xxsubinterpreters as interpreters
except ImportError:
    import _interpreters as interpreters
import arcas
arcas.Graph
other = interpreters.create()
try:
    failed = interpreters.run_string(other, "import arcas; arcas.Graph")
except Exception as error:
    failed = error
print(failed)
"""
    refused = python(code)
    assert "sub-interpreter" in refused or "subinterpreter" in refused


def test_python_ends_while_daemon_threads_wait_for_kernels(python):
    code = """
import threading, numpy as np, arcas
g = arcas.DiGraph.from_edges(np.arange(100000), (np.arange(100000) * 7) % 100000)
for _ in range(4):
    threading.Thread(target=lambda: arcas.pagerank(g, tolerance=0, max_iterations=10**9), daemon=True).start()
import atexit, time
atexit.register(lambda: print(arcas.bfs(g, 0).levels[0]))
time.sleep(0.1)
"""
    for _ in range(5):
        assert python(code, timeout=20) == "0"
