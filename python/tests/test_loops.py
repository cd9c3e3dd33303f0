# SPDX-License-Identifier: Apache-2.0
"""Loops over compiled functions (ctypes, numba's @cfunc, numba's prange), and limits of workers set by threadpoolctl."""
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


def test_an_object_that_is_not_a_compiled_function_is_refused():
    with pytest.raises(TypeError, match="function: a function is not compiled; a ctypes function"):
        arcas.parallel_for(0, 1, lambda i: None)
    with pytest.raises(ValueError, match="function: 0 is not an address of a function"):
        arcas.parallel_for(0, 1, 0)
    with pytest.raises(TypeError, match="data: a str has no address"):
        arcas.parallel_for(0, 1, BY_INDEX(lambda i, d: None), "text")
    for wrong in ("x", b"x", True, None, 1.5, [1], np.zeros(3), ctypes.c_char_p(b"x"), (ctypes.c_int * 2)(), ctypes.c_int(3)):
        with pytest.raises(TypeError, match=f"function: a {type(wrong).__name__} is not compiled"):
            arcas.parallel_for(0, 3, wrong)
    body = BY_INDEX(lambda i, d: None)
    for wrong in (True, 1.5, [1], b"x"):
        with pytest.raises(TypeError, match=f"data: a {type(wrong).__name__} has no address"):
            arcas.parallel_for(0, 3, body, wrong)


def test_addresses_are_taken_in_every_form():
    seen = np.zeros(4, np.int64)

    @BY_INDEX
    def count(i, data):
        seen[i] += data == seen.ctypes.data

    address = ctypes.cast(count, ctypes.c_void_p)
    for function in (count, address, address.value, np.uint64(address.value)):
        arcas.parallel_for(0, 4, function, seen)
    arcas.parallel_for(0, 4, count, np.int64(seen.ctypes.data))
    assert (seen == 5).all()


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


THREADS = """
import ctypes, threading
import numba, numpy as np
import arcas.numba
arcas.numba.enable()
nap = ctypes.CDLL(None).usleep
nap.argtypes, nap.restype = [ctypes.c_uint], ctypes.c_int

@numba.njit(parallel=True)
def total(n):
    s = 0
    for i in numba.prange(n):
        s += i
    return s

@numba.njit(parallel=True)
def add(x):
    for i in numba.prange(x.shape[0]):
        x[i] += 1

@numba.njit(parallel=True)
def outer(x):
    for r in numba.prange(x.shape[0]):
        nap(1000)
        add(x[r])

@numba.njit(parallel=True)
def ids(n):
    found = np.zeros(n, np.int64)
    counts = np.zeros(n, np.int64)
    for i in numba.prange(n):
        nap(1000)
        found[i] = numba.get_thread_id()
        counts[i] = numba.get_num_threads()
    return found, counts

most = numba.get_num_threads()
assert total(1000) == 499500

def other(n):
    results.append((numba.get_num_threads(), total(1000)))
    numba.set_num_threads(n)
    found, counts = ids(20)
    results.append((numba.get_num_threads(), set(counts.tolist()), found.min() >= 0 and found.max() < n))
    x = np.zeros((8, 50))
    outer(x)
    results.append((x == 1).all())

for n in (1, most):
    results = []
    thread = threading.Thread(target=other, args=(n,))
    thread.start()
    thread.join()
    assert results == [(most, 499500), (n, {n}, True), True], results
assert numba.get_num_threads() == most

many = [threading.Thread(target=other, args=(most,)) for _ in range(4)]
results = []
for thread in many: thread.start()
for thread in many: thread.join()
assert len(results) == 12 and results.count(True) == 4
x = np.zeros((64, 100))
outer(x)
assert (x == 1).all()

@numba.njit
def refuses(i, bad):
    nap(1000)
    if i == bad:
        raise ValueError("bad")
    return 1.0

@numba.njit(parallel=True)
def checked(n, bad):
    x = np.zeros(n)
    for i in numba.prange(n):
        x[i] = refuses(i, bad)
    return x

@numba.vectorize(["float64(float64)"], target="parallel")
def small(x):
    nap(1000)
    if x > 5:
        raise ValueError("big")
    return x

assert checked(20, -1).sum() == 20
for bad in range(20):
    try:
        checked(20, bad)
    except SystemError as error:
        assert isinstance(error.__cause__, ValueError), error.__cause__
    except ValueError:
        pass
    else:
        raise AssertionError(bad)
    x = np.zeros(20)
    x[bad] = 9
    try:
        small(x)
    except ValueError as error:
        assert str(error) == "big"
    else:
        raise AssertionError(bad)
assert (small(np.zeros(20)) == 0).all() and checked(20, -1).sum() == 20
print("done")
"""


def test_numba_on_any_thread_nested_and_with_exceptions(python):
    pytest.importorskip("numba")
    assert python(THREADS, timeout=250) == "done"


def test_prange_runs_on_arcas(python):
    pytest.importorskip("numba")
    assert python(PRANGE, timeout=200).split()[0] == "0"


def test_numba_that_has_started_is_left_alone(python):
    pytest.importorskip("numba")
    code = ("import numba\nnumba.config.THREADING_LAYER = 'workqueue'\n"
            "@numba.njit(parallel=True)\ndef f(n):\n    s = 0\n    for i in numba.prange(n):\n        s += i\n    return s\n"
            "assert f(10) == 45\nimport arcas.numba\n"
            "try:\n    arcas.numba.enable()\nexcept RuntimeError as error:\n    print(error)")
    assert python(code, timeout=200).startswith("numba already runs on workqueue; call arcas.numba.enable() before")
