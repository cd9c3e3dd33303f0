# SPDX-License-Identifier: Apache-2.0
"""Which weights does a kernel take? Looked at where they are used, in one pass over them for each graph."""
import numpy as np

from . import calls

# (the rule as the sentence says it, which of an array of weights break it)
FINITE = "finite weights are required", lambda w: ~np.isfinite(w)
NOT_NEGATIVE = "finite weights of 0 or more are required", lambda w: ~(np.isfinite(w) & (w >= 0))
POSITIVE = "finite weights above 0 are required", lambda w: ~(np.isfinite(w) & (w > 0))

# Weights between two looks of Python for Ctrl-C: some 10 ms.
_BLOCK = 1 << 24


def range_of(graph):
    """(least, greatest) weight, as Python's numbers; (nan, nan) where there is a NaN, (1, 1) where there is no weight."""
    if graph._range is None:
        blocks = _blocks(graph)
        least, most = ([getattr(block, which)() for block in blocks] or [1] for which in ("min", "max"))
        graph._range = np.min(least).item(), np.max(most).item()
    return graph._range


def require(graph, kernel, rule):
    """Refuses the first edge whose weight breaks the rule. That a graph has no weights, the kernel refuses."""
    calls.require_graph(graph)
    sentence, breaks = rule
    if not breaks(np.array(range_of(graph))).any():
        return
    at, sign = _first(graph, breaks), "→" if graph.directed else "–"
    u, v = np.searchsorted(graph.indptr, at, side="right") - 1, graph.indices[at]
    raise ValueError(f"{kernel}: the edge {graph.name(u)!r} {sign} {graph.name(v)!r} has the weight {graph.weights[at]}; "
                     f"{sentence}")


def asked_for(graph, kernel, weighted, rule=NOT_NEGATIVE):
    """The option `weighted` of a kernel as a bool; where it is True the weights must keep the rule."""
    weighted = calls.flag("weighted", weighted)
    if weighted:
        require(graph, kernel, rule)
    return weighted


def _blocks(graph):
    weights = graph.weights
    return [] if weights is None else [weights[i:i + _BLOCK] for i in range(0, len(weights), _BLOCK)]


def _first(graph, breaks):
    """The place of the first weight that breaks the rule."""
    for i, block in enumerate(_blocks(graph)):
        wrong = np.flatnonzero(breaks(block))
        if wrong.size:
            return i * _BLOCK + int(wrong[0])
    return None
