# SPDX-License-Identifier: Apache-2.0
"""Converts NetworkX graphs to graphs of Arcas, and back."""
import functools
import operator
import weakref

import numpy as np

from .. import _arcas, sources
from ..graphs import DiGraph, Graph


class BackendGraph:
    """The graph that NetworkX passes to the functions of this backend. Vertex i of `graph` is the node nodes[i].

    weight: the attribute whose values are the weights, or None; missing: the weight of an edge without the attribute;
    types: the types of the weights, "int" (bool included), "float" (int, bool and float) or "other"; rows: the targets
    and weights of the rows in the order of the dictionaries, in which NetworkX's searches take neighbours.
    """

    __networkx_backend__ = "arcas"

    def __init__(self, graph, nodes, counted, weight, missing, types, rows, multigraph, attributes, original):
        self.graph, self.nodes, self.weight, self.missing, self.types, self.rows = graph, nodes, weight, missing, types, rows
        self._counted, self._multigraph, self._attributes, self._original = counted, multigraph, attributes, original
        # _source, for a graph that NetworkX caches: ((dictionaries of the out-rows, dictionaries of the
        # in-rows or None), the values seen in them). _fresh: whether the current call has converted the graph.
        self._source, self._fresh = None, True

    def __getstate__(self):
        """The state for pickle and deepcopy. They reach this object through the cache of a NetworkX graph. Their copy of
        that graph has other objects as weights, so the values seen in the dictionaries are left out."""
        state = {**vars(self), "_original": None}
        if state.get("_source"):
            state.update(_source=(self._source[0], None), _fresh=False)
        return state

    def current(self, weighted):
        """This graph for one call of a function, converted again if the dictionaries have changed. weighted: whether
        the function uses the weights."""
        if "_source" not in vars(self):
            raise NotImplementedError("the cached graph comes from a pickle by an older Arcas; after "
                                      "G.__networkx_cache__.clear() NetworkX converts the graph again")
        fresh, self._fresh = self._fresh, False
        if not fresh and self._source and not self._is_unchanged(weighted):
            made = _of_dictionaries(self._source[0], self.is_directed(), self._multigraph, self.weight, self.missing, True)
            if made is None:
                raise NotImplementedError("a dictionary of the NetworkX graph has been replaced by an object of another class")
            made._attributes, made._original, made._fresh = self._attributes, self._original, False
            self.__dict__ = made.__dict__
        now = object.__new__(BackendGraph)
        now.__dict__ = self.__dict__
        return now

    def _is_unchanged(self, weighted):
        (adjacency, incoming), seen = self._source
        weighted = weighted and self.weight is not None
        if seen is None or (weighted and self.types == "other"):  # such as an array, whose value may change
            return False
        return _arcas.are_unchanged(adjacency, incoming, self.nodes, self.graph._core, self.rows[0], *seen, self._multigraph,
                                    self.weight if weighted else None)

    @property
    def whole(self):
        """Whether all weights are of type int."""
        return self.types == "int"

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
        """The vertex of a node; None if `node` is not a node of the graph."""
        if self._counted and type(node) is int:
            return node if 0 <= node < len(self.nodes) else None
        try:
            return self._numbers.get(node)
        except TypeError:
            return None

    def by_node(self, values):
        """{node: value} in the order of the nodes; the values are Python numbers."""
        return dict(zip(self.nodes, np.asarray(values).tolist()))

    def to_networkx(self):
        """The NetworkX graph that this graph was made of, if it still exists; otherwise a new one with the same nodes,
        edges and weights."""
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


def from_networkx(graph, *, edge_attrs=None, preserve_edge_attrs=False, name=None, **_):
    """The backend's convert_from_nx(). name: the function that NetworkX dispatches; None if the caller only converts
    the graph as it is now."""
    try:
        return _from_networkx(graph, edge_attrs, preserve_edge_attrs, name is not None)
    except NotImplementedError:
        _keep_no_cache(graph)
        raise


def _from_networkx(graph, edge_attrs, preserve_edge_attrs, dispatched):
    if preserve_edge_attrs and edge_attrs is None:
        raise NotImplementedError("arcas keeps only one attribute of edges, the weight")
    weight, missing = None, 1.0
    if edge_attrs:
        if len(edge_attrs) > 1:
            raise NotImplementedError(f"arcas keeps only one attribute of edges, not {len(edge_attrs)}")
        [(weight, missing)] = edge_attrs.items()
        missing = 1.0 if missing is None else missing
    adjacency = sources.plain_adjacency(graph)
    incoming = graph._pred if graph.is_directed() else None
    made = adjacency is not None and _of_dictionaries((adjacency, incoming), graph.is_directed(), graph.is_multigraph(),
                                                      weight, missing, dispatched)
    if not made:
        core, nodes, *others = _numbered(sources.of_networkx, graph, graph.is_directed(), weight, missing, True)
        made = _made(core, nodes is None, list(graph) if nodes is None else nodes, others, weight, missing,
                     graph.is_multigraph())
        _keep_no_cache(graph)
    made._attributes, made._original = dict(graph.graph), weakref.ref(graph)
    return made


def _of_dictionaries(source, directed, multigraph, weight, missing, keep):
    """The BackendGraph of the dictionaries of a graph; None if one of them is not of the class dict itself."""
    made = _numbered(sources.of_dictionaries, source[0], directed, multigraph, weight, missing, True, keep)
    if made is None:
        return None
    core, counted, *others = made
    found = _made(core, counted, list(source[0]), others, weight, missing, multigraph)
    found._source = (source, others[-1]) if keep else None
    return found


def _numbered(convert, *arguments):
    try:
        return convert(*arguments)
    except (TypeError, ValueError, OverflowError) as error:
        raise NotImplementedError(f"arcas requires weights that are numbers: {error}") from error


def _made(core, counted, nodes, others, weight, missing, multigraph):
    types, *rows, (_, asked_once) = others
    if types == "int" and not float(missing).is_integer():
        types = "float"
    graph = (DiGraph if core.directed else Graph)._of(core)
    if weight is not None and not (core.directed or multigraph or asked_once):
        _require_one_weight(graph)
    return BackendGraph(graph, nodes, counted, weight, missing, types, rows, multigraph, {}, None)


def _require_one_weight(graph):
    """An undirected view of a directed graph may have two weights for an edge, one in each row; these are refused."""
    rows = np.repeat(np.arange(graph.vertices), graph.degrees)
    if not np.array_equal(graph.weights, graph.weights[np.lexsort((rows, graph.indices))], equal_nan=True):
        raise NotImplementedError("an edge has different weights in the rows of its two ends")


def _keep_no_cache(graph):
    """Prevents NetworkX from caching this conversion, or its failure: gives the graph a new cache, while NetworkX writes
    to the old one. A cached conversion of a view, for example, would be out of date after a change of the graph that
    the view shows, since the change clears only that graph's cache."""
    cache = getattr(graph, "__networkx_cache__", None)
    if cache is not None:
        kept = {name: dict(graphs) for name, graphs in cache.get("backends", {}).items()}
        graph.__networkx_cache__ = {**cache, "backends": kept}


def to_networkx(value, **_):
    """The backend's convert_to_nx(), which NetworkX calls with results of every type."""
    return value.to_networkx() if isinstance(value, BackendGraph) else value
