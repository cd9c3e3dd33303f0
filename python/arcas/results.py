# SPDX-License-Identifier: Apache-2.0
"""What kernels return beside plain arrays. Each result has `seconds`, which the kernel took.

Two results are equal if they are of one class and all that they have is equal, `seconds` apart; arrays are where all
their values are. `==` of two results is one bool: compare `values` to compare them one by one. Results have no hash.
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
    """A number for each vertex; it is an array where NumPy wants one.

    Attributes
    ----------
    values : array, shape (vertices,)
    iterations : int
        Passes over the graph; 0 for kernels that have none.
    residual : float
        By how much the last pass changed the scores; above the tolerance where max_iterations ended the run.
    seconds : float
    samples, error, certain
        Of sampled betweenness: how many samples, how far a score may be off, whether the highest are certain.
    alpha : float
        Of Katz centrality, as it was used.
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
        """[(name, score), …]: the highest first, of equal ones the lesser vertex."""
        count = min(calls.whole("count", count, -calls.MOST_63, calls.MOST_63), len(self.values))
        if count <= 0:
            return []
        least = np.partition(self.values, len(self.values) - count)[len(self.values) - count]
        candidates = np.flatnonzero(self.values >= least)
        order = candidates[np.argsort(-self.values[candidates].astype(np.float64), kind="stable")][:count]
        return [(self._name(v), self.values[v].item()) for v in order]

    def to_dict(self):
        """{name: score}."""
        names = range(len(self.values)) if self.names is None else self.names
        names = names.tolist() if isinstance(names, np.ndarray) else names
        return dict(zip(names, self.values.tolist()))

    def to_pandas(self):
        """A pandas.Series whose index has the names."""
        import pandas

        return pandas.Series(self.values, index=self.names)

    def __repr__(self):
        best = ", ".join(f"{name}: {score:.6g}" for name, score in self.top(3))
        return f"Scores of {len(self.values):,} vertices ({best}, …)"


@dataclass(frozen=True, eq=False)
class Hubs(_Result):
    """hubs and authorities are Scores."""

    hubs: Scores
    authorities: Scores
    iterations: int
    residual: float
    seconds: float


@dataclass(frozen=True, eq=False)
class Search(_Result):
    """levels and parents: int32, shape (vertices,), -1 where a vertex is not reached; a source is its own
    parent. reached counts vertices, sources included; depth is the greatest level."""

    levels: np.ndarray
    parents: np.ndarray
    reached: int
    depth: int
    seconds: float


@dataclass(frozen=True, eq=False)
class Distances(_Result):
    """distances, shape (vertices,): float64, inf where a vertex is not reached; of weights that are whole
    numbers int64, where :attr:`unreached` says so. parents as of Search, where asked for."""

    distances: np.ndarray
    parents: np.ndarray | None
    delta: float
    seconds: float

    @property
    def unreached(self):
        """bool, shape (vertices,)."""
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
    """vertices: int32, from the source to the target; length: the sum of the weights."""

    vertices: np.ndarray
    length: float


@dataclass(frozen=True, eq=False)
class Diameter(_Result):
    """The greatest number of steps between two vertices of a component, source and target two that are so
    far apart, searches that it took, and eccentricities (int32) where asked for."""

    diameter: int
    source: int
    target: int
    searches: int
    eccentricities: np.ndarray | None
    seconds: float


@dataclass(frozen=True, eq=False)
class Labels(_Result):
    """labels: int32, shape (vertices,), the same for two vertices exactly if they belong together; quality
    and iterations are those of communities."""

    labels: np.ndarray
    count: int
    seconds: float
    quality: float = 0.0
    iterations: int = 0

    def __array__(self, dtype=None, copy=None):
        labels = self.labels if dtype is None else self.labels.astype(dtype, copy=False)
        return labels.copy() if copy else labels

    def groups(self):
        """A list of arrays of vertices: the largest group first, of equal ones that of the least vertex."""
        order = np.argsort(self.labels, kind="stable")
        starts = np.flatnonzero(np.diff(self.labels[order], prepend=np.int64(-1)))
        parts = np.split(order, starts[1:]) if len(order) else []
        return sorted(parts, key=lambda part: (-len(part), part[0]))


@dataclass(frozen=True, eq=False)
class Triangles(_Result):
    """triangles: int64 and clustering: float64, shape (vertices,); total counts each triangle once."""

    triangles: np.ndarray
    clustering: np.ndarray
    total: int
    average_clustering: float
    transitivity: float
    seconds: float


@dataclass(frozen=True, eq=False)
class Edges(_Result):
    """Edges sources[i] – targets[i], the lesser end first, in ascending order. numbers, where there are any,
    are one for each: truss numbers, or weights. count and total: see the kernel."""

    sources: np.ndarray
    targets: np.ndarray
    numbers: np.ndarray | None
    count: int
    total: float
    seconds: float


@dataclass(frozen=True, eq=False)
class Blocks(_Result):
    """Of each edge sources[i] – targets[i] its block; articulation: bool, shape (vertices,)."""

    sources: np.ndarray
    targets: np.ndarray
    blocks: np.ndarray
    count: int
    bridges: int
    articulation: np.ndarray
    seconds: float

    def bridge_edges(self):
        """(sources, targets) of the bridges."""
        sizes = np.bincount(self.blocks.astype(np.int64), minlength=self.count)
        alone = sizes[self.blocks.astype(np.int64)] == 1
        return self.sources[alone], self.targets[alone]


@dataclass(frozen=True, eq=False)
class Order(_Result):
    """order: int32, each vertex behind all that lead to it; levels: int32, -1 for vertices behind a cycle;
    cycle: vertices of one, each leading to the next and the last to the first; empty where there is none."""

    order: np.ndarray
    levels: np.ndarray
    depth: int
    cycle: np.ndarray
    seconds: float


@dataclass(frozen=True, eq=False)
class Mates(_Result):
    """mates: int32, shape (vertices,), -1 for none; size counts edges. Of a largest matching sides (0 or 1)
    and cover (bool), a least vertex cover."""

    mates: np.ndarray
    size: int
    seconds: float
    sides: np.ndarray | None = None
    cover: np.ndarray | None = None
