# SPDX-License-Identifier: Apache-2.0
"""Kernels that choose edges or vertices of undirected graphs, or colour vertices. :mod:`arcas.rankings` describes
`workers`, `progress` and `stop`."""
from __future__ import annotations

import numpy as np

from . import _arcas, calls, edge_weights
from .calls import Progress, Stop
from .graphs import Graph
from .results import Edges, Labels, Mates


def spanning_forest(graph: Graph, *, workers: int | None = None, progress: Progress = None,
                    stop: Stop = None) -> Edges:
    """A minimum spanning forest.

    Returns
    -------
    Edges
        numbers: the weights of the edges, or None; count: the number of trees, isolated vertices included; total: the
        sum of the weights, or the number of edges of a graph without weights. The result is the same in every run.

    Raises
    ------
    ValueError
        If a weight is not finite. Negative weights are allowed.

    References
    ----------
    Borůvka 1926; Bader, Cong: Fast shared-memory algorithms for computing the minimum spanning forest, 2006.
    """
    core = calls.require_graph(graph, directed=False)
    edge_weights.require(graph, "spanning_forest", edge_weights.FINITE)
    with calls.calling(workers, progress, stop) as how:
        return Edges(*_arcas.spanning_forest(core, how))


def matching(graph: Graph, *, weighted: bool = False, seed: int = 27491095, workers: int | None = None,
             progress: Progress = None, stop: Stop = None) -> Mates:
    """A maximal matching, chosen at random or by weight.

    Parameters
    ----------
    graph : Graph
    weighted : bool
        True: heavy edges are matched first. If no weight is negative, the weight of the matching is then at least half
        of the maximum. All weights must be finite.
    seed : int
        Determines the result, independently of the number of workers.

    Returns
    -------
    Mates

    References
    ----------
    Preis 1999; Manne, Bisseling: A parallel approximation algorithm for the weighted maximum matching problem, 2007.
    """
    core = calls.require_graph(graph, directed=False)
    seed = calls.seed(seed)
    weighted = edge_weights.asked_for(graph, "matching", weighted, edge_weights.FINITE)
    with calls.calling(workers, progress, stop) as how:
        mates, size, seconds = _arcas.matching(core, weighted, seed, how)
    return Mates(calls.signed(mates), size, seconds)


def bipartite_matching(graph: Graph, *, workers: int | None = None, progress: Progress = None,
                       stop: Stop = None) -> Mates:
    """A maximum matching and a minimum vertex cover of a bipartite graph.

    Returns
    -------
    Mates
        The size and the cover are the same in every run.

    Raises
    ------
    ValueError
        If the graph is not bipartite. The error names an edge between two vertices of one side.

    References
    ----------
    Azad, Buluç, Pothen: Computing maximum cardinality matchings in parallel by tree-grafting, 2017.
    """
    core = calls.require_graph(graph, directed=False)
    with calls.calling(workers, progress, stop) as how:
        mates, sides, cover, size, seconds = _arcas.bipartite_matching(core, how)
    return Mates(calls.signed(mates), size, seconds, sides, cover != 0)


def independent_set(graph: Graph, *, seed: int = 27491095, workers: int | None = None, progress: Progress = None,
                    stop: Stop = None) -> np.ndarray:
    """A maximal independent set: an ascending array of int32 with vertices of which no two are neighbours, and to which
    no vertex can be added. `seed` determines the result.

    References
    ----------
    Luby 1986; Blelloch, Fineman, Shun: Greedy sequential maximal independent set and matching are parallel, 2012.
    """
    core, seed = calls.require_graph(graph, directed=False), calls.seed(seed)
    with calls.calling(workers, progress, stop) as how:
        members, _, _ = _arcas.independent_set(core, seed, how)
    return np.flatnonzero(members).astype(np.int32)


def colouring(graph: Graph, *, seed: int = 27491095, workers: int | None = None, progress: Progress = None,
              stop: Stop = None) -> Labels:
    """A greedy colouring: each vertex gets a colour that none of its neighbours has.

    Returns
    -------
    Labels
        labels: the colours, numbered from 0 and determined by `seed`; count: the number of colours.

    References
    ----------
    Jones, Plassmann: A parallel graph coloring heuristic, 1993; Welsh and Powell 1967.
    """
    core, seed = calls.require_graph(graph, directed=False), calls.seed(seed)
    with calls.calling(workers, progress, stop) as how:
        colours, count, seconds = _arcas.colouring(core, seed, how)
    return Labels(colours, count, seconds)
