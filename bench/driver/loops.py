# SPDX-License-Identifier: Apache-2.0
"""Each loop of betweenness centrality: how long it takes alone, and its speedup. The picture has a dot for each
loop, as in the paper of Arif and Vandierendonck."""

import math
import os
import statistics

from . import replay
from .configuration import Point
from .tables import cell, table

PROGRAM_MEASURE = "replay"


def plan(workplace, asked):
    return [Point(p.configuration, p.work, (*p.options, "--each-loop"))
            for p in replay.plan(workplace, asked)]


def dots(point, samples):
    """[(microseconds alone, speedup)], one for each loop: medians over rounds."""
    rounds = {}
    for s in samples.by_point.get(point, []):
        rounds.setdefault(s["round"], []).append(s)
    found = []
    for of_loop in zip(*rounds.values()):
        alone = statistics.median(s["sequential_cycles"] for s in of_loop)
        together = statistics.median(s["parallel_cycles"] for s in of_loop)
        found.append((alone / of_loop[0]["tsc_hz"] * 1e6, alone / together))
    return found


def _decades(every):
    """{d: (median speedup, number of loops)} of the loops that take 10^d to 10^(d + 1) microseconds alone."""
    found = {}
    for alone, speedup in every:
        found.setdefault(math.floor(math.log10(max(alone, 1e-3))), []).append(speedup)
    return {decade: (statistics.median(speedups), len(speedups)) for decade, speedups in sorted(found.items())}


def report(points, samples, asked, workplace):
    parts = []
    for graph in dict.fromkeys(p.work for p in points):
        chosen = [p for p in points if p.work == graph]
        decades = {p: _decades(dots(p, samples)) for p in chosen}
        rows = []
        for decade in sorted({d for found in decades.values() for d in found}):
            loops = next(found[decade][1] for found in decades.values() if decade in found)
            rows.append([f"{10.0 ** decade:g} to {10.0 ** (decade + 1):g} us", cell(loops, 0),
                         *(cell(decades[p].get(decade, (None,))[0]) for p in chosen)])
        head = [f"{graph}: alone, median speedup", "loops", *(p.configuration.name for p in chosen)]
        parts.append(table([h.removesuffix(" default") for h in head], rows))
    return "\n\n".join(parts)


def pictures(points, samples, folder, say):
    for graph in dict.fromkeys(p.work for p in points):
        path = os.path.join(folder, f"loops-{graph}.png")
        _draw(path, graph, {p.configuration.way: dots(p, samples) for p in points if p.work == graph}, say)


def _draw(path, graph, ways, say):
    try:
        import matplotlib
    except ImportError:
        say(f"no picture: matplotlib is missing; install python3-matplotlib to get {path}")
        return
    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, len(ways), squeeze=False, sharex=True, sharey=True, layout="constrained",
                                   figsize=(2.4 * len(ways), 2.8))
    for axis, (way, every) in zip(axes[0], ways.items()):
        axis.scatter([alone for alone, _ in every], [speedup for _, speedup in every], s=3, alpha=0.5, linewidths=0)
        axis.axhline(1, color="grey", linewidth=0.6)
        axis.set_xscale("log")
        axis.set_title(way.removesuffix(" default"), fontsize=8)
        axis.tick_params(labelsize=6)
    axes[0][0].set_ylabel("speedup on two workers", fontsize=7)
    figure.supxlabel(f"{graph}: microseconds of a loop alone", fontsize=7)
    figure.savefig(path, dpi=130)
    pyplot.close(figure)
    say(f"picture   {path}")
