# SPDX-License-Identifier: Apache-2.0
# Runs each command that reads a graph, in one process and as a rank, on graphs at the limits of what numbers can hold: without edges,
# with 2^1030 shortest paths, with the smallest and the greatest weights. A command must end with outputs that any reader accepts and
# whose numbers are finite, or with one line that names the fault. Commands without a graph are tested, too.
import ast
import concurrent.futures
import csv
import json
import math
import os
import re
import struct
import tempfile
import unittest
import xml.etree.ElementTree

from program import PROGRAM, run

LARGEST, SMALLEST = "1e308", "5e-324"
NO_NUMBER = re.compile(r"(?<![A-Za-z_])-?(nan|inf)(?![A-Za-z])|[0-9]{40}", re.IGNORECASE)
NOTE = "has edge weights, which this command does not use"


def table(*edges):
    return "source,target,weight\n" + "".join(",".join(edge) + "\n" for edge in edges)


def path(weight, vertices="abcdef"):
    return table(*((u, v, weight) for u, v in zip(vertices, vertices[1:])))


def star(weight):
    return table(*((leaf, "m", weight) for leaf in "abcdef"), *(("m", leaf, weight) for leaf in "ghijk"))


def cycle(weight):
    return table(*((u, v, weight) for u, v in zip("abcd", "bcda")), ("a", "c", weight), ("c", "a", weight))


# A chain of n diamonds: 2^n shortest paths.
def diamonds(n):
    steps = ((0, 1), (0, 2), (1, 3), (2, 3))
    return "".join(f"{at + u} {at + v}\n" for at in range(0, 3 * n, 3) for u, v in steps)


GRAPHS = {
    "header_alone.csv": table(),
    "isolated.mtx": "%%MatrixMarket matrix coordinate real general\n3 3 0\n",
    "one_vertex.csv": table(("a", "a", "1")),
    "loops.csv": table(("a", "a", LARGEST), ("b", "b", SMALLEST), ("a", "b", "0")),
    "parallel.csv": table(("a", "b", LARGEST), ("a", "b", LARGEST), ("b", "a", LARGEST), ("b", "c", "0"), ("b", "c", "0")),
    "pairs.csv": table(("a", "b", LARGEST), ("c", "d", LARGEST), ("e", "f", SMALLEST), ("f", "e", "1")),
    "diamonds.txt": diamonds(1030),
    "equal.csv": cycle("0.1"),
    "zero.csv": cycle("0"),
    "negative.csv": cycle("-1"),
    "large_path.csv": path(LARGEST),
    "large_star.csv": star(LARGEST),
    "large_cycle.csv": cycle(LARGEST),
    "denormal_path.csv": path(SMALLEST),
    "denormal_star.csv": star(SMALLEST),
    "denormal_cycle.csv": cycle(SMALLEST),
    "small_cycle.csv": cycle("1e-200"),
    "squares.csv": cycle("1e160"),
    "mixed.csv": table(("a", "b", LARGEST), ("b", "c", SMALLEST), ("c", "a", "1"), ("c", "d", "0"), ("d", "a", LARGEST)),
    "below_2_53.csv": path("9007199254740993"),
    "2_63.csv": path("9223372036854775808"),
    "below_2_63.csv": path("9223372036854775807"),
    "whole.csv": table(("a", "b", "2147483647"), ("b", "c", "2147483647"), ("c", "a", "-2147483648")),
}
# In one process, each command runs on each graph. With sanitizers, which take ten times as long, it
# runs on an eighth of the graphs; on ranks, which take a second to start, on a sixteenth of them.
ONE_IN = 8 if "ARCAS_TEST_SANITIZED" in os.environ else 1
ONE_IN_ON_RANKS = 16
# The test starts arcas-cluster without mpirun, as one rank. Several ranks would wait for each other in each step, and on a busy
# machine one run would take ten seconds.
CLUSTER = os.environ.get("ARCAS_TEST_CLUSTER")
REQUIRED = {"conductance": ("--vertex", "a"), "extract": ("--largest-component",)}

WITHOUT_A_GRAPH = (
    ("topology",),
    ("topology", "--json"),
    ("generate", "out.csv", "--kronecker", "1", "--weights"),
    ("generate", "out.txt", "--uniform", "1", "--edge-factor", "1"),
    ("generate", "out.wel", "--grid", "2"),
    ("tune", "--rounds", "1", "--workers", "1", "--grains", "1", "--out", "out.svg", "pagerank", "GRAPH"),
    ("trace", "--out", "out.perfetto", "pagerank", "GRAPH"),
    *(("predict", "--machine", "x4-2", "--workers", "1,2", "--json", *options) for options in (
        ("--iterations", "1"),
        ("--iterations", "1", "--work", "0cycles"),
        ("--iterations", "7", "--work", "1e-300ns"),
        ("--iterations", "1e3", "--skew", "1.0000001"),
        ("--iterations", "1e3", "--skew", "1e300"),
        ("--iterations", "1e3", "--work", "1e300us"),
        ("--iterations", "1e300"),
    )),
)


def lines_of(text):
    return [line for line in text.splitlines() if line and NOTE not in line]


def require_finite(value):
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            require_finite(part)
    elif isinstance(value, float) and not math.isfinite(value):
        raise AssertionError(f"{value} in JSON")


def refuse_constant(name):
    raise AssertionError(f"{name} is not JSON")


def read_json(text):
    require_finite(json.loads(text, parse_constant=refuse_constant))


def read_table(file, separator):
    rows = list(csv.reader(file.read().splitlines(), delimiter=separator))
    for row in rows:
        if len(row) != len(rows[0]) or any(NO_NUMBER.search(cell) for cell in row):
            raise AssertionError(f"row {row} below {rows[0]}")


# NaN is accepted: it stands for a value that does not exist.
def read_npy(data):
    length = struct.unpack("<H", data[8:10])[0]
    header = ast.literal_eval(data[10 : 10 + length].decode())
    size = {"<f8": "d", "<i8": "q"}
    form = "<" + "".join(size.get(kind, kind[2:] + "s") for _, kind in header["descr"])
    rows = list(struct.iter_unpack(form, data[10 + length :]))
    if len(rows) != header["shape"][0] or any(isinstance(x, float) and math.isinf(x) for row in rows for x in row):
        raise AssertionError("an infinite number, or another number of rows than the header's")


def read_output(name):
    if name.endswith(".svg"):
        xml.etree.ElementTree.parse(name)
    if name.endswith(".npy"):
        with open(name, "rb") as file:
            return read_npy(file.read())
    with open(name, encoding="utf-8", newline="") as file:
        if name.endswith(".json"):
            return read_json(file.read())
        if name.endswith((".csv", ".tsv")):
            return read_table(file, "\t" if name.endswith(".tsv") else ",")
        if NO_NUMBER.search(file.read()):
            raise AssertionError(f"{name} has something that is not a number")


def fault_of(arguments, outputs, program=PROGRAM):
    """The fault of a run, or None."""
    result = run(*arguments, program=program, ARCAS_WORKERS="1")
    errors = lines_of(result.stderr)
    try:
        if result.returncode in (1, 2):
            if len(errors) != 1 or "--check" in errors[0]:
                return f"rc {result.returncode}: {errors}"
        elif result.returncode != 0 or errors:
            return f"rc {result.returncode}: {errors}"
        if NO_NUMBER.search(result.stdout + result.stderr):
            return f"rc {result.returncode}: {NO_NUMBER.search(result.stdout + result.stderr)} in {result.stdout}{result.stderr}"
        if result.returncode == 0:
            if "--json" in arguments:
                read_json(result.stdout)
            for name in outputs:
                read_output(name)
    except (ValueError, AssertionError, OSError, xml.etree.ElementTree.ParseError) as wrong:
        return repr(wrong)
    return None


def help_of(command):
    return run(command, "--help").stdout


def commands():
    """{command that reads a graph: its help}"""
    listed = run("--help").stdout.split("Subcommands:")[1].split("\n\n")[0]
    helps = {name: help_of(name) for name in re.findall(r"^  ([a-z-]+)", listed, re.MULTILINE)}
    return {name: text for name, text in helps.items() if re.search(r"^  FILE TEXT", text, re.MULTILINE)}


def kernels_on_ranks():
    listed = re.search(r"Started by mpirun or srun, (.*) and doctor run on all ranks", run("--help").stdout).group(1)
    # --plot is not available on ranks.
    return {name: help_of(name).replace("--plot", "") for name in listed.split(", ")}


def ways_to_run(command, about, graph, out, turn):
    """Yields (arguments, outputs) of two runs: one that prints text, and one with output files, whose formats take turns. If the
    command can use weights, both also run with them."""
    if command == "convert":
        for ending in ("csv", "tsv", "txt", "wel", "mtx", "npz", "sg", "wsg", "gr", "graph", "graphml"):
            target = f"{out}.{ending}"
            yield (command, graph, target), [target] if ending in ("csv", "tsv", "txt", "wel", "mtx", "gr") else []
        return
    required = REQUIRED.get(command, ())
    if command == "extract":
        yield (command, graph, f"{out}.csv", *required), [f"{out}.csv"]
        return
    given = [f"--{name}" for name in ("check",) if f"--{name}" in about]
    extra = {"closeness": ("--harmonic",), "triangles": ("--vertices",), "diameter": ("--eccentricities",)}.get(command, ())
    extra = [option for option in extra if option in about]
    for weights in ((), ("--weighted",)) if "--weighted" in about else ((),):
        yield (command, graph, *required, *given, *weights, *extra), []
        ending = ("csv", "json", "npy", "tsv")[(turn + len(weights)) % 4]
        outputs = [f"{out}{len(weights)}.{ending}"] if "--output" in about else []
        options = ["--output", *outputs] if outputs else []
        if "--plot" in about:
            options += ["--plot", f"{out}{len(weights)}.svg"]
            outputs = [*outputs, options[-1]]
        yield (command, graph, *required, *weights, *options, *(["--json"] if "--json" in about else [])), outputs


class Numbers(unittest.TestCase):
    def end_well(self, found, one_in, program=PROGRAM):
        with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
            runs = []
            for name, text in GRAPHS.items():
                graph = os.path.join(folder, name)
                with open(graph, "w", encoding="utf-8") as file:
                    file.write(text)
                for turn, (command, about) in enumerate(found.items(), len(name)):
                    out = os.path.join(folder, f"{command}-{name}")
                    if turn % one_in != 0:
                        continue
                    for arguments, outputs in ways_to_run(command, about, graph, out, turn):
                        runs.append((arguments, pool.submit(fault_of, arguments, outputs, program)))
            for arguments, fault in runs:
                with self.subTest(" ".join(arguments).replace(folder + os.sep, "")):
                    self.assertIsNone(fault.result())

    def test_every_command_ends_with_finite_numbers_or_one_line_of_error(self):
        found = commands()
        self.assertGreater(len(found), 20)
        self.end_well(found, ONE_IN)

    @unittest.skipUnless(CLUSTER, "mpi.cli.numbers runs it")
    def test_every_kernel_does_on_a_rank(self):
        found = kernels_on_ranks()
        self.assertGreater(len(found), 8)
        self.end_well(found, ONE_IN_ON_RANKS, CLUSTER)

    def test_the_commands_without_a_graph_do(self):
        with tempfile.TemporaryDirectory() as folder:
            graph = os.path.join(folder, "g.csv")
            with open(graph, "w", encoding="utf-8") as file:
                file.write(GRAPHS["large_cycle.csv"])
            for arguments in WITHOUT_A_GRAPH:
                arguments = [folder + os.sep + a if a.startswith("out.") else graph if a == "GRAPH" else a for a in arguments]
                with self.subTest(" ".join(arguments).replace(folder + os.sep, "")):
                    self.assertIsNone(fault_of(arguments, [a for a in arguments if a.endswith((".csv", ".svg", ".txt"))]))


if __name__ == "__main__":
    unittest.main()
