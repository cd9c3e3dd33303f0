# SPDX-License-Identifier: Apache-2.0
"""The options that all kernels have (workers, progress, stop), and checks of arguments."""
from __future__ import annotations

import contextlib
import operator
import os
from collections.abc import Callable
from typing import Any, Union

import numpy as np

from . import _arcas, arrays, limits  # noqa: F401: limits registers itself

# The option `progress`: False or None; True for a tqdm bar; or a function of (done, total), where
# total may be None. In the last call both are equal.
Progress = Union[bool, Callable[[int, Union[int, None]], Any], None]
# The option `stop`: None, or an object with is_set(), such as threading.Event.
Stop = Any
# The largest uint32, int64 and uint64.
MOST_32, MOST_63, MOST_64 = 2**32 - 1, 2**63 - 1, 2**64 - 1


@contextlib.contextmanager
def calling(workers=None, progress=None, stop=None):
    """The options of one call, as the extension module takes them. Closes the tqdm bar at the end."""
    workers = 0 if workers is None else whole("workers", workers, 1, MOST_32, ", or None for all")
    if stop is not None and not callable(getattr(stop, "is_set", None)):
        raise TypeError(f"stop: {stop!r} has no method is_set(); an object such as threading.Event is required")
    told, close = _teller(progress)
    try:
        yield _arcas.Call(workers, told, stop)
    finally:
        close()


def _teller(progress):
    if progress is None or progress is False:
        return None, lambda: None
    if progress is not True:
        if not callable(progress):
            raise TypeError(f"progress: {progress!r} is not callable; True, or a function of (done, total), is required")
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
    """The extension module's object of `graph`. Raises TypeError if `graph` is not a graph, and ValueError if it is
    directed and `directed` is False, or undirected and `directed` is True."""
    core = getattr(graph, "_core", None)
    if not isinstance(core, _arcas.Graph):
        raise TypeError(f"an arcas.Graph or arcas.DiGraph is required, not a {type(graph).__name__}; "
                        "arcas.Graph(…) makes one of a SciPy matrix, a NetworkX graph, arrays or a file")
    if directed is False and core.directed:
        raise ValueError("the graph is directed; an undirected one is required: graph.to_undirected()")
    if directed is True and not core.directed:
        raise ValueError("the graph is undirected; a directed one is required: graph.to_directed()")
    return core


def vertex(core, v, name):
    """v as a vertex number of the graph; raises TypeError or ValueError otherwise."""
    return counted_vertex(core.vertices, v, name)


def counted_vertex(count, v, name):
    """v as a vertex number below count; raises TypeError or ValueError otherwise."""
    try:
        number = operator.index(v)
    except TypeError:
        raise TypeError(f"{name}: {v!r} is not a vertex; a whole number is required; graph.index(name) returns the vertex of "
                        "a name") from None
    if not 0 <= number < count:
        raise ValueError(f"{name}: {number} is not a vertex; the graph has {count} vertices, counted from 0")
    return number


def vertices(core, values, name):
    """One vertex or several, as an array."""
    array = np.atleast_1d(arrays.array_of(values, name)).copy()  # other threads may change the original after the checks
    if array.size == 0:
        return np.empty(0, np.uint32)
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise TypeError(f"{name}: vertices are whole numbers in one dimension, not {array.dtype} of shape "
                        f"{array.shape}; graph.index(name) returns the vertex of a name")
    wrong = (array < 0) | (array >= core.vertices)
    if wrong.any():
        raise ValueError(f"{name}: {array[wrong][0]} is not a vertex; the graph has {core.vertices} vertices, counted from 0")
    return array.astype(np.uint32, copy=False)


def whole(name, value, least, most, instead=""):
    """value as an int between `least` and `most`. instead: the end of the error's sentence, with other allowed
    values."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name}: {value!r} is not a whole number; it must be one between {least} and {most}"
                        f"{instead}") from None
    if not least <= number <= most:
        raise ValueError(f"{name}: {number} is out of range; it must be between {least} and {most}{instead}")
    return number


def seed(value):
    return whole("seed", value, 0, MOST_64)


def real(name, value):
    """value as a float; the kernel checks its range."""
    try:
        if not isinstance(value, (str, bytes)):
            return float(value)
    except (TypeError, ValueError, OverflowError):
        pass
    raise TypeError(f"{name}: {value!r} is not a number, or is beyond the range of a float; a number is required")


def numbers(name, values):
    """values as a one-dimensional array of float64."""
    array = arrays.array_of(values, name)
    if array.dtype.kind not in "biufO":
        raise TypeError(f"{name}: real numbers are required, not {array.dtype}")
    try:
        array = np.ascontiguousarray(array, np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise TypeError(f"{name}: real numbers are required: {error}") from None
    if array.ndim != 1:
        raise ValueError(f"{name} has {array.ndim} dimensions; one is required")
    return array


def flag(name, value):
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    raise TypeError(f"{name}: {value!r} is not allowed; it must be True or False")


def text(name, value):
    if isinstance(value, str):
        return value
    raise TypeError(f"{name}: {value!r} is not a str; a str is required")


def path(value):
    """The bytes of a path."""
    try:
        name = os.fsencode(value)
        if b"\0" not in name:
            return name
        raise ValueError(f"path: {value!r} has a null character, which paths must not have")
    except TypeError:
        raise TypeError(f"path: {value!r} is not a path; a str, bytes or os.PathLike is required") from None


def one_of(name, value, allowed):
    if value not in allowed:
        raise ValueError(f"{name}: {value!r} is not known; it must be one of {', '.join(map(repr, allowed))}")
    return value


def signed(array):
    """An int32 view of an array of uint32: the library's value for "none", 2^32 - 1, becomes -1."""
    return array.view(np.int32)
