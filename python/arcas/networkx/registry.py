# SPDX-License-Identifier: Apache-2.0
"""Which functions of NetworkX are there, with which arguments, and from which size on is it worth while?"""
import inspect
from types import SimpleNamespace

import networkx as nx
import numpy as np
from arcas import edge_weights
from networkx.utils import backends

# {name: (function of the bound arguments, why it does not take these arguments or None, multigraphs)}
implemented = {}


def implements(name, refuses=lambda a: None, multigraph=True):
    """refuses(a): the reason why the arguments are not taken, or None."""

    def keep(function):
        implemented[name] = (function, refuses, multigraph)
        return function

    return keep


def bound(name, args, kwargs):
    """The arguments by the installed NetworkX's own signature, defaults included."""
    function = backends._registered_algorithms[name]
    signature = getattr(function, "__signature__", None) or inspect.signature(function)
    found = signature.bind(*args, **kwargs)
    found.apply_defaults()
    arguments = dict(found.arguments)
    arguments.pop("backend", None)
    arguments.pop("backend_kwargs", None)
    return SimpleNamespace(**arguments)


def refusal(name, a):
    _, refuses, multigraph = implemented[name]
    if not multigraph and a.G.is_multigraph():
        return "parallel edges are not supported"
    for argument in ("weight", "distance"):
        if callable(getattr(a, argument, None)):
            return f"{argument} as a function is not supported; the name of an attribute is"
    return refuses(a)


def can_run(name, args, kwargs):
    """True, or a sentence that says why not."""
    if name not in implemented:
        return f"{name} is not implemented by arcas"
    return refusal(name, bound(name, args, kwargs)) or True


def should_run(name, args, kwargs):
    """True, or why NetworkX itself is as fast: the graph is small."""
    graph = bound(name, args, kwargs).G
    if getattr(graph, "__networkx_backend__", None) == "arcas":
        return True
    least = nx.config.backends.arcas.should_run_nodes
    if len(graph) < least:
        return f"the graph has {len(graph)} nodes; from {least} on arcas is faster (nx.config.backends.arcas)"
    return True


def _uses_weights(name, a):
    function = backends._registered_algorithms[name]
    if isinstance(function.edge_attrs, str):  # the argument that has the attribute
        return getattr(a, function.edge_attrs) is not None
    return bool(function.edge_attrs or function.preserve_edge_attrs)


def runner(name):
    function, _, _ = implemented[name]

    def run(*args, **kwargs):
        a = bound(name, args, kwargs)
        a.G = a.G.current(_uses_weights(name, a))
        reason = refusal(name, a)
        if reason:
            raise NotImplementedError(reason)
        return function(a)

    run.__name__ = name
    return run


def give_up(reason):
    """NetworkX goes on with its own function, which also has the error for what is wrong."""
    raise NotImplementedError(reason)


def vertex(graph, node):
    v = graph.number(node)
    return give_up(f"{node!r} is no node") if v is None else v


def of_nodes(graph, nbunch, values):
    """values[v] of one node, or {node: values[v]} of those of an iterable that are nodes, called as there."""
    v = graph.number(nbunch)
    if v is not None:
        return values[v]
    try:
        chosen = [(node, graph.number(node)) for node in nbunch if hash(node) is not None]
    except TypeError:
        return give_up("nodes are no nodes: NetworkX has the error")
    return {node: values[v] for node, v in chosen if v is not None}


def loops(graph):
    """How often each vertex is its own neighbour."""
    rows = np.repeat(np.arange(graph.vertices), graph.degrees)
    return np.bincount(rows[rows == graph.indices], minlength=graph.vertices)


def require_weights(graph, least_excluded=None, any_type=False):
    """Gives up unless all weights are finite and 0 or more, or above least_excluded, and of types that results have, too;
    any_type: NetworkX makes floats of them first."""
    if not graph.graph.edges:
        return
    if graph.types == "other" and not any_type:
        give_up("weights of types other than int, bool and float are not supported here: NetworkX's results have their types")
    least, most = edge_weights.range_of(graph.graph)
    if not (0 <= least and most < float("inf")) or (least_excluded is not None and least <= least_excluded):
        give_up("weights that are negative, 0 or not finite are not supported here")
    if graph.whole and most * len(graph) >= 2**53:
        give_up("whole weights beyond 2^53 in sum are not supported")
