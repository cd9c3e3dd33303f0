# SPDX-License-Identifier: Apache-2.0
"""Loops over compiled functions, and how many workers take part."""
import ctypes

import numpy as np

from . import _arcas, calls


def parallel_for(first, last, function, data=None, *, chunks=False, grain=0, workers=None, stop=None):
    """function(i, data) for every i from first to below last, in parallel.

    Parameters
    ----------
    first, last : int
        Up to 64 bits.
    function : ctypes function, numba @cfunc, or int
        Compiled: void (int64_t i, void* data), or with chunks void (int64_t first, int64_t last, void* data).
        An int is its address. It is called by several threads at once, without the interpreter's lock.
    data : array, int or ctypes object, optional
        Handed to the function as its address; None: null.
    chunks : bool
        Whether function takes the first and the last index of a chunk.
    grain : int
        Iterations that a worker claims at a time; 0: automatic.
    workers : int, optional
        At most so many threads; None: all.
    stop : object with is_set(), optional

    Notes
    -----
    No further chunk begins after Ctrl-C. A Python function wrapped by ctypes.CFUNCTYPE works and is slow: each
    call takes the interpreter's lock.
    """
    first, last = (calls.whole(name, value, -2**63, calls.MOST_63) for name, value in [("first", first), ("last", last)])
    chunks, grain = calls.flag("chunks", chunks), calls.whole("grain", grain, 0, calls.MOST_63)
    with calls.calling(workers, None, stop) as how:
        _arcas.parallel_for(first, last, _address(function), _data(data), chunks, grain, how)


def _address(function):
    if _is_address(function):
        return calls.whole("function", function, 0, calls.MOST_64)
    address = getattr(function, "address", None)  # of numba's @cfunc
    if _is_address(address) and not isinstance(function, type):
        return calls.whole("function", address, 0, calls.MOST_64)
    # Not whatever ctypes.cast() takes: of a str that is the address of its characters.
    if isinstance(function, (ctypes._CFuncPtr, ctypes.c_void_p)):
        return ctypes.cast(function, ctypes.c_void_p).value or 0
    raise TypeError(f"function: a {type(function).__name__} is not compiled; a ctypes function, a numba @cfunc or "
                    "an address is required")


def _data(data):
    if data is None:
        return 0
    if _is_address(data):
        return calls.whole("data", data, 0, calls.MOST_64)
    interface = getattr(data, "__array_interface__", None)
    if isinstance(interface, dict) and isinstance(interface.get("data"), tuple):
        return interface["data"][0]
    try:
        return ctypes.addressof(data)
    except TypeError:
        raise TypeError(f"data: a {type(data).__name__} has no address; an array, a ctypes object or an address is "
                        "required") from None


def _is_address(value):
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def workers() -> int:
    """How many threads take part in a kernel: one for each processor that this process may use, fewer where a
    processor quota or limit_workers() says so."""
    return _arcas.worker_limit()


def limit_workers(n):
    """At most n threads take part in the kernels that follow, in all threads of this process; None: all."""
    _arcas.set_worker_limit(_arcas.workers() if n is None else calls.whole("n", n, 1, calls.MOST_32, ", or None for all"))
