# SPDX-License-Identifier: Apache-2.0
"""NetworkX's functions for centralities and clustering."""
import arcas
import numpy as np
from arcas.rankings import distance_facts

from .registry import give_up, implements, loops, no_directed, of_nodes, require_weights, vertex


def _given(*names):
    """A `refuses` of implements(): the named arguments must be None, NetworkX's default."""

    def refuses(a):
        for name in names:
            if getattr(a, name) is not None:
                return f"{name} is not supported"
        return None

    return refuses


def _converged(result, a, tolerance):
    """The result of a run that converged. Otherwise gives up, so that NetworkX raises its own error."""
    if not result.residual <= tolerance or result.iterations > a.max_iter:
        give_up(f"the method did not converge in {a.max_iter} iterations")
    return result


@implements("pagerank", _given("nstart", "dangling"))
def pagerank(a):
    G = a.G
    if len(G) == 0:
        return {}
    jumps = None
    if a.personalization is not None:
        jumps = np.zeros(len(G))
        for node, weight in a.personalization.items():
            v = G.number(node)
            if v is not None:
                jumps[v] = weight
        if not jumps.sum() > 0 or (jumps < 0).any():
            give_up("personalization must have a positive sum and no negative weight")
    if a.weight is not None:
        require_weights(G, any_type=True)
    if not 0 <= a.alpha < 1 or a.max_iter < 1 or not a.tol > 0:
        give_up("alpha, max_iter or tol is out of range")
    result = arcas.pagerank(G.graph, damping=a.alpha, tolerance=min(a.tol, 1e-8), personalization=jumps,
                            max_iterations=max(a.max_iter, 100), weighted=a.weight is not None)
    return G.by_node(_converged(result, a, a.tol * len(G)))


def _accurate(kernel, a, weighted, any_type=False, **options):
    if len(a.G) == 0 or a.max_iter < 1 or not a.tol > 0:
        give_up("the graph has no nodes, or max_iter or tol is out of range: NetworkX raises the error")
    if weighted:
        require_weights(a.G, any_type=any_type)
    tolerance = min(a.tol, 1e-9)
    result = kernel(a.G.graph, tolerance=tolerance, max_iterations=10 * a.max_iter, weighted=weighted, **options)
    if result.residual > tolerance:
        give_up(f"the method did not converge in {a.max_iter} iterations")
    return result


@implements("eigenvector_centrality", _given("nstart"), multigraph=False)
def eigenvector_centrality(a):
    if a.max_iter < 10:
        give_up("max_iter is small: NetworkX decides whether it is enough")
    result = _accurate(arcas.eigenvector_centrality, a, a.weight is not None)
    if not np.asarray(result).max() > 0 or a.G.is_directed():
        give_up("a directed graph may have several dominant eigenvectors")
    return a.G.by_node(result)


def _no_katz(a):
    if a.nstart is not None or not a.normalized or not isinstance(a.beta, (int, float)) or a.beta != 1:
        return "nstart, beta other than 1 and normalized=False are not supported"
    return None


@implements("katz_centrality", _no_katz, multigraph=False)
def katz_centrality(a):
    if a.max_iter < 10 or not a.alpha > 0:
        give_up("max_iter is small or alpha is out of range: NetworkX decides")
    try:
        return a.G.by_node(_accurate(arcas.katz_centrality, a, a.weight is not None, alpha=a.alpha))
    except ValueError as error:
        return give_up(str(error))


@implements("betweenness_centrality", _given("k"), multigraph=False)
def betweenness_centrality(a):
    if a.weight is not None:
        require_weights(a.G, least_excluded=0)
    scores = arcas.betweenness(a.G.graph, normalized=a.normalized, endpoints=a.endpoints,
                               weighted=a.weight is not None)
    return a.G.by_node(scores)


@implements("closeness_centrality")
def closeness_centrality(a):
    G = a.G
    weighted = a.distance is not None
    if weighted:
        require_weights(G)
    chosen = None if a.u is None else [vertex(G, a.u)]
    _, _, _, reached, sums, _ = distance_facts(G.graph, chosen, weighted)
    # The operations are in NetworkX's order, so that results are equal to the last bit.
    scores = np.divide(reached, sums, out=np.zeros(len(sums)), where=sums > 0)
    if a.wf_improved and len(G) > 1:
        scores *= reached / (len(G) - 1)
    return G.by_node(scores) if a.u is None else float(scores[0])


@implements("harmonic_centrality", _given("sources"))
def harmonic_centrality(a):
    G = a.G
    if a.distance is not None:
        require_weights(G, least_excluded=0)
    if a.nbunch is not None:
        give_up("nbunch is not supported")
    scores = G.by_node(arcas.harmonic(G.graph, weighted=a.distance is not None))
    return {node: scores[node] for node in set(G.nodes)}  # NetworkX iterates over a set


def _degree_centrality(degrees, G):
    if len(G) <= 1:
        return dict.fromkeys(G, 1)
    return G.by_node(degrees * (1.0 / (len(G) - 1.0)))


@implements("degree_centrality")
def degree_centrality(a):
    g = a.G.graph
    return _degree_centrality(g.degrees + (g.in_degrees if g.directed else loops(g)), a.G)


@implements("in_degree_centrality")
def in_degree_centrality(a):
    return _degree_centrality(a.G.graph.in_degrees, a.G)


@implements("out_degree_centrality")
def out_degree_centrality(a):
    return _degree_centrality(a.G.graph.degrees, a.G)


def _of_nodes(a, values):
    """The values of all nodes, of the nodes in an iterable, or of one node, as a.nodes asks for."""
    return a.G.by_node(values) if a.nodes is None else of_nodes(a.G, a.nodes, np.asarray(values).tolist())


def _no_chosen_of_multigraph(a):
    if a.nodes is not None and a.G.is_multigraph():
        return "nodes are not supported with parallel edges"
    return no_directed(a)


@implements("triangles", _no_chosen_of_multigraph)
def triangles(a):
    return _of_nodes(a, arcas.triangles(a.G.graph).triangles)


def _no_weighted_clustering(a):
    return no_directed(a) or ("weight is not supported" if a.weight is not None else None)


@implements("clustering", _no_weighted_clustering, multigraph=False)
def clustering(a):
    values = arcas.triangles(a.G.graph)
    as_list = [c if t else 0 for c, t in zip(values.clustering.tolist(), values.triangles.tolist())]
    return dict(zip(a.G.nodes, as_list)) if a.nodes is None else of_nodes(a.G, a.nodes, as_list)


def _no_average(a):
    return _no_weighted_clustering(a) or ("nodes are not supported" if a.nodes is not None else None)


@implements("average_clustering", _no_average, multigraph=False)
def average_clustering(a):
    values = arcas.triangles(a.G.graph).clustering
    if not a.count_zeros:
        values = values[values != 0]
    if len(values) == 0:
        give_up("no value remains: NetworkX raises the error")
    return sum(values.tolist()) / len(values)


@implements("transitivity", no_directed, multigraph=False)
def transitivity(a):
    found = arcas.triangles(a.G.graph)
    return found.transitivity if found.total else 0


@implements("core_number", multigraph=False)
def core_number(a):
    if a.G.is_directed() or loops(a.G.graph).any():
        give_up("directed graphs and self-loops are not supported")
    return a.G.by_node(arcas.core_numbers(a.G.graph))


def _no_hits(a):
    if getattr(a, "method", "svd") not in ("power_iteration", "svd"):
        return "the method is not known"
    return "nstart and normalized=False are not supported" if a.nstart is not None or not a.normalized else None


@implements("hits", _no_hits, multigraph=False)
def hits(a):
    if not a.G.graph.edges:
        give_up("the graph has no edges: NetworkX decides")
    result = _accurate(arcas.hits, a, True, any_type=True)
    return a.G.by_node(result.hubs), a.G.by_node(result.authorities)
