# SPDX-License-Identifier: Apache-2.0
"""Graphs of NetworkX as graphs of Arcas, and back."""
import functools
import weakref

import numpy as np

from .. import sources
from ..graphs import DiGraph, Graph


class BackendGraph:
    """What NetworkX hands to the functions of this backend: a graph whose vertex i is nodes[i].

    counted: the nodes are 0, 1, … in this order.
    weight: the attribute whose values are the weights, or None; whole: all of them are of type int; rows: the targets and
    weights of the graph in the order of the dictionaries, that of NetworkX's searches.
    """

    __networkx_backend__ = "arcas"

    def __init__(self, graph, nodes, counted, weight, whole, rows, multigraph, attributes, original):
        self.graph, self.nodes, self.weight, self.whole, self.rows = graph, nodes, weight, whole, rows
        self._counted, self._multigraph, self._attributes, self._original = counted, multigraph, attributes, original

    def __getstate__(self):
        """For pickle and deepcopy of the graph that this is a cached form of, which is another one then."""
        return {**vars(self), "_original": None}

    def is_directed(self):
        return self.graph.directed

    def is_multigraph(self):
        return self._multigraph

    def number_of_nodes(self):
        return len(self.nodes)

    def __len__(self):
        return len(self.nodes)

    def __iter__(self):
        return iter(self.nodes)

    def __contains__(self, node):
        return self.number(node) is not None

    @functools.cached_property
    def _numbers(self):
        return dict(zip(self.nodes, range(len(self.nodes))))

    def number(self, node):
        """The vertex of a node, or None."""
        if not self._counted:
            try:
                return self._numbers.get(node)
            except TypeError:
                return None
        if isinstance(node, float) and node.is_integer():
            node = int(node)
        return int(node) if isinstance(node, int) and 0 <= node < len(self.nodes) else None

    def by_node(self, values):
        """{node: value} in the order of the nodes, of Python's own numbers."""
        return dict(zip(self.nodes, np.asarray(values).tolist()))

    def to_networkx(self):
        """The graph that this was made of where it is still there; else one with its nodes, edges and weights."""
        original = self._original() if self._original is not None else None
        if original is not None:
            return original
        import networkx as nx

        kinds = {(False, False): nx.Graph, (True, False): nx.DiGraph, (False, True): nx.MultiGraph,
                 (True, True): nx.MultiDiGraph}
        made = kinds[self.is_directed(), self._multigraph](**self._attributes)
        made.add_nodes_from(self.nodes)
        plain = sources.to_networkx(type(self.graph)._of(self.graph._core, self.nodes))
        if self.weight is None:
            made.add_edges_from(plain.edges())
        else:
            made.add_edges_from((u, v, {self.weight: int(w) if self.whole else w}) for u, v, w in plain.edges(data="weight"))
        return made


def from_networkx(graph, *, edge_attrs=None, preserve_edge_attrs=False, **_):
    """For NetworkX: what it calls convert_from_nx()."""
    if preserve_edge_attrs and edge_attrs is None:
        raise NotImplementedError("arcas keeps one attribute of edges, the weight")
    weight, missing = None, 1.0
    if edge_attrs:
        if len(edge_attrs) > 1:
            raise NotImplementedError(f"arcas keeps one attribute of edges, not {len(edge_attrs)}")
        [(weight, missing)] = edge_attrs.items()
        missing = 1.0 if missing is None else missing
    try:
        core, nodes, whole, rows = sources.of_networkx(graph, graph.is_directed(), weight, float(missing), required=True)
    except (TypeError, ValueError, OverflowError) as error:
        raise NotImplementedError(f"arcas requires weights that are numbers: {error}") from error
    made = (DiGraph if graph.is_directed() else Graph)._of(core)
    counted = nodes is None
    return BackendGraph(made, list(graph) if counted else nodes, counted, weight, whole and float(missing).is_integer(), rows,
                        graph.is_multigraph(), dict(graph.graph), weakref.ref(graph))


def to_networkx(value, **_):
    """For NetworkX: what it calls convert_to_nx(), with results of every kind."""
    return value.to_networkx() if isinstance(value, BackendGraph) else value
