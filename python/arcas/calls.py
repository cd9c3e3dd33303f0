# SPDX-License-Identifier: Apache-2.0
"""What all calls of kernels have in common: workers, progress, stop, and arguments that are vertices."""
from __future__ import annotations

import contextlib
import operator
import os
from collections.abc import Callable
from typing import Any, Union

import numpy as np

from . import _arcas, arrays, limits  # noqa: F401: limits registers itself

# False, None; True: a bar of tqdm; a function of (done, total), where total may be None; at the end both are the same.
Progress = Union[bool, Callable[[int, Union[int, None]], Any], None]
# None, or an object with is_set(), as threading.Event.
Stop = Any
# What 32 and 64 bits of the module hold.
MOST_32, MOST_63, MOST_64 = 2**32 - 1, 2**63 - 1, 2**64 - 1


@contextlib.contextmanager
def calling(workers=None, progress=None, stop=None):
    """The options of one call, as the module takes them; closes a bar of tqdm at the end."""
    workers = 0 if workers is None else whole("workers", workers, 1, MOST_32, ", or None for all")
    if stop is not None and not callable(getattr(stop, "is_set", None)):
        raise TypeError(f"stop: a {type(stop).__name__} has no is_set(); threading.Event has")
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
    """v as a vertex number below count; raises TypeError or ValueError otherwise."""
    try:
        number = operator.index(v)
    except TypeError:
        raise TypeError(f"{name}: {v!r} is no vertex; it must be a whole number, and graph.index(name) finds that of a "
                        "name") from None
    if not 0 <= number < count:
        raise ValueError(f"{name}: {number} is no vertex; there are {count}, counted from 0")
    return number


def vertices(core, values, name):
    """One vertex or several, as an array."""
    array = np.atleast_1d(arrays.array_of(values, name)).copy()  # nobody else writes to it once it has been looked at
    if array.size == 0:
        return np.empty(0, np.uint32)
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise TypeError(f"{name}: vertices are whole numbers in one dimension, not {array.dtype} of shape "
                        f"{array.shape}; graph.index(name) finds the vertex of a name")
    wrong = (array < 0) | (array >= core.vertices)
    if wrong.any():
        raise ValueError(f"{name}: {array[wrong][0]} is no vertex; there are {core.vertices}, counted from 0")
    return array.astype(np.uint32, copy=False)


def whole(name, value, least, most, instead=""):
    """A number of the range as an int; `instead` ends the sentence that refuses another."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name}: {value!r} is no whole number; it must be one between {least} and {most}"
                        f"{instead}") from None
    if not least <= number <= most:
        raise ValueError(f"{name}: {number} is out of range; it must be between {least} and {most}{instead}")
    return number


def seed(value):
    return whole("seed", value, 0, MOST_64)


def real(name, value):
    """A number as a float; its range is the kernel's."""
    try:
        if not isinstance(value, (str, bytes)):
            return float(value)
    except (TypeError, ValueError, OverflowError):
        pass
    raise TypeError(f"{name}: {value!r} is no number that fits 64 bits")


def numbers(name, values):
    """An array of float64 in one dimension."""
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
    raise TypeError(f"{name}: {value!r} is no text; a str is required")


def path(value):
    """The bytes of a path."""
    try:
        name = os.fsencode(value)
        if b"\0" not in name:
            return name
        raise ValueError(f"path: {value!r} has a null character, which no path has")
    except TypeError:
        raise TypeError(f"path: a {type(value).__name__} is no path; a str, bytes or os.PathLike is "
                        "required") from None


def one_of(name, value, allowed):
    if value not in allowed:
        raise ValueError(f"{name}: {value!r} is not known; it must be {', '.join(map(repr, allowed))}")
    return value


def signed(array):
    """The same memory with a sign, so that 'none' is -1."""
    return array.view(np.int32)
