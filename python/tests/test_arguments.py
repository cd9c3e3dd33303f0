# SPDX-License-Identifier: Apache-2.0
"""Which arguments and weights are refused, and with which message? Which results are equal?"""
import copy
import os
import pickle
import threading

import networkx as nx
import numpy as np
import pytest

import arcas

# The edges, with weights in parentheses: 0 – 1 (1), 1 – 2 (2), 0 – 2 (4).
EDGES = [0, 1, 0], [1, 2, 2], [1.0, 2.0, 4.0]
u, d = arcas.Graph.from_edges(*EDGES), arcas.DiGraph.from_edges(*EDGES)
MOST = 2**32 - 1
HIDDEN = np.ma.masked_array([0, 1, 2], [False, True, False])


@pytest.mark.parametrize("call, name, value, bounds", [
    (lambda x: arcas.pagerank(d, max_iterations=x), "max_iterations", -1, (1, MOST)),
    (lambda x: arcas.pagerank(d, max_iterations=x), "max_iterations", 0, (1, MOST)),
    (lambda x: arcas.katz_centrality(d, max_iterations=x), "max_iterations", 2**40, (1, MOST)),
    (lambda x: arcas.hits(d, max_iterations=x), "max_iterations", -1, (1, MOST)),
    (lambda x: arcas.random_walks(d, [0], steps=x), "steps", -1, (0, MOST)),
    (lambda x: arcas.random_walks(d, [0], per_start=x), "per_start", -1, (0, MOST)),
    (lambda x: arcas.random_walks(d, [0], seed=x), "seed", -1, (0, 2**64 - 1)),
    (lambda x: arcas.communities(u, seed=x), "seed", 2**64, (0, 2**64 - 1)),
    (lambda x: arcas.communities(u, iterations=x), "iterations", -1, (0, MOST)),
    (lambda x: arcas.matching(u, seed=x), "seed", -1, (0, 2**64 - 1)),
    (lambda x: arcas.independent_set(u, seed=x), "seed", -1, (0, 2**64 - 1)),
    (lambda x: arcas.colouring(u, seed=x), "seed", -1, (0, 2**64 - 1)),
    (lambda x: arcas.sampled_betweenness(d, seed=x), "seed", -1, (0, 2**64 - 1)),
    (lambda x: arcas.sampled_betweenness(d, certain_top=x), "certain_top", -1, (0, 2**63 - 1)),
    (lambda x: arcas.shortest_paths(d, 0, 2, x), "count", -1, (0, 2**63 - 1)),
    (lambda x: arcas.bfs(d, 0, workers=x), "workers", 2**40, (1, MOST)),
    (lambda x: arcas.bfs(d, 0, workers=x), "workers", 0, (1, MOST)),
    (lambda x: u.write(os.devnull, workers=x), "workers", -1, (1, MOST)),
    (lambda x: arcas.limit_workers(x), "n", 2**32, (1, MOST)),
    (lambda x: arcas.Graph.from_edges([0], [1], vertices=x), "vertices", -2, (0, 2**31)),
    (lambda x: arcas.parallel_for(0, x, 1), "last", 2**63, (-2**63, 2**63 - 1)),
    (lambda x: arcas.parallel_for(0, 0, 1, grain=x), "grain", -1, (0, 2**63 - 1)),
    (lambda x: arcas.parallel_for(0, 0, x), "function", -1, (0, 2**64 - 1)),
])
def test_a_number_out_of_range_is_named_with_its_range(call, name, value, bounds):
    with pytest.raises(ValueError) as refused:
        call(value)
    assert str(refused.value).startswith(f"{name}: {value} is out of range; it must be between {bounds[0]} and {bounds[1]}")
    if name != "function":
        with pytest.raises(TypeError) as refused:
            call(2.5)
        sentence = f"{name}: 2.5 is not a whole number; it must be one between {bounds[0]} and {bounds[1]}"
        assert str(refused.value).startswith(sentence)


@pytest.mark.parametrize("call, sentence", [
    (lambda: arcas.pagerank(d, damping="0.5"), "damping: '0.5' is not a number, or is beyond the range of a float; a number is required"),
    (lambda: arcas.pagerank(d, tolerance=None), "tolerance: None is not a number, or is beyond the range of a float; a number is required"),
    (lambda: arcas.sssp(d, 0.5), "source: 0.5 is not a vertex; a whole number is required; graph.index(name) returns the vertex of "
                                 "a name"),
    (lambda: arcas.sssp(d, 0, delta=[]), "delta: [] is not a number, or is beyond the range of a float; a number is required"),
    (lambda: arcas.communities(u, resolution=10**400), f"resolution: {10**400} is not a number, or is beyond the range of a float; a number is required"),
    (lambda: arcas.pagerank(d, weighted="no"), "weighted: 'no' is not allowed; it must be True or False"),
    (lambda: arcas.sssp(d, 0, parents=1), "parents: 1 is not allowed; it must be True or False"),
    (lambda: arcas.Graph.from_edges([0], [1], drop_duplicates=None),
     "drop_duplicates: None is not allowed; it must be True or False"),
    (lambda: arcas.read_graph(3), "path: 3 is not a path; a str, bytes or os.PathLike is required"),
    (lambda: arcas.read_graph(os.devnull, source=1), "source: 1 is not a str; a str is required"),
    (lambda: arcas.read_graph(os.devnull, directed="yes"), "directed: 'yes' is not allowed; it must be True or False"),
])
def test_an_argument_of_another_type_is_named(call, sentence):
    with pytest.raises(TypeError) as refused:
        call()
    assert str(refused.value) == sentence


def test_numbers_of_numpy_are_numbers():
    found = arcas.pagerank(d, damping=np.float32(0.5), max_iterations=np.int8(3), weighted=np.True_, workers=np.uint64(1))
    assert found.iterations <= 3
    with pytest.raises(ValueError, match="personalization has 2 dimensions; one is required"):
        arcas.pagerank(d, personalization=[[1, 2, 3]])
    with pytest.raises(ValueError, match="labels: whole numbers from 0 are required, in one dimension"):
        arcas.partition_quality(u, [[0, 0, 0]])


def test_paths_are_bytes_too(tmp_path):
    path = os.fsencode(tmp_path) + b"/g\xff.sg"  # not UTF-8
    d.write(path)
    assert arcas.read_graph(path).edges == arcas.Graph.read(os.fsdecode(path)).edges == 3


KERNELS = {
    "pagerank": lambda g: arcas.pagerank(g, weighted=True),
    "eigenvector_centrality": lambda g: arcas.eigenvector_centrality(g, weighted=True),
    "katz_centrality": lambda g: arcas.katz_centrality(g, weighted=True),
    "hits": lambda g: arcas.hits(g, weighted=True),
    "betweenness": lambda g: arcas.betweenness(g, weighted=True),
    "closeness": lambda g: arcas.closeness(g, weighted=True),
    "harmonic": lambda g: arcas.harmonic(g, weighted=True),
    "eccentricity": lambda g: arcas.eccentricity(g, weighted=True),
    "sssp": lambda g: arcas.sssp(g, 0),
    "shortest_paths": lambda g: arcas.shortest_paths(g, 0, 3),
    "random_walks": lambda g: arcas.random_walks(g, [0], weighted=True),
    "communities": lambda g: arcas.communities(g, weighted=True),
    "partition_quality": lambda g: arcas.partition_quality(g, [0] * 5, weighted=True),
    "conductances": lambda g: arcas.conductances(g, [0] * 5, weighted=True),
    "spanning_forest": arcas.spanning_forest,
    "matching": lambda g: arcas.matching(g, weighted=True),
}
ANY_SIGN, ABOVE_ZERO = {"spanning_forest", "matching"}, {"betweenness"}


@pytest.mark.parametrize("kind", [np.float32, np.float64])
@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("wrong", [np.nan, np.inf, -np.inf, -1, 0])
def test_an_error_for_a_weight_out_of_range_names_the_edge(kernel, wrong, kind):
    g = arcas.Graph.from_edges([0, 1, 4, 2], [1, 2, 2, 3], np.array([1, wrong, wrong, 1], kind))
    rule = ("finite weights are required" if kernel in ANY_SIGN else
            "finite weights above 0 are required" if kernel in ABOVE_ZERO else "finite weights of 0 or more are required")
    if np.isfinite(wrong) and (kernel in ANY_SIGN or (wrong == 0 and kernel not in ABOVE_ZERO)):
        KERNELS[kernel](g)
        return
    for _ in range(2):  # the second call uses the range of weights that the first one stored
        with pytest.raises(ValueError) as refused:
            KERNELS[kernel](g)
        assert str(refused.value) == f"{kernel}: the edge 1 – 2 has the weight {kind(wrong)}; {rule}"


def test_weights_that_do_not_count_may_be_nan():
    g = arcas.Graph.from_edges([0, 1], [1, 2], [np.nan, 1.0])
    for kernel in (arcas.pagerank, arcas.betweenness, arcas.closeness, arcas.communities, arcas.matching, arcas.components):
        kernel(g)
    assert arcas.bfs(g, 0).levels.tolist() == [0, 1, 2]


def test_an_error_names_the_ends_of_an_edge():
    import pandas as pd

    table = pd.DataFrame({"source": ["ann", "bo"], "target": ["bo", "cy"], "weight": [1.5, np.nan]})
    with pytest.raises(ValueError, match="sssp: the edge 'bo' → 'cy' has the weight nan; finite weights of 0 or more are"):
        arcas.sssp(arcas.DiGraph(table), 0)
    with pytest.raises(ValueError, match="sssp: the edge 1 – 2 has the weight -3; finite weights of 0 or more are"):
        arcas.sssp(arcas.Graph.from_edges([0, 1], [1, 2], np.array([1, -3])), 0)


def results():
    return {"Scores": arcas.pagerank(d, order="jacobi", workers=1), "Hubs": arcas.hits(d, workers=1),
            "Search": arcas.bfs(d, 0), "Distances": arcas.sssp(d, 0), "Path": arcas.shortest_paths(d, 0, 2)[0],
            "Diameter": arcas.diameter(u, eccentricities=True), "Labels": arcas.components(u), "Triangles": arcas.triangles(u), "Edges": arcas.spanning_forest(u),
            "Blocks": arcas.biconnected_components(u), "Order": arcas.topological_order(d), "Mates": arcas.matching(u)}


def test_results_are_equal_if_all_but_their_seconds_are_equal():
    first, second = results(), results()
    for kind, result in first.items():
        assert type(result).__name__ == kind
        assert result == second[kind] and not result != second[kind], kind
        assert result == copy.copy(result) == copy.deepcopy(result) == pickle.loads(pickle.dumps(result))
        assert [other for other, value in second.items() if value == result] == [kind]
        assert result != 3 and result is not None
        with pytest.raises(TypeError, match="unhashable"):
            hash(result)
    other = arcas.DiGraph.from_edges([0, 1, 2], [1, 2, 0], [1.5, 2.0, 5.0])
    assert arcas.sssp(other, 0) != first["Distances"] and arcas.pagerank(other) != first["Scores"]
    assert arcas.sssp(d, 0, parents=True) != first["Distances"]


def test_labels_are_checked_before_they_are_narrowed():
    for call in (arcas.conductances, arcas.partition_quality):
        for wrong in (2**32, 3, 2**63):
            with pytest.raises(ValueError, match=f"label {wrong} is out of range; labels must be below the number of vertices, 3"):
                call(u, np.array([0, 0, wrong], np.uint64))


def test_vertices_and_ends_are_checked_before_they_are_narrowed():
    for wrong in (2**32, 2**31, 3):
        for call in (lambda v: arcas.bfs(u, v), lambda v: arcas.closeness(u, vertices=[v]), lambda v: u.subgraph([0, v]),
                     lambda v: arcas.random_walks(u, [v]), lambda v: arcas.betweenness(u, sources=[v])):
            with pytest.raises(ValueError, match=f"{wrong} is not a vertex"):
                call(wrong)
        for validate in (True, False):
            with pytest.raises(ValueError, match=rf"targets\[1\] is {wrong}; there are 3 vertices"):
                arcas.Graph.from_edges([0, 1], [1, wrong], vertices=3, validate=validate)
    with pytest.raises(TypeError, match="personalization: real numbers are required, not complex128"):
        arcas.pagerank(u, personalization=[1j, 0, 0])


def test_ends_that_change_while_a_graph_is_made_are_refused_or_used_as_they_were_read():
    ends = np.zeros(200_000, np.int64)
    other = np.ones_like(ends)
    stop = threading.Event()

    def spoil():
        while not stop.is_set():
            ends[::7] = 2**40
            ends[::7] = 0

    thread = threading.Thread(target=spoil)
    thread.start()
    try:
        for _ in range(30):
            try:
                g = arcas.DiGraph.from_edges(ends, other, vertices=2)
                assert g.edges == len(ends)
            except ValueError as refused:
                assert "there are 2 vertices" in str(refused)
    finally:
        stop.set()
        thread.join()


def test_a_pickle_of_other_bytes_is_refused():
    function, (kind, indptr, indices, *others) = u.__reduce__()
    for wrong in (np.full_like(indices, 99), np.full_like(indices, -1)):
        with pytest.raises(ValueError, match="graph arrays: "):
            function(kind, indptr, wrong, *others)
    with pytest.raises(ValueError, match="graph arrays: "):
        function(kind, indptr + 5, indices, *others)
    nan = arcas.Graph.from_edges([0, 1], [1, 2], [np.nan, 1.0])
    assert pickle.loads(pickle.dumps(nan)).edges == 2


def test_errors_name_the_file(tmp_path):
    with pytest.raises(FileNotFoundError) as refused:
        arcas.read_graph(os.fsencode(tmp_path / "nope.csv"))
    assert refused.value.filename == str(tmp_path / "nope.csv")
    path = tmp_path / "latin1.csv"
    path.write_bytes("source,target\nMünchen,Köln\n".encode("latin1"))
    with pytest.raises(arcas.InputError, match="latin1.csv"):
        arcas.read_graph(path)


def test_differences_of_results_do_not_wrap():
    arrays = [value for result in results().values() for value in vars(result).values() if isinstance(value, np.ndarray)]
    arrays += [arcas.independent_set(u), arcas.colouring(u).labels, arcas.random_walks(u, [0]), arcas.truss_numbers(u).numbers,
               arcas.core_numbers(u).values, arcas.bipartite_matching(arcas.Graph(([0], [1]))).sides]
    assert len(arrays) > 15 and {array.dtype.kind for array in arrays} <= set("ifb")
    assert (arcas.components(u).labels - arcas.core_numbers(u).values).tolist() == [-2, -2, -2]


@pytest.mark.parametrize("call, sentence", [
    (lambda: arcas.read_graph("a\0b"), "path: 'a\\x00b' has a null character, which paths must not have"),
    (lambda: arcas.bfs(u, [[0], [1, 2]]), "sources: rows of different lengths are not allowed; one dimension is required"),
    (lambda: arcas.conductances(u, [[0], [1, 2]]), "labels: rows of different lengths are not allowed; one dimension is"),
    (lambda: arcas.Graph.from_edges([[0], [1, 2]], [0]), "sources: rows of different lengths are not allowed"),
    (lambda: arcas.pagerank(u, personalization=["a", 1, 2]), "personalization: real numbers are required, not <U"),
    (lambda: arcas.pagerank(u, personalization={0: 1}), "personalization: real numbers are required: "),
    (lambda: arcas.pagerank(u).top("x"), "count: 'x' is not a whole number"),
    (lambda: arcas.Graph(nx.Graph([(0, 1, {"weight": "x"})])), "the edge 0 – 1 of the NetworkX graph has the weight 'x'; a number"),
    (lambda: arcas.Graph(nx.Graph([(0, 1, {"c": 10**400})]), weights="c"), "the edge 0 – 1 of the NetworkX graph has the c 10000"),
    (lambda: arcas.Graph(nx.Graph([(0, 1)]), weights=5), "weights: 5 is not allowed; it must be True or False"),
] + [(call, f"{name}: the value at index 1 is masked; masked values are not allowed") for name, call in [
    ("sources", lambda: arcas.bfs(u, HIDDEN)), ("labels", lambda: arcas.conductances(u, HIDDEN)),
    ("personalization", lambda: arcas.pagerank(u, personalization=HIDDEN)),
    ("targets", lambda: arcas.Graph.from_edges([0, 1, 2], HIDDEN))]])
def test_errors_are_sentences_that_name_the_argument(call, sentence):
    with pytest.raises((TypeError, ValueError)) as refused:
        call()
    assert str(refused.value).startswith(sentence)
