# SPDX-License-Identifier: Apache-2.0
"""Kernels that give each vertex a score.

All kernels of the package have these options:

workers : int, optional
    The maximum number of threads; None: all.
progress : bool or callable, optional
    True shows a tqdm bar, if tqdm is installed. A function is called as progress(done, total), where total may be None;
    the last call of a run that completes has done == total.
stop : object with is_set(), optional
    Such as threading.Event: when it is set, the call ends with arcas.Interrupted.

Ctrl-C raises KeyboardInterrupt. If the weights of a graph do not suit a kernel, it raises a ValueError that names the
first wrong edge.
"""
from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from . import _arcas, calls, edge_weights
from .calls import Progress, Stop
from .graphs import DiGraph, Graph
from .results import Hubs, Scores


def pagerank(graph: Graph | DiGraph, *, damping: float = 0.85, tolerance: float = 1e-6, max_iterations: int = 100,
             personalization: ArrayLike | None = None, weighted: bool = False, order: str = "in-place",
             workers: int | None = None, progress: Progress = None, stop: Stop = None) -> Scores:
    """PageRank: the probability that a random surfer is at each vertex.

    Parameters
    ----------
    graph : Graph or DiGraph
    damping : float
        The probability of following an edge; 0 ≤ damping < 1.
    tolerance : float
        The run ends after a pass in which the sum of the changes of the scores is at most this value.
    max_iterations : int
    personalization : array of float64, shape (vertices,), optional
        The weights with which random jumps choose a vertex: 0 or more, and not all 0.
    weighted : bool
        Whether an edge is followed with a probability proportional to its weight.
    order : {"in-place", "jacobi"}
        Whether a vertex reads the latest scores ("in-place") or the scores of the previous pass ("jacobi"). The results
        of "jacobi" do not depend on the number of workers, except for rounding. Two results of "in-place" may differ:
        each differs from the exact scores by at most residual * damping / (1 - damping), summed over the vertices.

    Returns
    -------
    Scores
        float64, with the sum 1; also iterations and residual.

    Raises
    ------
    ValueError
        If an option is out of range, or if `weighted` is True and a weight is negative or not finite.

    References
    ----------
    Page, Brin, Motwani, Winograd: The PageRank citation ranking, 1999. "in-place" is the method of Gauss and Seidel
    with Anderson acceleration (1965).
    """
    core = calls.require_graph(graph)
    calls.one_of("order", order, ("in-place", "jacobi"))
    jumps = None if personalization is None else calls.numbers("personalization", personalization)
    limits = calls.real("damping", damping), calls.real("tolerance", tolerance), _most(max_iterations)
    weighted = edge_weights.asked_for(graph, "pagerank", weighted)
    with calls.calling(workers, progress, stop) as how:
        scores, iterations, residual, seconds = _arcas.pagerank(
            core, weighted, *limits, jumps, order == "jacobi", how)
    return Scores(scores, graph.names, iterations, residual, seconds)


def _most(max_iterations):
    return calls.whole("max_iterations", max_iterations, 1, calls.MOST_32)


def _spectral(graph, kind, weighted, tolerance, max_iterations, alpha, workers, progress, stop):
    core = calls.require_graph(graph)
    limits = calls.real("tolerance", tolerance), _most(max_iterations), calls.real("alpha", alpha)
    weighted = edge_weights.asked_for(graph, kind, weighted)
    with calls.calling(workers, progress, stop) as how:
        return _arcas.spectral(core, kind, weighted, *limits, how)


def eigenvector_centrality(graph: Graph | DiGraph, *, tolerance: float = 1e-6, max_iterations: int = 1000,
                           weighted: bool = False, workers: int | None = None, progress: Progress = None,
                           stop: Stop = None) -> Scores:
    """Eigenvector centrality: the score of a vertex is proportional to the sum of the scores of its in-neighbours. The
    scores are the dominant eigenvector, with the Euclidean norm 1.

    Parameters
    ----------
    graph : Graph or DiGraph
    tolerance : float
        The run ends after a pass in which the Euclidean norm of the change is at most this value.
    max_iterations : int
    weighted : bool
        Whether edges count by their weights, which must be 0 or more.

    Returns
    -------
    Scores
        float64. The residual exceeds the tolerance if max_iterations ended the run.

    References
    ----------
    Bonacich: Factoring and weighting approaches to status scores and clique identification, 1972.
    """
    scores, _, _, iterations, residual, seconds = _spectral(
        graph, "eigenvector_centrality", weighted, tolerance, max_iterations, 0.0, workers, progress, stop)
    return Scores(scores, graph.names, iterations, residual, seconds)


def katz_centrality(graph: Graph | DiGraph, *, alpha: float | None = None, tolerance: float = 1e-6,
                    max_iterations: int = 1000, weighted: bool = False, workers: int | None = None,
                    progress: Progress = None, stop: Stop = None) -> Scores:
    """Katz centrality: the number of walks that end at a vertex, each counted with a factor alpha for each of its
    edges. The scores have the Euclidean norm 1.

    Parameters
    ----------
    alpha : float, optional
        Below 1 / the greatest eigenvalue of the adjacency matrix; None: the kernel chooses such a value.
    graph, tolerance, max_iterations, weighted
        As in :func:`eigenvector_centrality`.

    Returns
    -------
    Scores
        float64, with the alpha that was used.

    Raises
    ------
    ValueError
        If alpha is too great: the sum over all walks does not converge.

    References
    ----------
    Katz: A new status index derived from sociometric analysis, 1953.
    """
    scores, _, used, iterations, residual, seconds = _spectral(
        graph, "katz_centrality", weighted, tolerance, max_iterations, 0.0 if alpha is None else alpha, workers, progress, stop)
    return Scores(scores, graph.names, iterations, residual, seconds, alpha=used)


def hits(graph: Graph | DiGraph, *, tolerance: float = 1e-6, max_iterations: int = 1000, weighted: bool = False,
         workers: int | None = None, progress: Progress = None, stop: Stop = None) -> Hubs:
    """HITS: a good hub has edges to good authorities, and a good authority has edges from good hubs. The scores of hubs
    add up to 1, and so do those of authorities. Parameters as in :func:`eigenvector_centrality`.

    Returns
    -------
    Hubs

    References
    ----------
    Kleinberg: Authoritative sources in a hyperlinked environment, 1999.
    """
    hubs, authorities, _, iterations, residual, seconds = _spectral(
        graph, "hits", weighted, tolerance, max_iterations, 0.0, workers, progress, stop)
    both = (Scores(scores, graph.names, iterations, residual, seconds) for scores in (hubs, authorities))
    return Hubs(*both, iterations, residual, seconds)


def betweenness(graph: Graph | DiGraph, *, sources: ArrayLike | None = None, normalized: bool = True,
                endpoints: bool = False, weighted: bool = False, workers: int | None = None,
                progress: Progress = None, stop: Stop = None) -> Scores:
    """Betweenness centrality of a vertex: the sum, over all pairs of other vertices, of the share of their shortest
    paths that pass through the vertex.

    Parameters
    ----------
    graph : Graph or DiGraph
    sources : array of vertices, optional
        Only paths from these vertices count, scaled to an estimate for all; None: paths from all vertices, exact.
    normalized, endpoints : bool
        As in NetworkX.
    weighted : bool
        Whether the length of an edge is its weight, which must be above 0; otherwise each edge has the length 1.

    Returns
    -------
    Scores
        float64. Runs differ by rounding. Paths over different parallel edges count as different paths.

    References
    ----------
    Brandes: A faster algorithm for betweenness centrality, 2001. Brandes, Pich 2007.
    """
    core = calls.require_graph(graph)
    chosen = None if sources is None else calls.vertices(core, sources, "sources")
    form = calls.flag("normalized", normalized), calls.flag("endpoints", endpoints)
    weighted = edge_weights.asked_for(graph, "betweenness", weighted, edge_weights.POSITIVE)
    with calls.calling(workers, progress, stop) as how:
        scores, seconds = _arcas.betweenness(core, chosen, weighted, *form, how)
    return Scores(scores, graph.names, seconds=seconds)


def sampled_betweenness(graph: Graph | DiGraph, *, error: float = 0.01, confidence: float = 0.9,
                        certain_top: int = 0, seed: int = 27491095, workers: int | None = None,
                        progress: Progress = None, stop: Stop = None) -> Scores:
    """Betweenness centrality estimated from random shortest paths, with an error of at most `error` for all vertices.

    Parameters
    ----------
    error : float
        The maximum error of a normalised score; 1e-6 ≤ error < 1.
    confidence : float
        The probability that no score has a greater error.
    certain_top : int
        If not 0, the run also ends as soon as the `certain_top` highest scores are certain to exceed all others.
    seed : int
        Determines the result, independently of the number of workers.

    Returns
    -------
    Scores
        float64, with samples, error and certain.

    References
    ----------
    Borassi, Natale: KADABRA is an adaptive algorithm for betweenness via random approximation, 2016.
    """
    core = calls.require_graph(graph)
    asked = (calls.real("error", error), calls.real("confidence", confidence),
             calls.whole("certain_top", certain_top, 0, calls.MOST_63), calls.seed(seed))
    with calls.calling(workers, progress, stop) as how:
        scores, samples, reached, certain, seconds = _arcas.sampled_betweenness(core, *asked, how)
    return Scores(scores, graph.names, seconds=seconds, samples=samples, error=reached, certain=certain)


def distance_facts(graph, vertices=None, weighted=False, workers=None, progress=None, stop=None,
                   kernel="closeness"):
    """(closeness, harmonic, eccentricity, reached, sum of the distances, seconds): arrays that one run of the kernel
    computes."""
    core = calls.require_graph(graph)
    chosen = None if vertices is None else calls.vertices(core, vertices, "vertices")
    weighted = edge_weights.asked_for(graph, kernel, weighted)
    with calls.calling(workers, progress, stop) as how:
        return _arcas.distances_to(core, chosen, weighted, how)


def _distances(graph, kernel, vertices, weighted, workers, progress, stop):
    *columns, seconds = distance_facts(graph, vertices, weighted, workers, progress, stop, kernel)
    names = graph.names if vertices is None else [graph.name(v) for v in np.atleast_1d(vertices)]
    return Scores(columns[("closeness", "harmonic", "eccentricity").index(kernel)], names, seconds=seconds)


def closeness(graph: Graph | DiGraph, *, vertices: ArrayLike | None = None, weighted: bool = False,
              workers: int | None = None, progress: Progress = None, stop: Stop = None) -> Scores:
    """Closeness centrality, from the distances to a vertex from all vertices that reach it, in the form of Wasserman
    and Faust, as in NetworkX.

    Parameters
    ----------
    graph : Graph or DiGraph
    vertices : array of vertices, optional
        The vertices whose scores are computed; None: all vertices.
    weighted : bool
        Whether the length of an edge is its weight, which must be 0 or more; otherwise each edge has the length 1.

    Returns
    -------
    Scores
        float64, one for each requested vertex. The result is the same in every run.

    References
    ----------
    Then and others: The more the merrier: efficient multi-source graph traversal, 2014 (64 searches at once).
    """
    return _distances(graph, "closeness", vertices, weighted, workers, progress, stop)


def harmonic(graph: Graph | DiGraph, *, vertices: ArrayLike | None = None, weighted: bool = False,
             workers: int | None = None, progress: Progress = None, stop: Stop = None) -> Scores:
    """Harmonic centrality: the sum of 1 / distance over all other vertices that reach a vertex. Parameters as in
    :func:`closeness`.

    References
    ----------
    Marchiori, Latora: Harmony in the small-world, 2000.
    """
    return _distances(graph, "harmonic", vertices, weighted, workers, progress, stop)


def eccentricity(graph: Graph | DiGraph, *, vertices: ArrayLike | None = None, weighted: bool = False,
                 workers: int | None = None, progress: Progress = None, stop: Stop = None) -> Scores:
    """The eccentricity of a vertex: the greatest distance to it from a vertex that reaches it. Parameters as in
    :func:`closeness`. For an undirected graph without weights, :func:`diameter` computes all eccentricities with fewer
    searches."""
    return _distances(graph, "eccentricity", vertices, weighted, workers, progress, stop)
