# SPDX-License-Identifier: Apache-2.0
"""Figure 5 of the Callisto paper: triangle counting on a real graph and on a generated one."""

from . import shared_out
from .pagerank import GRAINS, SCALE, SLASHDOT, WORKERS, given_graph, in_memories


def plan(workplace, asked):
    scale = asked.scale or SCALE[asked.size]
    graphs = {"slashdot-undirected": ("--snap", SLASHDOT, "--undirected"),
              f"kronecker-{scale}": ("--kronecker", str(scale))}
    if asked.size == "smoke":
        graphs.pop("slashdot-undirected")
    graphs = given_graph(asked, "--undirected") or graphs
    works = {name: ("--graph", workplace.graph(name, source), "--graph-name", name)
             for name, source in graphs.items()}
    return shared_out.plan(in_memories(works, asked), workplace.runtimes, asked.grains or GRAINS[asked.size],
                           asked.workers or WORKERS[asked.size], workplace.processors)


def report(points, samples, asked, workplace):
    return shared_out.report(points, samples, asked.workers or WORKERS[asked.size], workplace)


def pictures(points, samples, folder, say):
    shared_out.pictures(points, samples, "triangles", folder, say)
