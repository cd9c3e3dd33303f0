# SPDX-License-Identifier: Apache-2.0
# arcas generate, convert and info: graphs are copied from file to file, and described.
import importlib.util
import json
import os
import re
import signal
import tempfile
import unittest
from xml.etree import ElementTree

from program import GRAPH, PATIENCE, PROGRAM, Folder, environment, run, start

import subprocess


class StandardOutput(unittest.TestCase):
    def test_a_graph_is_an_edge_list(self):
        with tempfile.TemporaryDirectory() as folder:
            for words, said in ((("convert", GRAPH, "OUT"), "-: directed; written"),
                                (("extract", GRAPH, "OUT", "--core", "40"), "-: directed"),
                                (("generate", "OUT", "--kronecker", "8"), "-: undirected")):
                path = os.path.join(folder, "g.txt")
                self.assertEqual(run(*(path if w == "OUT" else w for w in words)).returncode, 0)
                done = run(*("-" if w == "OUT" else w for w in words))
                self.assertEqual(done.returncode, 0)
                self.assertIn(said, done.stderr)
                with open(path, encoding="utf-8") as file:
                    self.assertEqual(done.stdout, file.read())

    def test_one_command_reads_what_another_writes(self):
        first = run("generate", "-", "--kronecker", "8", "--weights")
        shown = subprocess.run([PROGRAM, "info", "-", "--json"], input=first.stdout, env=environment(), capture_output=True, text=True,
                               timeout=PATIENCE)
        result = json.loads(shown.stdout)["result"]
        self.assertEqual((result["directed"], result["weighted"]), (False, True))

    def test_what_no_edge_list_can_say_is_refused(self):
        refused = subprocess.run([PROGRAM, "convert", "-", "-", "--format", "graph"], input="2 0\n\n\n", env=environment(),
                                 capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual((refused.returncode, refused.stdout), (1, ""))
        self.assertIn("-: this format lists edges only, but the graph has none", refused.stderr)


class Converted(Folder):
    def shown(self, *arguments):
        result = run(*arguments, "--json")
        self.assertEqual(result.returncode, 0, result.stderr)
        return json.loads(result.stdout)

    def refused(self, code, words, *arguments):
        result = run(*arguments)
        self.assertEqual((result.returncode, result.stdout), (code, ""), result.stderr)
        self.assertRegex(result.stderr, r"\Aarcas: [^\n]+\n\Z")
        self.assertIn(words, result.stderr)


class Tables(Converted):
    TABLE = 'source,target,weight,day\nalice,bob,3,mon\nbob,"carol, c",4,tue\n'

    def test_names_are_given_back_everywhere(self):
        table = self.write("t.csv", self.TABLE)
        shown = self.shown("bfs", table, "--source", "alice", "--output", self.path("o.csv"))
        self.assertEqual(shown["parameters"]["sources"], ["alice"])
        with open(self.path("o.csv")) as file:
            self.assertEqual(file.read(), 'vertex,parent,level\n"alice","alice",0\n"bob","alice",1\n'
                                          '"carol, c","bob",2\n')
        self.assertEqual(self.shown("sssp", table, "--source", "bob")["result"]["farthest"], "carol, c")
        self.assertEqual(self.shown("pagerank", table)["result"]["scores"][0]["vertex"], "carol, c")
        self.assertEqual(self.shown("info", table)["result"]["greatest_id"], "carol, c")
        self.assertIn("   1  carol, c  ", run("pagerank", table).stdout)
        none = run("bfs", table, "--source", "zoe")
        self.assertEqual(none.returncode, 2)
        self.assertIn("--source zoe: ", none.stderr)

    def test_columns_are_asked_for(self):
        table = self.write("t.csv", "a,b,c,d\n1,2,3,4\n5,6,7,8\n")
        self.assertEqual(self.shown("info", table, "--weight", "d")["result"]["total_weight"], 12)
        self.assertEqual(self.shown("info", table, "--from", "2", "--to", "c")["result"]["greatest_id"], 7)
        self.assertIn("edges from column 1 to 2, no column of weights", run("info", table).stdout)
        self.assertIn("edges from column 2 to 3, weights in column 4",
                      run("info", table, "--from", "2", "--to", "c", "--weight", "4").stdout)
        self.refused(1, "t.csv: has 4 columns; name the column of the weights", "sssp", table)
        self.refused(2, "t.csv:1: the column of the weight, 'x', is not a name in the header", "info", table, "--weight", "x")

    def test_fractions_behind_a_first_weight_that_is_whole(self):
        table = self.write("f.csv", "a,b,kg\nx,y,1\ny,z,0.25\n")
        self.assertEqual(run("sssp", table, "--source", "x", "--output", "-").stdout,
                         'vertex,distance,parent\n"x",0,"x"\n"y",1,"x"\n"z",1.25,"y"\n')

    def test_what_was_concluded_is_shown(self):
        table = self.write("t.csv", self.TABLE)
        self.assertIn("; table with commas, a header, names of vertices, edges from column 1 to 2, weights in column 3, directed as "
                      "assumed; read in ", run("info", table).stdout)
        snap = self.write("s.txt", "# Undirected graph (each unordered pair of nodes is saved once)\n1 2\n")
        self.assertIn("; edge list, undirected as stated; ", run("info", snap).stdout)
        self.assertIn("; edge list, directed as asked; ", run("info", snap, "--directed").stdout)
        self.refused(2, "--undirected", "info", snap, "--directed", "--undirected")

    def test_standard_input(self):
        for text, options, edges in ((self.TABLE, (), 2), ("1 2 0.5\n", ("--format", ".wel"), 1)):
            with start("info", "-", "--json", *options, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
                out, _ = program.communicate(text, timeout=PATIENCE)
            self.assertEqual((program.returncode, json.loads(out)["graph"]["edges"]), (0, edges))

    def test_what_would_fill_the_memory_is_refused(self):
        self.refused(1, "/dev/zero: has NUL bytes at its start", "info", "/dev/zero")
        with start("info", "-", "--most-unpacked", "2", stdin=subprocess.PIPE, stderr=subprocess.PIPE) as program:
            _, said = program.communicate("1 2\n" * (1 << 20), timeout=PATIENCE)
        self.assertEqual(program.returncode, 1)
        self.assertIn("has more than 2097152 bytes when unpacked", said)

    def test_isolated_vertices_are_kept_or_told(self):
        rows = self.write("i.graph", "3 1\n2\n1\n\n")
        self.assertEqual(self.shown("convert", rows, self.path("i.sg"))["lost_vertices"], 0)
        self.assertEqual(self.shown("info", self.path("i.sg"))["result"]["isolated"], 1)
        self.assertIn("; 1 isolated vertex lost, ", run("convert", rows, self.path("i.txt")).stdout)
        none = self.write("n.graph", "3 0\n\n\n\n")
        self.refused(1, "lists edges only, but the graph has none", "convert", none, self.path("n.el"))
        self.assertFalse(os.path.exists(self.path("n.el")))


class Convert(Converted):
    def test_a_real_graph_through_every_format_and_back(self):
        for name in ("a.sg", "a.el", "a.mtx.gz", "a.txt.zst", "a.npz", "a.graphml.zst"):
            with self.subTest(name=name):
                written = self.shown("convert", GRAPH, self.path(name))
                self.assertEqual((written["vertices"], written["edges"]), (82168, 948464))
                self.assertTrue(written["directed"])
                self.assertEqual(written["bytes"], os.path.getsize(self.path(name)))
                read = self.shown("info", self.path(name))
                self.assertEqual((read["graph"]["vertices"], read["graph"]["edges"], read["result"]["self_loops"]),
                                 (82168, 948464, 78303))
                os.remove(self.path(name))

    def test_original_ids_come_back(self):
        text = self.write("a.txt", "500 18446744073709551615\n7 500\n")
        self.shown("convert", text, self.path("a.sg"))
        self.shown("convert", self.path("a.sg"), self.path("b.txt"))
        with open(self.path("b.txt")) as file:
            edges = [line for line in file if not line.startswith("#")]
        self.assertEqual(edges, ["7\t500\n", "500\t18446744073709551615\n"])

    def test_graphml_is_what_others_read(self):
        table = self.write("t.csv", 'from,to,weight\n"a & b","<c>",1.5\n"<c>","d ""x""",2\n')
        for options, direction, edges in (((), "directed", 2), (("--undirected",), "undirected", 2)):
            self.shown("convert", table, self.path("a.graphml"), *options)
            xml = ElementTree.parse(self.path("a.graphml")).getroot()
            space = "{http://graphml.graphdrawing.org/xmlns}"
            graph = xml.find(space + "graph")
            self.assertEqual(graph.get("edgedefault"), direction)
            self.assertEqual([node.get("id") for node in graph.iter(space + "node")], ["<c>", "a & b", 'd "x"'])
            self.assertEqual(xml.find(space + "key").get("attr.type"), "double")
            weights = {frozenset((edge.get("source"), edge.get("target"))): float(edge.find(space + "data").text)
                       for edge in graph.iter(space + "edge")}
            self.assertEqual(weights, {frozenset(("a & b", "<c>")): 1.5, frozenset(("<c>", 'd "x"')): 2})
            read = self.shown("info", self.path("a.graphml"))["result"]
            self.assertEqual((read["directed"], read["total_weight"]), (direction == "directed", 3.5))

    # The properties of a graph that each format keeps: weights, original ids, whether it is undirected, isolated vertices.
    FORMATS = {".txt": "weights ids undirected", ".csv": "weights ids", ".tsv": "weights ids", ".el": "", ".wel": "weights",
               ".sg": "ids undirected isolated", ".wsg": "weights ids undirected isolated",
               ".mtx": "weights undirected isolated", ".gr": "weights isolated",
               ".graph": "weights undirected isolated", ".npz": "weights isolated",
               ".graphml": "weights ids undirected isolated"}
    LOSSES = {"weights": "; edge weights lost, since", "ids": "; original ids lost, since",
              "undirected": "; each edge is there in both directions, since",
              "isolated": "; 1 isolated vertex lost, since"}

    def test_each_format_both_ways(self):
        # Edges have different weights, so they can be identified whatever the names of vertices are. The third
        # graph has an isolated vertex.
        graphs = ((self.write("d.csv", "from,to,weight\nann,bo,5\nbo,cy,7\ncy,bo,9\n"), {"weights", "ids"}, True),
                  (self.write("u.txt", "# Undirected graph\n10 20 5\n20 40 7\n"), {"weights", "ids", "undirected"}, False),
                  (self.write("i.graph", "3 1 1\n2 6\n1 6\n\n"), {"weights", "undirected", "isolated"}, False))
        for graph, has, directed in graphs:
            plain = self.shown("info", graph)["result"]
            for ending, keeps in self.FORMATS.items():
                if directed and ending == ".graph":
                    continue  # METIS has undirected graphs only
                with self.subTest(graph=graph, ending=ending):
                    there, back = self.path("there" + ending), self.path("back.graphml")
                    told = run("convert", graph, there)
                    self.assertEqual((told.returncode, told.stderr), (0, ""))
                    kept = set(keeps.split())
                    for part, words in self.LOSSES.items():
                        lost = part in has and part not in kept
                        # The isolated vertex has the greatest number, so it is also lost in a format in which the
                        # greatest end of an edge determines the number of vertices.
                        self.assertEqual(words in told.stdout, lost, part)
                    self.shown("convert", there, back)
                    result = self.shown("info", back)["result"]
                    twice = not directed and "undirected" not in kept
                    self.assertEqual(result["directed"], directed or twice)
                    if "weights" in kept:
                        self.assertEqual(result["total_weight"], plain["total_weight"] * (2 if twice else 1))
                    else:
                        self.assertNotIn("total_weight", result)
                    if "ids" in has & kept:
                        self.assertEqual((result["least_id"], result["greatest_id"]),
                                         (plain["least_id"], plain["greatest_id"]))
                    self.assertEqual(result["isolated"], int("isolated" in has & kept))

    def test_what_is_lost_is_told_in_json(self):
        table = self.write("t.csv", "from,to,weight\nann,bo,5\nbo,cy,7\n")
        written = self.shown("convert", table, self.path("a.el"), "--undirected")
        self.assertEqual((written["lost_weights"], written["lost_ids"], written["both_ways"]), (True, True, True))
        written = self.shown("convert", table, self.path("a.wsg"))
        self.assertEqual((written["lost_weights"], written["lost_ids"], written["both_ways"]), (False, False, False))
        self.assertFalse(self.shown("convert", table, self.path("a.sg"), "--weights", "drop")["lost_weights"])

    @unittest.skipUnless(importlib.util.find_spec("scipy"), "needs SciPy")
    def test_scipy_reads_what_is_written(self):
        from scipy import sparse
        table = self.write("t.csv", "from,to,weight\n0,1,5\n1,3,7\n3,3,2\n")
        for options, kind, sum_of_all in ((("--weights", "real"), "f", 14), ((), "i", 14), (("--weights", "drop"), "b", 3)):
            self.shown("convert", table, self.path("a.npz"), *options)
            matrix = sparse.load_npz(self.path("a.npz"))
            self.assertEqual((matrix.format, matrix.shape, matrix.dtype.kind), ("csr", (3, 3), kind))
            self.assertEqual((matrix.sum(), matrix.nnz, bool(matrix[0, 1]), bool(matrix[1, 0])), (sum_of_all, 3, True, False))
        sparse.save_npz(self.path("b.npz"), matrix)
        self.assertEqual(self.shown("info", self.path("b.npz"))["graph"]["edges"], 3)

    def test_undirected_and_simple(self):
        text = self.write("a.txt", "0 1\n1 0\n0 1\n2 2\n")
        written = self.shown("convert", text, self.path("a.graph"), "--undirected", "--simple")
        self.assertEqual((written["edges"], written["directed"]), (1, False))
        with open(self.path("a.graph")) as file:
            self.assertEqual(file.read(), "3 1\n2\n1\n\n")

    def test_weights(self):
        text = self.write("a.txt", "0 1 5\n1 2 7\n")
        self.assertTrue(self.shown("convert", text, self.path("a.wsg"))["weighted"])
        self.assertEqual(self.shown("info", self.path("a.wsg"))["result"]["total_weight"], 12)
        self.assertFalse(self.shown("convert", text, self.path("a.el"))["weighted"])
        self.assertFalse(self.shown("convert", text, self.path("a.mtx"), "--weights", "drop")["weighted"])
        real = self.write("r.txt", "0 1 5\n1 2 0.5\n")
        self.shown("convert", real, self.path("r.mtx"))
        self.assertEqual(self.shown("info", self.path("r.mtx"))["result"]["total_weight"], 5.5)

    def test_random_weights_are_asked_for(self):
        text = self.write("a.txt", "0 1\n")
        words = "this format requires weights, but the graph has none; name another format"
        self.refused(2, f"{words}, or draw weights by --weights random\n", "convert", text, self.path("a.wsg"))
        self.refused(2, f"{words}, or draw weights by --weights\n", "generate", self.path("a.wsg"), "--uniform", "3")
        self.refused(2, f"{words}\n", "extract", text, self.path("a.wsg"), "--core", "1")
        weighted = self.write("d.txt", "0 1 2\n")
        self.refused(2, f"{words}, or remove --weights drop\n", "convert", weighted, self.path("a.gr"), "--weights", "drop")
        self.refused(2, "has edge weights", "convert",
                     self.write("w.txt", "0 1 2\n"), self.path("a.wsg"), "--weights", "random")
        self.refused(2, f"--weights real: {text} has no edge weights; remove it", "convert", text, self.path("r.txt"), "--weights", "real")
        written = self.shown("convert", text, self.path("a.wsg"), "--weights", "random", "--seed", "3")
        self.assertTrue(written["random_weights"])

    def test_wrong_input_leaves_no_output(self):
        for content, words in (("1 2\n3 x\n", ":2: 'x' is not a vertex id"), ("", "no edge"),
                               ("1 2\n-1 3\n", ":2: '-1' is negative"),
                               ("p sp 2 2\na 1 2 3\n", "line 1 states 2"),
                               ("\0\1\2\3\n", "has NUL bytes at its start")):
            with self.subTest(content=content):
                self.refused(1, words, "convert", self.write("a.txt", content), self.path("a.sg"))
                self.assertEqual(os.listdir(self.folder.name), ["a.txt"])

    def test_wrong_output_is_refused_before_the_input_is_read(self):
        for command in (("convert", "no such graph"), ("extract", "no such graph", "--core", "2"), ("generate", "--kronecker", "4")):
            self.refused(2, "a.xls: no format has its ending", *command, self.path("a.xls"))
        self.refused(2, "take the edges both ways (arcas: --undirected)", "convert", GRAPH, self.path("a.graph"))
        self.refused(1, "cannot be made", "convert", GRAPH, self.path("no/folder/a.sg"))
        self.refused(2, "OUT is required", "convert", GRAPH)
        self.assertEqual(os.listdir(self.folder.name), [])

    def test_ctrl_c_leaves_no_output(self):
        os.mkfifo(self.path("graph.txt"))
        program = start("convert", self.path("graph.txt"), self.path("a.sg"),
                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        with open(self.path("graph.txt"), "w"):  # waits until the program has opened it
            program.send_signal(signal.SIGINT)
            output, errors = program.communicate(timeout=PATIENCE)
        self.assertEqual((program.returncode, output), (130, ""))
        self.assertRegex(errors, r"\Aarcas: interrupted while reading .*; no result\n\Z")
        self.assertEqual(os.listdir(self.folder.name), ["graph.txt"])


class Extract(Converted):
    # A triangle with a tail, a pair, and a vertex that a cycle does not lead back to.
    GRAPH = "10 20\n20 30\n30 10\n30 40\n7 8\n"

    def edges(self, *arguments):
        out = self.path("out.txt")
        done = run("extract", self.write("g.txt", self.GRAPH), out, *arguments)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        with open(out) as file:
            return [line.split() for line in file if not line.startswith("#")]

    def test_a_component(self):
        self.assertEqual(self.edges("--largest-component"), [["10", "20"], ["20", "30"], ["30", "10"], ["30", "40"]])
        self.assertEqual(self.edges("--largest-component", "--strong"), [["10", "20"], ["20", "30"], ["30", "10"]])

    def test_a_core(self):
        self.assertEqual(self.edges("--core", "2"), [["10", "20"], ["20", "30"], ["30", "10"]])
        self.assertEqual(len(self.edges("--core", "1")), 5)

    def test_listed_vertices_with_weights_and_names(self):
        table = self.write("t.csv", "from,to,weight\nann,bo,1.5\nbo,cy,2\nann,cy,9\n")
        names = self.write("names.txt", "# two\ncy\n\n  ann\ncy\n")
        done = run("extract", table, self.path("o.csv"), "--vertices", names)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        with open(self.path("o.csv")) as file:
            self.assertIn("ann", file.read())
        self.assertEqual(self.shown("info", self.path("o.csv"))["result"]["total_weight"], 9)
        self.shown("extract", table, self.path("o.graphml"), "--vertices", names)
        part = self.shown("info", self.path("o.graphml"))["result"]
        self.assertEqual((part["total_weight"], part["least_id"], part["greatest_id"]), (9, "ann", "cy"))
        wrong = self.write("wrong.txt", "ann\nzoe\n")
        self.refused(1, "wrong.txt:2: ", "extract", table, self.path("p.csv"), "--vertices", wrong)
        self.assertFalse(os.path.exists(self.path("p.csv")))

    def test_one_part_is_asked_for(self):
        graph = self.write("g.txt", self.GRAPH)
        self.refused(2, "exactly one of --largest-component", "extract", graph, self.path("o.txt"))
        self.refused(2, "exactly one of --largest-component", "extract", graph, self.path("o.txt"), "--core", "2",
                     "--largest-component")
        self.refused(2, "--strong requires --largest-component", "extract", graph, self.path("o.txt"), "--core", "2", "--strong")


class Generate(Converted):
    def test_one_seed_is_one_file_whatever_the_workers(self):
        for generator in ("--kronecker", "--uniform", "--grid"):
            contents = []
            for workers in ("1", "2", "5"):
                self.shown("generate", self.path("a.wsg"), generator, "10", "--weights", "--seed", "5",
                           "--workers", workers)
                with open(self.path("a.wsg"), "rb") as file:
                    contents.append(file.read())
            self.assertEqual(contents[0], contents[1])
            self.assertEqual(contents[0], contents[2])

    def test_what_was_asked_for(self):
        made = self.shown("generate", self.path("a.sg"), "--uniform", "8", "--edge-factor", "2")
        self.assertEqual(made["vertices"], 256)
        self.assertLessEqual(made["edges"], 512)
        self.assertFalse(made["directed"])
        roads = self.shown("generate", self.path("a.gr"), "--grid", "8")
        self.assertFalse(roads["random_weights"])

    def test_wrong_arguments(self):
        self.refused(2, "a generator is required", "generate", self.path("a.sg"))
        self.refused(2, "only one graph may be given", "generate", self.path("a.sg"), "--grid", "3",
                     "--uniform", "3")
        self.refused(2, "whole number from 1 to 31", "generate", self.path("a.sg"), "--grid", "32")
        self.refused(2, "the graph has none", "generate", self.path("a.wel"), "--uniform", "3")


class Info(Converted):
    def test_text(self):
        result = run("info", GRAPH)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        for line in ("kind        directed; edge list", "vertices    82,168", "edges       948,464",
                     "self-loops  78,303", "ids         0 to 82167"):
            self.assertIn(line + "\n", result.stdout)
        self.assertRegex(result.stdout, r"\n +out-degree +vertices\n")
        self.assertRegex(result.stdout, r"\n +2-3 +35,996  █{40}\n")

    def test_every_vertex_is_in_the_distribution(self):
        shown = self.shown("info", "--kronecker", "10")["result"]
        buckets = shown["degree"]["distribution"]
        self.assertEqual(sum(bucket["vertices"] for bucket in buckets), 1024)
        self.assertEqual(buckets[0], {"from": 0, "to": 0, "vertices": shown["isolated"]})
        self.assertNotIn("out_degree", shown)

    def test_weights(self):
        text = self.write("a.gr", "p sp 3 2\na 1 2 3\na 2 3 -9\n")
        shown = self.shown("info", text)["result"]
        self.assertEqual((shown["least_weight"], shown["greatest_weight"]), (-9, 3))
        self.assertEqual((shown["least_id"], shown["greatest_id"]), (1, 3))
        self.assertTrue(re.search(r"weights +-9 to 3; -6 in sum", run("info", text).stdout))

    def test_no_graph(self):
        self.refused(2, "FILE is required", "info")
        self.refused(1, "cannot open it", "info", "no such graph")


if __name__ == "__main__":
    unittest.main()
