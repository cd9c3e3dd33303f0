# SPDX-License-Identifier: Apache-2.0
# The commands that run a kernel: their common behaviour, and their results for the bundled graph,
# which are published.
import csv
import json
import os
import signal
import subprocess
import tempfile
import time
import unittest
import xml.etree.ElementTree

from program import GRAPH, WITHOUT_OPENMP, PATIENCE, run, start

# The commands whose output has a row for each vertex.
OF_VERTICES = ("bfs", "sssp", "components", "bc", "triangles", "kcore", "pagerank", "independent-set", "colouring",
            "communities", "closeness", "topological-order", "eigenvector", "katz", "hits", "diameter",
            "matching")
COMMANDS = (*OF_VERTICES, "biconnected", "ktruss", "spanning-forest", "walks", "similarity")
SMALL = ("--kronecker", "8")


def shown(command, *arguments):
    result = run(command, *arguments, "--json")
    if result.returncode != 0:
        raise AssertionError(result.stderr)
    return json.loads(result.stdout)


def rows(command, *arguments):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "result.csv")
        result = run(command, *arguments, "--output", path)
        if result.returncode != 0:
            raise AssertionError(result.stderr)
        with open(path, newline="") as file:
            found = list(csv.DictReader(file))
        if os.listdir(folder) != ["result.csv"]:
            raise AssertionError(os.listdir(folder))
        return found


class AllCommands(unittest.TestCase):
    def test_json_has_the_graph_the_times_and_the_result(self):
        for command in COMMANDS:
            with self.subTest(command=command):
                found = shown(command, *SMALL, "--trials", "3", "--check")
                self.assertEqual((found["schema"], found["kernel"]), (1, command))
                self.assertEqual(found["graph"]["vertices"], 256)
                self.assertGreater(found["graph"]["edges"], 0)
                self.assertEqual(len(found["run"]["seconds"]), 3)
                self.assertEqual(found["run"]["median_seconds"], sorted(found["run"]["seconds"])[1])
                self.assertTrue(found["run"]["checked"])

    def test_text_says_that_it_was_checked(self):
        for command in COMMANDS:
            with self.subTest(command=command):
                result = run(command, *SMALL, "--check")
                self.assertEqual((result.returncode, result.stderr), (0, ""))
                self.assertIn("\nChecked: right", result.stdout)
                self.assertRegex(result.stdout, r"\nArcas: .*, .* edges/s, \d+ workers?\n")

    def test_output_has_a_row_for_each_vertex(self):
        for command in OF_VERTICES:
            with self.subTest(command=command):
                found = rows(command, *SMALL)
                self.assertEqual([row["vertex"] for row in found], [str(v) for v in range(256)])

    def test_help_shows_examples(self):
        for command in COMMANDS:
            with self.subTest(command=command):
                result = run(command, "--help")
                self.assertEqual(result.returncode, 0)
                for word in ("Examples:\n  ", "--trials", "--output", "--check", "--json", "--seed",
                             "--workers", "--levels", "--kronecker"):
                    self.assertIn(word, result.stdout)

    def test_an_output_that_cannot_be_written_is_one_sentence(self):
        result = run("kcore", *SMALL, "--output", "/no such folder/x.csv")
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stderr, r"\Aarcas: [^\n]*no such folder[^\n]*\n\Z")

    def test_a_source_that_is_not_there(self):
        for command in ("bfs", "sssp", "bc"):
            result = run(command, *SMALL, "--source", "999")
            self.assertEqual(result.returncode, 2)
            self.assertIn("--source 999", result.stderr)


class Slashdot(unittest.TestCase):
    """Figures of soc-Slashdot0902 that SNAP publishes."""

    def test_triangles(self):
        self.assertEqual(shown("triangles", GRAPH)["result"]["triangles"], 602592)

    @unittest.skipIf(WITHOUT_OPENMP, "the OpenMP library is not built for this sanitizer")
    def test_triangles_beside_openmp(self):
        found = shown("triangles", GRAPH, "--compare", "openmp", "--trials", "2", "--check")
        self.assertEqual(found["result"]["triangles"], 602592)
        openmp = found["run"]["openmp"]
        self.assertEqual((len(found["run"]["seconds"]), len(openmp["seconds"])), (2, 2))
        self.assertAlmostEqual(openmp["ratio"], openmp["median_seconds"] / found["run"]["median_seconds"])
        self.assertRegex(run("triangles", *SMALL, "--compare", "openmp").stdout,
                         r"\nOpenMP: .* threads, schedule\(dynamic,64\)\nArcas is \d+\.\d\d times as fast as OpenMP\n")
        refused = run("triangles", *SMALL, "--compare", "openmp", "--vertices")
        self.assertEqual((refused.returncode, refused.stderr),
                         (2, "arcas: --compare is not available with --vertices; remove one of them\n"))

    def test_components(self):
        weak = shown("components", GRAPH)["result"]
        self.assertEqual((weak["count"], weak["largest"]), (1, 82168))
        strong = shown("components", GRAPH, "--strong")["result"]
        self.assertEqual((strong["count"], strong["largest"]), (10559, 71307))

    def test_all_can_be_reached_from_the_first(self):
        found = shown("bfs", GRAPH, "--source", "0")
        self.assertEqual((found["parameters"]["sources"], found["result"]["reached"]), ([0], 82168))
        self.assertEqual(sum(found["result"]["levels"]), 82168)

    def test_betweenness_is_the_same_in_all_forms(self):
        usual = shown("bc", GRAPH, "--sources", "4", "--check")
        self.assertEqual(usual["run"]["form"], "sources")
        for form in ("sources", "nested", "inside"):
            found = shown("bc", GRAPH, "--sources", "4", "--form", form, "--check")
            self.assertEqual(found["run"]["form"], form)
            self.assertEqual([row["vertex"] for row in usual["result"]["scores"]],
                             [row["vertex"] for row in found["result"]["scores"]])


class SmallGraphs(unittest.TestCase):
    def graph(self, text, suffix=".txt"):
        file = tempfile.NamedTemporaryFile("w", suffix=suffix)
        self.addCleanup(file.close)
        file.write(text)
        file.flush()
        return file.name

    def test_ids_are_those_of_the_file(self):
        path = self.graph("10 20\n20 30\n5 7\n")
        found = rows("bfs", path, "--source", "10")
        self.assertEqual([(r["vertex"], r["parent"], r["level"]) for r in found],
                         [("5", "", ""), ("7", "", ""), ("10", "10", "0"), ("20", "10", "1"),
                          ("30", "20", "2")])

    def test_distances_are_by_weight(self):
        path = self.graph("0 1 5\n1 2 1\n0 2 9\n", ".wel")
        self.assertEqual([r["distance"] for r in rows("sssp", path, "--source", "0")],
                         ["0", "5", "6"])

    def test_paths_are_those_of_least_weight(self):
        path = self.graph("10 20 5\n20 30 1\n10 30 9\n50 10 1\n", ".wel")
        found = shown("sssp", path, "--source", "10", "--path-to", "30", "--path-to", "50", "--check")
        self.assertEqual(found["result"]["paths"], [{"to": 30, "distance": 6, "path": [10, 20, 30]},
                                          {"to": 50, "distance": None, "path": []}])
        text = run("sssp", path, "--source", "10", "--path-to", "30", "--path-to", "50").stdout
        self.assertIn("path to 30, distance 6: 10 20 30\n50 cannot be reached\n", text)

    def test_parents_lead_along_shortest_paths(self):
        text = "from,to,weight\nann,bo,5\nbo,cy,0\nann,cy,9\ncy,bo,0\ndi,ann,1\n"
        for path in (self.graph(text, ".csv"), self.graph(text.replace(",5", ",5.5"), ".csv")):
            found = rows("sssp", path, "--source", "ann", "--check")
            self.assertEqual(list(found[0]), ["vertex", "distance", "parent"])
            self.assertEqual([(r["vertex"], r["parent"]) for r in found],
                             [("ann", "ann"), ("bo", "ann"), ("cy", "bo"), ("di", "")])

    def test_the_time_of_several_paths_counts(self):
        grid = ("sssp", "--grid", "10", "--source", "0", "--path-to", "1000", "--trials", "3")
        one, many = (shown(*grid, "--paths", str(paths))["run"]["seconds"] for paths in (1, 300))
        self.assertGreater(min(many), 5 * min(one))

    def test_components_by_a_threshold(self):
        text = "from,to,weight\nann,bo,{}\nbo,cy,{}\ncy,di,{}\ndi,cy,{}\n"
        for weights, threshold in (((9, 4, 8, 8), "8"), ((0.9, 0.4, 0.8, 0.8), "0.8"), ((-1, -3, -2, -2), "-2")):
            path = self.graph(text.format(*weights), ".csv")
            asked = ("components", path, "--threshold", threshold)
            found = shown(*asked, "--check")
            self.assertEqual(found["parameters"], {"strong": False, "threshold": float(threshold)})
            self.assertEqual(found["result"]["sizes"],
                             [{"component": "ann", "vertices": 2}, {"component": "cy", "vertices": 2}])
            self.assertEqual([r["component"] for r in rows(*asked)], ["ann", "ann", "cy", "cy"])
            for more, count in ((("--strong",), 3), (("--undirected",), 2)):
                self.assertEqual(shown(*asked, *more, "--check")["result"]["count"], count)
        self.assertEqual(shown("components", path)["result"]["count"], 1)
        self.assertIsNone(shown("components", path)["parameters"]["threshold"])
        self.assertIn("2 components, by edges of weight -2 or more\n", run(*asked).stdout)
        graph = self.graph("0 1\n1 2\n")
        result = run("components", graph, "--threshold", "1")
        self.assertEqual((result.returncode, result.stderr), (2, f"arcas: --threshold: {graph} has no edge weights\n"))
        result = run("components", path, "--threshold", "inf")
        self.assertEqual(result.returncode, 2)
        self.assertIn('--threshold: "inf": must be a finite number', result.stderr)

    def test_errors_name_vertices_as_the_file_does(self):
        odd = self.graph("from,to\nann,bo\nbo,cy\ncy,ann\n", ".csv")
        self.assertRegex(run("matching", odd, "--maximum").stderr,
                         r"the edge between vertices (ann|bo|cy) and (ann|bo|cy) is on a cycle of odd length\n")
        loop = self.graph("70 80\n80 80\n")
        self.assertIn("the edge between vertices 80 and 80 is a self-loop\n", run("matching", loop, "--maximum").stderr)
        negative = self.graph("from,to,weight\nann,bo,1\nbo,cy,-2\n", ".csv")
        self.assertEqual(run("walks", negative, "--weighted").stderr,
                         f"arcas: {negative}: a random walk by weights requires finite edge weights of at least 0; an edge of vertex bo has "
                         "another weight\n")

    def test_several_paths_to_a_vertex(self):
        found = shown("sssp", self.graph("0 1 1\n1 3 1\n0 3 5\n0 2 3\n2 3 4\n", ".wel"), "--source", "0",
                      "--path-to", "3", "--paths", "9", "--check")
        self.assertEqual([(p["distance"], p["path"]) for p in found["result"]["paths"]],
                         [(2, [0, 1, 3]), (5, [0, 3]), (7, [0, 2, 3])])
        refused = run("sssp", *SMALL, "--paths", "2")
        self.assertEqual(refused.returncode, 2)
        self.assertIn("--path-to", refused.stderr)

    def test_a_largest_matching_has_a_cover_and_wants_two_sides(self):
        path = self.graph("from,to\nann,bake\nann,weave\nbo,bake\ncy,bake\n", ".csv")
        self.assertEqual(shown("matching", path, "--maximum", "--check")["result"], {"size": 2, "cover": 2})
        found = {row["vertex"]: row for row in rows("matching", path, "--maximum")}
        self.assertEqual({v for v in found if found[v]["covers"] == "1"}, {"ann", "bake"})
        self.assertEqual(found["weave"]["mate"], "ann")
        odd = run("matching", self.graph("0 1\n1 2\n2 0\n", ".el"), "--maximum")
        self.assertEqual(odd.returncode, 1)
        self.assertRegex(odd.stderr, r"\.el: a largest matching requires a bipartite graph; the edge between vertices .* odd length")
        self.assertEqual(run("matching", path, "--maximum", "--weighted").returncode, 2)

    def test_conductance_of_listed_vertices(self):
        path = self.graph("from,to,weight\nann,bo,1\nbo,cy,2\ncy,di,4\ndi,ed,1\n", ".csv")
        listed = self.graph("# some\nann\nbo\n", ".txt")
        for chosen in (("--vertices", listed), ("--vertex", "ann", "--vertex", "bo")):
            found = shown("conductance", path, *chosen, "--check")["result"]
            self.assertEqual(found["vertices"], 2)
            self.assertAlmostEqual(found["conductance"], 1 / 3)
        weighted = shown("conductance", path, "--vertices", listed, "--weighted", "--check")["result"]
        self.assertAlmostEqual(weighted["conductance"], 2 / 4)
        self.assertEqual(run("conductance", path).returncode, 2)

    def test_similarity_of_pairs_and_of_each_vertex(self):
        path = self.graph("from,to\nann,cy\nann,di\nbo,cy\nbo,di\ndi,ed\n", ".csv")
        listed = self.graph("# some\nann ed\ncy,di\n", ".txt")
        found = rows("similarity", path, "--pair", "ann", "bo", "--pairs", listed, "--check")
        self.assertEqual([tuple(row.values()) for row in found],
                         [("ann", "bo", "1"), ("ann", "ed", "0.5"), ("cy", "di", "0.6666666666666666")])
        found = rows("similarity", path, "--best", "2", "--measure", "common", "--check")
        self.assertEqual([row["other"] for row in found if row["vertex"] == "ann"], ["bo", "ed"])
        triangle = self.graph("0 1\n1 2\n2 0\n")
        self.assertEqual(rows("similarity", triangle), [])
        self.assertEqual(len(rows("similarity", triangle, "--adjacent", "--measure", "adamic-adar", "--check")), 6)
        for words, code, wrong in ((("--pair", "ann", "al"), 2, "--pair: .* does not contain vertex al"),
                                   (("--pair", "ann", "ann"), 2, "--pair: a pair requires two different vertices, not ann twice"),
                                   (("--pairs", self.graph("ann bo cy\n", ".txt")), 1, "txt:1: a line must have the ids of two vertices")):
            refused = run("similarity", path, *words)
            self.assertEqual(refused.returncode, code)
            self.assertRegex(refused.stderr, wrong)

    def test_plots_are_pictures_of_a_column(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "x.svg")
            for command in ("bfs", "sssp", "components", "bc", "pagerank", "closeness", "communities", "biconnected",
                            "colouring", "kcore", "ktruss", "eigenvector", "katz", "hits"):
                with self.subTest(command=command):
                    self.assertEqual(run(command, *SMALL, "--plot", path).returncode, 0)
                    picture = xml.etree.ElementTree.parse(path).getroot()
                    self.assertGreater(len(picture.findall("{http://www.w3.org/2000/svg}circle")), 0)
        wrong = run("kcore", *SMALL, "--plot", "x.png")
        self.assertEqual(wrong.returncode, 2)
        self.assertIn(".svg", wrong.stderr)

    def test_walks_follow_edges_to_their_end(self):
        path = self.graph("0 1\n1 2\n", ".el")
        found = rows("walks", path, "--steps", "3", "--per-vertex", "2")
        walks = [[row["vertex"] for row in found if row["walk"] == str(w)] for w in range(6)]
        self.assertEqual(walks, [["0", "1", "2", ""]] * 2 + [["1", "2", "", ""]] * 2 + [["2", "", "", ""]] * 2)

    def test_edges_without_weights_count_as_1_unless_random_ones_are_asked_for(self):
        path = self.graph("0 1\n1 2\n0 2\n")
        self.assertEqual([r["distance"] for r in rows("sssp", path, "--source", "0")], ["0", "1", "1"])
        self.assertIn("has no weights: each edge counts as 1",
                      run("sssp", path, "--source", "0").stdout)
        drawn = shown("sssp", path, "--source", "0", "--random-weights")
        self.assertTrue(drawn["parameters"]["random_weights"])
        self.assertGreater(drawn["result"]["greatest_distance"], 1)
        self.assertFalse(shown("sssp", path, "--source", "0")["parameters"]["random_weights"])

    def test_weights_count_where_asked(self):
        whole = self.graph("0 1 2\n1 2 5\n0 2 1\n", ".wel")
        real = self.graph("0 1 0.2\n1 2 0.5\n0 2 0.1\n", ".wel")
        for path in (whole, real):
            scores = [float(r["score"]) for r in rows("pagerank", path, "--weighted", "--tolerance", "1e-10")]
            for score, networkx in zip(scores, (0.192988, 0.302348, 0.504664)):
                self.assertAlmostEqual(score, networkx, 5)
            self.assertTrue(shown("pagerank", path, "--weighted", "--check")["parameters"]["weighted"])
        far = self.graph("0 1 1\n1 2 1\n0 2 3\n", ".wel")
        middle = rows("bc", far, "--weighted", "--counts", "--check")[1]
        self.assertEqual(float(middle["betweenness"]), 1)
        self.assertEqual(float(rows("bc", far, "--counts")[1]["betweenness"]), 0)

    def test_weights_that_do_not_count_are_named(self):
        path = self.graph("0 1 2\n1 2 5\n", ".wel")
        for command in ("bfs", "triangles", "kcore"):
            self.assertEqual(run(command, path).stderr,
                             f"arcas: {path} has edge weights, which this command does not use\n")
        for command in ("pagerank", "bc"):
            self.assertIn("; --weighted makes them count\n", run(command, path).stderr)
            self.assertEqual(run(command, path, "--weighted").stderr, "")
        self.assertIn("; --threshold makes them count\n", run("components", path).stderr)
        self.assertEqual(run("components", path, "--threshold", "1").stderr, "")
        self.assertEqual(run("sssp", path).stderr, "")

    def test_weights_are_asked_for_where_there_are_some(self):
        path = self.graph("0 1\n1 2\n")
        result = run("pagerank", path, "--weighted")
        self.assertEqual((result.returncode, result.stderr),
                         (2, f"arcas: --weighted: {path} has no edge weights\n"))
        result = run("pagerank", path, "--weighted", "--compare", "openmp")
        self.assertEqual(result.returncode, 2)

    def test_betweenness_is_networkx_s(self):
        path = self.graph("0 1\n1 2\n2 3\n3 4\n")
        found = rows("bc", path, "--undirected")
        self.assertEqual([float(r["betweenness"]) for r in found], [0, 0.5, 2 / 3, 0.5, 0])
        counts = rows("bc", path, "--undirected", "--counts")
        self.assertEqual([float(r["betweenness"]) for r in counts], [0, 3, 4, 3, 0])


def processor_seconds(program):
    with open(f"/proc/{program.pid}/stat") as stat:
        fields = stat.read().rpartition(")")[2].split()
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


class CtrlC(unittest.TestCase):
    def test_ends_betweenness_between_two_sources(self):
        for form in ((), ("--form", "sources"), ("--form", "nested")):
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "bc.csv")
                program = start("bc", GRAPH, "--output", path, *form, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE)
                self.assertIn("948,464 edges", program.stdout.readline())
                read_by = processor_seconds(program)
                while program.poll() is None and processor_seconds(program) < read_by + 0.5:  # after that time it searches, for minutes
                    time.sleep(0.02)
                program.send_signal(signal.SIGINT)
                output, errors = program.communicate(timeout=PATIENCE)
                self.assertEqual((program.returncode, output), (130, ""))
                self.assertRegex(errors, r"\Aarcas: interrupted while betweenness.*; no result\n\Z")
                self.assertEqual(os.listdir(folder), [])


if __name__ == "__main__":
    unittest.main()
