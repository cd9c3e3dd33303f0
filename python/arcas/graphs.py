# SPDX-License-Identifier: Apache-2.0
"""Graphs made of matrices, arrays, tables, NetworkX graphs and files, and conversions back."""
from __future__ import annotations

import copy
import os
import warnings

import numpy as np

from . import _arcas, arrays, calls, sources


_unpickled = sources.unpickled  # the function's name in pickles of November 2026


class _AnyGraph:
    """The methods that Graph and DiGraph share."""

    # _index: {name: vertex}; _range: (least, greatest) weight; both are None until their first use.
    # _reading: see `reading`.
    __slots__ = ("_core", "_names", "_index", "_range", "_reading", "__weakref__")
    directed: bool

    def __init__(self, data, *, weights=True, validate=True, sort=False, missing="refuse"):
        core, names = sources.taken(type(self), data, weights, validate, sort, missing)
        self._fill(core, names)

    def _fill(self, core, names, reading=None):
        self._core, self._names, self._index, self._range, self._reading = core, names, None, None, reading

    @classmethod
    def _of(cls, core, names=None, reading=None):
        graph = object.__new__(cls)
        graph._fill(core, names, reading)
        return graph

    def __copy__(self):
        return type(self)._of(self._core, copy.copy(self._names))

    def __deepcopy__(self, memo):
        return type(self)._of(self._core, copy.deepcopy(self._names, memo))

    def __reduce__(self):
        return sources.unpickled, (type(self), *self._core.rows(), self._names, self._core.named)

    @classmethod
    def from_csr(cls, indptr, indices, data=None, *, validate=True, sort=False):
        """A graph over the arrays of compressed sparse rows, without a copy.

        Parameters
        ----------
        indptr : array of int64 or int32, shape (vertices + 1,)
            int64 is used without a copy; int32 is widened in a copy of 8 bytes per vertex.
        indices : array of int32, shape (arcs,), where an undirected graph has two arcs for each edge
            Used without a copy, even if it is read only. Other types of whole numbers are converted to int32.
        data : array of int32, int64, float32 or float64, shape (arcs,), optional
            The weights, used without a copy. Narrower numbers are converted. bool means a graph without weights.
        validate : bool
            Whether the arrays are checked: ends are in range, rows are in ascending order, and an undirected
            graph has each edge at both ends. Without the check, wrong arrays may crash the process.
        sort : bool
            Whether rows that are not in ascending order are sorted in a copy. Otherwise they are an error.

        Raises
        ------
        ValueError
            The message names the array that is wrong, and what is wrong with it.

        Notes
        -----
        The graph keeps the arrays alive; do not change their contents. A DiGraph also builds its in-rows.
        """
        return cls._of(sources.over(cls.directed, indptr, indices, data, False, validate, sort))

    @classmethod
    def from_edges(cls, sources_, targets, weights=None, *, vertices=None, drop_duplicates=False,
                   drop_self_loops=False, validate=True):
        """A graph of a list of edges, sources_[i] → targets[i], in any order.

        Parameters
        ----------
        sources_, targets : array of whole numbers, shape (edges,)
            Vertices, numbered from 0.
        weights : array, shape (edges,), optional
        vertices : int, optional
            The number of vertices, 0 to 2,147,483,648; by default the greatest end plus 1.
        drop_duplicates, drop_self_loops : bool
            drop_duplicates keeps the lightest of parallel edges; see :class:`Graph`.
        validate : bool
            Has no effect: the ends are always checked while they are copied.
        """
        return cls._of(sources.of_edges(cls.directed, sources_, targets, weights, vertices, drop_duplicates,
                                        drop_self_loops, validate))

    @classmethod
    def read(cls, path, **options):
        """The graph in a file. :func:`arcas.read_graph` describes the options."""
        return read_graph(path, directed=cls.directed, **options)

    @property
    def reading(self):
        """A dict that says how the graph's file was understood; None if the graph was not read from a file.

        "form": the format. "header": whether the first row names the columns (None if the file is not a table, or has
        only numbers). "header_from": "guessed", "stated" by the file, or "asked" for by the option `header`.
        "padded_ids": whether ids such as 007 were read as numbers. "skipped_rows": the number of rows that
        ``skip_bad_rows`` has skipped; "skipped": the line and the fault of the first three."""
        return self._reading

    @property
    def vertices(self) -> int:
        """The number of vertices."""
        return self._core.vertices

    @property
    def edges(self) -> int:
        """The number of edges. An undirected edge counts once."""
        return self._core.edges

    @property
    def names(self):
        """The names of the vertices in the graph's source, as an array or a list; None if the vertices have only
        numbers."""
        return self._names

    @property
    def indptr(self) -> np.ndarray:
        """Offsets of the out-rows, read only, int64 of shape (vertices + 1,)."""
        return self._core.rows()[0]

    @property
    def indices(self) -> np.ndarray:
        """Targets of the out-rows, read only, int32 of shape (arcs,): an undirected Graph has two arcs for each edge."""
        return self._core.rows()[1]

    @property
    def weights(self) -> np.ndarray | None:
        """Weights of the edges in `indices`, read only; None if the graph has no weights."""
        return self._core.rows()[2]

    @property
    def degrees(self) -> np.ndarray:
        """Out-degrees, int64 of shape (vertices,)."""
        return np.diff(self.indptr)

    def neighbors(self, v) -> np.ndarray:
        """The neighbours of a vertex, in a DiGraph its successors: an ascending, read-only array of int32."""
        v = calls.vertex(self._core, v, "v")
        indptr, indices, _ = self._core.rows()
        return indices[indptr[v]:indptr[v + 1]]

    def index(self, name) -> int:
        """The number of the vertex with this name. Raises KeyError if no vertex has it."""
        if self._names is None:
            if isinstance(name, (int, np.integer)) and 0 <= name < self.vertices:
                return int(name)
            raise KeyError(name)
        if self._index is None:
            names = self._names.tolist() if isinstance(self._names, np.ndarray) else self._names
            self._index = {name: v for v, name in enumerate(names)}
        return self._index[name]

    def name(self, v):
        """The name of the vertex v, or v itself if the vertices have only numbers."""
        v = calls.vertex(self._core, v, "v")
        if self._names is None:
            return v
        name = self._names[v]
        return name.item() if isinstance(name, np.generic) else name

    def subgraph(self, vertices, *, workers=None):
        """The induced subgraph: the given vertices and all edges between them. Their new numbers start at 0,
        in the order of their numbers in this graph. The vertices keep their names; if this graph has no names, the old
        numbers become the names."""
        wanted = calls.vertices(self._core, vertices, "vertices")
        with calls.calling(workers) as how:
            core = _arcas.part_of(self._core, wanted, how)
        return type(self)._of(core, [self.name(v) for v in np.sort(wanted)])

    def to_scipy(self, *, dtype=None):
        """A scipy.sparse.csr_array that shares `indices` and the weights. For a graph without weights, the data are
        ones.

        Parameters
        ----------
        dtype : dtype, optional
            The type of the data. None: the type of the weights, which are not copied; int64 if the graph has none, so
            that products count walks. bool and int8 take an eighth of the memory; products of int8 overflow above 127.
        """
        return sources.to_scipy(self, dtype)

    def to_networkx(self):
        """A NetworkX graph whose nodes are the names of the vertices, with the weights as the edge attribute `weight`.
        A graph with parallel edges becomes a multigraph."""
        return sources.to_networkx(self)

    def write(self, path, *, workers=None, progress=None, stop=None):
        """Writes the graph to a file. The ending of the name chooses the format: .txt .csv .tsv .el .wel .sg .wsg .mtx
        .gr .graph .npz; a second ending .zst or .gz (not with .npz) compresses the file. If the graph was read from a
        file, its names of vertices are written, provided that the format has names. Names that came from a data frame
        or from NetworkX are not written.

        Notes
        -----
        .txt .csv .tsv .el .wel list edges only, so isolated vertices are lost (in .el and .wel only those after the
        last vertex with an edge). :func:`arcas.read_graph` reads an undirected graph back from .csv .tsv .el
        .wel .npz as a directed graph with each edge in both directions. .sg and .mtx keep the vertices and the
        direction. .el and .sg store no weights; .wel and .wsg do.
        """
        with calls.calling(workers, progress, stop) as how:
            _arcas.write_file(self._core, calls.path(path), how)

    def __len__(self):
        return self.vertices

    def __repr__(self):
        weights = self.weights
        kind = "no weights" if weights is None else f"weights {weights.dtype}"
        return f"arcas.{type(self).__name__}({self.vertices:,} vertices, {self.edges:,} edges, {kind})"


class Graph(_AnyGraph):
    """An undirected graph, read only. Its vertices are 0, 1, …

    Parameters
    ----------
    data : SciPy sparse matrix, tuple of arrays, pandas.DataFrame, Arrow table, NetworkX graph, str or path
        A symmetric CSR or CSC matrix is used without a copy (see :meth:`from_csr`). A tuple is
        (sources, targets) or (sources, targets, weights). A table has the columns source and target, and
        optionally weight. A str is the path of a file.
    weights : bool or str
        Whether the graph gets weights: the data of a matrix, the weights of a file, or the attribute or column
        `weight`. A str names another attribute or column; at least one edge of a NetworkX graph must have that
        attribute. Edges without the attribute get the weight 1.
    validate, sort : bool
        As in :meth:`from_csr`.
    missing : {"refuse", "drop"}
        What happens to rows of a table without a source, a target or a weight (None, NaN, NA, NaT): "refuse" raises a
        ValueError with the number of the first such row, "drop" skips them.

    Raises
    ------
    ValueError, TypeError
        The message says what is wrong and what is allowed.

    Notes
    -----
    Parallel edges are kept. An edge is made of each row of a table, each pair of two arrays, each line of a file, each
    edge of a NetworkX graph, and each stored entry of a matrix, duplicate entries included (SciPy's
    ``sum_duplicates()`` adds them up). Parallel edges are merged in three cases: ``drop_duplicates`` keeps the
    lightest; ``read_graph(directed=False)`` of a directed file makes u → v and v → u one edge, the lightest; and
    :meth:`DiGraph.to_undirected` makes them one edge, whose weight ``combine`` chooses.

    The ends in a data frame must be of one kind: numbers, text, dates, … Equal values are the same vertex,
    independently of their type, and whole numbers stay exact. The ends in an Arrow table and in arrays are whole
    numbers: the numbers of the vertices.

    A graph has at most 2,147,483,648 vertices. Two graphs are equal only if they are the same object, so a graph may be
    a key of a dictionary; to compare the contents, compare the arrays. ``copy.copy`` and ``copy.deepcopy`` share the
    arrays; ``pickle`` writes the arrays and the names.

    Examples
    --------
    >>> arcas.Graph((np.array([0, 1]), np.array([1, 2])))
    arcas.Graph(3 vertices, 2 edges, no weights)
    """

    __slots__ = ()
    directed = False

    def to_directed(self, *, workers=None) -> DiGraph:
        """A DiGraph in which each edge becomes two, one in each direction."""
        with calls.calling(workers) as how:
            return DiGraph._of(_arcas.with_direction(self._core, how), self._names)


class DiGraph(_AnyGraph):
    """A directed graph, read only. An entry in row u and column v of a matrix is the edge u → v.

    The parameters are those of :class:`Graph`. The rows of a CSR matrix, or the columns of a CSC matrix, are used
    without a copy; the rows of the other direction are built.
    """

    __slots__ = ()
    directed = True

    def to_undirected(self, *, drop_duplicates=True, combine="min", workers=None) -> Graph:
        """A Graph with the same edges, without their directions.

        Parameters
        ----------
        drop_duplicates : bool
            Whether all edges between two vertices, in both directions, become one edge.
        combine : {"min", "max", "sum", "first"}
            The weight of that edge: the least, the greatest or the sum of the weights, or the weight of the first edge.
            Edges that start at the vertex with the lower number come first. A NaN is greater than all numbers.

        Raises
        ------
        ValueError
            If a sum of integer weights overflows their type.
        """
        drop_duplicates = calls.flag("drop_duplicates", drop_duplicates)
        calls.one_of("combine", combine, ("min", "max", "sum", "first"))
        if not drop_duplicates and combine != "min":
            raise ValueError(f"combine: {combine!r} chooses the weight of merged edges; it requires drop_duplicates=True")
        with calls.calling(workers) as how:
            core = _arcas.without_direction(self._core, combine if drop_duplicates else "", how)
        return Graph._of(core, self._names)

    @property
    def in_degrees(self) -> np.ndarray:
        """In-degrees, int64 of shape (vertices,)."""
        return np.diff(self._core.rows(incoming=True)[0])

    def predecessors(self, v) -> np.ndarray:
        """The in-neighbours of a vertex, ascending, read only: int32."""
        v = calls.vertex(self._core, v, "v")
        indptr, indices, _ = self._core.rows(incoming=True)
        return indices[indptr[v]:indptr[v + 1]]


def _is_comma(decimal):
    if decimal not in (".", ","):
        raise ValueError(f"decimal: {decimal!r} is not allowed; it must be '.' or ','")
    return decimal == ","


def _require_there(path):
    if "*" not in path:  # a path with * is a pattern; no file need have that name
        os.stat(path)  # raises an OSError that names the path as text


def _skipped(reading):
    rows = "1 row" if reading["skipped_rows"] == 1 else f"{reading['skipped_rows']} rows"
    return f"{rows} skipped (" + "; ".join(f"line {line}: {fault}" for line, fault in reading["skipped"]) + ")"


def read_graph(path, *, directed=None, weights=True, drop_duplicates=False, drop_self_loops=False, source="",
               target="", weight="", text_names=False, header=None, decimal=".", skip_bad_rows=False, format="",
               workers=None, progress=None, stop=None):
    """The graph in a file: SNAP and other edge lists, tables, MatrixMarket, DIMACS, METIS, GAP's .sg and
    .wsg, SciPy's .npz, GraphML; uncompressed, or compressed by zstd or gzip.

    Parameters
    ----------
    path : str or path
        A folder stands for its files ``part-*``, and a pattern with ``*`` for all files that match it. All these files
        must have the same form.
    directed : bool, optional
        The direction of the result; None: as in the file. False for a directed file: edges between two vertices, in
        both directions, become one edge, the lightest; :meth:`DiGraph.to_undirected` offers other weights.
    weights, drop_self_loops, drop_duplicates : bool
        Whether the weights in the file are kept, self-loops are dropped, and only the lightest of parallel edges is kept.
    source, target, weight : str
        Columns of a table: a name in its header, or the number of a column counted from 1, such as "3".
    text_names : bool
        Whether names of vertices are text even if they look like numbers, so that "007" is not "7".
    header : bool, optional
        Whether the first row of a table names its columns. None: as in the file, or guessed (see ``graph.reading``).
    decimal : str
        The decimal mark in the weights of a table: "." or ",".
    skip_bad_rows : bool
        True: wrong rows of an edge list or a table are skipped, and a UserWarning gives the number of these rows and
        the faults of the first three. False: a wrong row raises InputError.
    format : str
        An ending such as ".wel" that chooses the format instead of the ending of the file's name.
    workers : int, optional
    progress : bool or callable, optional
    stop : object with is_set(), optional
        See :mod:`arcas.rankings`.

    Returns
    -------
    Graph or DiGraph

    Raises
    ------
    FileNotFoundError, PermissionError
    InputError
        A ValueError. The message names the file, the line and a remedy.
    """
    path = calls.path(path)
    _require_there(os.fsdecode(path))
    directed = None if directed is None else calls.flag("directed", directed)
    flags = [calls.flag(name, value) for name, value in [
        ("weights", weights), ("drop_duplicates", drop_duplicates), ("drop_self_loops", drop_self_loops)]]
    columns = [calls.text(name, value) for name, value in [("source", source), ("target", target), ("weight", weight)]]
    rows = [None if header is None else calls.flag("header", header), _is_comma(decimal),
            calls.flag("skip_bad_rows", skip_bad_rows)]
    with calls.calling(workers, progress, stop) as how:
        core, reading = _arcas.read_file(path, directed, *flags, *columns, calls.flag("text_names", text_names), *rows,
                                         calls.text("format", format), how)
    arrays.require_vertices(core.vertices)
    if reading["skipped_rows"]:
        warnings.warn(f"{os.fsdecode(path)}: {_skipped(reading)}", stacklevel=2)
    return (DiGraph if core.directed else Graph)._of(core, sources.names_of(core, path), reading)
