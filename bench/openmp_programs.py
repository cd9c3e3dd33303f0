#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs OpenMP programs by turns with several OpenMP libraries. Each run is a process of its own. Prints for each program and
library the median of the figure and, in parentheses, its ratio to that of the system's libgomp and the seconds of processor time.

  openmp_programs.py --library arcas=build/release/arcas/openmp/libgomp.so.1 --library iomp=libiomp5.so PROGRAMS

A line of the file PROGRAMS is `name | command | figure | proof`. `figure` is a regular expression whose group matches the measured
number (empty: the seconds of the whole command); the output must match the regular expression `proof`. The system's library is
measured with its default settings, with OMP_WAIT_POLICY=active and, if --passive is given, with OMP_WAIT_POLICY=passive. Other
libraries are preloaded, whatever their names.
"""

import argparse
import os
import re
import statistics
import subprocess
import sys
import time

BUSY = "while True: pass"


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--library", action="append", default=[], metavar="NAME=FILE", help="a library to compare with the system's")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--passive", action="store_true", help="measure the system's library with OMP_WAIT_POLICY=passive, too")
    parser.add_argument("--busy", type=int, default=0, help="number of busy processes that run at the same time")
    parser.add_argument("--only", default="", help="a regular expression that selects programs by name")
    parser.add_argument("programs", metavar="PROGRAMS")
    return parser.parse_args()


def programs(path, only):
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            fields = [field.strip() for field in line.rstrip("\n").split(" | ")]
            if line.startswith("#") or fields == [""]:
                continue
            if len(fields) < 2:
                sys.exit(f"{path}, line {number}: 'name | command | figure | proof' is required")
            if re.search(only, fields[0]):
                yield (fields + ["", ""])[:4]


def figure_of(name, command, figure, proof, environment):
    begin, before = time.monotonic(), os.times()
    done = subprocess.run(command, shell=True, capture_output=True, text=True, env=environment, check=False)
    seconds, after = time.monotonic() - begin, os.times()
    output = done.stdout + done.stderr
    if done.returncode != 0 or not re.search(proof, output):
        sys.exit(f"{name}: `{command}` ended with status {done.returncode}; status 0 and output that matches {proof!r} are required:\n{output[-2000:]}")
    if not figure:
        found = seconds
    else:
        match = re.search(figure, output)
        if match is None:
            sys.exit(f"{name}: `{command}` printed nothing like {figure!r}:\n{output[-2000:]}")
        found = float(match.group(1))
    return found, after.children_user + after.children_system - before.children_user - before.children_system


def main():
    asked = arguments()
    system = {**os.environ, "OMP_NUM_THREADS": str(asked.threads)}
    ways = {"libgomp": system, "libgomp active": {**system, "OMP_WAIT_POLICY": "active"}}
    if asked.passive:
        ways["libgomp passive"] = {**system, "OMP_WAIT_POLICY": "passive"}
    for library in asked.library:
        name, _, path = library.partition("=")
        if not os.path.exists(path):
            sys.exit(f"--library {library}: there is no file {path!r}")
        ways[name] = {**system, "LD_PRELOAD": os.path.abspath(path)}
    busy = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(asked.busy)]
    try:
        print("| program |", " | ".join(ways), "|\n|---|" + "---|" * len(ways), flush=True)
        for name, command, figure, proof in programs(asked.programs, asked.only):
            found = {way: [] for way in ways}
            for _ in range(asked.rounds):
                for way, environment in ways.items():
                    found[way].append(figure_of(name, command, figure, proof, environment))
            medians = {way: statistics.median(value for value, _ in runs) for way, runs in found.items()}
            spent = {way: statistics.median(cpu for _, cpu in runs) for way, runs in found.items()}
            first = medians["libgomp"]
            cells = [f"{medians[way]:.4g} ({medians[way] / first:.2f}; {spent[way]:.2f} s)" for way in ways]
            print(f"| {name} |", " | ".join(cells), "|", flush=True)
    finally:
        for process in busy:
            process.kill()
            process.wait()


if __name__ == "__main__":
    main()
