# SPDX-License-Identifier: Apache-2.0
"""Fixtures that the tests share: data of the repository, and runs of Python in a separate process."""
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def slashdot_path():
    return ROOT / "data" / "soc-Slashdot0902.txt.zst"


@pytest.fixture(scope="session")
def slashdot(slashdot_path):
    import arcas

    return arcas.read_graph(slashdot_path)


@pytest.fixture(scope="session")
def karate():
    import networkx as nx

    return nx.karate_club_graph()


@pytest.fixture
def python():
    """python(code, …) runs the code in a new process and returns its output."""

    def run(code, *, before=(), timeout=60, check=True, env=None):
        done = subprocess.run([*before, sys.executable, "-c", code], capture_output=True, text=True, timeout=timeout,
                              env=env)
        if check:
            assert done.returncode == 0, done.stderr
        return done.stdout.strip() if check else done

    return run
