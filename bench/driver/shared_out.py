# SPDX-License-Identifier: Apache-2.0
"""Loops that are long enough to be distributed: all ways by grain and workers, compared by speedup.

`claim`, `pagerank` and `triangles` differ in the work only: they have the same plan, verdicts and pictures.
"""

import os

from .configuration import AUTO, Point, sharing
from .heat_map import draw
from .tables import cell, table


def plan(works, runtimes, grains, workers, processors):
    """works: {name: options}. Points that are compared, those with the same work and number of workers, are
    measured shortly after each other."""
    return [Point(configuration, work, options)
            for work, options in works.items() for count in workers for runtime in runtimes
            for configuration in sharing(runtime, grains, count, processors)]


def _by_way(points, samples, work):
    cells = {}
    for p in points:
        if p.work == work:
            key = (p.configuration.workers, p.configuration.grain)
            cells.setdefault(p.configuration.way, {})[key] = samples.speedup(p)
    return cells


def speedup_table(points, samples, work, workers):
    """A table with a line for each way and a column for each grain."""
    ways = {way: {g: s for (w, g), s in cells.items() if w == workers}
            for way, cells in _by_way(points, samples, work).items()}
    ways = {way: cells for way, cells in ways.items() if cells}
    grains = sorted({g for cells in ways.values() for g in cells})
    head = [f"{work}, {workers} workers", *("auto" if g == AUTO else f"grain {g}" for g in grains)]
    return table(head, [[way, *(cell(cells.get(g)) for g in grains)] for way, cells in ways.items()])


def verdict(points, samples, work, workers):
    """Compares Arcas without options with the best tuned configuration of any rival."""
    here = [p for p in points if p.work == work and p.configuration.workers == workers]
    scored = [(samples.speedup(p), p.configuration) for p in here if samples.speedup(p)]
    default = [s for s, c in scored if c.is_arcas and not c.schedule and c.grain == AUTO]
    rivals = [(s, c) for s, c in scored if not c.is_arcas]
    lines = []
    if rivals:
        best, rival = max(rivals, key=lambda found: found[0])
        lines.append(f"best tuned rival: {rival.name}, {best:.3f}")
        if default:
            lines.append(f"Arcas, no option: {default[0]:.3f}, {default[0] / best:.3f} of it")
    if default and workers == 1:
        lines.append(f"one worker, no option: {(1 / default[0] - 1) * 100:+.1f} % over sequential code")
    return lines


def oversubscription(points, samples, work, workers, processors):
    """How much slower Arcas is with more workers than processors, compared with a worker for each processor."""
    crowded = [w for w in workers if w > processors]
    if not crowded or processors not in workers:
        return []
    slowest = (0, None)
    times = {p.configuration: samples.median(p, lambda s: s["parallel_cycles"])
             for p in points if p.work == work and p.configuration.is_arcas}
    for configuration, cycles in times.items():
        if configuration.workers not in crowded or cycles is None:
            continue
        usual = next((t for c, t in times.items() if t and c.name == configuration.name
                      and c.workers == processors), None)
        if usual:
            slowest = max(slowest, (cycles / usual, configuration), key=lambda found: found[0])
    if slowest[1] is None:
        return []
    return [f"slowest with more workers than processors: {slowest[1].name}, {slowest[1].workers} "
            f"workers, {slowest[0]:.2f} times the time of {processors}"]


def report(points, samples, workers, workplace):
    """The text of all tables."""
    parts = []
    for work in dict.fromkeys(p.work for p in points):
        for count in workers:
            parts.append(speedup_table(points, samples, work, count))
            parts += verdict(points, samples, work, count) + [""]
        parts += oversubscription(points, samples, work, workers, workplace.processors)
    return "\n".join(parts)


def pictures(points, samples, measure, folder, say):
    for work in dict.fromkeys(p.work for p in points):
        draw(os.path.join(folder, f"{measure}-{work}.png"), f"{measure}: {work}",
             _by_way(points, samples, work), say)
