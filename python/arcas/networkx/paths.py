# SPDX-License-Identifier: Apache-2.0
"""NetworkX's functions for shortest paths, distances and reachability.

Dictionaries of distances have the order of NetworkX's own searches.
"""
import arcas
import networkx as nx
import numpy as np
from arcas import _arcas, calls
from arcas.rankings import distance_facts

from .registry import give_up, implements, no_directed, require_weights, vertex


def _in_order(G, source, order, values, cutoff=None):
    """{node: value} with values[i] for the node order[i], without values above the cutoff. The first key is the source,
    the object that the caller gave, with the int 0."""
    if cutoff is not None:
        order, values = order[values <= cutoff], values[values <= cutoff]
    found = {source: 0}
    found.update(zip(map(G.nodes.__getitem__, order.tolist()), values.tolist()))
    found[source] = 0
    return found


def _levels(G, source, cutoff=None):
    """{node: steps} in the order of a breadth-first search."""
    with calls.calling() as how:
        order, levels = _arcas.order_by_levels(G.graph._core, G.rows[0], vertex(G, source), how)
    return _in_order(G, source, order, levels, cutoff)


def _reached(G, source):
    """The nodes that a path from the source reaches, without the source."""
    levels = arcas.bfs(G.graph, vertex(G, source)).levels
    return {G.nodes[v] for v in np.flatnonzero(levels > 0).tolist()}


def _no_cutoff(a):
    return "cutoff must be a number" if a.cutoff is not None and not isinstance(a.cutoff, (int, float)) else None


@implements("single_source_shortest_path_length", _no_cutoff)
def single_source_shortest_path_length(a):
    return _levels(a.G, a.source, a.cutoff)


@implements("single_target_shortest_path_length", lambda a: _no_cutoff(a) or no_directed(a))
def single_target_shortest_path_length(a):
    return _levels(a.G, a.target, a.cutoff)


@implements("all_pairs_shortest_path_length", _no_cutoff)
def all_pairs_shortest_path_length(a):
    return ((node, _levels(a.G, node, a.cutoff)) for node in a.G.nodes)


@implements("has_path")
def has_path(a):
    source, target = vertex(a.G, a.source), vertex(a.G, a.target)
    return bool(arcas.bfs(a.G.graph, source).levels[target] >= 0)


@implements("descendants")
def descendants(a):
    return _reached(a.G, a.source)


@implements("descendants_at_distance")
def descendants_at_distance(a):
    levels = arcas.bfs(a.G.graph, vertex(a.G, a.source)).levels
    return {a.G.nodes[v] for v in np.flatnonzero((levels == a.distance) & (levels >= 0)).tolist()}


@implements("ancestors", no_directed)
def ancestors(a):
    return _reached(a.G, a.source)


def _distances(G, source):
    """Lengths of the shortest paths from a vertex; inf for vertices that are not reached."""
    require_weights(G)
    return arcas.sssp(G.graph, source).distances


def _numbers(G, lengths):
    """The lengths, all finite, as integers if all weights are of type int or the graph has no weights."""
    return lengths.astype(np.int64) if G.whole or G.graph.weights is None else lengths


def _lengths(G, source, cutoff=None):
    """{node: length} in the order of Dijkstra's search."""
    if G.graph.weights is None:
        return _levels(G, source, cutoff)
    v = vertex(G, source)
    lengths = _distances(G, v)
    with calls.calling() as how:
        order = _arcas.order_by_distances(G.graph._core, *G.rows, lengths, v, how)
    return _in_order(G, source, order, _numbers(G, lengths[order]), cutoff)


def _lengths_by_queue(G, source):
    """{node: length} in the order of NetworkX's Bellman-Ford search."""
    v = vertex(G, source)
    require_weights(G)
    with calls.calling() as how:
        order, lengths = _arcas.order_by_queue(G.graph._core, *G.rows, v, how)
    return _in_order(G, source, order, _numbers(G, lengths))


def _no_length_cutoff(a):
    if a.weight is None:
        return "weight=None is not supported"
    return _no_cutoff(a)


@implements("single_source_dijkstra_path_length", _no_length_cutoff)
def single_source_dijkstra_path_length(a):
    return _lengths(a.G, a.source, a.cutoff)


@implements("all_pairs_dijkstra_path_length", _no_length_cutoff)
def all_pairs_dijkstra_path_length(a):
    require_weights(a.G)
    return ((node, _lengths(a.G, node, a.cutoff)) for node in a.G.nodes)


@implements("single_source_bellman_ford_path_length", lambda a: "weight=None is not supported" if a.weight is None else None)
def single_source_bellman_ford_path_length(a):
    return _lengths_by_queue(a.G, a.source)


@implements("all_pairs_bellman_ford_path_length", lambda a: "weight=None is not supported" if a.weight is None else None)
def all_pairs_bellman_ford_path_length(a):
    require_weights(a.G)
    return ((node, _lengths_by_queue(a.G, node)) for node in a.G.nodes)


def _length_between(a):
    if a.weight is None:
        give_up("weight=None is not supported")
    source, target = vertex(a.G, a.source), vertex(a.G, a.target)
    if a.G.graph.weights is None:
        steps = arcas.bfs(a.G.graph, source).levels[target].item()
        return steps if steps >= 0 else give_up("no path exists: NetworkX raises the error")
    length = _distances(a.G, source)[target].item()
    if length == float("inf"):
        give_up("no path exists: NetworkX raises the error")
    return int(length) if a.G.whole or source == target else length


implements("dijkstra_path_length")(_length_between)
implements("bellman_ford_path_length")(_length_between)


@implements("astar_path_length", lambda a: "heuristic and cutoff are not supported" if a.heuristic or a.cutoff is not None else None)
def astar_path_length(a):
    return _length_between(a)


@implements("efficiency", no_directed)
def efficiency(a):
    source, target = vertex(a.G, a.u), vertex(a.G, a.v)
    if source == target:
        give_up("u and v are the same node: NetworkX raises the error")
    steps = arcas.bfs(a.G.graph, source).levels[target].item()
    return 1 / steps if steps >= 0 else 0


def _no_method(a):
    if a.method not in ("dijkstra", "bellman-ford"):
        return "the method is not known"
    return no_directed(a) if a.source is None and a.target is not None else None


@implements("shortest_path_length", _no_method)
def shortest_path_length(a):
    G = a.G
    if a.source is not None and a.target is not None:
        if a.weight is not None:
            return _length_between(a)
        steps = arcas.bfs(G.graph, vertex(G, a.source)).levels[vertex(G, a.target)].item()
        return steps if steps >= 0 else give_up("no path exists: NetworkX raises the error")
    lengths = _levels if a.weight is None else _lengths if a.method == "dijkstra" else _lengths_by_queue
    if a.weight is not None:
        require_weights(G)
    if a.source is None and a.target is None:
        return ((node, lengths(G, node)) for node in G.nodes)
    return lengths(G, a.target if a.source is None else a.source)


def _one_component(G):
    if len(G) == 0 or arcas.components(G.graph).count != 1:
        give_up("the graph is not connected: NetworkX raises the error")


def _sums(G):
    """For each vertex of a connected graph, the sum of the steps from all other vertices."""
    return distance_facts(G.graph)[4]


def _unweighted(a):
    return no_directed(a) or ("weight is not supported" if a.weight is not None else None)


@implements("average_shortest_path_length",
            lambda a: _unweighted(a) or ("method is not supported" if a.method is not None else None))
def average_shortest_path_length(a):
    _one_component(a.G)
    n = len(a.G)
    return int(_sums(a.G).sum()) / (n * (n - 1)) if n > 1 else 0


@implements("wiener_index", _unweighted)
def wiener_index(a):
    _one_component(a.G)
    return int(_sums(a.G).sum()) / 2


@implements("global_efficiency", no_directed)
def global_efficiency(a):
    n = len(a.G)
    return float(np.asarray(arcas.harmonic(a.G.graph)).sum()) / (n * (n - 1)) if n > 1 else 0


def _eccentricities(G):
    _one_component(G)
    return arcas.diameter(G.graph, eccentricities=True).eccentricities


def _plain_eccentricity(a):
    if a.e is not None or a.usebounds:
        return "e and usebounds are not supported"
    return _unweighted(a)


@implements("eccentricity", lambda a: _unweighted(a) or ("sp is not supported" if a.sp is not None else None))
def eccentricity(a):
    G = a.G
    values = _eccentricities(G)
    if a.v is None:
        return G.by_node(values)
    v = G.number(a.v)
    if v is not None:
        return values[v].item()
    return give_up(f"{a.v!r} is not a node: NetworkX decides")


@implements("diameter", _plain_eccentricity)
def diameter(a):
    _one_component(a.G)
    return arcas.diameter(a.G.graph).diameter


@implements("radius", _plain_eccentricity)
def radius(a):
    return _eccentricities(a.G).min().item()


def _with_eccentricity(a, which):
    values = _eccentricities(a.G)
    return [a.G.nodes[v] for v in np.flatnonzero(values == which(values)).tolist()]


@implements("center", _plain_eccentricity)
def center(a):
    return _with_eccentricity(a, np.min)


@implements("periphery", _plain_eccentricity)
def periphery(a):
    return _with_eccentricity(a, np.max)


@implements(nx.barycenter.__name__, lambda a: _unweighted(a) or ("attr and sp are not supported" if a.attr or a.sp is not None else None))
def barycenter(a):
    G = a.G
    _one_component(G)
    if G.graph.edges == len(G) - 1:
        give_up("the graph is a tree: NetworkX finds its centroid")
    sums = _sums(G)
    return [G.nodes[v] for v in np.flatnonzero(sums == sums.min()).tolist()]
