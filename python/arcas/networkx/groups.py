# SPDX-License-Identifier: Apache-2.0
"""NetworkX's functions for components, bridges, cycles and trees."""
import arcas
import numpy as np
from arcas import _arcas, calls

from .registry import give_up, implements, loops, vertex


def _nonempty(G):
    if len(G) == 0:
        give_up("the graph has no nodes: NetworkX raises the error")


def _groups(G, labels):
    """Yields the nodes with each label as a set, in the order of the labels. The label of a component is its first
    vertex."""
    order = np.argsort(labels, kind="stable")
    starts = np.flatnonzero(np.diff(labels[order].astype(np.int64), prepend=-1))
    for part in np.split(order, starts[1:]) if len(order) else ():
        yield {G.nodes[v] for v in part.tolist()}


def _components(a):
    return _groups(a.G, arcas.components(a.G.graph).labels)


def _count(a):
    return arcas.components(a.G.graph).count


def _is_one(a):
    _nonempty(a.G)
    return arcas.components(a.G.graph).count == 1


implements("connected_components")(_components)
implements("weakly_connected_components")(_components)
implements("number_connected_components")(_count)
implements("number_weakly_connected_components")(_count)
implements("is_connected")(_is_one)
implements("is_weakly_connected")(_is_one)


@implements("node_connected_component")
def node_connected_component(a):
    labels = arcas.components(a.G.graph).labels
    found = {a.n}  # the object that the caller gave, which stays in the set when an equal node is added
    found.update(a.G.nodes[v] for v in np.flatnonzero(labels == labels[vertex(a.G, a.n)]).tolist())
    return found


@implements("number_strongly_connected_components")
def number_strongly_connected_components(a):
    return arcas.strong_components(a.G.graph).count


@implements("is_strongly_connected")
def is_strongly_connected(a):
    _nonempty(a.G)
    return arcas.strong_components(a.G.graph).count == 1


@implements("is_directed_acyclic_graph")
def is_directed_acyclic_graph(a):
    return a.G.is_directed() and arcas.topological_order(a.G.graph).cycle.size == 0


@implements("is_forest")
def is_forest(a):
    _nonempty(a.G)
    found = arcas.components(a.G.graph)
    return len(a.G) - found.count == a.G.graph.edges


@implements("is_tree")
def is_tree(a):
    _nonempty(a.G)
    return a.G.graph.edges == len(a.G) - 1 and arcas.components(a.G.graph).count == 1


def _no_arrivals_twice(G):
    return int(np.max(G.graph.in_degrees)) <= 1


@implements("is_arborescence", multigraph=False)
def is_arborescence(a):
    return is_tree(a) and _no_arrivals_twice(a.G)


@implements("is_branching", multigraph=False)
def is_branching(a):
    return is_forest(a) and _no_arrivals_twice(a.G)


def _surplus(G):
    """The out-degree minus the in-degree of each vertex. In an undirected graph: 1 if the degree is odd, 0 if it is
    even."""
    g = G.graph
    return g.degrees.astype(np.int64) - g.in_degrees if g.directed else (g.degrees + loops(g)) % 2


@implements("is_eulerian", multigraph=False)
def is_eulerian(a):
    _nonempty(a.G)
    kernel = arcas.strong_components if a.G.is_directed() else arcas.components
    return not _surplus(a.G).any() and kernel(a.G.graph).count == 1


@implements("has_eulerian_path", lambda a: "source is not supported" if a.source is not None else None, multigraph=False)
def has_eulerian_path(a):
    if is_eulerian(a):
        return True
    surplus = _surplus(a.G)
    # The path begins at one of two vertices with a surplus other than 0, and ends at the other one.
    fits = sorted(surplus[surplus != 0].tolist()) in ([], [-1, 1] if a.G.is_directed() else [1, 1])
    return fits and (a.G.is_directed() or surplus.any().item()) and arcas.components(a.G.graph).count == 1


@implements("is_semieulerian", multigraph=False)
def is_semieulerian(a):
    a.source = None
    return has_eulerian_path(a) and not is_eulerian(a)


def _edges_between(G, labels):
    """The labels of both ends of each edge between different groups."""
    ends = labels[np.repeat(np.arange(len(G)), G.graph.degrees)], labels[G.graph.indices]
    apart = ends[0] != ends[1]
    return ends[0][apart], ends[1][apart]


@implements("flow_hierarchy", lambda a: "weight is not supported" if a.weight is not None else None)
def flow_hierarchy(a):
    if not a.G.is_directed() or not a.G.graph.edges:
        give_up("the graph is undirected or has no edges: NetworkX raises the error")
    labels = arcas.strong_components(a.G.graph).labels
    within = a.G.graph.edges - len(_edges_between(a.G, labels)[0])
    return 1 - within / a.G.graph.edges


def _attracting(G):
    """The number of strong components that no edge leaves, and the number of all strong components."""
    found = arcas.strong_components(G.graph)
    return found.count - len(np.unique(_edges_between(G, found.labels)[0])), found.count


@implements("number_attracting_components")
def number_attracting_components(a):
    return _attracting(a.G)[0]


@implements("is_attracting_component")
def is_attracting_component(a):
    return _attracting(a.G) == (1, 1)


@implements("is_biconnected", multigraph=False)
def is_biconnected(a):
    G = a.G
    _nonempty(G)
    if len(G) < 3:
        give_up("the graph has fewer than 3 nodes: NetworkX decides")
    blocks = arcas.biconnected_components(G.graph)
    return blocks.count == 1 and len(np.unique(np.concatenate([blocks.sources, blocks.targets]))) == len(G)


@implements("articulation_points", multigraph=False)
def articulation_points(a):
    """The points are in the order in which NetworkX's depth-first search finds them."""
    with calls.calling() as how:
        points = _arcas.articulation_points(a.G.graph._core, a.G.rows[0], how)
    return iter([a.G.nodes[v] for v in points.tolist()])


@implements("has_bridges", lambda a: "root is not supported" if a.root is not None else None, multigraph=False)
def has_bridges(a):
    return arcas.biconnected_components(a.G.graph).bridges > 0
