# SPDX-License-Identifier: Apache-2.0
"""Components, bridges, cycles and trees of NetworkX."""
import arcas
import numpy as np
from arcas import _arcas, calls

from .registry import give_up, implements, vertex


def _nonempty(G):
    if len(G) == 0:
        give_up("a graph without nodes: NetworkX has the error")


def _groups(G, labels):
    """Sets of nodes, in the order of their first nodes."""
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
    return {a.G.nodes[v] for v in np.flatnonzero(labels == labels[vertex(a.G, a.n)]).tolist()}


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


@implements("is_biconnected", multigraph=False)
def is_biconnected(a):
    G = a.G
    _nonempty(G)
    if len(G) < 3:
        give_up("fewer than 3 nodes: NetworkX says what they are")
    blocks = arcas.biconnected_components(G.graph)
    return blocks.count == 1 and len(np.unique(np.concatenate([blocks.sources, blocks.targets]))) == len(G)


@implements("articulation_points", multigraph=False)
def articulation_points(a):
    """The order is that of a depth-first search, by which they are found as well."""
    with calls.calling() as how:
        points = _arcas.articulation_points(a.G.graph._core, a.G.rows[0], how)
    return iter([a.G.nodes[v] for v in points.tolist()])


@implements("has_bridges", lambda a: "root is not supported" if a.root is not None else None, multigraph=False)
def has_bridges(a):
    return arcas.biconnected_components(a.G.graph).bridges > 0
