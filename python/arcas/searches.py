# SPDX-License-Identifier: Apache-2.0
"""Kernels that search: how far, and by which way? `workers`, `progress` and `stop` as in rankings."""
from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from . import _arcas, calls, edge_weights
from .calls import Progress, Stop
from .graphs import DiGraph, Graph
from .results import Diameter, Distances, Order, Path, Search


def bfs(graph: Graph | DiGraph, sources: ArrayLike, *, workers: int | None = None, progress: Progress = None,
        stop: Stop = None) -> Search:
    """How many steps is each vertex away from the sources, and by which way?

    Parameters
    ----------
    graph : Graph or DiGraph
    sources : vertex or array of vertices

    Returns
    -------
    Search
        Levels are the same in every run; a parent is any of the possible ones.

    References
    ----------
    Beamer, Asanović, Patterson: Direction-optimizing breadth-first search, 2012.
    """
    core = calls.require_graph(graph)
    chosen = calls.vertices(core, sources, "sources")
    with calls.calling(workers, progress, stop) as how:
        parents, levels, reached, depth, seconds = _arcas.bfs(core, chosen, how)
    return Search(levels.view(np.int32), calls.signed(parents), reached, depth, seconds)


def sssp(graph: Graph | DiGraph, source: int, *, parents: bool = False, delta: float = 0.0,
         workers: int | None = None, progress: Progress = None, stop: Stop = None) -> Distances:
    """How far is each vertex from the source, when an edge is as long as its weight, 0 or more?

    Parameters
    ----------
    graph : Graph or DiGraph
        With weights.
    source : vertex
    parents : bool
        Whether the result has them, for path_to().
    delta : float
        Width of a bin; 0: chosen from weights and degrees.

    Returns
    -------
    Distances
        int64 for whole weights, float64 for others; the same in every run.

    Raises
    ------
    ValueError
        For a graph without weights, and for a weight below 0 or not finite.

    References
    ----------
    Meyer, Sanders: Δ-stepping: a parallelizable shortest path algorithm, 2003.
    """
    core = calls.require_graph(graph)
    asked = calls.vertex(core, source, "source"), calls.real("delta", delta), calls.flag("parents", parents)
    edge_weights.require(graph, "sssp", edge_weights.NOT_NEGATIVE)
    with calls.calling(workers, progress, stop) as how:
        distances, before, used, seconds = _arcas.sssp(core, *asked, how)
    return Distances(distances, calls.signed(before) if parents else None, used, seconds)


def shortest_paths(graph: Graph | DiGraph, source: int, target: int, count: int = 1, *, workers: int | None = None,
                   progress: Progress = None, stop: Stop = None) -> list[Path]:
    """The `count` shortest simple paths from source to target, the shortest first.

    Returns
    -------
    list of Path
        Fewer than count where there are no more.

    References
    ----------
    Yen: Finding the k shortest loopless paths in a network, 1971; Lawler 1972.
    """
    core = calls.require_graph(graph)
    asked = (calls.vertex(core, source, "source"), calls.vertex(core, target, "target"),
             calls.whole("count", count, 0, calls.MOST_63))
    edge_weights.require(graph, "shortest_paths", edge_weights.NOT_NEGATIVE)
    with calls.calling(workers, progress, stop) as how:
        return [Path(*path) for path in _arcas.shortest_paths(core, *asked, how)]


def diameter(graph: Graph, *, eccentricities: bool = False, workers: int | None = None, progress: Progress = None,
             stop: Stop = None) -> Diameter:
    """How many steps are the two vertices of a component apart that are farthest apart?

    Parameters
    ----------
    graph : Graph
        Undirected; weights do not count.
    eccentricities : bool
        Whether the result has those of all vertices, within their components.

    Returns
    -------
    Diameter

    References
    ----------
    Takes, Kosters: Computing the eccentricity distribution of large graphs, 2013.
    """
    core = calls.require_graph(graph, directed=False)
    eccentricities = calls.flag("eccentricities", eccentricities)
    with calls.calling(workers, progress, stop) as how:
        return Diameter(*_arcas.diameter(core, eccentricities, how))


def random_walks(graph: Graph | DiGraph, starts: ArrayLike, *, steps: int = 80, per_start: int = 1,
                 weighted: bool = False, p: float = 1.0, q: float = 1.0, seed: int = 27491095,
                 workers: int | None = None, progress: Progress = None, stop: Stop = None) -> np.ndarray:
    """Walks from each start, step by step to a neighbour drawn at random.

    Parameters
    ----------
    graph : Graph or DiGraph
    starts : array of vertices
    steps, per_start : int
        The length of a walk, and how many begin at a start.
    weighted : bool
        Whether edges are as likely as they weigh.
    p, q : float
        node2vec's return and in-out parameters.
    seed : int
        Decides the result, whatever the number of workers.

    Returns
    -------
    array of int32, shape (walks, steps + 1)
        The start first; -1 behind the end of a walk that ends early.

    References
    ----------
    Grover, Leskovec: node2vec, 2016. Yang and others: KnightKing, 2019.
    """
    core = calls.require_graph(graph)
    chosen = calls.vertices(core, starts, "starts")
    steps = calls.whole("steps", steps, 0, calls.MOST_32)
    per_start = calls.whole("per_start", per_start, 0, calls.MOST_32)
    choice = calls.real("p", p), calls.real("q", q), calls.seed(seed)
    weighted = edge_weights.asked_for(graph, "random_walks", weighted)
    with calls.calling(workers, progress, stop) as how:
        visited, walks, _ = _arcas.random_walks(core, chosen, steps, per_start, weighted, *choice, how)
    return visited.view(np.int32).reshape(walks, steps + 1)


def topological_order(graph: DiGraph, *, workers: int | None = None, progress: Progress = None,
                      stop: Stop = None) -> Order:
    """The vertices one after the other, each behind all that lead to it.

    Parameters
    ----------
    graph : DiGraph

    Returns
    -------
    Order
        By levels, and within a level ascending; of a graph with a cycle, one of them.

    References
    ----------
    Kahn: Topological sorting of large networks, 1962.
    """
    core = calls.require_graph(graph, directed=True)
    with calls.calling(workers, progress, stop) as how:
        order, levels, depth, cycle, seconds = _arcas.topological_order(core, how)
    return Order(order, levels.view(np.int32), depth, cycle, seconds)
