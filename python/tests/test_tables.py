# SPDX-License-Identifier: Apache-2.0
"""Ends and weights in tables and arrays: which ends are the same vertex, and which values count as missing? No value is
changed."""
import nanoarrow as na
import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp

import arcas

BIG = 2**53


def table(source, target, **others):
    return pd.DataFrame({"source": source, "target": target, **others})


def edges(g):
    rows = np.repeat(np.arange(g.vertices), g.degrees)
    return [(g.name(u), g.name(v)) for u, v in zip(rows, g.indices)]


DATES = pd.to_datetime(["2024-01-02", "2024-01-01"])


@pytest.mark.parametrize("source, target, names", [
    (np.array([BIG + 1, BIG + 2], np.uint64), [BIG, BIG + 3], [BIG, BIG + 1, BIG + 2, BIG + 3]),
    (np.array([2**63 + 1, 7], np.uint64), [-1, 7], [-1, 7, 2**63 + 1]),
    (pd.array([BIG + 1, 1], "Int64"), pd.array([BIG, 2], "Int64"), [1, 2, BIG, BIG + 1]),
    ([5, 6], [6.0, 7.0], [5, 6, 7]),
    ([5, 6], [6.5, 7.0], [5.0, 6.0, 6.5, 7.0]),
    ([BIG + 1, 1], [0.5, 2.0], [0.5, 1, 2.0, BIG + 1]),
    (pd.Series([2**70, 1], dtype=object), [1, 2], [1, 2, 2**70]),
    (DATES, DATES[::-1], sorted(DATES)),
    (DATES.astype("datetime64[ns]"), DATES[::-1].astype("datetime64[s]"), sorted(DATES)),
    (pd.Categorical(["x", "y"]), pd.Categorical(["y", "z"]), ["x", "y", "z"]),
    (pd.Categorical([3, 1]), [1, 5], [1, 3, 5]),
    (pd.array(["a", "b"], "string"), ["b", "c"], ["a", "b", "c"]),
    ([True, False], [True, True], [False, True]),
    (pd.Series([(1, 2), (0, 1)]), pd.Series([(1, 2), (2, 2)]), [(0, 1), (1, 2), (2, 2)]),
])
def test_ends_of_any_type_are_exact(source, target, names):
    g = arcas.DiGraph(table(source, target))
    assert list(g.names) == names and g.vertices == len(names)
    assert edges(g) == sorted(zip(list(source), list(target)), key=lambda edge: names.index(edge[0]))
    assert [g.index(name) for name in names] == list(range(len(names)))


MISSING = [(None, "object"), (np.nan, "object"), (np.nan, "float64"), (pd.NA, "Int64"), (pd.NaT, "datetime64[ns]"),
           (None, "string"), (None, "category")]


@pytest.mark.parametrize("nothing, kind", MISSING)
def test_missing_ends_are_refused_by_row_or_dropped(nothing, kind):
    values = list(DATES) if "date" in kind else [1, 2] if kind in ("float64", "Int64") else ["b", "c"]
    ends = pd.Series([values[0], nothing, values[1]], dtype=kind)
    full = pd.Series([values[1], values[0], values[0]], dtype=kind)
    for first, second, column in ((ends, full, "source"), (full, ends, "target")):
        with pytest.raises(ValueError) as refused:
            arcas.DiGraph(table(first, second))
        assert str(refused.value) == (f"the column '{column}' has no value in row 1, counted from 0; missing=\"drop\" skips "
                                      "such rows")
        g = arcas.DiGraph(table(first, second, weight=[1.0, 2.0, 3.0]), missing="drop")
        assert (g.vertices, g.edges, sorted(g.weights.tolist())) == (2, 2, [1, 3])
    with pytest.raises(ValueError, match="missing: 'no' is not known; it must be one of 'refuse', 'drop'"):
        arcas.Graph(table(full, full), missing="no")


def test_missing_weights():
    nullable = table([0, 1], [1, 2], weight=pd.array([3, None], "Int64"))
    with pytest.raises(ValueError, match="the column 'weight' has no value in row 1, counted from 0"):
        arcas.Graph(nullable)
    assert arcas.Graph(nullable, missing="drop").edges == 1
    assert arcas.Graph(nullable, weights=False).edges == 2
    fractions = table([0, 1], [1, 2], weight=[3.0, np.nan])
    assert np.isnan(arcas.Graph(fractions).weights).any()
    assert arcas.Graph(fractions, missing="drop").edges == 1
    whole = arcas.Graph(table([0, 1], [1, 2], weight=pd.array([3, BIG + 1], "Int64")))
    assert whole.weights.dtype == np.int64 and whole.weights.max() == BIG + 1


@pytest.mark.parametrize("source, target, sentence", [
    ([1, 2], ["1", "2"], "the column 'source' has numbers (1) and 'target' has text ('1'); ends of one kind are required"),
    ([True, False], [1, 0], "the column 'source' has truth values (True) and 'target' has numbers (1); ends of one kind are"),
    (pd.Series(["a", 1], dtype=object), ["b", "c"],
     "the column 'source' has 1 in row 1, counted from 0, and 'a' in row 0; ends of one kind are required"),
    (DATES, DATES.tz_localize("UTC"), "the column 'source' has times without a zone"),
    ([1, 2], [0.5, float(BIG)], f"the column 'target' has the float {float(BIG)} in row 1, counted from 0, which is too great to represent"),
    ([1.0, np.inf], [2.0, 3.0], "the column 'source' has the float inf in row 1"),
])
def test_ends_that_are_ambiguous_or_of_different_kinds_are_refused(source, target, sentence):
    with pytest.raises(ValueError) as refused:
        arcas.Graph(table(source, target))
    assert str(refused.value).startswith(sentence)


def test_an_error_for_wrong_weights_names_the_column():
    with pytest.raises(ValueError, match="the weights in the column 'toll' are object; allowed are int32, int64, float32, float64 and types"):
        arcas.Graph(table([0], [1], toll=pd.Series(["a"], dtype=object)), weights="toll")
    with pytest.raises(ValueError, match="the table has 2 columns 'source'; one is required"):
        arcas.Graph(pd.DataFrame([[0, 1, 2]], columns=["source", "source", "target"]))


def arrow(**columns):
    return na.c_array_from_buffers(
        na.struct({name: kind for name, (_, kind) in columns.items()}), length=len(next(iter(columns.values()))[0]),
        buffers=[None], children=[na.c_array(values, kind) for values, kind in columns.values()])


class Stream:
    def __init__(self, array):
        self.array = array

    def __arrow_c_stream__(self, requested_schema=None):
        return na.c_array_stream(self.array).__arrow_c_stream__()


def test_missing_values_of_arrow():
    numbers = Stream(arrow(source=([0, None, 2], na.int64()), target=([1, 2, 0], na.int64()), weight=([5, 6, 7], na.int32())))
    with pytest.raises(ValueError, match="Arrow table: column 'source' has no value in row 1, counted from 0; missing=\"drop\""):
        arcas.DiGraph(numbers)
    g = arcas.DiGraph(numbers, missing="drop")
    assert g.indices.tolist() == [1, 0] and g.weights.tolist() == [5, 7]


def test_numbers_of_arrow_that_do_not_fit_are_refused():
    for name in ("target", "weight"):
        columns = {"source": ([0, 1], na.int64()), "target": ([1, 2], na.uint64()), "weight": ([1, 1], na.uint64())}
        columns[name] = ([0, 2**63 + 5], na.uint64())
        with pytest.raises(ValueError, match=f"column '{name}' has 9223372036854775813 in row 1; at most 9223372036854775807"):
            arcas.DiGraph(Stream(arrow(**columns)))


def test_an_object_that_is_not_a_stream_and_a_stream_that_was_read_are_refused():
    class Wrong:
        def __init__(self, stream):
            self.stream = stream

        def __arrow_c_stream__(self, requested_schema=None):
            return self.stream

    with pytest.raises(TypeError, match="returned a int; a PyCapsule is required"):
        arcas.Graph(Wrong(3))
    with pytest.raises((TypeError, ValueError)):
        arcas.Graph(Wrong(na.c_schema(na.int32()).__arrow_c_schema__()))
    once = Wrong(na.c_array_stream(arrow(source=([0], na.int32()), target=([1], na.int32()))).__arrow_c_stream__())
    assert arcas.Graph(once).edges == 1
    for _ in range(2):
        with pytest.raises(ValueError):
            arcas.DiGraph(Wrong(arrow(source=([0], na.int32())).__arrow_c_array__()[0]))


def test_masked_arrays_with_a_masked_value_are_refused():
    ends = np.ma.masked_array([0, 99, 2], [False, True, False])
    with pytest.raises(ValueError, match="sources: the value at index 1 is masked; masked values are not allowed"):
        arcas.Graph((ends, [1, 2, 0]))
    with pytest.raises(ValueError, match="weights: the value at index 1 is masked"):
        arcas.Graph(([0, 1, 2], [1, 2, 0], ends))
    assert arcas.Graph((np.ma.masked_array([0, 1], False), [1, 2])).edges == 2


def test_unsigned_weights_stay_whole():
    g = arcas.Graph(([0], [1], np.array([BIG + 1], np.uint64)))
    assert g.weights.dtype == np.int64 and g.weights[0] == BIG + 1
    with pytest.raises(ValueError, match="weights contain 18446744073709551615; at most 9223372036854775807 is allowed"):
        arcas.Graph(([0], [1], np.array([2**64 - 1], np.uint64)))


PAIRS = [0, 1, 1, 2, 2], [1, 0, 2, 1, 2], [5, 2, 3, 3, 7]


@pytest.mark.parametrize("combine, weights", [("min", [2, 3, 7]), ("max", [5, 3, 7]), ("sum", [7, 6, 7]), ("first", [5, 3, 7])])
@pytest.mark.parametrize("kind", [np.int32, np.int64, np.float32, np.float64])
def test_the_weight_of_an_edge_without_direction(combine, weights, kind):
    d = arcas.DiGraph.from_edges(*PAIRS[:2], np.array(PAIRS[2], kind))
    g = d.to_undirected(combine=combine)
    matrix = g.to_scipy().toarray()
    assert g.edges == 3 and g.weights.dtype == kind
    assert [matrix[0, 1], matrix[1, 2], matrix[2, 2]] == weights and (matrix == matrix.T).all()


def test_combine_chooses_the_weight_of_merged_edges():
    d = arcas.DiGraph.from_edges(*PAIRS[:2], np.array(PAIRS[2]))
    assert d.to_undirected().to_scipy()[0, 1] == 2
    assert d.to_undirected(drop_duplicates=False).edges == 5
    with pytest.raises(ValueError, match="combine: 'mean' is not known; it must be one of 'min', 'max', 'sum', 'first'"):
        d.to_undirected(combine="mean")
    with pytest.raises(ValueError, match="combine: 'sum' chooses the weight of merged edges; it requires drop_dup"):
        d.to_undirected(combine="sum", drop_duplicates=False)
    most = arcas.DiGraph.from_edges([0, 1], [1, 0], np.array([2**31 - 1, 1], np.int32))
    with pytest.raises(ValueError, match="the weights of the edges between the vertices 0 and 1 add up beyond 32 bits"):
        most.to_undirected(combine="sum")
    assert arcas.DiGraph(([0, 1], [1, 0])).to_undirected(combine="sum").weights is None


def test_parallel_edges_of_every_source_are_kept(tmp_path):
    sources, targets, weights = [0, 0, 1], [1, 1, 2], [5, 6, 7]
    (tmp_path / "g.csv").write_text("source,target,weight\n0,1,5\n0,1,6\n1,2,7\n")
    coo = sp.coo_array((weights, (sources, targets)), (3, 3))
    csr = sp.csr_array((weights, targets, [0, 2, 3, 3]), (3, 3))
    for data in (coo, csr, csr.tocsc(), (sources, targets, weights), table(sources, targets, weight=weights), tmp_path / "g.csv"):
        g = arcas.DiGraph(data)
        assert g.edges == 3 and g.weights.tolist() == [5, 6, 7], data
    both = sp.coo_array((weights + weights, (sources + targets, targets + sources)), (3, 3))
    assert arcas.Graph(both).edges == 3
    both.sum_duplicates()
    assert arcas.Graph(both).edges == 2


def test_products_of_adjacency_matrices_count_walks():
    star = arcas.Graph(([0] * 300, list(range(1, 301))))
    A = star.to_scipy()
    assert A.dtype == np.int64 and (A @ A)[0, 0] == 300
    assert star.to_scipy(dtype=np.int8).dtype == np.int8 and star.to_scipy(dtype=float).dtype == float
    weighted = arcas.Graph(([0], [1], np.array([2], np.int32)))
    assert weighted.to_scipy().dtype == np.int32 and weighted.to_scipy(dtype=np.int64).dtype == np.int64
