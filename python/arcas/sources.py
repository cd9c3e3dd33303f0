# SPDX-License-Identifier: Apache-2.0
"""What a graph may be made of."""
import os

import numpy as np

from . import _arcas, arrays, calls


def taken(cls, data, weights, validate, sort):
    """(graph of the module, names) of whatever `data` is."""
    if isinstance(data, (str, os.PathLike)):
        graph = cls.read(data, weights=bool(weights))
        return graph._core, graph.names
    if hasattr(data, "tocsr") and hasattr(data, "format"):
        return of_matrix(cls.directed, data, weights, validate, sort), None
    if hasattr(data, "is_multigraph") and hasattr(data, "adj"):
        return _of_networkx_as_asked(data, cls.directed, weights)
    if hasattr(data, "columns") and hasattr(data, "iloc"):
        return of_table(cls.directed, data, _word(weights, "weight"), weights is not True)
    if hasattr(data, "__arrow_c_stream__"):
        return of_arrow(cls.directed, data, _word(weights, "weight"), weights is not True), None
    if isinstance(data, tuple) and len(data) in (2, 3):
        return of_edges(cls.directed, *data, **({"weights": None} if len(data) == 2 else {}), validate=validate), None
    raise TypeError(f"arcas.{cls.__name__}: a {type(data).__name__} is no graph; SciPy matrices, tuples of arrays "
                    "(sources, targets), data frames, Arrow tables, NetworkX graphs and paths are allowed")


def _word(weights, default):
    """The attribute that has the weights; None: none."""
    return weights if isinstance(weights, str) else default if weights else None


def over(directed, indptr, indices, data, transposed, validate, sort):
    indptr, indices, data = arrays.offsets(indptr), arrays.targets(indices), arrays.weights(data)
    arrays.require_vertices(len(indptr) - 1)
    validate, sort = calls.flag("validate", validate), calls.flag("sort", sort)
    if validate and not directed and data is not None and data.dtype.kind == "f" and data.size and np.isnan(data.min()):
        arrays.refuse(f"weight {np.flatnonzero(np.isnan(data))[0]} is nan; an undirected graph requires equal weights "
                      "at both ends of an edge")
    with calls.calling() as how:
        return _arcas.graph_over(indptr, indices, data, directed, transposed, validate, sort,
                                 (indptr, indices, data), how)


def of_matrix(directed, matrix, weights, validate, sort):
    if matrix.shape[0] != matrix.shape[1]:
        arrays.refuse(f"the matrix has shape {matrix.shape}; a square one is required")
    if matrix.format not in ("csr", "csc"):
        matrix = matrix.tocsr()
        sort = True
    return over(directed, matrix.indptr, matrix.indices, matrix.data if weights else None, matrix.format == "csc",
                validate, sort)


def of_edges(directed, sources, targets, weights=None, vertices=None, drop_duplicates=False, drop_self_loops=False,
             validate=True):
    sources, targets = arrays.ends(sources, "sources"), arrays.ends(targets, "targets")
    if vertices is None:
        vertices = max(0, 1 + max((int(ends.max()) for ends in (sources, targets) if ends.size), default=-1))
        arrays.require_vertices(vertices)
    else:
        vertices = calls.whole("vertices", vertices, 0, arrays.MOST_VERTICES,
                               ", or None for one more than the greatest end")
    flags = [calls.flag(name, value) for name, value in [
        ("validate", validate), ("drop_duplicates", drop_duplicates), ("drop_self_loops", drop_self_loops)]]
    with calls.calling() as how:
        return _arcas.graph_of_edges(sources, targets, arrays.weights(weights), vertices, directed, *flags, how)


def of_table(directed, table, weight, required):
    """Of a data frame: ends may be of any type that has an order."""
    for column in ("source", "target", *([weight] if required and weight else [])):
        if column not in table.columns:
            raise ValueError(f"the table has no column {column!r}; its columns are {list(table.columns)}")
    ends = np.concatenate([table["source"].to_numpy(), table["target"].to_numpy()])
    names, numbers = np.unique(ends, return_inverse=True)
    weights = table[weight].to_numpy() if weight and weight in table.columns else None
    counted = names.dtype.kind in "iu" and (names.size == 0 or (names[0] == 0 and names[-1] == names.size - 1))
    half = len(table)
    core = of_edges(directed, numbers[:half], numbers[half:], weights, len(names))
    return core, None if counted else names if names.dtype.kind in "iuf" else names.tolist()


def of_arrow(directed, table, weight, required):
    """Of data of Arrow: ends are numbers of vertices."""
    names = _arcas.arrow_column_names(table.__arrow_c_stream__())
    wanted = ["source", "target"] + ([weight] if weight and (required or weight in names) else [])
    return of_edges(directed, *_arcas.arrow_columns(table.__arrow_c_stream__(), wanted))


def of_networkx(graph, directed, weight=None, missing=1.0, required=False):
    """(graph of the module, its nodes or None where these are 0, 1, …, whether weights are of type int, (targets,
    weights) of the rows in the order of the dictionaries). A graph no edge of which has the attribute has no weights,
    unless they are required."""
    if graph.is_directed() and not directed:
        raise ValueError("the NetworkX graph is directed; arcas.DiGraph takes it, and its to_undirected() makes an "
                         "undirected one")
    adjacency = graph._succ if graph.is_directed() else graph._adj
    # A class that overrides the adjacency, such as NetworkX's graph of absent edges, must supply it itself.
    own = any(not getattr(type(graph), method).__module__.startswith("networkx.classes.")
              for method in ("adjacency", "__getitem__"))
    options = directed, graph.is_multigraph(), weight, missing, required
    with calls.calling() as how:
        made = None if own or type(adjacency) is not dict else _arcas.of_dictionaries(adjacency, *options, how)
        if made is None:
            adjacency = {node: dict(row) if hasattr(row, "items") else dict.fromkeys(row, {})
                         for node, row in graph.adjacency()}
            if graph.is_multigraph():
                adjacency = {u: {v: dict(keys) for v, keys in row.items()} for u, row in adjacency.items()}
            made = _arcas.of_dictionaries(adjacency, *options, how)
    core, counted, whole, *rows = made
    return core, None if counted else list(adjacency), whole, rows


def _of_networkx_as_asked(graph, directed, weights):
    """Returns (graph of the extension module, its nodes or None). At least one edge must have the attribute
    that the caller names; edges without it get the weight 1. A graph without edges counts as having it, as it does
    `weight`."""
    attribute = _word(weights, "weight")
    core, nodes, *_ = of_networkx(graph, directed, attribute)
    if attribute and core.rows()[2] is None:
        if not core.edges:
            core, nodes, *_ = of_networkx(graph, directed, attribute, required=True)
        elif isinstance(weights, str):
            raise ValueError(f"no edge of the NetworkX graph has the attribute {weights!r}; weights=False takes the "
                             "graph without weights")
    return core, nodes


def to_networkx(graph):
    import networkx as nx

    indptr, indices, data = graph._core.rows()
    rows = np.repeat(np.arange(graph.vertices, dtype=np.int32), np.diff(indptr))
    if not graph.directed:
        once = rows <= indices
        rows, indices, data = rows[once], indices[once], None if data is None else data[once]
    parallel = len(rows) > 1 and bool(((rows[1:] == rows[:-1]) & (indices[1:] == indices[:-1])).any())
    made = (nx.MultiDiGraph if graph.directed else nx.MultiGraph)() if parallel else \
        (nx.DiGraph if graph.directed else nx.Graph)()
    names = graph.names if graph.names is not None else range(graph.vertices)
    names = names.tolist() if isinstance(names, np.ndarray) else list(names)
    made.add_nodes_from(names)
    ends = zip(rows.tolist(), indices.tolist())
    if data is None:
        made.add_edges_from((names[u], names[v]) for u, v in ends)
    else:
        made.add_weighted_edges_from((names[u], names[v], w) for (u, v), w in zip(ends, data.tolist()))
    return made
