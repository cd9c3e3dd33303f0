# SPDX-License-Identifier: Apache-2.0
"""Figure 4 of the Callisto paper: long loops of short iterations, even and skewed."""

from . import shared_out

ITERATIONS = {"full": 1 << 24, "quick": 1 << 20, "smoke": 1 << 14}
GRAINS = {"full": [1, 4, 16, 64, 256, 1024], "quick": [1, 64, 1024], "smoke": [1, 64]}
WORKERS = {"full": [1, 2, 8], "quick": [2], "smoke": [2]}


def plan(workplace, asked):
    works = {shape: ("--workload", shape, "--iterations", asked.iterations or ITERATIONS[asked.size],
                     "--cycles", asked.cycles)
             for shape in ("even", "skewed")}
    return shared_out.plan(works, workplace.runtimes, asked.grains or GRAINS[asked.size],
                           asked.workers or WORKERS[asked.size], workplace.processors)


def report(points, samples, asked, workplace):
    return shared_out.report(points, samples, asked.workers or WORKERS[asked.size], workplace)


def pictures(points, samples, folder, say):
    shared_out.pictures(points, samples, "claim", folder, say)
