# SPDX-License-Identifier: Apache-2.0
"""Pictures as in figure 5 of the Callisto paper: a panel for each way of distributing loops, with a row for each number
of workers and a column for each grain.

The number in a square is its time divided by the time of the best OpenMP configuration; longer times are darker. Under
each panel is its best configuration.
"""

import math

from .configuration import AUTO

# Squares whose times are at least this multiple of the best OpenMP's are equally dark.
DARKEST = 4


def times_over_best_openmp(speedups):
    """({way: {(workers, grain): time divided by the best OpenMP's time, or None}}, the name of the divisor).

    If no OpenMP was measured, times are divided by that of the sequential code.
    """
    openmp = [s for way, cells in speedups.items() if way.startswith(("libgomp", "libiomp5"))
              for s in cells.values() if s]
    best = max(openmp, default=1)
    times = {way: {at: best / s if s else None for at, s in cells.items()}
             for way, cells in speedups.items()}
    return times, "the best OpenMP" if openmp else "sequential code"


def best_of(cells):
    """The caption of a panel: the shortest time, and where."""
    found = {at: time for at, time in cells.items() if time is not None}
    if not found:
        return "not measured"
    workers, grain = min(found, key=found.get)
    return f"best {found[workers, grain]:.2f}: {workers} workers, grain {'auto' if grain == AUTO else grain}"


def draw(path, title, speedups, say):
    """speedups: {way: {(workers, grain): speedup or None}}. If no picture can be drawn, prints the reason."""
    try:
        import matplotlib
    except ImportError:
        say(f"no picture: matplotlib is missing; install python3-matplotlib to get {path}")
        return
    matplotlib.use("Agg")
    from matplotlib import pyplot

    workers = sorted({w for cells in speedups.values() for w, _ in cells})
    grains = sorted({g for cells in speedups.values() for _, g in cells})
    times, reference = times_over_best_openmp(speedups)
    shortest = min((t for cells in times.values() for t in cells.values() if t), default=1)
    columns = min(6, len(speedups))
    lines = math.ceil(len(speedups) / columns)
    figure, axes = pyplot.subplots(lines, columns, squeeze=False, layout="constrained",
                                   figsize=(2.6 * columns, 1.3 + lines * (0.9 + 0.35 * len(workers))))
    image = None
    panels = [axis for row in axes for axis in row]
    for axis, (way, cells) in zip(panels, times.items()):
        image = _panel(axis, way, cells, workers, grains, shortest)
    for axis in panels[len(speedups):]:
        axis.set_visible(False)
    figure.suptitle(title)
    figure.colorbar(image, ax=axes, label=f"time over {reference}")
    figure.savefig(path, dpi=130)
    pyplot.close(figure)
    say(f"picture   {path}")


def _panel(axis, way, cells, workers, grains, shortest):
    values = [[cells.get((w, g)) for g in grains] for w in workers]
    image = axis.imshow([[math.nan if v is None else v for v in row] for row in values],
                        origin="lower", aspect="auto", cmap="viridis_r", vmin=min(shortest, 1), vmax=DARKEST)
    for y, row in enumerate(values):
        for x, value in enumerate(row):
            if value is not None:
                axis.text(x, y, f"{value:.2f}", ha="center", va="center", fontsize=6,
                          color="black" if value < 0.5 * DARKEST else "white")
    axis.set_title(way, fontsize=8)
    axis.set_xticks(range(len(grains)), ["auto" if g == AUTO else g for g in grains], fontsize=6)
    axis.set_yticks(range(len(workers)), workers, fontsize=6)
    axis.set_xlabel(f"grain\n{best_of(cells)}", fontsize=6)
    axis.set_ylabel("workers", fontsize=6)
    return image
