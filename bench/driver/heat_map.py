# SPDX-License-Identifier: Apache-2.0
"""Pictures like the paper's figure 5: a panel a way of sharing out, workers by grain, colour is speedup."""

import math

from .configuration import AUTO


def draw(path, title, speedups, say):
    """speedups: {way: {(workers, grain): speedup or None}}. Says why where no picture can be drawn."""
    try:
        import matplotlib
    except ImportError:
        say(f"no picture: matplotlib is missing; install python3-matplotlib to get {path}")
        return
    matplotlib.use("Agg")
    from matplotlib import pyplot

    workers = sorted({w for cells in speedups.values() for w, _ in cells})
    grains = sorted({g for cells in speedups.values() for _, g in cells})
    best = max((s for cells in speedups.values() for s in cells.values() if s), default=1)
    columns = min(6, len(speedups))
    lines = math.ceil(len(speedups) / columns)
    figure, axes = pyplot.subplots(lines, columns, squeeze=False, layout="constrained",
                                   figsize=(2.6 * columns, 1.3 + lines * (0.9 + 0.35 * len(workers))))
    image = None
    panels = [axis for row in axes for axis in row]
    for axis, (way, cells) in zip(panels, speedups.items()):
        image = _panel(axis, way, cells, workers, grains, best)
    for axis in panels[len(speedups):]:
        axis.set_visible(False)
    figure.suptitle(title)
    figure.colorbar(image, ax=axes, label="speedup over sequential code")
    figure.savefig(path, dpi=130)
    pyplot.close(figure)
    say(f"picture   {path}")


def _panel(axis, way, cells, workers, grains, best):
    values = [[cells.get((w, g)) for g in grains] for w in workers]
    image = axis.imshow([[math.nan if v is None else v for v in row] for row in values],
                        origin="lower", aspect="auto", cmap="viridis", vmin=0, vmax=best)
    for y, row in enumerate(values):
        for x, value in enumerate(row):
            if value is not None:
                axis.text(x, y, f"{value:.2f}", ha="center", va="center", fontsize=6,
                          color="black" if value > 0.6 * best else "white")
    axis.set_title(way, fontsize=8)
    axis.set_xticks(range(len(grains)), ["auto" if g == AUTO else g for g in grains], fontsize=6)
    axis.set_yticks(range(len(workers)), workers, fontsize=6)
    axis.set_xlabel("grain", fontsize=6)
    axis.set_ylabel("workers", fontsize=6)
    return image
