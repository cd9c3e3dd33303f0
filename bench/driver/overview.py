# SPDX-License-Identifier: Apache-2.0
"""The README's picture: bars with the speedups of an even and a skewed loop, by Arcas without options and by the
rivals."""

import os

from .configuration import AUTO, Configuration, Point
from .tables import cell, table

PROGRAM_MEASURE = "claim"  # the measuring programs' name for a measurement of these loops
ITERATIONS = {"full": 1 << 22, "quick": 1 << 20, "smoke": 1 << 14}
SHAPES = ("even", "skewed")
WORKERS = 2
CHUNK = 256  # the grain of a tuned schedule: the middle one of those that the measurement `claim` tries
BARS = {
    "Arcas": Configuration("Arcas", "", AUTO, WORKERS),
    "OpenMP static": Configuration("libgomp", "static", AUTO, WORKERS),
    "OpenMP guided": Configuration("libgomp", "guided", 1, WORKERS),
    "OpenMP dynamic": Configuration("libgomp", "dynamic", 1, WORKERS),
    f"OpenMP dynamic, {CHUNK}": Configuration("libgomp", "dynamic", CHUNK, WORKERS),
    "oneTBB": Configuration("oneTBB", "auto", AUTO, WORKERS),
}


def _work_options(shape, asked):
    return ("--workload", shape, "--iterations", asked.iterations or ITERATIONS[asked.size],
            "--cycles", asked.cycles)


def plan(workplace, asked):
    return [Point(configuration, shape, _work_options(shape, asked))
            for shape in SHAPES for configuration in BARS.values()
            if configuration.runtime in workplace.runtimes]


def _speedups(points, samples):
    """{bar: {shape: speedup or None}}, of the bars that were measured."""
    found = {(p.configuration, p.work): samples.speedup(p) for p in points}
    return {bar: {shape: found[c, shape] for shape in SHAPES}
            for bar, c in BARS.items() if (c, SHAPES[0]) in found}


def report(points, samples, asked, workplace):
    return table([f"speedup, {WORKERS} workers", *SHAPES],
                 [[bar, *(cell(speedups[shape]) for shape in SHAPES)]
                  for bar, speedups in _speedups(points, samples).items()])


def pictures(points, samples, folder, say):
    path = os.path.join(folder, "overview.svg")
    with open(path, "w", encoding="utf-8") as out:
        out.write(drawing(_speedups(points, samples)))
    say(f"picture   {path}")


# In pixels.
LABELS, PANEL, GAP, ROW, BAR, TOP = 160, 250, 40, 28, 18, 48

STYLE = """
  .card { fill: #ffffff } text { font: 13px system-ui, sans-serif; fill: #24292f }
  .title { font-weight: 600 } .rival { fill: #a3acb7 } .arcas { fill: #1f6feb }
  .line { stroke: #d0d7de } .small { font-size: 11px }
  @media (prefers-color-scheme: dark) {
    .card { fill: #0d1117 } text { fill: #e6edf3 } .rival { fill: #57606a } .arcas { fill: #4493f8 }
    .line { stroke: #3d444d }
  }
"""


def drawing(speedups):
    """The text of the SVG picture: a panel for each shape, a row for each bar, and one scale for both panels."""
    width = LABELS + len(SHAPES) * (PANEL + GAP)
    height = TOP + len(speedups) * ROW + 30
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
             f'height="{height}" role="img" aria-label="Speedup of an even and a skewed loop">',
             f"<style>{STYLE}</style>", f'<rect class="card" width="{width}" height="{height}" rx="6"/>']
    for row, bar in enumerate(speedups):
        kind = ' class="title"' if bar == "Arcas" else ""
        parts.append(f'<text{kind} x="{LABELS - 10}" y="{TOP + row * ROW + 14}" text-anchor="end">{bar}</text>')
    for column, shape in enumerate(SHAPES):
        parts += _panel(LABELS + column * (PANEL + GAP), shape, speedups)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _panel(left, shape, speedups):
    bottom = TOP + len(speedups) * ROW
    unit = PANEL / WORKERS  # the speedup is at most the number of workers
    parts = [f'<text class="title" x="{left}" y="24">{shape} iterations</text>']
    for speed in range(WORKERS + 1):
        x = left + speed * unit
        parts.append(f'<line class="line" x1="{x:.0f}" y1="{TOP - 8}" x2="{x:.0f}" y2="{bottom}"/>')
        parts.append(f'<text class="small" x="{x:.0f}" y="{bottom + 16}" text-anchor="middle">{speed}×</text>')
    for row, (bar, by_shape) in enumerate(speedups.items()):
        speed = by_shape[shape] or 0
        y = TOP + row * ROW
        kind = "arcas" if bar == "Arcas" else "rival"
        parts.append(f'<rect class="{kind}" x="{left}" y="{y}" width="{speed * unit:.1f}" height="{BAR}" rx="2"/>')
        parts.append(f'<text class="small" x="{left + speed * unit + 5:.1f}" y="{y + 13}">{cell(by_shape[shape])}</text>')
    return parts
