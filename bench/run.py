#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures Arcas and its rivals in one interleaved run: claim, burden, pagerank, triangles, betweenness,
kernels, algorithms, replay, loops, tasks, overview, or all."""

import argparse
import os
import shlex
import sys

from driver import algorithms, betweenness, burden, claim, kernels, loops, overview, pagerank, replay, tables, tasks, triangles
from driver.configuration import PROGRAMS, placement
from driver.rounds import Interleaver
from driver.samples import Malformed
from driver.workplace import SOURCES, Missing, Workplace

MEASURES = {"claim": claim, "burden": burden, "pagerank": pagerank,
            "triangles": triangles, "betweenness": betweenness, "kernels": kernels,
            "algorithms": algorithms, "replay": replay, "loops": loops, "tasks": tasks, "overview": overview}
ROUNDS = {"full": 7, "quick": 3, "smoke": 1}


def read_arguments():
    def numbers(text):
        return [int(part) for part in text.split(",")]

    def runtimes(text):
        unknown = [name for name in text.split(",") if name not in PROGRAMS]
        if unknown:
            raise argparse.ArgumentTypeError(f"{unknown[0]} is none of {', '.join(PROGRAMS)}")
        return text.split(",")

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("measure", choices=[*MEASURES, "all"])
    parser.add_argument("--build", default=os.path.join(SOURCES, "build", "release"),
                        help="build folder (default: that of the release preset)")
    parser.add_argument("--out", default="bench-results", help="folder of tables, CSV and pictures")
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--quick", dest="size", action="store_const", const="quick",
                      help="minutes instead of an hour; figures are rough")
    size.add_argument("--smoke", dest="size", action="store_const", const="smoke",
                      help="seconds: does it run, is the output whole? Figures mean nothing")
    parser.add_argument("--rounds", type=int, help="interleaved rounds (7; 3 with --quick)")
    parser.add_argument("--runtimes", type=runtimes, default=list(PROGRAMS), metavar="A,B",
                        help=f"only these of {', '.join(PROGRAMS)}")
    parser.add_argument("--workers", type=numbers, metavar="P,Q", 
                        help="numbers of workers (claim, pagerank, triangles: 1,2,8; betweenness, kernels: 1,2)")
    parser.add_argument("--grains", type=numbers, metavar="G,H", help="iterations per claim (claim, pagerank, triangles)")
    parser.add_argument("--iterations", type=int, help="iterations of one loop (claim: 2^24, overview: 2^22)")
    parser.add_argument("--cycles", type=float, default=50, help="cycles of one iteration of claim and overview (50)")
    parser.add_argument("--scale", type=int, 
                        help="scale of the Kronecker graph (pagerank, triangles, kernels: 18; betweenness: 16)")
    parser.add_argument("--graph", metavar="FILE",
                        help="pagerank and triangles: an edge list to measure in place of the two graphs. Those of "
                             "the Callisto paper: soc-LiveJournal1 (snap.stanford.edu/data/soc-LiveJournal1.html) and "
                             "Twitter (snap.stanford.edu/data/twitter-2010.html)")
    parser.add_argument("--memory", type=lambda text: text.split(","), default=["first-touch"], metavar="A,B",
                        help="pagerank and triangles: where the graph's pages lie: first-touch, interleaved over the "
                             "NUMA nodes as in the Callisto paper, blocked (first-touch)")
    parser.set_defaults(size="full")
    return parser.parse_args()


def run_measure(name, workplace, asked):
    """Measures, and writes NAME.csv, NAME.txt and pictures. Returns whether every configuration gave samples."""
    measure = MEASURES[name]
    points = measure.plan(workplace, asked)
    interleaver = Interleaver(workplace, getattr(measure, "PROGRAM_MEASURE", name), say)
    rounds = asked.rounds or ROUNDS[asked.size]
    samples = interleaver.run(points, rounds)
    os.makedirs(asked.out, exist_ok=True)
    samples.write_csv(os.path.join(asked.out, name + ".csv"))
    command = shlex.join(["bench/run.py", *sys.argv[1:]])
    placed = placement(dict.fromkeys(point.configuration.runtime for point in points))
    text = tables.origin(samples, command, rounds, placed) + "\n\n" + measure.report(points, samples, asked,
                                                                           workplace)
    with open(os.path.join(asked.out, name + ".txt"), "w", encoding="utf-8") as out:
        out.write(text.rstrip() + "\n")
    print(text.rstrip() + "\n", flush=True)
    measure.pictures(points, samples, asked.out, say)
    return not interleaver.failed


def say(sentence):
    print(sentence, file=sys.stderr, flush=True)


def main():
    asked = read_arguments()
    names = list(MEASURES) if asked.measure == "all" else [asked.measure]
    try:
        workplace = Workplace(asked.build, asked.runtimes, say)
        if not workplace.runtimes:
            raise Missing("none of the runtimes asked for can be measured here")
        whole = [run_measure(name, workplace, asked) for name in names]
    except (Missing, Malformed) as mistake:
        sys.exit(f"bench: {mistake}")
    sys.exit(0 if all(whole) else 1)


if __name__ == "__main__":
    main()
