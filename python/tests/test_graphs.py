# SPDX-License-Identifier: Apache-2.0
"""Graphs from arrays: which arrays are used without a copy, and which are refused, with which message?"""
import copy
import gc
import pickle
import weakref

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp

import arcas

# The edges, with weights in parentheses: 0 → 1 (5), 0 → 2 (7), 1 → 2 (1).
INDPTR, INDICES, DATA = [0, 2, 3, 3], [1, 2, 2], [5, 7, 1]


def address(array):
    return array.__array_interface__["data"][0]


def csr(index=np.int64, target=np.int32, weight=np.float64):
    return np.array(INDPTR, index), np.array(INDICES, target), np.array(DATA, weight)


@pytest.mark.parametrize("weight", [np.int32, np.int64, np.float32, np.float64])
@pytest.mark.parametrize("read_only", [False, True])
def test_a_csr_is_used_without_a_copy(weight, read_only):
    arrays = csr(weight=weight)
    for array in arrays:
        array.flags.writeable = not read_only
    g = arcas.DiGraph.from_csr(*arrays)
    assert [address(a) for a in (g.indptr, g.indices, g.weights)] == [address(a) for a in arrays]
    assert g.weights.dtype == weight
    assert (g.vertices, g.edges) == (3, 3)
    assert g.in_degrees.tolist() == [0, 1, 2]


def test_offsets_of_32_bits_are_widened_and_indices_are_not_copied():
    arrays = csr(index=np.int32)
    g = arcas.DiGraph.from_csr(*arrays)
    assert g.indptr.dtype == np.int64 and g.indptr.tolist() == INDPTR
    assert address(g.indices) == address(arrays[1])


def test_indices_of_64_bits_are_copied():
    arrays = csr(target=np.int64)
    g = arcas.DiGraph.from_csr(*arrays)
    assert g.indices.tolist() == INDICES and address(g.weights) == address(arrays[2])


def test_arrays_live_as_long_as_the_graph():
    arrays = csr()
    gone = weakref.ref(arrays[1])
    g = arcas.DiGraph.from_csr(*arrays)
    del arrays
    gc.collect()
    assert gone() is not None
    row = g.neighbors(0)
    del g
    gc.collect()
    assert row.tolist() == [1, 2]
    del row
    gc.collect()
    assert gone() is None


def test_arrays_of_a_graph_are_read_only():
    g = arcas.DiGraph.from_csr(*csr())
    with pytest.raises(ValueError):
        g.indices[0] = 0


def test_scipy_in_and_out():
    matrix = sp.random_array((200, 200), density=0.05, format="csr", rng=1)
    matrix.sort_indices()
    g = arcas.DiGraph(matrix)
    assert address(g.indices) == address(matrix.indices)
    assert (g.to_scipy() != matrix).nnz == 0
    assert address(g.to_scipy().data) == address(matrix.data)
    by_columns = arcas.DiGraph(matrix.tocsc())
    assert (by_columns.to_scipy() != matrix).nnz == 0
    assert (arcas.DiGraph(matrix.tocoo()).to_scipy() != matrix).nnz == 0
    both = sp.csr_array(matrix + matrix.T)
    both.sort_indices()
    u = arcas.Graph(both)
    assert address(u.indices) == address(both.indices)
    assert (u.to_scipy() != both).nnz == 0


def test_bool_weights_make_a_graph_without_weights():
    assert arcas.DiGraph.from_csr(*csr(weight=bool)).weights is None
    assert arcas.DiGraph.from_csr(*csr(weight=np.int8)).weights.dtype == np.int32
    assert arcas.DiGraph.from_csr(*csr(weight=np.float16)).weights.dtype == np.float32


@pytest.mark.parametrize("change, sentence", [
    (dict(indptr=[0, 2, 3]), "row 0 has target 2; there are 2 vertices, counted from 0"),
    (dict(indptr=[0, 2, 1, 3]), "offset 2 is 1, less than the one before it, 2"),
    (dict(indptr=[1, 2, 3, 3]), "the first offset is 1, not 0"),
    (dict(indptr=[0, 2, 3, 4]), "the last offset is 4; it must be the number of targets, 3"),
    (dict(indptr=[]), "there are no offsets; n vertices require n + 1 offsets"),
    (dict(indices=[1, 9, 2]), "row 0 has target 9; there are 3 vertices, counted from 0"),
    (dict(indices=[-1, 2, 2]), "row 0 has target -1; there are 3 vertices, counted from 0"),
    (dict(indices=[2, 1, 2]), "row 0 is not in ascending order; sort it (SciPy: sort_indices()), or ask for a sorted "
                              "copy by the option sort"),
    (dict(indices=[1.0, 2.0, 2.0]), "targets are float64; whole numbers are required"),
    (dict(indices=[[1, 2, 2]]), "targets have 2 dimensions; one is required"),
    (dict(indices=np.array([1, 2, 2**33])), "target 8589934592 is out of range; it must be between 0 and 2147483647"),
    (dict(data=[1.0]), "there are 1 weights; one for each of the 3 targets is required"),
    (dict(data=["a", "b", "c"]), "weights are <U1; allowed are int32, int64, float32, float64 and types that convert to one of these exactly"),
])
def test_an_array_that_does_not_fit_is_refused(change, sentence):
    arrays = dict(indptr=np.array(INDPTR), indices=np.array(INDICES, np.int32), data=np.array(DATA))
    arrays |= {name: np.array(value, np.int32 if name == "indices" and np.array(value).dtype.kind == "i" and
                              np.max(value, initial=0) < 2**31 else None) for name, value in change.items()}
    if arrays["indptr"].size == 0:
        arrays["indptr"] = np.empty(0, np.int64)
    with pytest.raises(ValueError) as refused:
        arcas.DiGraph.from_csr(**arrays)
    assert str(refused.value) == f"graph arrays: {sentence}"


def test_a_matrix_that_is_not_symmetric_is_refused_as_an_undirected_graph():
    with pytest.raises(ValueError, match="an undirected graph requires each edge at both ends; a directed one does not"):
        arcas.Graph.from_csr(*csr())


def test_a_matrix_that_is_not_square_is_refused():
    with pytest.raises(ValueError, match=r"the matrix has shape \(2, 3\); a square one is required"):
        arcas.Graph(sp.csr_array((2, 3)))


def test_rows_are_sorted_in_a_copy_if_requested():
    indices = np.array([2, 1, 2], np.int32)
    g = arcas.DiGraph.from_csr(np.array(INDPTR), indices, np.array([7, 5, 1]), sort=True)
    assert g.indices.tolist() == [1, 2, 2] and g.weights.tolist() == [5, 7, 1]
    assert indices.tolist() == [2, 1, 2]


def test_edges_in_any_order():
    g = arcas.DiGraph.from_edges([1, 0, 0], np.array([2, 2, 1], np.uint8), [1.0, 7.0, 5.0])
    assert g.indptr.tolist() == INDPTR and g.indices.tolist() == INDICES and g.weights.tolist() == DATA
    assert arcas.Graph(([0, 0], [1, 1])).edges == 2
    assert arcas.Graph.from_edges([0, 0, 2], [1, 1, 2], drop_duplicates=True, drop_self_loops=True).edges == 1
    assert arcas.Graph.from_edges([], [], vertices=4).vertices == 4
    assert arcas.Graph.from_edges([], []).vertices == 0
    for wrong, sentence in [(([0, 5], [1, 1]), r"sources\[1\] is 5; there are 3 vertices, counted from 0"),
                            (([0, 1], [1, -7]), r"targets\[1\] is -7; there are 3 vertices, counted from 0"),
                            (([0], [1, 1]), "there are 1 sources and 2 targets; equal numbers are required")]:
        with pytest.raises(ValueError, match=sentence):
            arcas.Graph.from_edges(*wrong, vertices=3)


def test_tables():
    table = pd.DataFrame({"source": ["ann", "bo", "ann"], "target": ["bo", "cy", "cy"], "weight": [1.5, 2, 9]})
    g = arcas.DiGraph(table)
    assert g.names == ["ann", "bo", "cy"] and g.weights.tolist() == [1.5, 9, 2]
    assert g.name(1) == "bo" and g.index("cy") == 2
    assert arcas.sssp(g, g.index("ann")).distances.tolist() == [0, 1.5, 3.5]
    assert arcas.Graph(pd.DataFrame({"source": [0, 1], "target": [1, 2]})).names is None
    with pytest.raises(ValueError, match="the table has no column 'source'; its columns are"):
        arcas.Graph(pd.DataFrame({"a": [0]}))
    with pytest.raises(KeyError):
        g.index("dan")


def arrow_table(**columns):
    nanoarrow = pytest.importorskip("nanoarrow")
    arrays = [nanoarrow.c_array(values, kind) for values, kind in columns.values()]
    kinds = {name: kind for name, (_, kind) in columns.items()}
    schema = nanoarrow.struct(kinds)
    return nanoarrow.ArrayStream(nanoarrow.c_array_from_buffers(schema, len(columns["source"][0]), [None],
                                                                children=arrays)).read_all()


def test_tables_of_arrow():
    import nanoarrow as na

    table = arrow_table(weight=([0.5, 2.0], na.float32()), source=([0, 1], na.uint8()), target=([1, 2], na.int64()))
    g = arcas.DiGraph(table)
    assert g.indices.tolist() == [1, 2] and g.weights.tolist() == [0.5, 2.0] and g.weights.dtype == np.float64
    assert arcas.DiGraph(table, weights=False).weights is None
    whole = arrow_table(source=([0, 1], na.int32()), target=([1, 2], na.int32()), cost=([3, 4], na.int16()))
    assert arcas.Graph(whole).weights is None
    assert arcas.DiGraph(whole, weights="cost").weights.tolist() == [3, 4]
    for wrong, sentence in [(arrow_table(source=([0], na.int32())), "Arrow table: the table has no column 'target'"),
                            (arrow_table(source=([0], na.int32()), target=(["a"], na.string())),
                             "Arrow table: column 'target' has the format 'u'; integers and floating-point numbers are allowed"),
                            (arrow_table(source=([0, 1], na.int32()), target=([None, 1], na.int32())),
                             "Arrow table: column 'target' has no value in row 0, counted from 0; missing=\"drop\" skips such rows")]:
        with pytest.raises(ValueError) as refused:
            arcas.Graph(wrong)
        assert str(refused.value) == sentence


def test_a_number_of_vertices_is_not_negative():
    with pytest.raises(ValueError, match="vertices: -1 is out of range; it must be between 0 and 2147483648, or None"):
        arcas.Graph.from_edges([], [], vertices=-1)
    with pytest.raises(ValueError, match="vertices: -1 is out of range"):
        arcas.DiGraph.from_edges([0], [1], vertices=-1)
    assert arcas.Graph.from_edges([], []).vertices == 0
    assert arcas.Graph.from_edges([], [], vertices=0).vertices == 0
    assert arcas.Graph.from_edges([], [], vertices=3).vertices == 3


def test_more_vertices_than_arrays_of_int32_have_are_refused(monkeypatch, tmp_path):
    with pytest.raises(ValueError, match="vertices: 2147483649 is out of range; it must be between 0 and 2147483648, or"):
        arcas.Graph.from_edges([], [], vertices=2**31 + 1)
    with pytest.raises(ValueError, match="graph arrays: there are 2147483649 vertices; at most 2147483648 are allowed"):
        arcas.Graph.from_edges([0], [2**31])
    arcas.Graph.from_edges([0, 1], [1, 2]).write(tmp_path / "g.sg")
    monkeypatch.setattr("arcas.arrays.MOST_VERTICES", 2)
    for made in (lambda: arcas.DiGraph.from_csr(*csr()), lambda: arcas.read_graph(tmp_path / "g.sg")):
        with pytest.raises(ValueError, match="graph arrays: there are 3 vertices; at most 2 are allowed"):
            made()


def graphs_to_copy():
    import networkx as nx

    loops = arcas.Graph.from_edges([0, 1, 2, 2], [1, 2, 2, 1], np.array([3, 4, 5, 6], np.int32), vertices=5)
    table = arcas.DiGraph(pd.DataFrame({"source": ["ann", "bo"], "target": ["bo", "cy"], "weight": [1.5, 2.5]}))
    return [arcas.DiGraph.from_csr(*csr()), arcas.DiGraph.from_edges([2, 0, 0, 0], [1, 1, 1, 2]), loops, table,
            arcas.Graph.from_edges([], []), arcas.Graph(nx.path_graph(["x", "y", "z"])),
            arcas.Graph.from_edges([0], [1], np.array([2.5], np.float32))]


def arrays_of(g):
    incoming = [] if not g.directed else [a for v in range(g.vertices) for a in g.predecessors(v).tolist()]
    return (type(g), g.vertices, g.edges, g.indptr.tolist(), g.indices.tolist(), incoming, g.names,
            None if g.weights is None else (g.weights.dtype, g.weights.tolist()))


@pytest.mark.parametrize("g", graphs_to_copy())
def test_a_graph_is_pickled_with_its_arrays_and_names(g):
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert arrays_of(pickle.loads(pickle.dumps(g, protocol))) == arrays_of(g)
    buffers = []
    assert arrays_of(pickle.loads(pickle.dumps(g, 5, buffer_callback=buffers.append), buffers=buffers)) == arrays_of(g)
    back = pickle.loads(pickle.dumps(g))
    assert (arcas.components(back).labels == arcas.components(g).labels).all()
    assert back.vertices == 0 or back.index(back.name(0)) == 0


@pytest.mark.parametrize("g", graphs_to_copy())
def test_a_pickle_of_an_older_arcas_is_read(g):
    now, before = b"carcas.sources\nunpickled\n", b"carcas.graphs\n_unpickled\n"
    pickled = pickle.dumps(g, 2)
    assert pickled.count(now) == 1
    assert arrays_of(pickle.loads(pickled.replace(now, before))) == arrays_of(g)


@pytest.mark.parametrize("lines, names", [("10 30\n30 70\n", [10, 30, 70]), ("ann,bo\nbo,cy\n", ["ann", "bo", "cy"])])
@pytest.mark.parametrize("kind", [arcas.Graph, arcas.DiGraph])
def test_a_graph_of_a_file_keeps_its_names_in_a_pickle(tmp_path, lines, names, kind):
    (tmp_path / "in.csv").write_text(lines)
    g = kind.read(tmp_path / "in.csv")
    back = pickle.loads(pickle.dumps(g))
    assert list(back.names) == list(g.names) == names and arrays_of(back)[:-2] == arrays_of(g)[:-2]
    g.write(tmp_path / "g.csv")
    back.write(tmp_path / "back.csv")
    assert (tmp_path / "g.csv").read_text() == (tmp_path / "back.csv").read_text()
    assert str(names[0]) in (tmp_path / "g.csv").read_text()


@pytest.mark.parametrize("g", graphs_to_copy())
def test_a_copy_shares_the_arrays(g):
    for made in (copy.copy(g), copy.deepcopy(g), copy.deepcopy([g, g])[1]):
        assert made is not g and arrays_of(made) == arrays_of(g)
        assert address(made.indices) == address(g.indices)


def test_graphs_are_equal_by_identity():
    g, same = arcas.DiGraph.from_csr(*csr()), arcas.DiGraph.from_csr(*csr())
    assert g == g and g != same and g != copy.copy(g) and hash(g) != hash(same)
    assert {g: 1, same: 2}[g] == 1
    assert "Two graphs are equal only if they are the same object" in " ".join(arcas.Graph.__doc__.split())


def test_an_undirected_graph_over_rows_with_nan_is_refused():
    with pytest.raises(ValueError, match="graph arrays: weight 0 is nan; an undirected graph requires equal weights"):
        arcas.Graph.from_csr([0, 1, 2], [1, 0], [np.nan, np.nan])


def test_directions_and_parts():
    g = arcas.DiGraph.from_edges([0, 1, 1], [1, 0, 2])
    assert g.to_undirected().edges == 2
    assert g.to_undirected(drop_duplicates=False).edges == 3
    assert g.to_undirected().to_directed().edges == 4
    assert g.predecessors(2).tolist() == [1]
    part = g.subgraph([2, 1])
    assert part.names == [1, 2] and part.edges == 1 and part.neighbors(0).tolist() == [1]


def test_an_object_that_is_not_a_graph_raises_type_error():
    with pytest.raises(TypeError, match="an object of type ndarray is not a graph; allowed are SciPy matrices"):
        arcas.Graph(np.eye(3))
    with pytest.raises(TypeError, match="an arcas.Graph or arcas.DiGraph is required, not a csr_array"):
        arcas.pagerank(sp.csr_array((3, 3)))
