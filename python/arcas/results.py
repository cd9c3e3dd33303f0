# SPDX-License-Identifier: Apache-2.0
"""The results of kernels that return more than an array. Each result has `seconds`, the time that the kernel took.

Two results are equal if they have the same class and all their attributes except `seconds` are equal; arrays are equal
if all their values are. `==` of two results returns one bool; to compare element by element, compare `values`. Results
are not hashable.
"""
from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np

from . import calls


def _equal(a, b):
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        return np.array_equal(a, b)
    return a == b


class _Result:
    __slots__ = ()
    __hash__ = None

    def __eq__(self, other):
        if type(other) is not type(self):
            return NotImplemented
        return self is other or all(_equal(getattr(self, f.name), getattr(other, f.name))
                                    for f in fields(self) if f.name != "seconds")


@dataclass(frozen=True, eq=False, repr=False)
class Scores(_Result):
    """A number for each vertex. NumPy functions take it as an array.

    Attributes
    ----------
    values : array, shape (vertices,)
    names : array, list or None
        The names of the vertices; None if they have only numbers.
    iterations : int
        The number of passes over the graph; 0 for kernels without passes.
    residual : float
        The change of the scores by the last pass. It exceeds the tolerance if max_iterations ended the run.
    seconds : float
    samples, error, certain
        Of sampled betweenness: the number of samples, the maximum error of a score, and whether the `certain_top`
        highest scores are certain.
    alpha : float
        Of Katz centrality: the alpha that was used.
    """

    values: np.ndarray
    names: Any = field(default=None)
    iterations: int = 0
    residual: float = 0.0
    seconds: float = 0.0
    samples: int = 0
    error: float = 0.0
    certain: bool = False
    alpha: float = 0.0

    def __array__(self, dtype=None, copy=None):
        values = self.values if dtype is None else self.values.astype(dtype, copy=False)
        return values.copy() if copy else values

    def __len__(self):
        return len(self.values)

    def __getitem__(self, v):
        return self.values[v]

    def __iter__(self):
        return iter(self.values)

    def _name(self, v):
        if self.names is None:
            return int(v)
        name = self.names[v]
        return name.item() if isinstance(name, np.generic) else name

    def top(self, count=10):
        """The `count` highest scores as [(name, score), …], the highest first; equal scores in the order of the
        vertices."""
        count = min(calls.whole("count", count, -calls.MOST_63, calls.MOST_63), len(self.values))
        if count <= 0:
            return []
        least = np.partition(self.values, len(self.values) - count)[len(self.values) - count]
        candidates = np.flatnonzero(self.values >= least)
        order = candidates[np.argsort(-self.values[candidates].astype(np.float64), kind="stable")][:count]
        return [(self._name(v), self.values[v].item()) for v in order]

    def to_dict(self):
        """A dict {name: score}."""
        names = range(len(self.values)) if self.names is None else self.names
        names = names.tolist() if isinstance(names, np.ndarray) else names
        return dict(zip(names, self.values.tolist()))

    def to_pandas(self):
        """A pandas.Series with the names as its index."""
        import pandas

        return pandas.Series(self.values, index=self.names)

    def __repr__(self):
        best = ", ".join(f"{name}: {score:.6g}" for name, score in self.top(3))
        return f"Scores of {len(self.values):,} vertices ({best}, …)"


@dataclass(frozen=True, eq=False)
class Hubs(_Result):
    """The scores of hubs and of authorities."""

    hubs: Scores
    authorities: Scores
    iterations: int
    residual: float
    seconds: float


@dataclass(frozen=True, eq=False)
class Search(_Result):
    """The result of a breadth-first search.

    Attributes
    ----------
    levels, parents : array of int32, shape (vertices,)
        The number of steps from the sources, and the previous vertex on a shortest path; -1 for vertices that are not
        reached. A source is its own parent.
    reached : int
        The number of vertices reached, sources included.
    depth : int
        The greatest level.
    seconds : float
    """

    levels: np.ndarray
    parents: np.ndarray
    reached: int
    depth: int
    seconds: float


@dataclass(frozen=True, eq=False)
class Distances(_Result):
    """The lengths of shortest paths from a vertex.

    Attributes
    ----------
    distances : array, shape (vertices,)
        float64, with inf for vertices that are not reached. int64 if the weights are integers; :attr:`unreached` then
        tells which vertices are not reached.
    parents : array of int32, shape (vertices,), or None
        As in :class:`Search`, if the call asked for them.
    delta : float
        The width of the bins; 0 if no bins were used.
    seconds : float
    """

    distances: np.ndarray
    parents: np.ndarray | None
    delta: float
    seconds: float

    @property
    def unreached(self):
        """Whether each vertex is not reached: an array of bool, shape (vertices,)."""
        if self.distances.dtype == np.int64:
            return self.distances == np.iinfo(np.int64).max
        return np.isinf(self.distances)

    def path_to(self, v):
        """A shortest path from the source to v, as a list of vertices; [] if v is not reached. Raises ValueError
        if v is not a vertex, or if the result has no parents."""
        if self.parents is None:
            raise ValueError("path_to() requires parents; call sssp(…, parents=True)")
        v = calls.counted_vertex(len(self.parents), v, "v")
        if self.parents[v] == -1:
            return []
        path = [v]
        while self.parents[path[-1]] != path[-1]:
            path.append(int(self.parents[path[-1]]))
        return path[::-1]


@dataclass(frozen=True, eq=False)
class Path(_Result):
    """A path: its vertices from the source to the target, an array of int32, and its length, the sum of the weights."""

    vertices: np.ndarray
    length: float


@dataclass(frozen=True, eq=False)
class Diameter(_Result):
    """The diameter of a graph.

    Attributes
    ----------
    diameter : int
        The greatest number of steps between two vertices of a component.
    source, target : int
        Two vertices at this distance.
    searches : int
        The number of searches that the kernel needed.
    eccentricities : array of int32, shape (vertices,), or None
        The eccentricities of all vertices, if the call asked for them.
    seconds : float
    """

    diameter: int
    source: int
    target: int
    searches: int
    eccentricities: np.ndarray | None
    seconds: float


@dataclass(frozen=True, eq=False)
class Labels(_Result):
    """Groups of vertices.

    Attributes
    ----------
    labels : array of int32, shape (vertices,)
        Two vertices have the same label if and only if they are in the same group.
    count : int
        The number of groups.
    seconds : float
    quality, iterations
        Of communities: the quality of the partition, and the number of iterations that improved it.
    """

    labels: np.ndarray
    count: int
    seconds: float
    quality: float = 0.0
    iterations: int = 0

    def __array__(self, dtype=None, copy=None):
        labels = self.labels if dtype is None else self.labels.astype(dtype, copy=False)
        return labels.copy() if copy else labels

    def groups(self):
        """The groups as a list of arrays of vertices, the largest group first; groups of equal size in the order of
        their lowest vertices."""
        order = np.argsort(self.labels, kind="stable")
        starts = np.flatnonzero(np.diff(self.labels[order], prepend=np.int64(-1)))
        parts = np.split(order, starts[1:]) if len(order) else []
        return sorted(parts, key=lambda part: (-len(part), part[0]))


@dataclass(frozen=True, eq=False)
class Triangles(_Result):
    """The number of triangles (int64) and the clustering coefficient (float64) of each vertex; total: the number of
    triangles of the graph."""

    triangles: np.ndarray
    clustering: np.ndarray
    total: int
    average_clustering: float
    transitivity: float
    seconds: float


@dataclass(frozen=True, eq=False)
class Edges(_Result):
    """Edges sources[i] – targets[i] in ascending order, each with its lower end as the source. numbers: the truss
    number or the weight of each edge, or None. The kernel describes count and total."""

    sources: np.ndarray
    targets: np.ndarray
    numbers: np.ndarray | None
    count: int
    total: float
    seconds: float


@dataclass(frozen=True, eq=False)
class Blocks(_Result):
    """Biconnected components.

    Attributes
    ----------
    sources, targets : array of int32
        The edges, each with its lower end as the source.
    blocks : array
        The number of the block of each edge.
    count, bridges : int
        The numbers of blocks and of bridges.
    articulation : array of bool, shape (vertices,)
        Whether a vertex is an articulation point.
    seconds : float
    """

    sources: np.ndarray
    targets: np.ndarray
    blocks: np.ndarray
    count: int
    bridges: int
    articulation: np.ndarray
    seconds: float

    def bridge_edges(self):
        """The bridges as (sources, targets)."""
        sizes = np.bincount(self.blocks.astype(np.int64), minlength=self.count)
        alone = sizes[self.blocks.astype(np.int64)] == 1
        return self.sources[alone], self.targets[alone]


@dataclass(frozen=True, eq=False)
class Order(_Result):
    """A topological order.

    Attributes
    ----------
    order : array of int32
        The vertices that no cycle reaches, each after all vertices with an edge to it.
    levels : array of int32, shape (vertices,)
        The greatest number of edges of a path that ends at the vertex; -1 for vertices on a cycle or reached from one.
    depth : int
        The number of levels.
    cycle : array of int32
        The vertices of a cycle, each with an edge to the next and the last with an edge to the first; empty if the
        graph is acyclic.
    seconds : float
    """

    order: np.ndarray
    levels: np.ndarray
    depth: int
    cycle: np.ndarray
    seconds: float


@dataclass(frozen=True, eq=False)
class Mates(_Result):
    """A matching.

    Attributes
    ----------
    mates : array of int32, shape (vertices,)
        The vertex that each vertex is matched with, or -1.
    size : int
        The number of edges of the matching.
    seconds : float
    sides : array or None
        Of a bipartite graph: the side of each vertex, 0 or 1.
    cover : array of bool or None
        Of a bipartite graph: whether each vertex is in the minimum vertex cover.
    """

    mates: np.ndarray
    size: int
    seconds: float
    sides: np.ndarray | None = None
    cover: np.ndarray | None = None
