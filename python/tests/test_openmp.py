# SPDX-License-Identifier: Apache-2.0
"""Arcas's libgomp.so.1 in a Python process. ARCAS_TEST_LIBGOMP names the file; the package does not contain it."""

import ctypes
import os

import pytest
import threadpoolctl

FILE = os.environ.get("ARCAS_TEST_LIBGOMP", "")


@pytest.mark.skipif(not FILE, reason="ARCAS_TEST_LIBGOMP is not set")
def test_threadpoolctl_sees_and_sets_its_threads():
    library = ctypes.CDLL(FILE)
    library.omp_set_num_threads(3)
    ours = [entry for entry in threadpoolctl.threadpool_info() if os.path.samefile(entry["filepath"], FILE)]
    assert [(entry["user_api"], entry["num_threads"]) for entry in ours] == [("openmp", 3)]
    with threadpoolctl.threadpool_limits(1, user_api="openmp"):
        assert library.omp_get_max_threads() == 1
    assert library.omp_get_max_threads() == 3
