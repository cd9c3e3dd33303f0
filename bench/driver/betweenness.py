# SPDX-License-Identifier: Apache-2.0
"""Figure 7 of the Callisto paper: the times of each form of betweenness centrality, by levels and numbers of workers."""

from .configuration import Configuration, Point
from .pagerank import SLASHDOT
from .tables import cell, table

WORKERS = {"full": [1, 2], "quick": [1, 2], "smoke": [2]}
SCALE = {"full": 16, "quick": 14, "smoke": 8}
SOURCES = {"full": [4, 64], "quick": [4, 16], "smoke": [3]}
# Pairs of a form and a value of ARCAS_LEVELS, which only `nested` uses: each core, or each package, runs a search.
FORMS = [("sources", ""), ("inside", ""), ("nested", "thread,core"), ("nested", "thread,package")]


def _graphs(workplace, asked):
    scale = asked.scale or SCALE[asked.size]
    graphs = {"slashdot": ("--snap", SLASHDOT), f"kronecker-{scale}": ("--kronecker", str(scale), "--undirected")}
    if asked.size == "smoke":
        graphs.pop("slashdot")
    return {name: workplace.graph(name + ("-undirected" if "--undirected" in source else ""), source)
            for name, source in graphs.items()}


def plan(workplace, asked):
    if "Arcas" not in workplace.runtimes:
        return []
    return [Point(Configuration("Arcas", workers=workers), f"{graph}, {sources} sources",
                  ("--graph", path, "--graph-name", graph, "--sources", sources, "--form", form,
                   *(("--levels", levels) if levels else ())))
            for graph, path in _graphs(workplace, asked).items() for sources in SOURCES[asked.size]
            for workers in asked.workers or WORKERS[asked.size] for form, levels in FORMS]


def _name(point):
    given = dict(zip(point.options[::2], point.options[1::2]))
    return given["--form"] + (f", levels {given['--levels']}" if "--levels" in given else "")


def _milliseconds(sample):
    return sample["parallel_cycles"] / sample["tsc_hz"] * 1e3


def _alone_ms(sample):
    return sample["sequential_cycles"] / sample["tsc_hz"] * 1e3


def _mega_teps(sample):
    return sample["arcs"] * sample["iterations"] / _milliseconds(sample) / 1e3


def _misses(points, samples):
    """{point: thousands of cache misses per source}; None if the system does not count them."""
    counted = [s for p in points for s in samples.by_point.get(p, []) if "cache_misses" in s]
    if not counted:
        return None
    return {p: samples.median(p, lambda s: s["cache_misses"] / s["iterations"] / 1e3) for p in points}


def report(points, samples, asked, workplace):
    misses = _misses(points, samples)
    parts = []
    for work in dict.fromkeys(p.work for p in points):
        chosen = [p for p in points if p.work == work]
        alone = [samples.median(p, _alone_ms) for p in chosen]
        rows = [["one thread, no loop", "1", cell(min((a for a in alone if a), default=None), 1), "", "", ""]]
        for p in chosen:
            rows.append([_name(p), str(p.configuration.workers), cell(samples.median(p, _milliseconds), 1),
                         cell(samples.speedup(p)), cell(samples.median(p, _mega_teps), 1),
                         cell(misses[p], 1) if misses else "–"])
        parts.append(table([work, "workers", "ms", "speedup", "MTEPS", "1,000 misses a source"], rows))
    if misses is None:
        parts.append("Cache misses were not counted: this machine has no such counter, or the system does not permit it.")
    return "\n\n".join(parts)


def pictures(points, samples, folder, say):
    """No pictures: a table shows these figures better."""
