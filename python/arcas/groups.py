# SPDX-License-Identifier: Apache-2.0
"""Kernels that say what belongs together. `workers`, `progress` and `stop` as in rankings."""
from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from . import _arcas, arrays, calls, edge_weights
from .calls import Progress, Stop
from .graphs import DiGraph, Graph
from .results import Blocks, Edges, Labels, Scores, Triangles


def _components(graph, strong, workers, progress, stop):
    core = calls.require_graph(graph)
    with calls.calling(workers, progress, stop) as how:
        labels, seconds = _arcas.components(core, strong, how)
    return Labels(labels, int(np.count_nonzero(labels == np.arange(len(labels), dtype=np.int32))), seconds)


def components(graph: Graph | DiGraph, *, workers: int | None = None, progress: Progress = None,
               stop: Stop = None) -> Labels:
    """Which vertices can be reached from each other when edges are walked in both directions?

    Returns
    -------
    Labels
        The label of a vertex is the least vertex of its component.

    References
    ----------
    Sutton, Ben-Nun, Barak: Optimizing parallel graph connectivity computation via subgraph sampling, 2018.
    """
    return _components(graph, False, workers, progress, stop)


def strong_components(graph: Graph | DiGraph, *, workers: int | None = None, progress: Progress = None,
                      stop: Stop = None) -> Labels:
    """Which vertices can be reached from each other along the direction of the edges? As :func:`components`.

    References
    ----------
    Slota, Rajamanickam, Madduri: BFS and coloring-based parallel algorithms for strongly connected components,
    2014. Tarjan 1972.
    """
    return _components(graph, True, workers, progress, stop)


def communities(graph: Graph, *, method: str = "leiden", quality: str = "modularity", resolution: float = 1.0,
                weighted: bool = False, iterations: int = 2, seed: int = 27491095, workers: int | None = None,
                progress: Progress = None, stop: Stop = None) -> Labels:
    """Groups of vertices with many edges inside and few between.

    Parameters
    ----------
    graph : Graph
    method : {"leiden", "louvain", "label_propagation"}
    quality : {"modularity", "cpm"}
    resolution : float
        Above 0; a higher one makes smaller communities.
    weighted : bool
        Whether edges count as much as they weigh.
    iterations : int
        Times that a partition is improved from its beginning.
    seed : int
        Decides the result, whatever the number of workers.

    Returns
    -------
    Labels
        From 0, the largest community first; quality and iterations.

    References
    ----------
    Traag, Waltman, van Eck: From Louvain to Leiden, 2019.
    """
    core = calls.require_graph(graph, directed=False)
    calls.one_of("method", method, ("leiden", "louvain", "label_propagation"))
    calls.one_of("quality", quality, ("modularity", "cpm"))
    asked = (edge_weights.asked_for(graph, "communities", weighted), calls.real("resolution", resolution),
             calls.whole("iterations", iterations, 0, calls.MOST_32), calls.seed(seed))
    with calls.calling(workers, progress, stop) as how:
        labels, count, reached, taken, seconds = _arcas.communities(core, method, quality, *asked, how)
    return Labels(labels, count, seconds, reached, taken)


def partition_quality(graph: Graph, labels: ArrayLike, *, quality: str = "modularity", resolution: float = 1.0,
                      weighted: bool = False, workers: int | None = None, stop: Stop = None) -> float:
    """The quality of a partition; labels are one for each vertex, below the number of vertices."""
    core = calls.require_graph(graph, directed=False)
    calls.one_of("quality", quality, ("modularity", "cpm"))
    asked = edge_weights.asked_for(graph, "partition_quality", weighted), calls.real("resolution", resolution)
    with calls.calling(workers, None, stop) as how:
        return _arcas.partition_quality(core, _labels(core, labels), quality, *asked, how)


def conductances(graph: Graph, labels: ArrayLike, *, weighted: bool = False, workers: int | None = None,
                 stop: Stop = None) -> np.ndarray:
    """Of each community, what share of its edges leaves it: float64, one for each label up to the greatest."""
    core = calls.require_graph(graph, directed=False)
    labels = _labels(core, labels)
    weighted = edge_weights.asked_for(graph, "conductances", weighted)
    with calls.calling(workers, None, stop) as how:
        return _arcas.conductances(core, labels, int(labels.max(initial=0)) + 1, weighted, how)


def _labels(core, labels):
    labels = arrays.array_of(labels, "labels").copy()  # nobody else writes to it once it has been looked at
    if labels.ndim != 1 or (labels.size and labels.dtype.kind not in "iu") or (labels.size and labels.min() < 0):
        raise ValueError("labels: whole numbers from 0 are required, in one dimension")
    if labels.size and labels.max() >= core.vertices:
        raise ValueError(f"label {labels.max()} is out of range; labels are below the number of vertices, {core.vertices}")
    return labels.astype(np.uint32)


def core_numbers(graph: Graph, *, workers: int | None = None, progress: Progress = None,
                 stop: Stop = None) -> Scores:
    """How deep inside the graph is each vertex? The greatest k whose k-core has it.

    Returns
    -------
    Scores
        int32. Parallel edges count once, self-loops not at all.

    References
    ----------
    Kabir, Madduri: Parallel k-core decomposition on multicore platforms, 2017.
    """
    core = calls.require_graph(graph, directed=False)
    with calls.calling(workers, progress, stop) as how:
        cores, _, seconds = _arcas.core_numbers(core, how)
    return Scores(cores, graph.names, seconds=seconds)


def count_triangles(graph: Graph, *, workers: int | None = None, progress: Progress = None,
                    stop: Stop = None) -> int:
    """How many sets of three vertices are all neighbours of each other?

    References
    ----------
    Chiba, Nishizeki: Arboricity and subgraph listing algorithms, 1985.
    """
    core = calls.require_graph(graph, directed=False)
    with calls.calling(workers, progress, stop) as how:
        return _arcas.count_triangles(core, how)


def triangles(graph: Graph, *, workers: int | None = None, progress: Progress = None,
              stop: Stop = None) -> Triangles:
    """Triangles and clustering coefficients of all vertices.

    Returns
    -------
    Triangles
    """
    core = calls.require_graph(graph, directed=False)
    with calls.calling(workers, progress, stop) as how:
        return Triangles(*_arcas.triangles(core, how))


def clustering(graph: Graph, *, workers: int | None = None, progress: Progress = None,
               stop: Stop = None) -> Scores:
    """The share of the pairs of a vertex's neighbours that are neighbours themselves: Scores of float64."""
    found = triangles(graph, workers=workers, progress=progress, stop=stop)
    return Scores(found.clustering, graph.names, seconds=found.seconds)


def transitivity(graph: Graph, *, workers: int | None = None, progress: Progress = None,
                 stop: Stop = None) -> float:
    """3 * triangles / pairs of neighbours; 0 without pairs."""
    return triangles(graph, workers=workers, progress=progress, stop=stop).transitivity


def truss_numbers(graph: Graph, *, workers: int | None = None, progress: Progress = None,
                  stop: Stop = None) -> Edges:
    """The greatest k of a k-truss that has the edge: every edge of it is in k - 2 of its triangles or more.

    Returns
    -------
    Edges
        numbers: int32, one for each edge; count: the greatest.

    References
    ----------
    Kabir, Madduri: Parallel k-truss decomposition on multicore systems, 2017.
    """
    core = calls.require_graph(graph, directed=False)
    with calls.calling(workers, progress, stop) as how:
        (sources, targets), numbers, greatest, seconds = _arcas.truss_numbers(core, how)
    return Edges(sources, targets, numbers, greatest, float(greatest), seconds)


def biconnected_components(graph: Graph, *, workers: int | None = None, progress: Progress = None,
                           stop: Stop = None) -> Blocks:
    """Blocks, bridges and articulation points.

    Returns
    -------
    Blocks

    References
    ----------
    Dong, Wang, Gu, Sun: Provably fast and space-efficient parallel biconnectivity, 2023.
    """
    core = calls.require_graph(graph, directed=False)
    with calls.calling(workers, progress, stop) as how:
        (sources, targets), blocks, count, bridges, articulation, seconds = _arcas.biconnected(core, how)
    return Blocks(sources, targets, blocks, count, bridges, articulation != 0, seconds)
