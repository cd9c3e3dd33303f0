# SPDX-License-Identifier: Apache-2.0
"""Figure 5 of the Callisto paper: PageRank on a real graph and on a generated one."""

import os

from . import shared_out
from .workplace import SOURCES

GRAINS = {"full": [1, 4, 16, 64, 256, 1024, 4096], "quick": [1, 64, 1024], "smoke": [64]}
WORKERS = {"full": [1, 2, 8], "quick": [2], "smoke": [2]}
SCALE = {"full": 18, "quick": 14, "smoke": 10}
SWEEPS = {"full": (40, 5), "quick": (4, 4), "smoke": (1, 1)}  # of the real and the generated graph
SLASHDOT = os.path.join(SOURCES, "data", "soc-Slashdot0902.txt.zst")


def given_graph(asked, *options):
    """{name: options of bench_graph} for the file that --graph names; None without --graph."""
    if not asked.graph:
        return None
    path = os.path.abspath(asked.graph)
    suffix = "-undirected" if "--undirected" in options else ""
    return {os.path.basename(path).split(".")[0] + suffix: ("--snap", path, *options)}


def in_memories(works, asked):
    """The works, once for each requested placement of the graph's pages."""
    return {name if memory == "first-touch" else f"{name}-{memory}":
            (*options, "--memory", memory) if memory != "first-touch" else options
            for name, options in works.items() for memory in asked.memory}


def plan(workplace, asked):
    scale = asked.scale or SCALE[asked.size]
    kronecker = f"kronecker-{scale}"
    graphs = {"slashdot": ("--snap", SLASHDOT), kronecker: ("--kronecker", str(scale))}
    if asked.size == "smoke":
        graphs.pop("slashdot")
    sweeps = dict(zip(("slashdot", kronecker), SWEEPS[asked.size]))
    given = given_graph(asked)
    if given:
        graphs = given
        sweeps.update(dict.fromkeys(given, SWEEPS[asked.size][1]))
    works = {name: ("--graph", workplace.graph(name, source), "--graph-name", name,
                    "--sweeps", sweeps[name])
             for name, source in graphs.items()}
    return shared_out.plan(in_memories(works, asked), workplace.runtimes, asked.grains or GRAINS[asked.size],
                           asked.workers or WORKERS[asked.size], workplace.processors)


def report(points, samples, asked, workplace):
    return shared_out.report(points, samples, asked.workers or WORKERS[asked.size], workplace)


def pictures(points, samples, folder, say):
    shared_out.pictures(points, samples, "pagerank", folder, say)
