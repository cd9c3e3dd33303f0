#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures every kernel that Arcas and a rival have, by turns on the same graphs, with one and with two threads. Prints
milliseconds, and the ratio of the fastest rival's time to that of Arcas.

Rivals are those that are available: the Python packages networkit, igraph and SciPy of the interpreter that runs this script,
each in its own process, and GAPBS's programs in the folder that --gapbs names. Graphs are files that `arcas convert` reads, or
k18 for a Kronecker graph of GAP. Kernels run on the undirected simple graph, with these exceptions: strong components and directed
HITS run on the directed graph, matchings on the bipartite graph of the rows and columns of its matrix, and topological orders on
the simple graph with each edge directed from the lower vertex number to the higher.
"""

import argparse
import importlib.util
import json
import os
import platform
import re
import select
import subprocess
import sys
import tempfile
import time

import numpy
import scipy.sparse

from rivals.library import WALK_STEPS, WALKS, read, source_of

HERE = os.path.dirname(os.path.abspath(__file__))
SHORT = 1.0      # seconds per run; rounds of longer runs are not repeated

# By name of the kernel: Arcas's command, the file of the graph, and GAPBS's commands, of which the fastest counts.
KERNELS = {
    "bfs": ("bfs --source {source}", "undirected.sg", ["bfs -r {source}"]),
    "sssp": ("sssp --source {source}", "weighted.wsg",
             [f"sssp -r {{source}} -d {delta}" for delta in (4, 32, 512)]),
    "components": ("components", "undirected.sg", ["cc"]),
    "strong": ("components --strong", "matrix.sg", []),
    "pagerank": ("pagerank --tolerance 1e-4", "undirected.sg", ["pr -t 1e-4 -i 1000"]),
    "bc": ("bc --source {source}", "undirected.sg", ["bc -r {source}"]),
    "triangles": ("triangles", "undirected.sg", ["tc"]),
    "kcore": ("kcore", "undirected.sg", []),
    "closeness": ("closeness --sources 64", "undirected.sg", []),
    "eigenvector": ("eigenvector --tolerance 1e-8", "undirected.sg", []),
    "katz": ("katz --tolerance 1e-8", "undirected.sg", []),
    "hits": ("hits --tolerance 1e-8", "undirected.sg", []),
    "hits_directed": ("hits --tolerance 1e-8", "matrix.sg", []),
    "diameter": ("diameter", "undirected.sg", []),
    "biconnected": ("biconnected", "undirected.sg", []),
    "forest": ("spanning-forest", "weighted.wsg", []),
    "matching": ("matching --maximum", "bipartite.sg", []),
    "communities": ("communities --method louvain", "undirected.sg", []),
    "independent_set": ("independent-set", "undirected.sg", []),
    "colouring": ("colouring", "undirected.sg", []),
    "topological_order": ("topological-order", "acyclic.sg", []),
    "walks": (f"walks --source {{source}} --per-vertex {WALKS} --steps {WALK_STEPS}", "undirected.sg", []),
}


class Library:
    """A Python package in its own process, which reads the graph once and then waits for commands."""

    def __init__(self, name, folder, patience):
        self.name, self.folder, self.patience, self.process = name, folder, patience, None

    def seconds(self, kernel, threads):
        if self.process is None:
            program = [sys.executable, os.path.join(HERE, "rivals", "library.py"), self.name, self.folder]
            self.process = subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            self.process.stdout.readline()
        try:
            print(kernel, threads, file=self.process.stdin, flush=True)
        except BrokenPipeError:
            return None
        if not select.select([self.process.stdout], [], [], self.patience)[0]:
            self.end()
            return None
        answer = self.process.stdout.readline().strip()
        return float(answer) if answer not in ("", "none") else None

    def end(self):
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


class Gapbs:
    name = "GAPBS"

    def __init__(self, programs, folder):
        self.programs, self.folder = programs, folder

    def seconds(self, kernel, threads):
        source = source_in(self.folder)
        best = None
        for command in KERNELS[kernel][2]:
            program, *options = command.format(source=source).split()
            path = os.path.join(self.programs, program)
            graph = os.path.join(self.folder, KERNELS[kernel][1])
            output = subprocess.run([path, "-f", graph, "-n", "3", *options], capture_output=True, text=True,
                                    env={**os.environ, "OMP_NUM_THREADS": str(threads)}, check=True).stdout
            trials = [float(t) for t in re.findall(r"Trial Time:\s+([0-9.]+)", output)]
            best = min(trials + ([best] if best is not None else []))
        return best

    def end(self):
        pass


class Arcas:
    name = "Arcas"

    def __init__(self, program, folder):
        self.program, self.folder = program, folder

    def seconds(self, kernel, threads):
        command = KERNELS[kernel][0].format(source=source_in(self.folder)).split()
        graph = os.path.join(self.folder, KERNELS[kernel][1])
        trials = 3 * max(1, len(KERNELS[kernel][2]))  # the trials of all its GAPBS commands together
        run = [self.program, *command, graph, "--workers", str(threads), "--trials", str(trials), "--json"]
        output = subprocess.run(run, capture_output=True, text=True, check=True).stdout
        return min(json.loads(output)["run"]["seconds"])

    def end(self):
        pass


def source_in(folder):
    with open(os.path.join(folder, "source"), encoding="utf-8") as file:
        return file.read().strip()


def write_directed(matrix, path):
    """Writes the graph with an edge for each entry of a matrix in GAP's serialised form."""
    with open(path, "wb") as file:
        file.write(b"\1")
        numpy.array([matrix.nnz, matrix.shape[0]], numpy.int64).tofile(file)
        for half in (matrix.tocsr(), matrix.T.tocsr()):
            half.sort_indices()
            half.indptr.astype(numpy.int64).tofile(file)
            half.indices.astype(numpy.int32).tofile(file)


def write_bipartite(matrix, path):
    """Writes the bipartite graph of a matrix, with rows and columns as its two sides, in GAP's serialised form."""
    size = matrix.shape[0]
    columns = matrix.tocsc()
    with open(path, "wb") as file:
        file.write(b"\0")
        numpy.array([2 * matrix.nnz, 2 * size], numpy.int64).tofile(file)
        offsets = numpy.concatenate((matrix.indptr, matrix.nnz + columns.indptr[1:].astype(numpy.int64)))
        offsets.astype(numpy.int64).tofile(file)
        (matrix.indices + size).astype(numpy.int32).tofile(file)
        columns.indices.astype(numpy.int32).tofile(file)


def prepare(arcas, graph, folder):
    """Writes the graph in all required forms. An undirected graph, such as a Kronecker graph, gets neither matrix.sg nor
    bipartite.sg."""
    def convert(source, name, *options):
        path = os.path.join(folder, name)
        subprocess.run([arcas, "convert", source, path, *options], check=True, capture_output=True)
        return path

    if re.fullmatch(r"k\d+", graph):
        file = os.path.join(folder, "kronecker.sg")
        subprocess.run([arcas, "generate", file, "--kronecker", graph[1:]], check=True, capture_output=True)
        directed = False
    else:
        file = graph
        facts = subprocess.run([arcas, "info", file, "--json"], check=True, capture_output=True, text=True)
        directed = '"directed": true' in facts.stdout
    undirected = convert(file, "undirected.sg", "--simple", *(["--undirected"] if directed else []))
    convert(undirected, "weighted.wsg", "--weights", "random")
    both_ways = read(undirected)
    write_directed(scipy.sparse.triu(both_ways, 1), os.path.join(folder, "acyclic.sg"))
    if directed:
        matrix = read(convert(file, "matrix.sg"))
        matrix.sum_duplicates()
        write_bipartite(matrix, os.path.join(folder, "bipartite.sg"))
    with open(os.path.join(folder, "source"), "w", encoding="utf-8") as out:
        out.write(str(source_of(both_ways)))


def rounds_of(contenders, kernel, asked):
    """Returns {(name, threads): least seconds}. Rounds of long runs are not repeated; a library over the time limit is skipped."""
    best, resting = {}, set()
    for _ in range(asked.rounds):
        begin = time.monotonic()
        for threads in asked.threads:
            for contender in contenders:
                at = (contender.name, threads)
                if at in resting:
                    continue
                seconds = contender.seconds(kernel, threads)
                if seconds is None:
                    resting.add(at)
                else:
                    best[at] = min(seconds, best.get(at, seconds))
        if time.monotonic() - begin > SHORT * len(contenders) * len(asked.threads):
            break
    return best


def cell(best, threads):
    """The cells of a row: Arcas's time, the fastest rival's time and name, and the ratio. If a rival has no time for this number
    of threads, its time on one thread is compared."""
    own = best[("Arcas", threads)]
    rivals = [(seconds, name) for (name, used), seconds in best.items()
              if name != "Arcas" and used == (threads if (name, threads) in best else 1)]
    if not rivals:
        return None
    seconds, name = min(rivals)
    ratio = f"{seconds / own:.2f}" if seconds >= own else f"**{seconds / own:.2f}**"
    return f"{1e3 * own:.4g} | {1e3 * seconds:.4g} {name} | {ratio}"


def measure(asked, graph, folder):
    """Prints the lines of the table."""
    label = os.path.basename(graph).split(".txt")[0]
    prepare(asked.arcas, graph, folder)
    contenders = [Arcas(asked.arcas, folder)]
    if asked.gapbs:
        contenders.append(Gapbs(asked.gapbs, folder))
    contenders += [Library(name, folder, asked.patience) for name in asked.libraries]
    for kernel in asked.kernels:
        if not os.path.exists(os.path.join(folder, KERNELS[kernel][1])):
            continue
        best = rounds_of(contenders, kernel, asked)
        cells = [cell(best, threads) for threads in asked.threads]
        if all(cells):
            print(f"| {kernel} | {label} | " + " | ".join(cells) + f" | {os.getloadavg()[0]:.1f} |", flush=True)
    for contender in contenders:
        contender.end()


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("graphs", nargs="+", help="files, or k18 for a Kronecker graph of scale 18")
    parser.add_argument("--arcas", default=os.path.join(HERE, "..", "build", "release", "cli", "arcas"))
    parser.add_argument("--gapbs", help="folder of GAPBS's programs")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--patience", type=float, default=12, help="time limit in seconds for a rival's kernel")
    parser.add_argument("--threads", type=lambda text: [int(n) for n in text.split(",")], default=[1, 2])
    parser.add_argument("--kernels", type=lambda text: text.split(","), default=list(KERNELS))
    return parser.parse_args()


def main():
    asked = read_arguments()
    packages = {"networkit": "networkit", "igraph": "igraph", "SciPy": "scipy"}
    asked.libraries = [name for name, package in packages.items() if importlib.util.find_spec(package)]
    print(f"{time.strftime('%Y-%m-%d %H:%M')}, {platform.processor() or platform.machine()}, "
          f"{len(os.sched_getaffinity(0))} processors; GAPBS {'there' if asked.gapbs else 'not there'}, "
          f"{', '.join(asked.libraries)}\n")
    head = "".join(f" Arcas, {n}: ms | fastest rival: ms | rival / Arcas |" for n in asked.threads)
    print(f"| kernel | graph |{head} load |\n|---|---|{'--:|--:|--:|' * len(asked.threads)}--:|", flush=True)
    for graph in asked.graphs:
        with tempfile.TemporaryDirectory() as folder:
            measure(asked, graph, folder)


if __name__ == "__main__":
    main()
