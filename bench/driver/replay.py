# SPDX-License-Identifier: Apache-2.0
"""The loops of betweenness centrality in their real order: what do loops of each length lose on two
workers? The loss is their time T_2 on two workers minus half of their time T_1 on one thread."""

import statistics

from .algorithms import lost_us
from .configuration import AUTO, Configuration, Point
from .pagerank import SLASHDOT
from .tables import cell, table

WORKERS = 2
RUNS = {"full": 51, "quick": 21, "smoke": 1}
GRID = {"full": 16, "quick": 16, "smoke": 8}
# Runtimes without options; OpenMP also with the schedule by which GAPBS runs these loops (dynamic, 64); Arcas also with
# the distributor "biased", which uses claims and no fixed ranges.
SCHEDULES = {"Arcas": [("", AUTO), ("biased", AUTO)], "libgomp": [("static", AUTO), ("dynamic", 64)],
             "libiomp5": [("static", AUTO), ("dynamic", 64)], "oneTBB": [("auto", AUTO)]}
STEPS = ["ways", "degrees", "found", "carried"]  # bench/replay.h


def _configurations(workplace):
    return [Configuration(name, schedule, grain, WORKERS) for name in workplace.runtimes
            for schedule, grain in SCHEDULES.get(name, [])]


def _point(workplace, asked, configuration, graph, source):
    return Point(configuration, graph, ("--graph", workplace.graph(graph, source), "--graph-name", graph,
                                        "--loops", RUNS[asked.size]))


def plan(workplace, asked):
    grid = f"grid-{GRID[asked.size]}"
    graphs = {"slashdot": ("--snap", SLASHDOT), grid: ("--grid", str(GRID[asked.size]))}
    if asked.size == "smoke":
        graphs.pop("slashdot")
    return [_point(workplace, asked, c, graph, source) for graph, source in graphs.items()
            for c in _configurations(workplace)]


def _of_lengths(points, samples):
    """{(index of the step, least length): {point: samples}}"""
    found = {}
    for p in points:
        for s in samples.by_point.get(p, []):
            key = STEPS.index(s["operation"]), s["least_length"]
            found.setdefault(key, {}).setdefault(p, []).append(s)
    return dict(sorted(found.items()))


def _median(found, value):
    return statistics.median([value(s) for s in found]) if found else None


def _alone_us(sample):
    return sample["sequential_cycles"] / sample["tsc_hz"] * 1e6


def _row(step, least, found, points):
    every = [s for of_point in found.values() for s in of_point]
    return [f"{STEPS[step]} of {least:,} to {8 * least - 1:,}", cell(every[0]["loops"], 0),
            cell(_median(every, _alone_us)), *(cell(_median(found.get(p), lost_us)) for p in points)]


def _lost_in_all(lengths, point):
    """Milliseconds that all loops of the trace lose; None if the point has no sample."""
    of_point = [found[point] for found in lengths.values() if point in found]
    return sum(_median(found, lambda s: lost_us(s) * s["loops"]) for found in of_point) / 1e3 \
        if of_point else None


def _table(graph, points, samples):
    lengths = _of_lengths(points, samples)
    head = [f"{graph}, us lost a loop", "loops", "alone, us", *(p.configuration.name for p in points)]
    rows = [_row(step, least, found, points) for (step, least), found in lengths.items()]
    every = sum(next(iter(found.values()))[0]["loops"] for found in lengths.values())
    total = ["all, in ms", cell(every, 0), "", *(cell(_lost_in_all(lengths, p)) for p in points)]
    return table([h.removesuffix(" default") for h in head], [*rows, total])


def report(points, samples, asked, workplace):
    graphs = list(dict.fromkeys(p.work for p in points))
    return "\n\n".join(_table(g, [p for p in points if p.work == g], samples) for g in graphs)


def pictures(points, samples, folder, say):
    """No pictures: a table shows these figures better."""
