# SPDX-License-Identifier: Apache-2.0
"""What do loops that return a value lose on two workers? The loss is their time T_2 on two workers minus
half of T_1, in microseconds, where T_1 is the time of the standard library on one thread. The table
also has the speedup T_1 / T_2."""

from .configuration import Configuration, Point
from .tables import cell, table

WORKERS = 2
# Sums by a loop with a reducer, by tasks with a reducer, and by tasks that return their sums; only Arcas has these.
SUMS = ["reducer", "reducing-tasks", "tasks"]
OPERATIONS = ["sum", *SUMS, "filter", "scan", "sort"]
LENGTHS = {"full": [64, 512, 4096, 32768, 262144, 2097152], "quick": [64, 1024, 16384, 131072, 1048576],
           "smoke": [64, 5000]}
ELEMENTS = {"full": 8 << 20, "quick": 4 << 20, "smoke": 20000}  # numbers in all loops of a sample together
MOST_LOOPS = 20000
# Arcas without options, and with the distributor "biased", which uses claims and no fixed ranges.
SCHEDULES = {"Arcas": ["", "biased"], "libgomp": ["static"], "libiomp5": ["static"], "oneTBB": ["auto"]}


def _point(configuration, asked, operation, length):
    loops = max(2, min(MOST_LOOPS, ELEMENTS[asked.size] // length))
    return Point(configuration, f"{operation} of {length}",
                 ("--operation", operation, "--iterations", length, "--loops", loops))


def _configurations(workplace):
    return [Configuration(name, schedule) for name in workplace.runtimes
            for schedule in SCHEDULES.get(name, [])]


def _has(configuration, operation):
    """Whether the runtime has the operation: only Arcas has reducers, and libiomp5 cannot run the scans that gcc
    compiles."""
    if operation in SUMS:
        return configuration.is_arcas
    return (configuration.runtime, operation) != ("libiomp5", "scan")


def plan(workplace, asked):
    return [_point(c, asked, operation, length) for operation in OPERATIONS
            for length in LENGTHS[asked.size] for c in _configurations(workplace)
            if _has(c, operation)]


def lost_us(sample):
    lost = sample["parallel_cycles"] - sample["sequential_cycles"] / sample["workers"]
    return lost / sample["tsc_hz"] * 1e6


def speedup(sample):
    return sample["sequential_cycles"] / sample["parallel_cycles"]


def _table(heading, value, digits, samples, asked, configurations):
    rows = [[f"{operation} of {length:,}",
             *(cell(samples.median(_point(c, asked, operation, length), value), digits)
               for c in configurations)]
            for operation in OPERATIONS for length in LENGTHS[asked.size]]
    return table([heading, *(f"{c.runtime} {c.schedule}".rstrip() for c in configurations)], rows)


def report(points, samples, asked, workplace):
    configurations = list(dict.fromkeys(p.configuration for p in points))
    return "\n\n".join([_table("microseconds lost", lost_us, 2, samples, asked, configurations),
                        _table("speedup", speedup, 2, samples, asked, configurations)])


def pictures(points, samples, folder, say):
    """No pictures: a table shows these figures better."""
