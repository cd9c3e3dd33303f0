# SPDX-License-Identifier: Apache-2.0
"""What do spawning a task and waiting for it cost, and how long do recursions of tasks take?"""

from .configuration import Configuration, Point
from .tables import cell, table

WORKERS = [1, 2]
RUNTIMES = ["Arcas", "oneTBB"]
EMPTY = ["invoke", "group"]
SPAWNS = {"full": 1000000, "quick": 200000, "smoke": 1000}
# Sizes of the recursions: which Fibonacci number, number of queens, depth of the unbalanced tree T1 (10 as published).
TREES = {"full": {"fib": 35, "queens": 12, "tree": 10}, "quick": {"fib": 30, "queens": 10, "tree": 10},
         "smoke": {"fib": 10, "queens": 6, "tree": 3}}


def _point(configuration, recursion, size, loops):
    return Point(configuration, f"{recursion} {size}",
                 ("--recursion", recursion, "--iterations", size, "--loops", loops))


def _configurations(workplace):
    return [Configuration(name, "auto" if name == "oneTBB" else "", workers=workers)
            for workers in WORKERS for name in workplace.runtimes if name in RUNTIMES]


def _empty(configuration, asked):
    return [_point(configuration, way, SPAWNS[asked.size], 20) for way in EMPTY]


def _trees(configuration, asked):
    return [_point(configuration, name, size, 1) for name, size in TREES[asked.size].items()]


def plan(workplace, asked):
    return [p for c in _configurations(workplace) for p in _empty(c, asked) + _trees(c, asked)]


def spawn_ns(sample):
    return sample["parallel_cycles"] / sample["iterations"] / sample["tsc_hz"] * 1e9


def milliseconds(sample):
    return sample["parallel_cycles"] / sample["tsc_hz"] * 1e3


def alone_ms(sample):
    return sample["sequential_cycles"] / sample["tsc_hz"] * 1e3


def report(points, samples, asked, workplace):
    configurations = list(dict.fromkeys(p.configuration for p in points))
    trees = [f"{name} {size}" for name, size in TREES[asked.size].items()]
    rows = [[f"{c.runtime}, {c.workers} workers",
             *(cell(samples.median(p, spawn_ns), 1) for p in _empty(c, asked)),
             *(cell(samples.median(p, milliseconds), 1) for p in _trees(c, asked))]
            for c in configurations]
    alone = ["no tasks", "", "", *(cell(samples.median(p, alone_ms), 1)
                                   for p in _trees(configurations[0], asked))]
    return table(["", *(f"empty {way}, ns" for way in EMPTY), *(f"{t}, ms" for t in trees)],
                 [*rows, alone])


def pictures(points, samples, folder, say):
    """No pictures: a table shows these figures better."""
