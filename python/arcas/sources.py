# SPDX-License-Identifier: Apache-2.0
"""Makes graphs of files, matrices, arrays, tables and NetworkX graphs, and converts them back."""
import os

import numpy as np

from . import _arcas, arrays, calls, table_ends


def taken(cls, data, weights, validate, sort, missing):
    """Returns (graph of the extension module, names) for data of any type that a graph can be made of."""
    calls.one_of("missing", missing, ("refuse", "drop"))
    if isinstance(data, (str, os.PathLike)):
        graph = cls.read(data, weights=bool(weights))
        return graph._core, graph.names
    if hasattr(data, "tocsr") and hasattr(data, "format"):
        return of_matrix(cls.directed, data, weights, validate, sort), None
    if hasattr(data, "is_multigraph") and hasattr(data, "adj"):
        return _of_networkx_as_asked(data, cls.directed, weights)
    if hasattr(data, "columns") and hasattr(data, "iloc"):
        return of_table(cls.directed, data, _word(weights, "weight"), weights is not True, missing)
    if hasattr(data, "__arrow_c_stream__"):
        return of_arrow(cls.directed, data, _word(weights, "weight"), weights is not True, missing), None
    if isinstance(data, tuple) and len(data) in (2, 3):
        return of_edges(cls.directed, *data, **({"weights": None} if len(data) == 2 else {}), validate=validate), None
    raise TypeError(f"arcas.{cls.__name__}: an object of type {type(data).__name__} is not a graph; allowed are SciPy matrices, "
                    "tuples of arrays (sources, targets), data frames, Arrow tables, NetworkX graphs and paths")


def _word(weights, default):
    """The name of the attribute or column that has the weights; None: the graph gets no weights."""
    if not isinstance(weights, str) and weights is not None:
        weights = calls.flag("weights", weights)
    return weights if isinstance(weights, str) else default if weights else None


def over(directed, indptr, indices, data, transposed, validate, sort):
    indptr, indices, data = arrays.offsets(indptr), arrays.targets(indices), arrays.weights(data)
    arrays.require_vertices(len(indptr) - 1)
    validate, sort = calls.flag("validate", validate), calls.flag("sort", sort)
    if validate and not directed and data is not None and data.dtype.kind == "f" and data.size and np.isnan(data.min()):
        arrays.refuse(f"weight {np.flatnonzero(np.isnan(data))[0]} is nan; an undirected graph requires equal weights "
                      "at both ends of an edge")
    with calls.calling() as how:
        return _arcas.graph_over(indptr, indices, data, directed, transposed, "all" if validate else "nothing", sort,
                                 (indptr, indices, data), how)


def unpickled(cls, indptr, indices, data, names, of_file):
    """The graph of a pickle. of_file: the names came from a file, so write() writes them. Since a pickle may be damaged,
    the rows are checked, so that kernels access no memory outside the arrays."""
    indptr, indices, data = arrays.offsets(indptr), arrays.targets(indices), arrays.weights(data)
    with calls.calling() as how:
        core = _arcas.graph_over(indptr, indices, data, cls.directed, False, "rows", False, (indptr, indices, data), how)
    if of_file:
        _arcas.name_vertices(core, names)
    return cls._of(core, names)


def names_of(core, path):
    """The names of the vertices of a graph that was read from a file."""
    try:
        return core.names
    except UnicodeDecodeError as error:
        raise _arcas.InputError(f"{os.fsdecode(path)}: the name {error.object!r} is not text in UTF-8; convert the file, for "
                                "example by iconv -f latin1 -t utf-8") from None


def of_matrix(directed, matrix, weights, validate, sort):
    if matrix.shape[0] != matrix.shape[1]:
        arrays.refuse(f"the matrix has shape {matrix.shape}; a square one is required")
    if matrix.format not in ("csr", "csc"):
        rows = matrix.tocsr()
        # tocsr() adds up duplicate entries; here each entry is an edge.
        matrix, sort = _uncombined(matrix) if matrix.format == "coo" and rows.nnz != matrix.nnz else rows, True
    return over(directed, matrix.indptr, matrix.indices, matrix.data if weights else None, matrix.format == "csc",
                validate, sort)


def _uncombined(coo):
    """A CSR matrix of all entries of a COO matrix, duplicates included."""
    import scipy.sparse

    order = np.lexsort((coo.col, coo.row))
    indptr = np.concatenate([[0], np.cumsum(np.bincount(coo.row, minlength=coo.shape[0]))])
    return scipy.sparse.csr_array((coo.data[order], coo.col[order], indptr), shape=coo.shape)


def of_edges(directed, sources, targets, weights=None, vertices=None, drop_duplicates=False, drop_self_loops=False,
             validate=True):
    sources, targets = arrays.ends(sources, "sources"), arrays.ends(targets, "targets")
    if vertices is None:
        vertices = max(0, 1 + max((int(ends.max()) for ends in (sources, targets) if ends.size), default=-1))
        arrays.require_vertices(vertices)
    else:
        vertices = calls.whole("vertices", vertices, 0, arrays.MOST_VERTICES,
                               ", or None for one more than the greatest end")
    calls.flag("validate", validate)
    flags = [calls.flag(name, value) for name, value in [
        ("drop_duplicates", drop_duplicates), ("drop_self_loops", drop_self_loops)]]
    with calls.calling() as how:
        return _arcas.graph_of_edges(sources, targets, arrays.weights(weights), vertices, directed, *flags, how)


def of_table(directed, table, weight, required, missing):
    """(graph of the extension module, names) of a data frame, whose ends may have any type."""
    for column in ("source", "target", *([weight] if required and weight else [])):
        if column not in table.columns:
            raise ValueError(f"the table has no column {column!r}; its columns are {list(table.columns)}")
    weight = weight if weight in table.columns else None
    columns = {name: table_ends.column(table, name) for name in ("source", "target", *([weight] if weight else []))}
    columns = table_ends.with_values(columns, weight, missing)
    sources, targets, names = table_ends.numbered(columns)
    weights = arrays.weights(table_ends.plain(columns[weight]), weight) if weight else None
    count = int(max(sources.max(initial=-1), targets.max(initial=-1))) + 1
    return of_edges(directed, sources, targets, weights, count), names


def of_arrow(directed, table, weight, required, missing):
    """The graph of an Arrow table, whose ends are vertex numbers."""
    stream = table.__arrow_c_stream__()
    if type(stream).__name__ != "PyCapsule":
        raise TypeError(f"__arrow_c_stream__() returned a {type(stream).__name__}; a PyCapsule is required")
    wanted = ["source", "target"] + ([weight] if weight and required else [])
    return of_edges(directed, *_arcas.arrow_columns(stream, wanted, "" if required or not weight else weight,
                                                    missing == "drop"))


def of_networkx(graph, directed, weight=None, missing=1.0, required=False):
    """Returns (graph of the extension module, its nodes or None if these are 0, 1, …), followed by the other results of
    of_dictionaries(). If no edge has the attribute, the graph has no weights, unless `required`."""
    if graph.is_directed() and not directed:
        raise ValueError("the NetworkX graph is directed; arcas.Graph requires an undirected one: use arcas.DiGraph(…), or "
                         "arcas.DiGraph(…).to_undirected()")
    adjacency = plain_adjacency(graph)
    options = directed, graph.is_multigraph(), weight, missing, required
    made = None if adjacency is None else of_dictionaries(adjacency, *options)
    if made is None:
        adjacency = {node: dict(row) if hasattr(row, "items") else dict.fromkeys(row, {})
                     for node, row in graph.adjacency()}
        if graph.is_multigraph():
            adjacency = {u: {v: dict(keys) for v, keys in row.items()} for u, row in adjacency.items()}
        made = of_dictionaries(adjacency, *options)
    core, counted, *others = made
    return core, None if counted else list(adjacency), *others


def plain_adjacency(graph):
    """The dictionaries that NetworkX's own methods write to. None for a view, and for a class that overrides the
    methods of the adjacency (such as NetworkX's graph of absent edges): their adjacency() must be called."""
    adjacency = graph._succ if graph.is_directed() else graph._adj
    own = any(not getattr(type(graph), method).__module__.startswith("networkx.classes.")
              for method in ("adjacency", "__getitem__"))
    return None if own or type(adjacency) is not dict else adjacency


def of_dictionaries(adjacency, directed, multigraph, weight=None, missing=1.0, required=False, keep=False):
    """Returns None if a dictionary is not of the class dict itself. Otherwise returns a tuple: the graph of the
    extension module; whether the nodes are 0, 1, …; the types of the weights, "int", "float" or "other"; the targets
    of the rows and their weights in the order of the dictionaries; arguments for are_unchanged() if `keep`."""
    with calls.calling() as how:
        return _arcas.of_dictionaries(adjacency, directed, multigraph, weight, float(missing), required, keep, how)


def _of_networkx_as_asked(graph, directed, weights):
    """Returns (graph of the extension module, its nodes or None). At least one edge must have the attribute that the
    caller names by a str; edges without it get the weight 1. A graph without edges gets weights if an attribute is
    asked for."""
    attribute = _word(weights, "weight")
    try:
        core, nodes, *_ = of_networkx(graph, directed, attribute)
    except (TypeError, ValueError, OverflowError):
        _refuse_first_weight(graph, attribute)
        raise
    if attribute and core.rows()[2] is None:
        if not core.edges:
            core, nodes, *_ = of_networkx(graph, directed, attribute, required=True)
        elif isinstance(weights, str):
            raise ValueError(f"no edge of the NetworkX graph has the attribute {weights!r}; weights=False takes the "
                             "graph without weights")
    return core, nodes


def _refuse_first_weight(graph, attribute):
    """Raises TypeError for the first edge whose weight is not a number, if there is one."""
    for u, v, weight in graph.edges(data=attribute, default=1.0) if attribute else ():
        try:
            float(weight) if not isinstance(weight, (str, bytes)) else float([])
        except (TypeError, ValueError, OverflowError):
            raise TypeError(f"the edge {u!r} – {v!r} of the NetworkX graph has the {attribute} {weight!r}; a number in the range "
                            "of a float is required") from None


def to_scipy(graph, dtype):
    import scipy.sparse

    indptr, indices, data = graph._core.rows()
    if data is None:
        data = np.ones(len(indices), np.int64 if dtype is None else dtype)
    elif dtype is not None:
        data = data.astype(dtype, copy=False)
    return scipy.sparse.csr_array((data, indices, indptr), shape=(graph.vertices, graph.vertices))


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
