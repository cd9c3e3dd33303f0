# SPDX-License-Identifier: Apache-2.0
"""Kernels that give each vertex a score.

All take `workers` (at most so many threads; None: all), `progress` (True: a bar of tqdm where that is
installed; or a function of (done, total), where total may be None; the last call of a run that completes has done ==
total) and `stop` (an object with is_set(), as threading.Event, that ends the call with arcas.Interrupted). Ctrl-C raises
KeyboardInterrupt. Weights that do not fit raise ValueError with a sentence that names the first edge.
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
    """How likely is a random surfer to be at each vertex?

    Parameters
    ----------
    graph : Graph or DiGraph
    damping : float
        Probability of following an edge; 0 ≤ damping < 1.
    tolerance : float
        The run ends after the pass that changes the scores by no more than this in sum.
    max_iterations : int
    personalization : array of float64, shape (vertices,), optional
        Weights of the jumps, 0 or more and not all 0.
    weighted : bool
        Whether an edge is followed in proportion to its weight.
    order : {"in-place", "jacobi"}
        Which scores a vertex reads: the latest, or those of the pass before. Results by "jacobi" are the same
        for any number of workers up to rounding; those in place differ by less than the tolerance.

    Returns
    -------
    Scores
        float64, adding up to 1; iterations and residual.

    Raises
    ------
    ValueError
        For an option out of range, and for weights that count and are below 0 or not finite.

    References
    ----------
    Page, Brin, Motwani, Winograd: The PageRank citation ranking, 1999. In place: Gauss and Seidel's method,
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
    """How important is a vertex to which important ones lead? The first eigenvector, of length 1.

    Parameters
    ----------
    graph : Graph or DiGraph
    tolerance : float
        Of the change by a pass, as a Euclidean norm.
    max_iterations : int
    weighted : bool
        Whether edges count by their weights, 0 or more.

    Returns
    -------
    Scores
        float64; residual is above the tolerance where max_iterations ended the run.

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
    """All ways that end at a vertex, each edge of a way by a factor alpha; a vector of length 1.

    Parameters
    ----------
    alpha : float, optional
        Less than 1 / the greatest eigenvalue; None: a value that is.
    graph, tolerance, max_iterations, weighted
        As of :func:`eigenvector_centrality`.

    Returns
    -------
    Scores
        float64, with alpha as it was used.

    Raises
    ------
    ValueError
        For an alpha with which the sum over all ways has no end.

    References
    ----------
    Katz: A new status index derived from sociometric analysis, 1953.
    """
    scores, _, used, iterations, residual, seconds = _spectral(
        graph, "katz_centrality", weighted, tolerance, max_iterations, 0.0 if alpha is None else alpha, workers, progress, stop)
    return Scores(scores, graph.names, iterations, residual, seconds, alpha=used)


def hits(graph: Graph | DiGraph, *, tolerance: float = 1e-6, max_iterations: int = 1000, weighted: bool = False,
         workers: int | None = None, progress: Progress = None, stop: Stop = None) -> Hubs:
    """Hubs lead to good authorities, and authorities are what good hubs lead to; each adds up to 1.

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
    """On how many of the shortest ways between two others does each vertex lie?

    Parameters
    ----------
    graph : Graph or DiGraph
    sources : array of vertices, optional
        Ways from these only, scaled to an estimate; None: from all, exact.
    normalized, endpoints : bool
        As in NetworkX.
    weighted : bool
        Whether edges are as long as their weights, above 0; else ways are counted in steps.

    Returns
    -------
    Scores
        float64; differs by rounding between runs. Parallel edges make ways of their own.

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
    """Betweenness that is at most `error` off for all vertices, by random shortest paths.

    Parameters
    ----------
    error : float
        Of each normalised score, from 1e-6 to below 1.
    confidence : float
        That no score is further off.
    certain_top : int
        End, too, when so many highest scores are certain to be above all others.
    seed : int
        Decides the result, whatever the number of workers.

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
    """(closeness, harmonic, eccentricity, reached, sum of the distances, seconds): arrays of one pass."""
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
    """How near is each vertex to those that lead to it? Wasserman and Faust's form, as in NetworkX.

    Parameters
    ----------
    graph : Graph or DiGraph
    vertices : array of vertices, optional
        Only of these; None: of all.
    weighted : bool
        Whether edges are as long as their weights, 0 or more; else distances are steps.

    Returns
    -------
    Scores
        float64, one for each vertex asked for; the same in every run.

    References
    ----------
    64 searches at once: Then and others: The more the merrier: efficient multi-source graph traversal, 2014.
    """
    return _distances(graph, "closeness", vertices, weighted, workers, progress, stop)


def harmonic(graph: Graph | DiGraph, *, vertices: ArrayLike | None = None, weighted: bool = False,
             workers: int | None = None, progress: Progress = None, stop: Stop = None) -> Scores:
    """The sum of 1 / distance over all vertices that lead to one; parameters as of :func:`closeness`.

    References
    ----------
    Marchiori, Latora: Harmony in the small-world, 2000.
    """
    return _distances(graph, "harmonic", vertices, weighted, workers, progress, stop)


def eccentricity(graph: Graph | DiGraph, *, vertices: ArrayLike | None = None, weighted: bool = False,
                 workers: int | None = None, progress: Progress = None, stop: Stop = None) -> Scores:
    """The greatest distance of a vertex that leads to one; parameters as of :func:`closeness`. Of undirected
    graphs in steps :func:`diameter` has all of them by fewer searches."""
    return _distances(graph, "eccentricity", vertices, weighted, workers, progress, stop)
