# SPDX-License-Identifier: Apache-2.0
# The answers for programs: one schema for all kernels and options (docs/answer.schema.json), a page that names each
# member (docs/json.md), and the formats of --output.
import json
import os
import pathlib
import re
import struct
import subprocess
import tempfile
import unittest

import jsonschema

from program import WITHOUT_OPENMP, Folder, run

DOCS = pathlib.Path(__file__).resolve().parents[2] / "docs"
SCHEMA = json.loads((DOCS / "answer.schema.json").read_text())
SMALL = ("--kronecker", "8")
# Each kernel with the options that change its answer.
ASKED = (
    ("bfs",), ("bfs", "--source", "1", "--source", "2"), ("sssp",), ("sssp", "--random-weights", "--path-to", "3"),
    ("components",), ("components", "--strong"), ("bc", "--sources", "2"), ("bc", "--counts", "--endpoints"),
    ("bc", "--error", "0.05", "--certain-top", "3"), ("bc", "--certain-top", "1"),
    ("pagerank",), ("pagerank", "--order", "jacobi", "--top", "0"), ("closeness",),
    ("closeness", "--harmonic", "--sources", "3"), ("similarity",), ("similarity", "--pair", "1", "2", "--measure", "common"), ("triangles",), ("triangles", "--vertices"), ("kcore",),
    ("communities",), ("communities", "--method", "label-propagation"), ("spanning-forest",), ("ktruss",), ("matching",), ("independent-set",),
    ("colouring",), ("topological-order",), ("eigenvector",), ("diameter",), ("diameter", "--eccentricities"), ("katz",), ("katz", "--alpha", "0.001", "--max-iterations", "2"),
    ("biconnected",), ("walks", "--steps", "3"), ("conductance", "--vertex", "1"), ("hits",), ("info",))


def answer(*arguments):
    result = run(*arguments, "--json")
    if result.returncode != 0:
        raise AssertionError(result.stderr)
    return json.loads(result.stdout)


def names_in(schema):
    """The names of all members of a schema."""
    if isinstance(schema, list):
        return set().union(*map(names_in, schema))
    if not isinstance(schema, dict):
        return set()
    own = set(schema["properties"]) if isinstance(schema.get("properties"), dict) else set()
    return own.union(*map(names_in, schema.values()))


class Answers(unittest.TestCase):
    def test_are_of_one_schema(self):
        jsonschema.Draft202012Validator.check_schema(SCHEMA)
        validator = jsonschema.Draft202012Validator(SCHEMA)
        for asked in ASKED:
            with self.subTest(asked=asked):
                found = answer(*asked, *SMALL, *(() if asked[0] == "info" else ("--trials", "2")))
                self.assertEqual([e.message for e in validator.iter_errors(found)], [])
                self.assertEqual(found["kernel"], asked[0])

    @unittest.skipIf(WITHOUT_OPENMP, "the OpenMP library is not built for this sanitizer")
    def test_beside_openmp_are_of_the_schema(self):
        validator = jsonschema.Draft202012Validator(SCHEMA)
        for kernel in ("pagerank", "triangles"):
            found = answer(kernel, *SMALL, "--compare", "openmp")
            self.assertEqual([e.message for e in validator.iter_errors(found)], [])
            self.assertIn("openmp", found["run"])

    def test_of_a_file_with_names_and_weights(self):
        validator = jsonschema.Draft202012Validator(SCHEMA)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "g.csv")
            pathlib.Path(path).write_text("from,to,weight\nann,bo,1.5\nbo,cy,2\nann,cy,9\n")
            for asked in (("bfs", "--source", "ann"), ("sssp", "--source", "ann", "--path-to", "cy"), ("info",),
                          ("pagerank", "--weighted"), ("bc", "--weighted"), ("katz", "--weighted"), ("matching", "--weighted"), ("conductance", "--vertex", "ann", "--weighted"), ("walks", "--weighted"), ("closeness", "--weighted"), ("sssp", "--source", "ann", "--path-to", "cy", "--paths", "2"), ("hits", "--weighted"), ("communities", "--weighted"),
                          ("spanning-forest",), ("similarity", "--pair", "ann", "cy"), ("components",), ("components", "--threshold", "2"), ("topological-order",)):
                with self.subTest(asked=asked):
                    found = answer(asked[0], path, *asked[1:])
                    self.assertEqual([e.message for e in validator.iter_errors(found)], [])

    def test_have_the_vertices_that_were_named(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "g.csv")
            pathlib.Path(path).write_text("ann,bo\nbo,cy\ncy,ann\n")
            for kernel in ("bc", "closeness", "walks"):
                with self.subTest(kernel=kernel):
                    named = answer(kernel, path, "--source", "cy", "--source", "ann")["parameters"]
                    self.assertEqual((named["source_count"], named["sources"]), (2, ["cy", "ann"]))
                    self.assertEqual(answer(kernel, path)["parameters"]["sources"], [])
            self.assertEqual(answer("conductance", path, "--vertex", "bo")["parameters"], {"named": ["bo"], "list": None, "weighted": False})
            names = os.path.join(folder, "names.txt")
            pathlib.Path(names).write_text("ann\nbo\n")
            asked = answer("conductance", path, "--vertices", names)["parameters"]
            self.assertEqual((asked["named"], asked["list"]), ([], names))

    def test_are_all_in_the_schema(self):
        kernels = set(SCHEMA["properties"]["kernel"]["enum"])
        self.assertEqual(kernels, {asked[0] for asked in ASKED})
        for kernel in kernels - {"info"}:
            self.assertIn("--output", run(kernel, "--help").stdout)

    def test_have_a_page_that_names_each_member(self):
        page = (DOCS / "json.md").read_text()
        members = names_in(SCHEMA) - {"kernel"}
        self.assertGreater(len(members), 50)
        self.assertEqual([name for name in sorted(members) if f"`{name}`" not in page], [])


def records(path):
    """A NumPy array of records, read by its published format."""
    data = pathlib.Path(path).read_bytes()
    if data[:8] != b"\x93NUMPY\x01\x00":
        raise AssertionError(data[:8])
    length = struct.unpack("<H", data[8:10])[0]
    if (10 + length) % 64 != 0:
        raise AssertionError(length)
    header = eval(data[10:10 + length], {"__builtins__": {}})  # a literal of Python
    kinds = {"<i8": "q", "<f8": "d"}
    row = struct.Struct("<" + "".join(kinds.get(t, t[2:] + "s") for _, t in header["descr"]))
    rows = list(row.iter_unpack(data[10 + length:]))
    if header["shape"] != (len(rows),):
        raise AssertionError(header)
    return [name for name, _ in header["descr"]], rows


class Output(Folder):
    def setUp(self):
        super().setUp()
        self.graph = self.write("g.txt", "10 20\n20 30\n5 7\n")
        self.named = self.write("n.csv", 'from,to\nann,"b, ""o"""\nann,cy\n')

    def written(self, ending, *arguments):
        path = self.path("out" + ending)
        done = run(*arguments, "--output", path)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return path

    def test_by_its_ending(self):
        rows = [(5, None, None), (7, None, None), (10, 10, 0), (20, 10, 1), (30, 20, 2)]
        asked = ("bfs", self.graph, "--source", "10")
        for ending, separator in ((".csv", ","), (".tsv", "\t")):
            text = pathlib.Path(self.written(ending, *asked)).read_text()
            lines = [separator.join("" if v is None else str(v) for v in row) for row in rows]
            self.assertEqual(text, "\n".join([separator.join(("vertex", "parent", "level")), *lines, ""]))
        found = json.loads(pathlib.Path(self.written(".json", *asked)).read_text())
        self.assertEqual(found, [dict(zip(("vertex", "parent", "level"), row)) for row in rows])
        names, found = records(self.written(".npy", *asked))
        self.assertEqual(names, ["vertex", "parent", "level"])
        self.assertEqual(found, [tuple(-1 if v is None else v for v in row) for row in rows])

    def test_of_names(self):
        asked = ("bfs", self.named, "--source", "ann")
        csv = pathlib.Path(self.written(".csv", *asked)).read_text().splitlines()
        self.assertIn('"b, ""o""","ann",1', csv)
        tsv = pathlib.Path(self.written(".tsv", *asked)).read_text().splitlines()
        self.assertIn("cy\tann\t1", tsv)
        names, rows = records(self.written(".npy", *asked))
        self.assertIn((b'b, "o"', b"ann", 1), rows)

    def test_of_real_numbers(self):
        names, rows = records(self.written(".npy", "pagerank", self.graph))
        self.assertAlmostEqual(sum(score for _, score in rows), 1)

    def test_of_edges(self):
        found = json.loads(pathlib.Path(self.written(".json", "spanning-forest", self.graph)).read_text())
        self.assertEqual(found, [{"vertex": 5, "other": 7, "weight": 1}, {"vertex": 10, "other": 20, "weight": 1},
                                 {"vertex": 20, "other": 30, "weight": 1}])

    def test_on_standard_output_alone(self):
        done = run("kcore", self.graph, "--output", "-")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout, "vertex,core\n5,1\n7,1\n10,1\n20,1\n30,1\n")

    def test_of_a_set_is_one_row(self):
        asked = ("conductance", self.graph, "--vertex", "10")
        self.assertEqual(pathlib.Path(self.written(".csv", *asked)).read_text(), "conductance,vertices\n1,1\n")
        self.assertEqual(records(self.written(".npy", *asked)), (["conductance", "vertices"], [(1, 1)]))

    def test_by_every_command_that_has_it(self):
        weighted = self.path("w.wel")
        pathlib.Path(weighted).write_text("1 2 3\n2 3 4\n3 4 1\n")
        subcommands = run("--help").stdout.partition("Subcommands:")[2].partition("Each subcommand")[0]
        commands = [c for c in re.findall(r"^  ([a-z-]+) ", subcommands, re.M) if "--output OUT" in run(c, "--help").stdout]
        self.assertGreaterEqual(set(commands), {asked[0] for asked in ASKED} - {"info"})
        options = {"conductance": ("--vertex", "1"), **{name: ("--source", "1") for name in ("bfs", "sssp", "walks")}}
        for command in commands:
            with self.subTest(command=command):
                asked = (command, weighted, *options.get(command, ()))
                tables = []
                for name in ("a.csv", "a.tsv", "a.json", "a.npy", "a.csv.gz"):
                    path = self.path(name)
                    self.assertEqual(run(*asked, "--output", path).returncode, 0)
                    tables.append(pathlib.Path(path).read_bytes())
                header, *rows = tables[0].decode().splitlines()
                self.assertEqual(run(*asked, "--output", "-").stdout.splitlines()[0], header)
                self.assertEqual(tables[1].decode().splitlines()[0].split("\t"), header.split(","))
                self.assertEqual([list(row) for row in json.loads(tables[2])], [header.split(",")] * len(rows))
                self.assertEqual(records(self.path("a.npy"))[0], header.split(","))

    def test_packed(self):
        path = self.written(".tsv.gz", "kcore", self.graph)
        unpacked = subprocess.run(["gzip", "-dc", path], check=True, capture_output=True).stdout
        self.assertEqual(unpacked.splitlines()[0], b"vertex\tcore")

    def test_of_no_known_ending(self):
        for name, words in (("x.xls", "x.xls: must end with .csv, .tsv, .json or .npy"), ("x", "x: must end with"),
                            ("x.npy.gz", "NumPy does not read compressed arrays")):
            done = run("kcore", self.graph, "--output", name)
            self.assertEqual(done.returncode, 2)
            self.assertIn(words, done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1)


if __name__ == "__main__":
    unittest.main()
