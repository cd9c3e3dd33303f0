# SPDX-License-Identifier: Apache-2.0
"""Loops over compiled functions: ctypes, numba's @cfunc, numba's prange; and limits of workers by threadpoolctl."""
import ctypes
import threading
import time

import numpy as np
import pytest
import threadpoolctl

import arcas

BY_INDEX = ctypes.CFUNCTYPE(None, ctypes.c_int64, ctypes.c_void_p)
BY_CHUNK = ctypes.CFUNCTYPE(None, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p)


def test_every_index_once():
    seen = np.zeros(1000, np.int64)

    @BY_INDEX
    def count(i, _):
        seen[i - 7] += 1

    arcas.parallel_for(7, 1007, count)
    assert (seen == 1).all()
    chunks = []
    arcas.parallel_for(-5, 1000, BY_CHUNK(lambda first, last, _: chunks.append((first, last))), chunks=True, grain=100)
    assert sorted(i for chunk in chunks for i in range(*chunk)) == list(range(-5, 1000))
    arcas.parallel_for(3, 3, 1)  # no index: the address is not called


def test_a_cfunc_of_numba_and_data():
    numba = pytest.importorskip("numba")

    @numba.cfunc(numba.void(numba.int64, numba.types.CPointer(numba.float64)))
    def square(i, x):
        x[i] = i * i

    x = np.zeros(10_000)
    arcas.parallel_for(0, len(x), square, x)
    assert (x == np.arange(10_000.0) ** 2).all()
    arcas.parallel_for(0, len(x), square.address, x.ctypes.data, workers=1)


def test_what_is_no_function_is_refused():
    with pytest.raises(TypeError, match="function: a function is not compiled; a ctypes function"):
        arcas.parallel_for(0, 1, lambda i: None)
    with pytest.raises(ValueError, match="the function's address is 0"):
        arcas.parallel_for(0, 1, 0)
    with pytest.raises(TypeError, match="data: a str has no address"):
        arcas.parallel_for(0, 1, BY_INDEX(lambda i, d: None), "text")


def test_a_loop_is_stopped_by_an_event():
    event = threading.Event()
    threading.Timer(0.05, event.set).start()
    with pytest.raises(arcas.Interrupted):
        arcas.parallel_for(0, 10**9, BY_INDEX(lambda i, d: time.sleep(0.001)), stop=event, grain=1)


def test_threadpoolctl_sees_and_sets_workers():
    before = arcas.workers()
    [found] = [entry for entry in threadpoolctl.threadpool_info() if entry["user_api"] == "arcas"]
    assert found["num_threads"] == before and found["prefix"] == "_arcas"
    with threadpoolctl.threadpool_limits(1, user_api="arcas"):
        assert arcas.workers() == 1
    assert arcas.workers() == before


PRANGE = """
import numba, numpy as np
import arcas.numba
arcas.numba.enable()
arcas.numba.enable()

@numba.njit(parallel=True)
def squares(n):
    x = np.zeros(n)
    for i in numba.prange(n):
        x[i] = i * i
    return x, x.sum()

@numba.njit(parallel=True)
def nested(n):
    total = 0
    for i in numba.prange(n):
        for j in numba.prange(i):
            total += j
    return total

@numba.vectorize(["float64(float64)"], target="parallel")
def half(x):
    return x / 2

x, total = squares(100_000)
assert (x == np.arange(100_000.0) ** 2).all() and total == x.sum()
assert nested(100) == sum(j for i in range(100) for j in range(i))
assert (half(x) == x / 2).all()
numba.set_num_threads(1)
assert squares(1000)[1] == sum(i * i for i in range(1000))
import os
child = os.fork()
if child == 0:
    os._exit(0 if squares(1000)[1] == sum(i * i for i in range(1000)) else 1)
assert os.waitpid(child, 0)[1] == 0
print(open("/proc/self/maps").read().count("gomp"))
"""


def test_prange_runs_on_arcas(python):
    pytest.importorskip("numba")
    assert python(PRANGE, timeout=200).split()[0] == "0"


def test_numba_that_has_started_is_left_alone(python):
    pytest.importorskip("numba")
    code = ("import numba\nnumba.config.THREADING_LAYER = 'workqueue'\n"
            "@numba.njit(parallel=True)\ndef f(n):\n    s = 0\n    for i in numba.prange(n):\n        s += i\n    return s\n"
            "assert f(10) == 45\nimport arcas.numba\n"
            "try:\n    arcas.numba.enable()\nexcept RuntimeError as error:\n    print(error)")
    assert python(code, timeout=200).startswith("numba runs on workqueue already; call arcas.numba.enable() before")
