# SPDX-License-Identifier: Apache-2.0
"""What all calls of kernels have in common: workers, progress, stop, and arguments that are vertices."""
from __future__ import annotations

import contextlib
import operator
from collections.abc import Callable
from typing import Any, Union

import numpy as np

from . import _arcas, limits  # noqa: F401: limits registers itself

# False, None; True: a bar of tqdm; a function of (done, total), where total may be None.
Progress = Union[bool, Callable[[int, Union[int, None]], Any], None]
# None, or an object with is_set(), as threading.Event.
Stop = Any
# Vertices are 32-bit numbers; this one says that there is none.
NO_VERTEX = np.uint32(0xFFFFFFFF)


@contextlib.contextmanager
def calling(workers=None, progress=None, stop=None):
    """The options of one call, as the module takes them; closes a bar of tqdm at the end."""
    if workers is not None and operator.index(workers) < 1:
        raise ValueError(f"workers: {workers} is out of range; it must be 1 or more, or None for all")
    if stop is not None and not callable(getattr(stop, "is_set", None)):
        raise TypeError(f"stop: a {type(stop).__name__} has no is_set(); threading.Event has")
    told, close = _teller(progress)
    try:
        yield _arcas.Call(0 if workers is None else operator.index(workers), told, stop)
    finally:
        close()


def _teller(progress):
    if progress is None or progress is False:
        return None, lambda: None
    if progress is not True:
        if not callable(progress):
            raise TypeError(f"progress: a {type(progress).__name__} is not callable; True, or a function of "
                            "(done, total), is required")
        return progress, lambda: None
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None, lambda: None
    bar = tqdm()

    def tell(done, total):
        bar.total = total
        bar.n = done
        bar.refresh()

    return tell, bar.close


def require_graph(graph, directed=None):
    """The module's graph of `graph`; refuses what is none, or of the other direction."""
    core = getattr(graph, "_core", None)
    if not isinstance(core, _arcas.Graph):
        raise TypeError(f"an arcas.Graph or arcas.DiGraph is required, not a {type(graph).__name__}; "
                        "arcas.Graph(…) takes SciPy matrices, NetworkX graphs, arrays and files")
    if directed is False and core.directed:
        raise ValueError("the graph is directed; to_undirected() makes an undirected one")
    if directed is True and not core.directed:
        raise ValueError("the graph is undirected; to_directed() makes a directed one")
    return core


def vertex(core, v, name):
    """v as a number of a vertex."""
    return counted_vertex(core.vertices, v, name)


def counted_vertex(count, v, name):
    """v as a vertex number below count; raises ValueError otherwise."""
    v = operator.index(v)
    if not 0 <= v < count:
        raise ValueError(f"{name}: {v} is no vertex; there are {count}, counted from 0")
    return v


def vertices(core, values, name):
    """One vertex or several, as an array."""
    array = np.atleast_1d(np.asarray(values))
    if array.size == 0:
        return np.empty(0, np.uint32)
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise TypeError(f"{name}: vertices are whole numbers in one dimension, not {array.dtype} of shape "
                        f"{array.shape}; graph.index(name) finds the vertex of a name")
    wrong = (array < 0) | (array >= core.vertices)
    if wrong.any():
        raise ValueError(f"{name}: {array[wrong][0]} is no vertex; there are {core.vertices}, counted from 0")
    return np.ascontiguousarray(array, np.uint32)


def one_of(name, value, allowed):
    if value not in allowed:
        raise ValueError(f"{name}: {value!r} is not known; it must be {', '.join(map(repr, allowed))}")
    return value


def signed(array):
    """The same memory with a sign, so that 'none' is -1; vertices beyond 2^31 become 64-bit numbers."""
    view = array.view(np.int32)
    if array.size <= np.iinfo(np.int32).max:
        return view
    return np.where(array == NO_VERTEX, -1, array.astype(np.int64))
