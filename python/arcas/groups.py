# SPDX-License-Identifier: Apache-2.0
"""Kernels that group vertices and edges. :mod:`arcas.rankings` describes `workers`, `progress` and `stop`."""
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
    """Connected components; in a DiGraph weakly connected components, which ignore the directions of edges.

    Returns
    -------
    Labels
        The label of a vertex is the lowest vertex number of its component.

    References
    ----------
    Sutton, Ben-Nun, Barak: Optimizing parallel graph connectivity computation via subgraph sampling, 2018.
    """
    return _components(graph, False, workers, progress, stop)


def strong_components(graph: Graph | DiGraph, *, workers: int | None = None, progress: Progress = None,
                      stop: Stop = None) -> Labels:
    """Strongly connected components, in which each vertex reaches every other along the directions of edges. The
    result is that of :func:`components`.

    References
    ----------
    Slota, Rajamanickam, Madduri: BFS and coloring-based parallel algorithms for strongly connected components,
    2014. Tarjan 1972.
    """
    return _components(graph, True, workers, progress, stop)


def communities(graph: Graph, *, method: str = "leiden", quality: str = "modularity", resolution: float = 1.0,
                weighted: bool = False, iterations: int = 2, seed: int = 27491095, workers: int | None = None,
                progress: Progress = None, stop: Stop = None) -> Labels:
    """Communities: groups of vertices with many edges inside and few edges to other groups.

    Parameters
    ----------
    graph : Graph
    method : {"leiden", "louvain", "label_propagation"}
    quality : {"modularity", "cpm"}
        The function to maximise: modularity, or the constant Potts model.
    resolution : float
        Above 0. A higher resolution gives smaller communities.
    weighted : bool
        Whether edges count by their weights.
    iterations : int
        The maximum number of iterations. Each starts from the result of the one before; the first that improves nothing
        ends the run.
    seed : int
        Determines the result, independently of the number of workers.

    Returns
    -------
    Labels
        labels: communities, numbered from 0 by descending size; also quality and iterations.

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
    """The quality of a partition. `labels` has one label for each vertex, below the number of vertices."""
    core = calls.require_graph(graph, directed=False)
    calls.one_of("quality", quality, ("modularity", "cpm"))
    asked = edge_weights.asked_for(graph, "partition_quality", weighted), calls.real("resolution", resolution)
    with calls.calling(workers, None, stop) as how:
        return _arcas.partition_quality(core, _labels(core, labels), quality, *asked, how)


def conductances(graph: Graph, labels: ArrayLike, *, weighted: bool = False, workers: int | None = None,
                 stop: Stop = None) -> np.ndarray:
    """The conductance of each community: the weight of the edges that leave it, divided by its strength (the sum of the
    weighted degrees of its vertices) or that of all other vertices, whichever is less. An array of float64, indexed by
    label."""
    core = calls.require_graph(graph, directed=False)
    labels = _labels(core, labels)
    weighted = edge_weights.asked_for(graph, "conductances", weighted)
    with calls.calling(workers, None, stop) as how:
        return _arcas.conductances(core, labels, int(labels.max(initial=0)) + 1, weighted, how)


def _labels(core, labels):
    labels = arrays.array_of(labels, "labels").copy()  # other threads may change the original after the checks
    if labels.ndim != 1 or (labels.size and labels.dtype.kind not in "iu") or (labels.size and labels.min() < 0):
        raise ValueError("labels: whole numbers from 0 are required, in one dimension")
    if labels.size and labels.max() >= core.vertices:
        raise ValueError(f"label {labels.max()} is out of range; labels must be below the number of vertices, {core.vertices}")
    return labels.astype(np.uint32)


def core_numbers(graph: Graph, *, workers: int | None = None, progress: Progress = None,
                 stop: Stop = None) -> Scores:
    """The core number of each vertex: the greatest k such that the k-core contains the vertex.

    Returns
    -------
    Scores
        int32. Parallel edges count once, and self-loops do not count.

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
    """The number of triangles: sets of three vertices that are all neighbours of each other.

    References
    ----------
    Chiba, Nishizeki: Arboricity and subgraph listing algorithms, 1985.
    """
    core = calls.require_graph(graph, directed=False)
    with calls.calling(workers, progress, stop) as how:
        return _arcas.count_triangles(core, how)


def triangles(graph: Graph, *, workers: int | None = None, progress: Progress = None,
              stop: Stop = None) -> Triangles:
    """The number of triangles and the clustering coefficient of each vertex.

    Returns
    -------
    Triangles
    """
    core = calls.require_graph(graph, directed=False)
    with calls.calling(workers, progress, stop) as how:
        return Triangles(*_arcas.triangles(core, how))


def clustering(graph: Graph, *, workers: int | None = None, progress: Progress = None,
               stop: Stop = None) -> Scores:
    """The clustering coefficient of each vertex, the share of pairs of its neighbours that are neighbours of each
    other: Scores of float64."""
    found = triangles(graph, workers=workers, progress=progress, stop=stop)
    return Scores(found.clustering, graph.names, seconds=found.seconds)


def transitivity(graph: Graph, *, workers: int | None = None, progress: Progress = None,
                 stop: Stop = None) -> float:
    """The transitivity of the graph: 3 * triangles / pairs of edges with a common vertex; 0 if there are no such
    pairs."""
    return triangles(graph, workers=workers, progress=progress, stop=stop).transitivity


def truss_numbers(graph: Graph, *, workers: int | None = None, progress: Progress = None,
                  stop: Stop = None) -> Edges:
    """The truss number of each edge: the greatest k such that the k-truss contains the edge. Each edge of a k-truss is
    in at least k - 2 triangles of the truss.

    Returns
    -------
    Edges
        numbers: the truss numbers, int32; count: the greatest truss number.

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
    """Biconnected components (blocks), bridges and articulation points.

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


MEASURES = "jaccard", "adamic_adar", "common"


def similarity(graph: Graph, sources: ArrayLike, targets: ArrayLike, *, measure: str = "jaccard",
               workers: int | None = None, progress: Progress = None, stop: Stop = None) -> np.ndarray:
    """The similarity of the neighbours of two vertices, for pairs of different vertices.

    Parameters
    ----------
    graph : Graph
        Self-loops are ignored, parallel edges count once, and weights are not used.
    sources, targets : arrays of vertices
        The vertices of each pair.
    measure : {"jaccard", "adamic_adar", "common"}
        "jaccard": the share of common neighbours among all neighbours of both vertices, or 0 if both have none.
        "adamic_adar": the sum of 1 / ln(degree) over the common neighbours. "common": the number of common neighbours.

    Returns
    -------
    array of float64
        A score for each pair, the same in every run.

    References
    ----------
    Liben-Nowell, Kleinberg: The link-prediction problem for social networks, 2003; Adamic, Adar: Friends and neighbors
    on the web, 2003.
    """
    core = calls.require_graph(graph, directed=False)
    ends = calls.vertices(core, sources, "sources"), calls.vertices(core, targets, "targets")
    if len(ends[0]) != len(ends[1]):
        raise ValueError(f"targets: {len(ends[1])} vertices; one is required for each of the {len(ends[0])} sources")
    measure = calls.one_of("measure", measure, MEASURES)
    with calls.calling(workers, progress, stop) as how:
        return _arcas.similarity(core, *ends, measure, how)[0]


def most_similar(graph: Graph, count: int = 10, *, measure: str = "jaccard", neighbors: bool = False,
                 workers: int | None = None, progress: Progress = None,
                 stop: Stop = None) -> tuple[np.ndarray, np.ndarray]:
    """The most similar vertices of each vertex, among those with a neighbour in common with it.

    Parameters
    ----------
    graph, measure
        As for :func:`similarity`.
    count : int
        The number of vertices for each vertex.
    neighbors : bool
        Whether a vertex is also compared with its neighbours. Link prediction needs False, since it looks
        for new neighbours.

    Returns
    -------
    array of int32, array of float64, shape (vertices, count)
        The vertices, the most similar first, and their scores. A row with fewer vertices is filled with -1, and its
        scores with 0. Vertices of equal scores are in ascending order. There are fewer columns if the graph has at most
        `count` vertices.
    """
    core = calls.require_graph(graph, directed=False)
    count = calls.whole("count", count, 1, calls.MOST_32)
    measure = calls.one_of("measure", measure, MEASURES)
    neighbors = calls.flag("neighbors", neighbors)
    with calls.calling(workers, progress, stop) as how:
        vertices, scores, _ = _arcas.most_similar(core, count, measure, neighbors, how)
    if not vertices:
        return np.empty((core.vertices, 0), np.int32), np.empty((core.vertices, 0))
    return np.column_stack(vertices), np.column_stack(scores)
