# SPDX-License-Identifier: Apache-2.0
"""Graphs: from matrices, arrays, tables, NetworkX and files, and out again."""
from __future__ import annotations

import copy
import os
import warnings

import numpy as np

from . import _arcas, arrays, calls, sources


_unpickled = sources.unpickled  # its name in pickles of November 2026


class _AnyGraph:
    """What Graph and DiGraph have in common. Read only; vertices are 0, 1, …

    Two graphs are equal where they are one object, and a graph may be a key of a dictionary: compare arrays to compare
    what is in them. A copy shares the arrays; what is pickled, as for another process, are the arrays and the names.
    """

    # _index: {name: vertex}, _range: of the weights; each None until it is asked for. _reading: of a graph of a file.
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
        """A graph over compressed sparse rows, used where they lie.

        Parameters
        ----------
        indptr : array of int64 or int32, shape (vertices + 1,)
            int64 is used where it lies; int32 is widened in a copy of 8 bytes a vertex.
        indices : array of int32, shape (edges,)
            Used where it lies, also if it is read only. Other whole numbers are copied to int32.
        data : array of int32, int64, float32 or float64, shape (edges,), optional
            Weights, used where they lie. Narrower numbers are copied; bool is no weight.
        validate : bool
            Whether the arrays are looked at: ends in range, rows in ascending order, and of an undirected
            graph each edge at both ends. Without it wrong arrays may crash the process.
        sort : bool
            Rows that are not in ascending order are sorted in a copy; else they are refused.

        Raises
        ------
        ValueError
            A sentence that says which array does not fit, and how.

        Notes
        -----
        The graph keeps the arrays alive, and they must not be written to. A DiGraph makes its in-rows besides.
        """
        return cls._of(sources.over(cls.directed, indptr, indices, data, False, validate, sort))

    @classmethod
    def from_edges(cls, sources_, targets, weights=None, *, vertices=None, drop_duplicates=False,
                   drop_self_loops=False, validate=True):
        """A graph of a list of edges, sources_[i] → targets[i], in any order.

        Parameters
        ----------
        sources_, targets : array of whole numbers, shape (edges,)
            Vertices, from 0.
        weights : array, shape (edges,), optional
        vertices : int, optional
            The number of vertices, 0 to 2,147,483,648; by default one more than the greatest end.
        drop_duplicates, drop_self_loops : bool
            Of parallel edges the lightest stays; see :class:`Graph`.
        validate : bool
            Of no effect: ends are looked at where they are copied.
        """
        return cls._of(sources.of_edges(cls.directed, sources_, targets, weights, vertices, drop_duplicates,
                                        drop_self_loops, validate))

    @classmethod
    def read(cls, path, **options):
        """The graph in a file; options are those of :func:`arcas.read_graph`."""
        return read_graph(path, directed=cls.directed, **options)

    @property
    def reading(self):
        """What was concluded of the file that the graph was read from, and what reading it has shown, as a dict; None for
        another graph. "form"; "header": whether the first row names the columns (None: it is no table, or of numbers), and
        "header_from": "guessed", "stated" by the file or "asked"; "padded_ids": whether ids such as 007 were read as numbers;
        "skipped_rows" by ``skip_bad_rows``, and of the first three the line and the fault in "skipped"."""
        return self._reading

    @property
    def vertices(self) -> int:
        """How many vertices there are."""
        return self._core.vertices

    @property
    def edges(self) -> int:
        """How many edges there are; of an undirected graph each counts once."""
        return self._core.edges

    @property
    def names(self):
        """What the vertices are called where they came from, as an array or a list; None where they have numbers only."""
        return self._names

    @property
    def indptr(self) -> np.ndarray:
        """Offsets of the out-rows, read only, int64 of shape (vertices + 1,)."""
        return self._core.rows()[0]

    @property
    def indices(self) -> np.ndarray:
        """Targets of the out-rows, read only, int32 of shape (edges,)."""
        return self._core.rows()[1]

    @property
    def weights(self) -> np.ndarray | None:
        """Weights of the out-rows, read only, or None."""
        return self._core.rows()[2]

    @property
    def degrees(self) -> np.ndarray:
        """Out-degrees, int64 of shape (vertices,)."""
        return np.diff(self.indptr)

    def neighbors(self, v) -> np.ndarray:
        """The (out-)neighbours of a vertex, ascending, read only: int32."""
        v = calls.vertex(self._core, v, "v")
        indptr, indices, _ = self._core.rows()
        return indices[indptr[v]:indptr[v + 1]]

    def index(self, name) -> int:
        """The vertex of this name. Raises KeyError where there is none."""
        if self._names is None:
            if isinstance(name, (int, np.integer)) and 0 <= name < self.vertices:
                return int(name)
            raise KeyError(name)
        if self._index is None:
            names = self._names.tolist() if isinstance(self._names, np.ndarray) else self._names
            self._index = {name: v for v, name in enumerate(names)}
        return self._index[name]

    def name(self, v):
        """What the vertex v is called."""
        v = calls.vertex(self._core, v, "v")
        if self._names is None:
            return v
        name = self._names[v]
        return name.item() if isinstance(name, np.generic) else name

    def subgraph(self, vertices, *, workers=None):
        """The graph of some vertices and all edges between them, numbered in the order of their numbers here."""
        wanted = calls.vertices(self._core, vertices, "vertices")
        with calls.calling(workers) as how:
            core = _arcas.part_of(self._core, wanted, how)
        return type(self)._of(core, [self.name(v) for v in np.sort(wanted)])

    def to_scipy(self, *, dtype=None):
        """A scipy.sparse.csr_array over the same indices and weights; without weights its data are ones.

        Parameters
        ----------
        dtype : dtype, optional
            Of the data. None: that of the weights, which are not copied; int64 of ones, whose products count walks. bool or
            int8 take an eighth of the memory, and products of int8 overflow above 127.
        """
        return sources.to_scipy(self, dtype)

    def to_networkx(self):
        """A NetworkX graph whose nodes are the names; weights are the attribute `weight`. Parallel edges
        make a multigraph."""
        return sources.to_networkx(self)

    def write(self, path, *, workers=None, progress=None, stop=None):
        """Writes a file in the format that its name ends with: .txt .csv .tsv .el .wel .sg .wsg .mtx .gr
        .graph .npz, packed where .zst or .gz follows (not .npz). A graph of a file is written with the names that vertices have
        there, where the format has names; names of tables and of NetworkX are not written.

        Notes
        -----
        .txt .csv .tsv .el .wel list edges only: isolated vertices are lost (in .el and .wel those after the
        last vertex with an edge). :func:`arcas.read_graph` reads an undirected graph back from .csv .tsv .el
        .wel .npz as a directed graph that has each edge in both directions. .sg and .mtx keep the vertices and the
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
    """An undirected graph, read only.

    Parameters
    ----------
    data : SciPy sparse matrix, tuple of arrays, pandas.DataFrame, Arrow table, NetworkX graph, str or path
        A symmetric CSR or CSC matrix is used where it lies (see :meth:`from_csr`). A tuple is
        (sources, targets) or (sources, targets, weights). A table has the columns source, target and
        perhaps weight. A str is the path of a file.
    weights : bool or str
        Whether the data of a matrix, the weights of a file, or the attribute or column `weight` (another
        one where it is a str) are the weights of the edges. At least one edge of a NetworkX graph must have a
        named attribute; edges without it get the weight 1.
    validate, sort : bool
        As in :meth:`from_csr`.
    missing : {"refuse", "drop"}
        Rows of a table that have no source, no target or no weight (None, NaN, NA, NaT) are refused, with the number of the
        first, or left out.

    Raises
    ------
    ValueError, TypeError
        A sentence that says what does not fit and what is allowed.

    Notes
    -----
    Parallel edges stay: each row of a table, pair of two arrays, line of a file, edge of a NetworkX graph and stored entry
    of a matrix is an edge, so also entries that a SciPy matrix has twice (its ``sum_duplicates()`` adds them up). Edges
    become one where ``drop_duplicates`` asks for it, the lightest, and where edges lose their direction:
    ``read_graph(directed=False)`` of a directed file takes u → v and v → u as one edge, the lightest, and
    :meth:`DiGraph.to_undirected` as one edge, whose weight ``combine`` says.

    The ends in a data frame are of one kind: numbers, text, dates and others. Equal ones are one vertex, whatever their type,
    and whole numbers stay exact. Those in an Arrow table and in arrays are whole numbers, the vertices themselves.

    At most 2,147,483,648 vertices. Two graphs are equal where they are one object: compare arrays to compare what is in
    them. ``copy.copy`` and ``copy.deepcopy`` share the arrays; ``pickle`` writes them, and the names.

    Examples
    --------
    >>> arcas.Graph((np.array([0, 1]), np.array([1, 2])))
    arcas.Graph(3 vertices, 2 edges, no weights)
    """

    __slots__ = ()
    directed = False

    def to_directed(self, *, workers=None) -> DiGraph:
        """Each edge as one each way."""
        with calls.calling(workers) as how:
            return DiGraph._of(_arcas.with_direction(self._core, how), self._names)


class DiGraph(_AnyGraph):
    """A directed graph, read only; an entry in row u and column v of a matrix is the edge u → v.

    The parameters are those of :class:`Graph`. Of a matrix the rows, or of a CSC matrix the columns, are
    used where they lie; those of the other direction are made.
    """

    __slots__ = ()
    directed = True

    def to_undirected(self, *, drop_duplicates=True, combine="min", workers=None) -> Graph:
        """Each edge taken both ways.

        Parameters
        ----------
        drop_duplicates : bool
            Whether all edges between two vertices, u → v and v → u among them, become one.
        combine : {"min", "max", "sum", "first"}
            The weight of that one edge: the least, the greatest, the sum, which strengths want, or that of the first, where
            edges from the vertex of the lesser number come first. A NaN is greater than all numbers.

        Raises
        ------
        ValueError
            Where a sum of whole weights is beyond their type.
        """
        drop_duplicates = calls.flag("drop_duplicates", drop_duplicates)
        calls.one_of("combine", combine, ("min", "max", "sum", "first"))
        if not drop_duplicates and combine != "min":
            raise ValueError(f"combine: {combine!r} says which weight one of several edges has; it requires "
                             "drop_duplicates=True")
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
    if "*" not in path:  # a pattern is no name of a file
        os.stat(path)  # whose error names the path as text


def _skipped(reading):
    rows = "1 row" if reading["skipped_rows"] == 1 else f"{reading['skipped_rows']} rows"
    return f"{rows} skipped (" + "; ".join(f"line {line}: {fault}" for line, fault in reading["skipped"]) + ")"


def read_graph(path, *, directed=None, weights=True, drop_duplicates=False, drop_self_loops=False, source="",
               target="", weight="", text_names=False, header=None, decimal=".", skip_bad_rows=False, format="",
               workers=None, progress=None, stop=None):
    """The graph in a file: SNAP and other edge lists, tables, MatrixMarket, DIMACS, METIS, GAP's .sg and
    .wsg, SciPy's .npz, GraphML; plain, zstd or gzip.

    Parameters
    ----------
    path : str or path
        A folder stands for its files ``part-*``, a pattern with ``*`` for the files that it names: lists or tables of one form.
    directed : bool, optional
        None: as the file says. A directed file becomes an undirected graph without parallel edges, of which the lightest
        stays; :meth:`DiGraph.to_undirected` offers others.
    weights : bool
        Whether weights of the file are kept.
    drop_duplicates, drop_self_loops : bool
    source, target, weight : str
        Columns of a table: the word of its header, or a number from 1 ("3").
    text_names : bool
        Names of vertices are text even where they look like numbers: "007" is not "7".
    header : bool, optional
        Whether the first row of a table names its columns. None: as the file says, else guessed (``graph.reading``).
    decimal : str
        The decimal mark of the weights of a table: "." or ",".
    skip_bad_rows : bool
        Rows of an edge list or a table that are wrong are left out, with a UserWarning that counts them and tells the
        first three. Otherwise a wrong row is an InputError.
    format : str
        The ending of a file name, as ".wel", in place of the one that the file has.
    workers : int, optional
        At most so many threads; None: all.
    progress : bool or callable, optional
    stop : object with is_set(), optional
        As threading.Event: reading ends with arcas.Interrupted when it is set.

    Returns
    -------
    Graph or DiGraph

    Raises
    ------
    FileNotFoundError, PermissionError
    InputError
        One sentence with file, line and remedy. It is a ValueError.
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
