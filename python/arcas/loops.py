# SPDX-License-Identifier: Apache-2.0
"""Parallel loops over compiled functions, and the number of workers."""
import ctypes

import numpy as np

from . import _arcas, calls


def parallel_for(first, last, function, data=None, *, chunks=False, grain=0, workers=None, stop=None):
    """Calls function(i, data) for every i in [first, last), in parallel.

    Parameters
    ----------
    first, last : int
        64-bit integers.
    function : ctypes function, numba @cfunc, or int
        A compiled function void (int64_t i, void* data), or with `chunks` void (int64_t first, int64_t last, void*
        data). An int is the function's address. Several threads call the function at once, without the interpreter's
        lock.
    data : array, int or ctypes object, optional
        The function gets the address of the data, or an int as it is; None: null.
    chunks : bool
        Whether `function` takes a chunk [first, last) of indices instead of one index.
    grain : int
        The number of iterations that a worker claims at a time; 0: automatic.
    workers : int, optional
        The maximum number of threads; None: all.
    stop : object with is_set(), optional
        Such as threading.Event: when it is set, the loop ends with arcas.Interrupted.

    Notes
    -----
    After Ctrl-C no further chunk begins. A Python function wrapped by ctypes.CFUNCTYPE is allowed but slow, since each
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
    # ctypes.cast() takes other objects too: it would return the address of the characters of a str.
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
    """The number of threads that take part in a kernel: one for each processor that this process may use, or fewer if a
    processor quota (cgroup) or limit_workers() limits them."""
    return _arcas.worker_limit()


def limit_workers(n):
    """Limits the number of threads that take part in all following kernels of this process to n; None removes the
    limit."""
    _arcas.set_worker_limit(_arcas.workers() if n is None else calls.whole("n", n, 1, calls.MOST_32, ", or None for all"))
