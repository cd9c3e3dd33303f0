# SPDX-License-Identifier: Apache-2.0
# Tests the program with Parquet and Arrow files that pyarrow writes and reads. ci/parquet.sh runs this file: ARCAS_PROGRAM is a
# program built with ARCAS_PARQUET, and PYTHONPATH contains pyarrow.
import json
import math
import os
import pathlib
import random
import resource
import subprocess
import sys
import tempfile
import unittest

import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
from program import PATIENCE, PROGRAM, environment, run  # noqa: E402

MEGABYTE = 1 << 20


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, table, **options):
        """Writes the table in the format of the name's ending; returns the path."""
        table = table if isinstance(table, pa.Table) else pa.table(table)
        if name.endswith(".parquet"):
            pyarrow.parquet.write_table(table, self.path(name), **options)
        else:
            pyarrow.feather.write_feather(table, self.path(name), **{"compression": "uncompressed", **options})
        return self.path(name)

    def edges(self, path, *options):
        """Converts a file to .csv; returns the sorted rows and the program's output."""
        done = run("convert", path, self.path("out.csv"), *options)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        with open(self.path("out.csv"), encoding="utf-8") as file:
            return sorted(line.rstrip("\n") for line in list(file)[1:]), done.stdout

    def refused(self, words, *arguments, code=1):
        done = run(*arguments)
        self.assertEqual((done.returncode, done.stdout), (code, ""), done.stderr)
        self.assertRegex(done.stderr, r"\Aarcas: [^\n]+\n\Z")
        self.assertIn(words, done.stderr)


class Reading(Folder):
    def test_names_and_weights_whatever_the_file_and_its_compression(self):
        table = {"source": ["bo", "ann", "bo"], "target": ["cy", "bo", 'd "e"'], "weight": [1.5, 2.0, -1.0]}
        expected = ['"ann","bo",2', '"bo","cy",1.5', '"bo","d ""e""",-1']
        for ending, options in ((".parquet", {"compression": "snappy"}), (".parquet", {"compression": "zstd"}),
                                (".parquet", {"compression": "gzip", "use_dictionary": False}),
                                (".parquet", {"compression": "none", "data_page_version": "2.0"}),
                                (".feather", {}), (".feather", {"compression": "zstd"}),
                                (".arrow", {"compression": "lz4"})):
            with self.subTest(ending=ending, **options):
                rows, said = self.edges(self.write("a" + ending, table, **options))
                self.assertEqual(rows, expected)
                self.assertIn("edges from column 'source' to 'target', names of vertices, weights in column 'weight'", said)

    def test_columns_are_chosen_as_in_text(self):
        columns = {"when": ["mon", "tue"], "w": [5, 6], "v": [7, 8], "u": [1, 2], "other": [0.5, 0.25]}
        for name in ("a.parquet", "a.feather"):
            file = self.write(name, columns)
            self.assertEqual(self.edges(file)[0], ["1,7,5", "2,8,6"])  # u, v and w are known column names
            self.assertEqual(self.edges(file, "--from", "v", "--to", "4", "--weight", "other")[0], ["7,1,0.5", "8,2,0.25"])
            self.assertEqual(self.edges(file, "--to", "w", "--weight", "v")[0], ["1,5,7", "2,6,8"])
            self.assertEqual(self.edges(file, "--text-ids")[0], ['"1","7",5', '"2","8",6'])
        three = self.write("b.parquet", {"x": [1], "y": [2], "z": [3]})
        self.assertEqual(self.edges(three)[0], ["1,2,3"])
        four = self.write("c.parquet", {"x": [1], "y": [2], "z": [3], "zz": [4]})
        self.assertEqual(self.edges(four)[0], ["1,2"])
        self.refused("has 4 columns; name the column of the weights", "sssp", four)
        index = self.write("d.parquet", {"x": [1], "y": [2], "__index_level_0__": [3]})  # the index column of pandas
        self.assertEqual(self.edges(index)[0], ["1,2"])

    def test_every_type_of_ids_and_weights(self):
        for kind in (pa.int8(), pa.uint8(), pa.int16(), pa.uint16(), pa.int32(), pa.uint32(), pa.int64(), pa.uint64()):
            for name in ("a.parquet", "a.arrow"):
                with self.subTest(kind=kind, name=name):
                    ids = pa.array([3, 100, 7], kind)
                    table = {"from": ids, "to": pa.array([100, 7, 3], pa.int64()), "weight": ids}
                    self.assertEqual(self.edges(self.write(name, table))[0], ["100,7,100", "3,100,3", "7,3,7"])
        for kind in (pa.string(), pa.large_string(), pa.string_view(), pa.dictionary(pa.int8(), pa.string())):
            for name in ("a.parquet", "a.arrow"):
                with self.subTest(kind=kind, name=name):
                    table = pa.table({"from": pa.array(["x", "y"]).cast(kind), "to": pa.array([5, 6])})
                    self.assertEqual(self.edges(self.write(name, table))[0], ['"x","5"', '"y","6"'])
        floats = self.write("f.parquet", {"from": [1], "to": [2], "weight": pa.array([0.1], pa.float32())})
        self.assertEqual(self.edges(floats)[0], ["1,2,0.10000000149011612"])

    def test_values_of_a_category_that_do_not_occur_are_no_vertices(self):
        category = pa.DictionaryArray.from_arrays(pa.array([2, 0], pa.int32()), pa.array(["a", "unused", "c"]))
        for name in ("a.parquet", "a.feather"):
            shown = json.loads(run("info", self.write(name, {"from": category, "to": category}), "--json").stdout)
            self.assertEqual(shown["graph"]["vertices"], 2)

    def test_many_row_groups_batches_and_large_ids(self):
        chance = random.Random(7)
        n = 200_000
        for greatest, offset in ((1000, 0), (50_000, 1 << 40), (1 << 63, 1 << 62)):
            table = pa.table({"from": pa.array([offset + chance.randrange(greatest) for _ in range(n)], pa.uint64()),
                              "to": pa.array([chance.randrange(greatest) for _ in range(n)], pa.uint64()),
                              "weight": pa.array(range(n), pa.int32())})
            expected = sorted(f"{u},{v},{w}" for u, v, w in zip(*(table[c].to_pylist() for c in table.column_names)))
            files = (self.write("a.parquet", table, row_group_size=70_001), self.write("b.parquet", table, row_group_size=999),
                     self.write("a.feather", table, chunksize=30_001))
            for file in files:
                with self.subTest(greatest=greatest, file=os.path.basename(file)):
                    self.assertEqual(self.edges(file)[0], expected)

    def test_a_file_is_known_by_its_first_bytes_also_from_a_pipe(self):
        table = {"from": [1, 2], "to": [2, 3]}
        for name in ("a.parquet", "a.feather"):
            with open(self.write(name, table), "rb") as file:
                bytes_ = file.read()
            pathlib.Path(self.path("unnamed")).write_bytes(bytes_)
            self.assertEqual(self.edges(self.path("unnamed"))[0], ["1,2", "2,3"])
            done = subprocess.run([PROGRAM, "info", "-", "--json"], input=bytes_, capture_output=True, timeout=PATIENCE,
                                  env=environment(), check=True)
            self.assertEqual(json.loads(done.stdout)["graph"]["edges"], 2)

    def test_undirected_and_without_parallel_edges(self):
        file = self.write("a.parquet", {"from": [1, 2, 1], "to": [2, 1, 1]})
        self.assertIn("undirected as asked", run("info", file, "--undirected").stdout)
        shown = json.loads(run("info", file, "--undirected", "--simple", "--json").stdout)
        self.assertEqual((shown["graph"]["edges"], shown["result"]["format"]), (1, "Parquet"))


class Refusing(Folder):
    def test_columns(self):
        for name in ("a.parquet", "a.feather"):
            file = self.write(name, {"from": [1], "to": [2], "when": pa.array([0], pa.timestamp("ms")), "note": ["x"],
                                     "list": [[1, 2]]})
            self.refused("the column of the start, 'x', is not a name in the header; name one of the 5 columns", "info", file,
                         "--from", "x")
            self.refused("the column of the end, '6', is not from 1 to 5", "info", file, "--to", "6")
            self.refused("column 'when' has cells of the type timestamp[ms]; ends of edges are integers or strings", "info",
                         file, "--to", "when")
            self.refused("column 'list' has cells of the type list<", "info", file, "--from", "list")
            self.refused("column 'note' has cells of the type string; weights are integers", "info", file, "--weight", "note")
            self.refused("an edge has its two ends in two columns", "info", file, "--from", "2", "--to", "to")
            line = self.write(name, {"from": [1], "to": [2], "a\nb": ["x"]})
            self.refused("column 'a\\x0ab' has cells of the type string", "info", line, "--weight", "a\nb")
            one = self.write("one" + os.path.splitext(name)[1], {"from": [1]})
            self.refused("an edge has its two ends in two columns", "info", one)

    def test_cells(self):
        nulls = [1] * 70_000 + [None]
        ones = [1] * 70_001
        for name in ("a.parquet", "a.feather"):
            for column, said in (("from", "an empty cell (null) in column 'from', row 70001"),
                                 ("weight", "an empty cell (null) in column 'weight', row 70001")):
                table = {"from": ones, "to": ones, "weight": ones, column: nulls}
                self.refused(said, "info", self.write(name, table))
            for kind in (pa.string(), pa.dictionary(pa.int8(), pa.string())):
                empty = pa.table({"from": pa.array(["a", None]).cast(kind), "to": [1, 2]})
                self.refused("an empty cell (null) in column 'from', row 2", "info", self.write(name, empty))
            self.refused("an empty name in column 'to', row 2", "info", self.write(name, {"from": ["a", "b"], "to": ["c", ""]}))
            self.refused("-5 in column 'to', row 2, is negative; ids are whole numbers from 0", "info",
                         self.write(name, {"from": [1, 2], "to": [3, -5]}))
            self.refused("3000000000 in column 'weight', row 1, is not a whole number of 32 bits", "sssp",
                         self.write(name, {"from": [1], "to": [2], "weight": [3_000_000_000]}))
            self.refused("inf in column 'weight', row 2, is not a weight; write a finite number", "sssp",
                         self.write(name, {"from": [1, 2], "to": [2, 3], "weight": [1.0, math.inf]}))
            self.refused("has no rows", "info", self.write(name, {"from": pa.array([], pa.int64()), "to": pa.array([], pa.int64())}))

    def test_files_that_are_not_what_they_are_called(self):
        for name, kind in (("a.parquet", "Parquet"), ("a.arrow", "Arrow")):
            for content in (b"", b"1 2\n", b"PAR1", b"PAR1PAR1PAR1", b"ARROW1\0\0", b"\0" * 1000):
                pathlib.Path(self.path(name)).write_bytes(content)
                with self.subTest(name=name, content=content):
                    done = run("info", self.path(name))
                    self.assertEqual((done.returncode, done.stdout), (1, ""))
                    self.assertRegex(done.stderr, r"\Aarcas: .*a\.(parquet|arrow): is not a readable (Parquet|Arrow) file: ")
        self.refused("cannot open it", "info", self.path("none.parquet"))

    def test_every_truncation_and_some_damage(self):
        """A damaged file yields a whole graph or a one-line error, never a crash or a partial graph."""
        chance = random.Random(11)
        table = {"from": ["a", "bb", "c", "a"] * 50, "to": [1, 2, 3, 4] * 50, "weight": [0.5, 1.0, 2.0, 3.0] * 50}
        for name, options in (("a.parquet", {"compression": "zstd"}), ("a.feather", {}), ("a.feather", {"compression": "zstd"})):
            with open(self.write(name, table, **options), "rb") as file:
                whole = file.read()
            damaged = [whole[:chance.randrange(len(whole))] for _ in range(15)]
            for _ in range(45):
                changed = bytearray(whole)
                for _ in range(chance.randrange(1, 4)):
                    changed[chance.randrange(len(whole))] = chance.randrange(256)
                damaged.append(bytes(changed))
            for content in damaged:
                pathlib.Path(self.path("x" + name)).write_bytes(content)
                done = run("info", self.path("x" + name))
                with self.subTest(name=name, said=done.stderr):
                    self.assertIn(done.returncode, (0, 1))
                    if done.returncode == 1:
                        self.assertRegex(done.stderr, r"\Aarcas: [^\n]+\n\Z")
            self.assertNotEqual(damaged[0], whole)


class Memory(Folder):
    def bounded(self, path, *options):
        """Runs the program with 3 GB of address space, so that a bug does not exhaust the machine's memory."""
        return subprocess.run([PROGRAM, "info", path, *options], env=environment(), capture_output=True, text=True, check=False,
                              timeout=PATIENCE, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30)))

    def refused_for_memory(self, path, megabytes):
        done = self.bounded(path, "--most-unpacked", str(megabytes))
        self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
        self.assertIn(f"takes more than {megabytes * MEGABYTE} bytes of memory when unpacked; raise the limit by "
                      "most_unpacked (arcas: --most-unpacked)", done.stderr)

    def test_a_small_file_of_many_equal_rows(self):
        n = 40_000_000
        batch = pa.record_batch({"from": pa.array([1] * 1_000_000, pa.int32()), "to": pa.array([2] * 1_000_000, pa.int32())})
        with pyarrow.parquet.ParquetWriter(self.path("a.parquet"), batch.schema, compression="zstd") as writer:
            for _ in range(n // 1_000_000):
                writer.write_batch(batch)
        self.assertLess(os.path.getsize(self.path("a.parquet")), MEGABYTE)
        self.refused_for_memory(self.path("a.parquet"), 100)

    def test_a_small_file_of_long_names(self):
        names = pa.array(["x" * 20_000_000 + str(i) for i in range(10)])
        for name in ("a.parquet", "a.feather"):
            file = self.write(name, {"from": names, "to": names}, compression="zstd")
            self.assertLess(os.path.getsize(file), MEGABYTE)
            with self.subTest(name=name):
                self.refused_for_memory(file, 50)

    def test_many_names(self):
        names = pa.array([f"a vertex that has the number {i}" for i in range(300_000)])
        for name in ("a.parquet", "a.feather"):
            file = self.write(name, {"from": names, "to": names})
            self.refused_for_memory(file, 20)
            self.assertEqual(self.bounded(file).returncode, 0)


class Writing(Folder):
    def written(self, ending, *arguments):
        done = run(*arguments, "--output", self.path("out" + ending))
        self.assertEqual(done.returncode, 0, done.stderr)
        read = pyarrow.parquet.read_table if ending == ".parquet" else pyarrow.feather.read_table
        return read(self.path("out" + ending))

    def test_a_result_is_that_of_json(self):
        graph = self.write("g.parquet", {"from": ["ann", "bo", "zoe"], "to": ["bo", "cy", "zoe"]})
        self.assertEqual(run("bfs", graph, "--source", "ann", "--output", self.path("o.json")).returncode, 0)
        with open(self.path("o.json"), encoding="utf-8") as file:
            expected = json.load(file)
        for ending in (".parquet", ".arrow", ".feather"):
            table = self.written(ending, "bfs", graph, "--source", "ann")
            self.assertEqual(table.to_pylist(), expected)
            self.assertEqual(table.schema.types, [pa.string(), pa.string(), pa.int64()])
        self.assertEqual(expected[3], {"vertex": "zoe", "parent": None, "level": None})

    def test_many_rows_and_every_type(self):
        table = self.written(".parquet", "pagerank", "--kronecker", "17")
        self.assertEqual(table.schema.types, [pa.int64(), pa.float64()])
        self.assertEqual(table["vertex"].to_pylist(), list(range(1 << 17)))
        self.assertAlmostEqual(sum(table["score"].to_pylist()), 1, places=6)
        large = self.write("g.parquet", {"from": pa.array([1, 2], pa.uint64()), "to": pa.array([2, 2**64 - 1], pa.uint64())})
        ids = self.written(".feather", "components", large)
        self.assertEqual(ids.schema.field("vertex").type, pa.uint64())
        self.assertEqual(ids["vertex"].to_pylist(), [1, 2, 2**64 - 1])

    def converted(self, graph, name, *options):
        """The table that `convert` writes, and what it says."""
        done = run("convert", graph, self.path(name), *options)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        read = pyarrow.parquet.read_table if name.endswith(".parquet") else pyarrow.feather.read_table
        return read(self.path(name)), done.stdout

    def test_a_graph_becomes_a_table_of_edges(self):
        graph = self.write("g.parquet", {"from": ["ann", "bo"], "to": ["bo", "cy"], "weight": [2, -3]})
        for name in ("a.parquet", "a.arrow", "a.feather"):
            table, said = self.converted(graph, name)
            self.assertEqual(table.schema.types, [pa.string(), pa.string(), pa.int64()])
            self.assertEqual(table.to_pydict(), {"from": ["ann", "bo"], "to": ["bo", "cy"], "weight": [2, -3]})
            self.assertIn("directed, weighted; written", said)
            self.assertEqual(self.edges(self.path(name))[0], ['"ann","bo",2', '"bo","cy",-3'])
        table, said = self.converted(graph, "b.parquet", "--undirected", "--weights", "drop")
        self.assertEqual(sorted(zip(*table.to_pydict().values())),
                         [("ann", "bo"), ("bo", "ann"), ("bo", "cy"), ("cy", "bo")])
        self.assertIn("each edge is there in both directions", said)
        table, _ = self.converted(graph, "c.parquet", "--weights", "real")
        self.assertEqual(table["weight"].to_pylist(), [2.0, -3.0])
        self.assertEqual(table.schema.types[2], pa.float64())

    def test_ids_of_vertices_and_isolated_ones(self):
        large = self.write("g.parquet", {"from": pa.array([7, 7], pa.uint64()), "to": pa.array([9, 2**64 - 1], pa.uint64())})
        table, said = self.converted(large, "a.parquet")
        self.assertEqual(table.to_pydict(), {"from": [7, 7], "to": [9, 2**64 - 1]})
        self.assertEqual(table.schema.types, [pa.uint64(), pa.uint64()])
        self.assertNotIn("lost", said)
        with open(self.path("alone.graph"), "w", encoding="ascii") as file:
            file.write("3 1\n2\n1\n\n")
        table, said = self.converted(self.path("alone.graph"), "b.parquet")
        self.assertEqual(table.to_pydict(), {"from": [1, 2], "to": [2, 1]})
        self.assertIn("1 isolated vertex lost", said)

    def test_many_edges_are_those_of_csv(self):
        options = ("--kronecker", "14")
        self.assertEqual(run("generate", self.path("k.parquet"), *options).returncode, 0)
        self.assertEqual(run("generate", self.path("k.csv"), *options).returncode, 0)
        table = pyarrow.parquet.read_table(self.path("k.parquet"))
        with open(self.path("k.csv"), encoding="ascii") as file:
            self.assertEqual([f"{a},{b}\n" for a, b in zip(*table.to_pydict().values())], list(file)[1:])

    def test_a_result_is_read_back_as_a_graph(self):
        graph = self.write("g.parquet", {"from": ["a", "b"], "to": ["b", "c"], "weight": [2, 3]})
        self.written(".parquet", "spanning-forest", graph)
        shown = json.loads(run("info", self.path("out.parquet"), "--json").stdout)
        self.assertEqual((shown["graph"]["edges"], shown["result"]["total_weight"]), (2, 5))

    def test_what_cannot_be_written_leaves_nothing(self):
        done = run("bfs", "--kronecker", "5", "--output", self.path("x.parquet.zst"))
        self.assertEqual(done.returncode, 2)
        self.assertIn("Parquet and Arrow files are not compressed further", done.stderr)
        os.symlink("/dev/full", self.path("full.parquet"))
        self.assertIn("space left", run("bfs", "--kronecker", "5", "--output", self.path("full.parquet")).stderr)
        graph = self.write("g.parquet", {"from": [1], "to": [2]})
        done = run("convert", graph, self.path("x.parquet.zst"))
        self.assertEqual(done.returncode, 2)
        self.assertIn("Parquet and Arrow files are not compressed further", done.stderr)
        self.refused("space left", "convert", graph, self.path("full.parquet"))
        self.refused("is the graph itself", "convert", graph, graph, code=2)
        with open(self.path("latin.csv"), "wb") as file:
            file.write(b"from,to\nJos\xe9,b\nb,c\n")
        self.refused("the name 'Jos\\xe9' is not UTF-8, which Parquet and Arrow files require; write .csv", "convert", self.path("latin.csv"),
                     self.path("x.parquet"))
        os.remove(self.path("latin.csv"))
        with open(self.path("empty.graphml"), "w", encoding="ascii") as file:
            file.write('<graphml><graph edgedefault="directed"><node id=""/><node id="b"/><edge source="" target="b"/></graph></graphml>')
        self.refused("the name of vertex 0 (counted from 0) is empty", "convert", self.path("empty.graphml"), self.path("x.arrow"))
        os.remove(self.path("empty.graphml"))
        with open(self.path("none.graph"), "w", encoding="ascii") as file:
            file.write("2 0\n\n\n")
        self.refused("lists edges only, but the graph has none", "convert", self.path("none.graph"), self.path("x.parquet"))
        self.assertEqual(sorted(os.listdir(self.folder)), ["full.parquet", "g.parquet", "none.graph"])
        self.assertIn(".npy, .parquet, .arrow or .feather", run("bfs", "--help").stdout)


if __name__ == "__main__":
    unittest.main()
