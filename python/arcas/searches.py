# SPDX-License-Identifier: Apache-2.0
"""Searches, paths and walks. :mod:`arcas.rankings` describes `workers`, `progress` and `stop`."""
from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from . import _arcas, calls, edge_weights
from .calls import Progress, Stop
from .graphs import DiGraph, Graph
from .results import Diameter, Distances, Order, Path, Search


def bfs(graph: Graph | DiGraph, sources: ArrayLike, *, workers: int | None = None, progress: Progress = None,
        stop: Stop = None) -> Search:
    """Breadth-first search: the number of steps from the nearest source to each vertex, and a shortest path.

    Parameters
    ----------
    graph : Graph or DiGraph
    sources : vertex or array of vertices

    Returns
    -------
    Search
        The levels are the same in every run. A vertex with several possible parents has any of them.

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
    """Lengths of the shortest paths from the source to all vertices. The length of an edge is its weight.

    Parameters
    ----------
    graph : Graph or DiGraph
        A graph with weights, all 0 or more.
    source : vertex
    parents : bool
        Whether the result has parents, which path_to() requires.
    delta : float
        The width of a bin of Δ-stepping; 0: chosen from the weights and degrees.

    Returns
    -------
    Distances
        int64 for integer weights, otherwise float64. The distances are the same in every run.

    Raises
    ------
    ValueError
        If the graph has no weights, or a weight is negative or not finite.

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
        Fewer than `count` if the graph has fewer simple paths from source to target.

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
    """The diameter: the greatest number of steps between two vertices of the same component.

    Parameters
    ----------
    graph : Graph
        An undirected graph. Weights are ignored.
    eccentricities : bool
        Whether the result has the eccentricity of each vertex within its component.

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
    """Random walks from each start. Each step goes to a neighbour that is chosen at random.

    Parameters
    ----------
    graph : Graph or DiGraph
    starts : array of vertices
    steps, per_start : int
        The number of steps of a walk, and the number of walks from each start.
    weighted : bool
        Whether an edge is chosen with a probability proportional to its weight.
    p, q : float
        node2vec's return and in-out parameters.
    seed : int
        Determines the result, independently of the number of workers.

    Returns
    -------
    array of int32, shape (walks, steps + 1)
        A row for each walk, with the start first, and filled with -1 if the walk ends early.

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
    """A topological order of the vertices: each vertex comes after all vertices with an edge to it.

    Parameters
    ----------
    graph : DiGraph

    Returns
    -------
    Order
        The order is by levels, and ascending within a level. For a graph with a cycle, the result has one cycle.

    References
    ----------
    Kahn: Topological sorting of large networks, 1962.
    """
    core = calls.require_graph(graph, directed=True)
    with calls.calling(workers, progress, stop) as how:
        order, levels, depth, cycle, seconds = _arcas.topological_order(core, how)
    return Order(order, levels.view(np.int32), depth, cycle, seconds)
