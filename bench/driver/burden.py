# SPDX-License-Identifier: Apache-2.0
"""What does one parallel loop cost beyond its work on two workers, in cycles and in round trips of a cache line?

The cost is d = T_p - T_1 / 2, for loops with about a microsecond of work: loops that follow each
other at once, and loops after a gap. The last column has the d of the straight line T = a W / 2 + d
through loops of growing work W.
"""

from .configuration import Point, starting
from .tables import cell, table

WORKERS = 2
ITERATIONS = 16                 # of the loop of the main figure
GAP_US = 200
FIT_US = {"full": [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000], "quick": [1, 10, 100], "smoke": [1, 10]}
OTHER_ITERATIONS = {"full": [2, 64], "quick": [2, 64], "smoke": []}
LOOPS_US = {"full": 20000, "quick": 4000, "smoke": 200}  # microseconds of work in a sample
GAP_LOOPS = {"full": 300, "quick": 100, "smoke": 5}


def _point(configuration, asked, work_us, gap_us, iterations):
    if gap_us:
        loops = GAP_LOOPS[asked.size]
    else:
        loops = max(40, round(LOOPS_US[asked.size] / max(work_us, 1)))
    return Point(configuration, f"{work_us} us of {iterations} after {gap_us} us",
                 ("--work-us", work_us, "--gap-us", gap_us, "--iterations", iterations,
                  "--loops", loops))


def _columns(asked):
    """The loops with a column each: (heading, work, gap, iterations)."""
    gap = f"after {GAP_US} us"
    return [("d", 1, 0, ITERATIONS), (f"d {gap}", 1, GAP_US, ITERATIONS),
            *((f"d, n={n}", 1, 0, n) for n in OTHER_ITERATIONS[asked.size]),
            ("empty", 0, 0, WORKERS), (f"empty {gap}", 0, GAP_US, WORKERS)]


def plan(workplace, asked):
    configurations = [c for runtime in workplace.runtimes for c in starting(runtime)]
    loops = [column[1:] for column in _columns(asked)]
    loops += [(work, 0, ITERATIONS) for work in FIT_US[asked.size]]
    return [_point(c, asked, *loop) for loop in dict.fromkeys(loops) for c in configurations]


def burden(sample):
    return sample["parallel_cycles"] - sample["sequential_cycles"] / sample["workers"]


def fitted_burden(pairs):
    """d of the fitted line parallel = a * sequential / p + d; the relative errors of all loops have equal weights."""
    sums = [0.0] * 5
    for alone, together in pairs:
        weight, x = 1 / together**2, alone / WORKERS
        for i, value in enumerate((1, x, x * x, together, x * together)):
            sums[i] += weight * value
    w, wx, wxx, wy, wxy = sums
    determinant = w * wxx - wx * wx
    return (wxx * wy - wx * wxy) / determinant if determinant > 0 else None


def _fit(configuration, samples, asked):
    pairs = []
    for work in FIT_US[asked.size]:
        point = _point(configuration, asked, work, 0, ITERATIONS)
        pair = [samples.median(point, lambda s, side=side: s[side])
                for side in ("sequential_cycles", "parallel_cycles")]
        if None not in pair:
            pairs.append(pair)
    return fitted_burden(pairs) if len(pairs) > 1 else None


def _cost(asked_work_us):
    return burden if asked_work_us else lambda sample: sample["parallel_cycles"]


def _row(configuration, samples, asked):
    """The figures of one runtime in cycles: one per column, then the fitted d."""
    figures = [samples.median(_point(configuration, asked, *loop), _cost(loop[0]))
               for _, *loop in _columns(asked)]
    return figures + [_fit(configuration, samples, asked)]


def _row_in_trips(configuration, samples, asked):
    """The figures of one runtime in round trips; a sample is divided by the round trip of its own round."""
    figures = [samples.median(_point(configuration, asked, *loop),
                              lambda s, cost=_cost(loop[0]): cost(s) / samples.round_trip_of(s))
               for _, *loop in _columns(asked)]
    fitted = _fit(configuration, samples, asked)
    return figures + [fitted and fitted / samples.round_trip()]


def report(points, samples, asked, workplace):
    columns = [heading for heading, *_ in _columns(asked)] + ["d fitted"]
    configurations = dict.fromkeys(p.configuration for p in points)
    rows = {c: _row(c, samples, asked) for c in configurations}
    parts = [table(["cycles", *columns], [[c.way, *(cell(f, 0) for f in figures)]
                                          for c, figures in rows.items()])]
    if samples.round_trip():
        parts.append(table(["round trips", *columns],
                           [[c.way, *map(cell, _row_in_trips(c, samples, asked))]
                            for c in configurations]))
    parts.append("\n".join(_ratios(rows)))
    return "\n\n".join(parts)


def _ratios(rows):
    """d of Arcas without options, divided by d of every other runtime."""
    ours = next((f for c, f in rows.items() if c.is_arcas and not c.schedule), None)
    if ours is None or ours[0] is None:
        return []
    return [f"Arcas, no option: {ours[0] / figures[0]:.2f} of {c.way}"
            + (f", after the gap {ours[1] / figures[1]:.2f}" if ours[1] and figures[1] else "")
            for c, figures in rows.items() if not c.is_arcas and figures[0]]


def pictures(points, samples, folder, say):
    """No pictures: a table shows these figures better."""
