# SPDX-License-Identifier: Apache-2.0
"""Whole kernels from the same source, under Arcas and under OpenMP: how much of their speed is due to the runtime?"""

from .configuration import AUTO, Configuration, Point
from .pagerank import SLASHDOT
from .tables import cell, table

# PageRank in place, PageRank by the passes of the Callisto paper, and triangles.
KERNELS = ["pagerank", "jacobi", "triangles"]
RUNTIMES = ["Arcas", "libgomp", "libiomp5"]
WORKERS = {"full": [1, 2], "quick": [2], "smoke": [2]}
SCALE = {"full": 18, "quick": 16, "smoke": 10}
# OpenMP's schedules; Arcas runs without options.
SCHEDULES = {"full": [("static", AUTO), ("dynamic", 64), ("dynamic", 512), ("guided", 64)],
             "quick": [("static", AUTO), ("dynamic", 64)], "smoke": [("dynamic", 64)]}
RUNS = {"full": {"pagerank": 10, "jacobi": 5, "triangles": 3},
        "quick": {"pagerank": 5, "jacobi": 2, "triangles": 2},
        "smoke": {"pagerank": 1, "jacobi": 1, "triangles": 1}}


def _graphs(workplace, asked):
    """{kernel: [(name, file)]}. The Slashdot graph is directed for PageRank, and undirected for triangles."""
    scale = asked.scale or SCALE[asked.size]
    kronecker = (f"kronecker-{scale}", ("--kronecker", str(scale)))
    found = {kernel: [kronecker] for kernel in KERNELS}
    if asked.size != "smoke":
        found["pagerank"] = found["jacobi"] = [("slashdot", ("--snap", SLASHDOT)), kronecker]
        found["triangles"] = [("slashdot-undirected", ("--snap", SLASHDOT, "--undirected")), kronecker]
    return {kernel: [(name, workplace.graph(name, source)) for name, source in graphs]
            for kernel, graphs in found.items()}


def _configurations(runtime, workers, asked):
    if runtime == "Arcas":
        return [Configuration(runtime, workers=workers)]
    return [Configuration(runtime, schedule, grain, workers)
            for schedule, grain in SCHEDULES[asked.size]]


def plan(workplace, asked):
    return [Point(configuration, f"{kernel} of {name}",
                  ("--kernel", kernel, "--graph", path, "--graph-name", name,
                   "--loops", RUNS[asked.size][kernel]))
            for kernel, graphs in _graphs(workplace, asked).items() for name, path in graphs
            for workers in asked.workers or WORKERS[asked.size]
            for runtime in workplace.runtimes if runtime in RUNTIMES
            for configuration in _configurations(runtime, workers, asked)]


def milliseconds(sample):
    return sample["parallel_cycles"] / sample["tsc_hz"] * 1e3


def alone_ms(sample):
    return sample["sequential_cycles"] / sample["tsc_hz"] * 1e3


def best(points, samples, runtime):
    """(least median in milliseconds, its point) of the runtime; (None, None) if the runtime has no samples."""
    timed = [(samples.median(p, milliseconds), p) for p in points if p.configuration.runtime == runtime]
    timed = [(time, p) for time, p in timed if time is not None]
    return min(timed, key=lambda pair: pair[0]) if timed else (None, None)


def _row(work, points, samples):
    ours, arcas = best(points, samples, "Arcas")
    rivals = [best(points, samples, runtime) for runtime in RUNTIMES[1:]]
    timed = [time for time, _ in rivals if time is not None]
    alone = [samples.median(p, alone_ms) for p in points]
    alone = [time for time in alone if time is not None]
    passes = samples.median(arcas, lambda s: s["passes"]) if arcas else None
    return [work, cell(min(alone, default=None), 1), cell(ours, 1),
            *(cell(time, 1) + (f" ({p.configuration.schedule} {p.configuration.grain or ''}".rstrip() + ")"
                               if p else "") for time, p in rivals),
            cell(passes, 0), cell(min(timed) / ours if timed and ours else None)]


def report(points, samples, asked, workplace):
    parts = []
    for workers in asked.workers or WORKERS[asked.size]:
        chosen = [p for p in points if p.configuration.workers == workers]
        works = list(dict.fromkeys(p.work for p in chosen))
        rows = [_row(work, [p for p in chosen if p.work == work], samples) for work in works]
        head = [f"ms, {workers} workers", "plain loops", "Arcas", "libgomp, best", "libiomp5, best",
                "passes", "OpenMP / Arcas"]
        parts.append(table(head, rows))
    return "\n\n".join(parts)


def pictures(points, samples, folder, say):
    """No pictures: a table shows these figures better."""
