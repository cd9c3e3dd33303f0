# SPDX-License-Identifier: Apache-2.0
"""Which members must a sample have, a line that a measuring program prints? Keeps all samples, and writes them as CSV."""

import csv
import json
import statistics
from collections import defaultdict

ORIGIN = {"processor": str, "hardware_threads": int, "kernel": str, "compiler": str, "flags": str,
          "commit": str}
TIMED = {"runtime": str, "schedule": str, "grain": int, "workers": int, "iterations": int,
         "sample": int, "sequential_cycles": float, "parallel_cycles": float, "tsc_hz": float,
         **ORIGIN}
SCHEMA = {
    "machine": {"base_cycles": float, "step_cycles": float, "tsc_hz": float, **ORIGIN},
    "claim": {"workload": str, "iteration_cycles": float, **TIMED},
    "burden": {"work_us": float, "gap_us": float, "loops": int, **TIMED},
    "pagerank": {"graph": str, "sweeps": int, **TIMED},
    "triangles": {"graph": str, **TIMED},
    "betweenness": {"graph": str, "form": str, "levels": str, "arcs": int, **TIMED},
    "kernels": {"kernel": str, "graph": str, "loops": int, "passes": int, **TIMED},
    "algorithms": {"operation": str, "loops": int, **TIMED},
    "replay": {"graph": str, "operation": str, "least_length": int, "loops": int, **TIMED},
    "tasks": {"recursion": str, "loops": int, **TIMED},
}


class Malformed(Exception):
    """A program printed something that is not a sample."""


def parse(line):
    """The sample of one line; raises Malformed with what is wrong with it."""
    try:
        sample = json.loads(line)
    except json.JSONDecodeError as mistake:
        raise Malformed(f"not a line of JSON: {line!r}") from mistake
    fields = SCHEMA.get(sample.get("measure"))
    if fields is None:
        raise Malformed(f"unknown measure {sample.get('measure')!r}")
    for name, kind in fields.items():
        accepted = (int, float) if kind is float else kind
        if not isinstance(sample.get(name), accepted):
            raise Malformed(f"{sample['measure']}: {name} is {sample.get(name)!r}, "
                            f"expected {kind.__name__}")
    if sample["measure"] != "machine" and not sample["parallel_cycles"] > 0:
        raise Malformed(f"parallel_cycles is {sample['parallel_cycles']}, expected more than 0")
    return sample


class Samples:
    """All samples of a run, by the point they belong to."""

    def __init__(self):
        self.by_point = defaultdict(list)
        self.machines = []
        self._references = {}

    def add(self, point, sample):
        self._references.clear()
        self.by_point[point].append(sample)

    def median(self, point, value):
        """The median of value(sample) over the point's samples; None if the point has no samples."""
        found = [value(s) for s in self.by_point.get(point, [])]
        return statistics.median(found) if found else None

    def speedup(self, point):
        """The speedup over the sequential code, whose time is the median over all processes of the sample's round.

        Each process times the sequential code once, before its runtime makes threads. A single time may be disturbed:
        if each rival were compared with the time of its own process, the best of fifty rivals would be the one whose
        time is disturbed most.
        """
        return self.median(point, lambda s: self._sequential(point.work, s["round"])
                           / s["parallel_cycles"])

    def _sequential(self, work, round_number):
        key = (work, round_number)
        if key not in self._references:
            self._references[key] = statistics.median(
                s["sequential_cycles"] for p, found in self.by_point.items() if p.work == work
                for s in found if s["round"] == round_number)
        return self._references[key]

    def round_trip_of(self, sample):
        """The round trip of the sample's own round: a virtual machine's processors may move between rounds."""
        return self.machines[sample["round"]].get("round_trip_cycles")

    def of_machine(self, figure):
        """The median of this figure of the machine over rounds; None if it was not measured, as on one processor."""
        found = [m[figure] for m in self.machines if figure in m]
        return statistics.median(found) if found else None

    def round_trip(self):
        return self.of_machine("round_trip_cycles")

    def write_csv(self, path):
        rows = self.machines + [s for found in self.by_point.values() for s in found]
        names = list(dict.fromkeys(name for row in rows for name in row))
        with open(path, "w", newline="", encoding="utf-8") as out:
            writer = csv.DictWriter(out, names)
            writer.writeheader()
            writer.writerows(rows)
