# SPDX-License-Identifier: Apache-2.0
"""Which functions of NetworkX does the backend implement, for which arguments, and from which size of a graph?"""
import inspect
import numbers
from types import SimpleNamespace

import networkx as nx
import numpy as np
from arcas import edge_weights
from networkx.utils import backends

# {name: (function of the bound arguments, refuses, whether it supports multigraphs)}; refuses: see
# implements().
implemented = {}


def implements(name, refuses=lambda a: None, multigraph=True):
    """Registers a function. refuses(a): the reason why the arguments are not supported, or None."""

    def keep(function):
        implemented[name] = (function, refuses, multigraph)
        return function

    return keep


def no_directed(a):
    return "directed graphs are not supported" if a.G.is_directed() else None


def bound(name, args, kwargs):
    """The arguments by name, defaults included, according to the signature in the installed NetworkX."""
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
    """True, or a sentence that says why the backend cannot run the function."""
    if name not in implemented:
        return f"{name} is not implemented by arcas"
    return refusal(name, bound(name, args, kwargs)) or True


def should_run(name, args, kwargs):
    """True, or a sentence that says why NetworkX itself is as fast: the graph is small."""
    graph = bound(name, args, kwargs).G
    if getattr(graph, "__networkx_backend__", None) == "arcas":
        return True
    least = nx.config.backends.arcas.should_run_nodes
    if not isinstance(least, numbers.Real) or not least >= 0:  # NaN, too
        raise ValueError(f"nx.config.backends.arcas.should_run_nodes is {least!r}; it must be a number of nodes, 0 or more")
    if len(graph) < least:
        return f"the graph has {len(graph)} nodes; arcas runs graphs of at least {least} nodes (nx.config.backends.arcas)"
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
    """Makes NetworkX run its own function instead, which also raises its own error if an argument is wrong."""
    raise NotImplementedError(reason)


def vertex(graph, node):
    v = graph.number(node)
    return give_up(f"{node!r} is not a node") if v is None else v


def of_nodes(graph, nbunch, values):
    """The value of the node nbunch; or, if nbunch is an iterable, {element: value} for its elements that are nodes.
    values: by vertex."""
    v = graph.number(nbunch)
    if v is not None:
        return values[v]
    try:
        chosen = [(node, graph.number(node)) for node in nbunch if hash(node) is not None]
    except TypeError:
        return give_up("nodes is neither a node nor an iterable of nodes: NetworkX raises the error")
    return {node: values[v] for node, v in chosen if v is not None}


def loops(graph):
    """The number of self-loops of each vertex."""
    rows = np.repeat(np.arange(graph.vertices), graph.degrees)
    return np.bincount(rows[rows == graph.indices], minlength=graph.vertices)


def require_weights(graph, least_excluded=None, any_type=False):
    """Gives up unless the weights have these properties:

    - all are finite and 0 or more; if least_excluded is given, all are above least_excluded;
    - all are of type int, bool or float, since results get the types of the weights. any_type: other types are allowed,
      too, since NetworkX converts the weights to floats first;
    - a sum of integer weights stays below 2^53.
    """
    if not graph.graph.edges:
        return
    if graph.types == "other" and not any_type:
        give_up("only weights of the types int, bool and float are supported: NetworkX's results have the types of the weights")
    least, most = edge_weights.range_of(graph.graph)
    if not (0 <= least and most < float("inf")) or (least_excluded is not None and least <= least_excluded):
        give_up("weights that are negative, 0 or not finite are not supported" if least_excluded is not None
                else "weights that are negative or not finite are not supported")
    if graph.whole and most * len(graph) >= 2**53:
        give_up("integer weights whose sum may reach 2^53 are not supported")
