# SPDX-License-Identifier: Apache-2.0
"""Which weights does a kernel accept? They are checked when a kernel uses them. The first check reads all weights of a
graph and stores their range; later checks of the graph use that range."""
import numpy as np

from . import calls

# (the rule as the error states it, a function that finds the weights of an array that break it)
FINITE = "finite weights are required", lambda w: ~np.isfinite(w)
NOT_NEGATIVE = "finite weights of 0 or more are required", lambda w: ~(np.isfinite(w) & (w >= 0))
POSITIVE = "finite weights above 0 are required", lambda w: ~(np.isfinite(w) & (w > 0))

# The number of weights between two checks for Ctrl-C, about 10 ms.
_BLOCK = 1 << 24


def range_of(graph):
    """The least and the greatest weight as Python numbers; (nan, nan) if a weight is NaN, (1, 1) for a graph without
    weights or edges."""
    if graph._range is None:
        blocks = _blocks(graph)
        least, most = ([getattr(block, which)() for block in blocks] or [1] for which in ("min", "max"))
        graph._range = np.min(least).item(), np.max(most).item()
    return graph._range


def require(graph, kernel, rule):
    """Raises ValueError for the first edge whose weight breaks the rule. A graph without weights passes: the kernel
    refuses it."""
    calls.require_graph(graph)
    sentence, breaks = rule
    if not breaks(np.array(range_of(graph))).any():
        return
    at, sign = _first(graph, breaks), "→" if graph.directed else "–"
    u, v = np.searchsorted(graph.indptr, at, side="right") - 1, graph.indices[at]
    raise ValueError(f"{kernel}: the edge {graph.name(u)!r} {sign} {graph.name(v)!r} has the weight {graph.weights[at]}; "
                     f"{sentence}")


def asked_for(graph, kernel, weighted, rule=NOT_NEGATIVE):
    """The option `weighted` of a kernel as a bool. If it is True, the weights must follow the rule."""
    weighted = calls.flag("weighted", weighted)
    if weighted:
        require(graph, kernel, rule)
    return weighted


def _blocks(graph):
    weights = graph.weights
    return [] if weights is None else [weights[i:i + _BLOCK] for i in range(0, len(weights), _BLOCK)]


def _first(graph, breaks):
    """The index of the first weight that breaks the rule."""
    for i, block in enumerate(_blocks(graph)):
        wrong = np.flatnonzero(breaks(block))
        if wrong.size:
            return i * _BLOCK + int(wrong[0])
    return None
