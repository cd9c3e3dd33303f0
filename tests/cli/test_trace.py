# SPDX-License-Identifier: Apache-2.0
# arcas trace COMMAND: the file, the printed summary, and mistakes.
import os
import re
import subprocess
import unittest

from program import GRAPH, PROGRAM, Folder, environment, run


class Trace(Folder):
    def setUp(self):
        super().setUp()
        self.file = self.path("t.pftrace")

    def test_of_a_kernel(self):
        done = run("trace", "pagerank", GRAPH, "--top", "1", "-o", self.file, ARCAS_WORKERS="2")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"Longest chunk in pagerank\S*:\d+: [\d,]+ vertices kept arcas\S* busy for .*; "
                         r"vertex \d+ of these has [\d,]+ edges")
        self.assertRegex(done.stderr, r"arcas: loop pagerank\S*:\d+: \d+ calls, .* ms: work \d")
        said = re.search(r"t\.pftrace: (\d+) slices of 2 threads", done.stderr)
        # A slice has two events, of more than ten bytes each.
        self.assertGreater(os.path.getsize(self.file), 2 * 10 * int(said[1]))

    def test_has_a_default_name(self):
        done = run("trace", "bfs", "--kronecker", "8", "--json", ARCAS_WORKERS="1", cwd=self.folder.name)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(os.path.exists(os.path.join(self.folder.name, "arcas.pftrace")))

    def test_without_a_command_or_a_place(self):
        done = run("trace")
        self.assertEqual(done.returncode, 2)
        self.assertIn("trace requires a command that runs loops", done.stderr)
        done = run("trace", "bfs", "--kronecker", "8", "-o", "/nowhere/t.pftrace")
        self.assertEqual(done.returncode, 1)
        self.assertIn("/nowhere/t.pftrace: the trace cannot be written", done.stderr)

    def test_the_graph_itself_is_no_trace(self):
        graph, link = os.path.join(self.folder.name, "g.txt"), os.path.join(self.folder.name, "l.txt")
        with open(graph, "w") as file:
            file.write("1 2\n2 3\n")
        os.symlink("g.txt", link)
        words = "is the graph itself; name another file\n"
        for done, name in ((run("trace", "bfs", graph, "-o", graph), graph), (run("bfs", graph, ARCAS_TRACE=graph), graph),
                           (run("trace", "bfs", graph, "-o", link), link)):
            self.assertEqual((done.returncode, done.stdout, done.stderr), (2, "", f"arcas: {name}: {words}"))
        with open(graph) as file:
            self.assertEqual(file.read(), "1 2\n2 3\n")
        table = os.path.join(self.folder.name, "t.csv")
        done = run("trace", "-o", table, "kcore", graph, "--output", table)
        self.assertEqual((done.returncode, done.stdout, done.stderr),
                         (2, "", f"arcas: {table}: is the trace itself; name another file\n"))
        vertices = os.path.join(self.folder.name, "v.txt")
        with open(vertices, "w") as file:
            file.write("1 2\n")
        for trace, what, *words in (("./t.csv", "t.csv: is the trace", "kcore", "g.txt", "--output", "t.csv"),
                                    ("./t.svg", "t.svg: is the trace", "kcore", "g.txt", "--plot", "t.svg"),
                                    ("./t.txt", "t.txt: is the trace", "convert", "g.txt", "t.txt"),
                                    ("v.txt", "v.txt: is the list of vertices", "conductance", "g.txt", "--vertices", "v.txt"),
                                    ("v.txt", "v.txt: is the list of vertices", "extract", "g.txt", "o.txt", "--vertices", "v.txt"),
                                    ("v.txt", "v.txt: is the list of pairs", "similarity", "g.txt", "--pairs", "v.txt")):
            done = run(*words, cwd=self.folder.name, ARCAS_TRACE=trace)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (2, "", f"arcas: {what} itself; name another file\n"))
        with open(vertices) as file:
            self.assertEqual(file.read(), "1 2\n")
        # Only ranks write the timeline of this variable.
        done = run("kcore", graph, "--output", table, ARCAS_CLUSTER_TRACE=table)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_is_there_when_it_is_whole(self):
        with open(self.file, "w") as file:
            file.write("before")
        # A limit below the size of the trace, and above that of all files that are written before it.
        command = f"ulimit -f 1; exec '{PROGRAM}' trace pagerank --kronecker 8 -o '{self.file}'"
        done = subprocess.run(["sh", "-c", command], env=environment(ARCAS_WORKERS="2"), capture_output=True, text=True)
        self.assertIn("t.pftrace: the trace cannot be written (File too large)", done.stderr)
        with open(self.file) as file:
            self.assertEqual(file.read(), "before")
        self.assertEqual(os.listdir(self.folder.name), ["t.pftrace"])

    def test_names_a_place_where_the_program_began(self):
        os.mkdir(os.path.join(self.folder.name, "in"))
        done = run("trace", "bfs", "--kronecker", "8", "-o", "in/t.pftrace", cwd=self.folder.name)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(os.listdir(os.path.join(self.folder.name, "in")), ["t.pftrace"])

    def test_is_in_the_help(self):
        self.assertIn("ui.perfetto.dev", run("trace", "--help").stdout)


if __name__ == "__main__":
    unittest.main()
