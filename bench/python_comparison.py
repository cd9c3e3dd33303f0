#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the Python package arcas with others by the times that callers see: of a conversion, of a call, and of an
import.

Rivals are NetworkX (also with the backends arcas and rustworkx), networkit, igraph, SciPy's csgraph and rustworkx. Those
that the interpreter of this script cannot import are left out; a message names them. Each rival has a process of its own,
which converts the graph and then waits for calls. Calls to the rivals take turns. The interpreter itself needs NumPy and
the package arcas, which reads the files. A file may have any format that arcas.read_graph() reads; its graph is taken as
undirected and simple, with random whole weights from 1 to 255. Tables have medians. The first call of a backend of
NetworkX converts the graph; later calls find it in the cache.
"""

import argparse
import importlib.util
import os
import platform
import select
import statistics
import subprocess
import sys
import tempfile
import time

import numpy

HERE = os.path.dirname(os.path.abspath(__file__))
KERNELS = ("pagerank", "bfs", "sssp", "components", "betweenness", "triangles", "cores")
# By name of the rival: the modules that it needs. The import of the first module is measured.
PACKAGES = {"arcas": ("arcas",), "NetworkX": ("networkx", "scipy"), "NetworkX on arcas": ("networkx", "scipy", "arcas"),
            "networkit": ("networkit",), "igraph": ("igraph",), "SciPy": ("scipy",), "rustworkx": ("rustworkx",),
            "NetworkX on rustworkx": ("networkx", "scipy", "nx_rustworkx")}
# Seconds and bytes of an import beyond those of NumPy. arcas loads its compiled module at the first use of a name.
IMPORT = """
import time, numpy
pages = lambda: int(open("/proc/self/statm").read().split()[1])
before, begin = pages(), time.perf_counter()
import {package}
{used}
print(time.perf_counter() - begin, (pages() - before) * {page})
"""


class Rival:
    """A package in a process that has the graph and waits for calls. If a call takes too long, the process is
    ended, and the same call is not made again."""

    def __init__(self, name, folder, patience):
        self.name, self.patience, self.resting = name, patience, set()
        self.program = [sys.executable, os.path.join(HERE, "rivals", "callers.py"), name, folder]
        self.process = None

    def seconds(self, *command):
        if command in self.resting:
            return None
        if self.process is None:
            self.process = subprocess.Popen(self.program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            self.process.stdout.readline()
        try:
            print(*command, file=self.process.stdin, flush=True)
            if select.select([self.process.stdout], [], [], self.patience)[0]:
                answer = self.process.stdout.readline().strip()
                if answer not in ("", "none"):
                    return float(answer)
                if answer == "":
                    self.end()
            else:
                self.end()
        except BrokenPipeError:
            self.end()
        self.resting.add(command)
        return None

    def end(self):
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


def prepare(graph, folder):
    """Reads a graph with arcas, in a separate process, and writes its arrays. Returns the numbers of vertices and
    edges."""
    code = ("import sys, numpy, arcas\n"
            "g = arcas.Graph.read(sys.argv[1], weights=False, drop_duplicates=True, drop_self_loops=True)\n"
            "numpy.save(sys.argv[2] + '/indptr.npy', g.indptr); numpy.save(sys.argv[2] + '/indices.npy', g.indices)\n"
            "print(g.vertices, g.edges)")
    facts = subprocess.run([sys.executable, "-c", code, graph, folder], check=True, capture_output=True, text=True).stdout
    indptr, indices = (numpy.load(os.path.join(folder, f"{name}.npy")) for name in ("indptr", "indices"))
    rows = numpy.repeat(numpy.arange(len(indptr) - 1, dtype=numpy.uint64), numpy.diff(indptr))
    ends = numpy.minimum(rows, indices.astype(numpy.uint64)), numpy.maximum(rows, indices.astype(numpy.uint64))
    mixed = ends[0] * numpy.uint64(0x9E3779B97F4A7C15) ^ ends[1] * numpy.uint64(0xC2B2AE3D27D4EB4F)
    numpy.save(os.path.join(folder, "weights.npy"), (1 + (mixed >> numpy.uint64(32)) % numpy.uint64(255)).astype(float))
    return map(int, facts.split())


def by_turns(rivals, commands, rounds):
    """{(name, command): median seconds}"""
    samples = {}
    for _ in range(rounds):
        for command in commands:
            for rival in rivals:
                seconds = rival.seconds(*command)
                if seconds is not None:
                    samples.setdefault((rival.name, command), []).append(seconds)
    return {at: statistics.median(seconds) for at, seconds in samples.items()}


def shown(seconds):
    return "–" if seconds is None else f"{1e3 * seconds:.3g}"


def conversions(asked, names, label, edges, folder):
    """Prints a line for each rival."""
    commands = [("convert", "csr")]
    if importlib.util.find_spec("networkx") and edges <= asked.networkx_edges:
        commands.insert(0, ("convert", "networkx"))
    rivals = [Rival(name, folder, asked.patience) for name in names if " on " not in name]
    found = by_turns(rivals, commands, asked.rounds)
    for rival in rivals:
        rival.end()
        cells = [shown(found.get((rival.name, ("convert", source)))) for source in ("networkx", "csr")]
        print(f"| {rival.name} | {label} | {' | '.join(cells)} |", flush=True)


def kernels(asked, names, label, folder):
    """The lines of a table: for each kernel and number of threads all medians, and the ratio of the fastest rival
    to arcas."""
    rivals = [Rival(name, folder, asked.patience) for name in names]
    for kernel in asked.kernels:
        commands = [(kernel, str(threads)) for threads in asked.threads]
        found = by_turns(rivals, commands, asked.rounds)
        for command in commands:
            # A package that has only serial code is compared by its time on one thread.
            medians = {name: found.get((name, command), found.get((name, (kernel, "1")))) for name in names}
            own = medians["arcas"]
            others = [seconds for name, seconds in medians.items() if seconds is not None and "arcas" not in name]
            ratio = "–"
            if own is not None and others:
                ratio = f"{min(others) / own:.2f}" if min(others) >= own else f"**{min(others) / own:.2f}**"
            yield f"| {kernel} | {label} | {command[1]} | {' | '.join(map(shown, medians.values()))} | {ratio} |"
    for rival in rivals:
        rival.end()


def imports(asked, names):
    print("\n| package | import: ms | resident: MB |\n|---|--:|--:|")
    for package in dict.fromkeys(PACKAGES[name][0] for name in names):
        code = IMPORT.format(package=package, used="arcas.Graph, arcas.pagerank" if package == "arcas" else "",
                             page=os.sysconf("SC_PAGE_SIZE"))
        runs = [tuple(map(float, subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
                          .stdout.split())) for _ in range(max(3, asked.rounds))]
        seconds, size = (statistics.median(values) for values in zip(*runs))
        print(f"| {package} | {1e3 * seconds:.1f} | {size / 1e6:.1f} |", flush=True)


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("graphs", nargs="+", help="files that arcas.read_graph() reads")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=lambda text: [int(n) for n in text.split(",")], default=[1, 2])
    parser.add_argument("--kernels", type=lambda text: text.split(","), default=list(KERNELS))
    parser.add_argument("--rivals", type=lambda text: text.split(","), default=list(PACKAGES))
    parser.add_argument("--patience", type=float, default=60, help="seconds for a call of a rival")
    parser.add_argument("--networkx-edges", type=int, default=1_000_000,
                        help="graphs with more edges are not converted from NetworkX")
    asked = parser.parse_args()
    for name in asked.rivals:
        if name not in PACKAGES:
            parser.error(f"--rivals: {name!r} is not known; it must be {', '.join(PACKAGES)}")
    for kernel in asked.kernels:
        if kernel not in KERNELS:
            parser.error(f"--kernels: {kernel!r} is not known; it must be {', '.join(KERNELS)}")
    return asked


def found_rivals(asked):
    """arcas, and the rivals that can be imported."""
    names = []
    for name in dict.fromkeys(["arcas", *asked.rivals]):
        missing = [package for package in PACKAGES[name] if not importlib.util.find_spec(package)]
        if missing:
            print(f"{name} is left out: {missing[0]} cannot be imported by {sys.executable}", file=sys.stderr)
        else:
            names.append(name)
    if "arcas" not in names:
        sys.exit("python_comparison.py requires the package arcas")
    return names


def main():
    asked = read_arguments()
    names = found_rivals(asked)
    print(f"{time.strftime('%Y-%m-%d %H:%M')}, {platform.processor() or platform.machine()}, "
          f"{len(os.sched_getaffinity(0))} processors, Python {platform.python_version()}; medians of {asked.rounds}\n")
    print("| conversion | graph | from NetworkX: ms | from CSR: ms |\n|---|---|--:|--:|", flush=True)
    lines = []
    for graph in asked.graphs:
        label = os.path.basename(graph).split(".")[0]
        with tempfile.TemporaryDirectory() as folder:
            _, edges = prepare(graph, folder)
            conversions(asked, names, label, edges, folder)
            lines += kernels(asked, names, label, folder)
    head = "".join(f" {name}: ms |" for name in names)
    print(f"\n| kernel | graph | threads |{head} fastest rival / arcas |\n|---|---|--:|{'--:|' * (len(names) + 1)}")
    print("\n".join(lines), flush=True)
    imports(asked, names)


if __name__ == "__main__":
    main()
