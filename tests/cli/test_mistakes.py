# SPDX-License-Identifier: Apache-2.0
# Wrong input: one sentence on stderr, nothing on stdout, exit code 1 or 2.
import os
import tempfile
import unittest

from program import GRAPH, PROGRAM, environment, run

import subprocess


class Mistakes(unittest.TestCase):
    def refused(self, code, words, *arguments, **variables):
        result = run(*arguments, **variables)
        self.assertEqual((result.returncode, result.stdout), (code, ""), result.stderr)
        self.assertRegex(result.stderr, r"\Aarcas: [^\n]+\n\Z")
        self.assertIn(words, result.stderr)

    def test_parquet_where_the_program_is_built_without_it(self):
        if ".parquet" in run("info", "--help").stdout:
            self.skipTest("the program is built with Parquet: tests/parquet")
        with tempfile.TemporaryDirectory() as folder:
            for name, content in (("a.parquet", b""), ("a.feather", b"ARROW1"), ("unnamed", b"PAR1\x15\x00PAR1"),
                                  ("unnamed", b"ARROW1\0\0")):
                path = os.path.join(folder, name)
                with open(path, "wb") as file:
                    file.write(content)
                self.refused(1, ": Parquet and Arrow files are not read by this build; write the table as .csv (pandas: "
                             "read_parquet, to_csv), or build Arcas with -DARCAS_PARQUET=ON", "info", path)
            for ending in (".parquet", ".arrow", ".feather"):
                self.refused(2, f"x{ending}: Parquet and Arrow files are not written by this build; write .csv, or build "
                             "Arcas with -DARCAS_PARQUET=ON", "bfs", "--kronecker", "5", "--output", "x" + ending)
                self.refused(2, f"x{ending}: Parquet and Arrow files are not written by this build", "generate", "x" + ending,
                             "--kronecker", "5")

    def test_wrong_arguments(self):
        self.refused(2, "subcommand is required")
        self.refused(2, '"rank" is not a subcommand', "rank")
        self.refused(2, '"-x" is not an option', "-x")
        self.refused(2, "FILE is required", "pagerank")
        self.refused(2, "--bogus", "pagerank", GRAPH, "--bogus")
        misspelt = run("bfs", "--souce", "3", GRAPH)
        self.assertEqual((misspelt.returncode, misspelt.stderr),
                         (2, 'arcas: "--souce" is not an option of bfs; `arcas bfs --help` lists the arguments\n'))
        flag = run("bfs", "--kronecker", "6", "--undirected=false")
        self.assertEqual((flag.returncode, flag.stderr),
                         (2, "arcas: --undirected takes no value; `arcas bfs --help` lists the arguments\n"))
        self.refused(2, "not expected: second", "pagerank", GRAPH, "second")
        self.refused(2, "not expected", "topology", "extra")

    def test_wrong_values(self):
        for option, value, words in (
            ("--damping", "1", "from 0 to below 1"),
            ("--damping", "-0.5", "from 0 to below 1"),
            ("--tolerance", "nan", "must be a finite number of at least 0"),
            ("--max-iterations", "0", "must be a whole number from 1"),
            ("--top", "ten", "whole number from 0"),
            ("--trials", "1.5", "must be a whole number from 1"),
            ("--compare", "tbb", "must be openmp"),
            ("--workers", "0", "--workers sets ARCAS_WORKERS"),
            ("--grain", "-1", "--grain sets ARCAS_GRAIN"),
            ("--distributor", "round-robin", "--distributor sets ARCAS_DISTRIBUTOR"),
        ):
            with self.subTest(option=option, value=value):
                self.refused(2, words, "pagerank", GRAPH, option, value)

    def test_wrong_graphs_and_kernels(self):
        kronecker = ("--kronecker", "5")
        for words, arguments in (
            ('--kronecker: "0": must be a whole number from 1 to 31', ("bfs", "--kronecker", "0")),
            ('--kronecker: "32": must be a whole number from 1 to 31', ("bfs", "--kronecker", "32")),
            ('--kronecker: "abc": must be a whole number', ("bfs", "--kronecker", "abc")),
            ('--edge-factor: "0": must be a whole number from 1', ("bfs", *kronecker, "--edge-factor", "0")),
            ('--seed: "-1": must be a whole number from 0', ("bfs", *kronecker, "--seed", "-1")),
            ("only one graph may be given; keep one of FILE, --kronecker", ("bfs", GRAPH, *kronecker)),
            ('--levels sets ARCAS_LEVELS: "foo": not a kind of place', ("bfs", *kronecker, "--levels", "foo")),
            ('--sources: "0": must be a whole number from 1', ("bc", *kronecker, "--sources", "0")),
            ('--delta: "-1": must be a finite number of at least 0', ("sssp", "--grid", "6", "--delta", "-1")),
            ('--delta: "x": must be a finite number', ("sssp", "--grid", "6", "--delta", "x")),
            ('--delta: "inf": must be a finite number', ("sssp", "--grid", "6", "--delta", "inf")),
            ('--resolution: "1e300": must be a number from 1e-300 to below', ("communities", *kronecker, "--resolution", "1e300")),
        ):
            with self.subTest(arguments=arguments):
                self.refused(2, words, *arguments)

    def test_what_only_the_graph_shows_to_be_wrong(self):
        result = run("pagerank", "--jump-to", "99", "--kronecker", "5")
        self.assertEqual((result.returncode, result.stderr),
                         (2, "arcas: --jump-to 99: kronecker 5 does not contain this vertex\n"))

    def test_vertices_are_named_once_or_drawn(self):
        for sentence, *arguments in (
            ("--source: 2 vertices are named; this command starts at one", "sssp", "--source", "1", "--source", "2"),
        ):
            with self.subTest(arguments=arguments):
                result = run(*arguments, "--kronecker", "5")
                self.assertEqual((result.returncode, result.stderr), (2, f"arcas: {sentence}\n"))

    def test_outputs_are_refused_before_the_graph_is_there(self):
        self.refused(2, ".: must end with .csv, .tsv, .json or .npy", "bfs", "--kronecker", "5", "--output", ".")
        self.refused(1, "no such folder/a.csv: cannot be made", "bfs", "--kronecker", "5", "--output", "no such folder/a.csv")

    def test_the_graph_itself_is_no_output(self):
        with tempfile.TemporaryDirectory() as folder:
            graph = os.path.join(folder, "a.txt")
            with open(graph, "w") as file:
                file.write("1 2\n")
            other = os.path.join(folder, "b.txt")
            os.link(graph, other)
            words = "is the graph itself; name another file"
            self.refused(2, words, "convert", graph, graph)
            self.refused(2, words, "convert", graph, other)
            os.symlink(graph, os.path.join(folder, "c.txt"))
            self.refused(2, words, "convert", graph, os.path.join(folder, "c.txt"))
            table = os.path.join(folder, "d.csv")
            os.symlink(graph, table)
            self.refused(2, words, "bfs", graph, "--output", table)
            part = os.path.join(folder, "part-0.txt")
            os.link(graph, part)
            self.refused(2, words, "convert", folder, part)
            with open(graph) as file:
                self.assertEqual(file.read(), "1 2\n")

    def test_standard_output_is_written_on(self):
        # Standard output is a file that has a name. If it were a deleted file, a faulty program would replace
        # /dev/stdout itself.
        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, "out")
            command = f"'{PROGRAM}' kcore --kronecker 3 --output -"
            with open(out, "w") as file:
                file.write("kept\n")
            subprocess.run(["sh", "-c", f"(echo a; {command}; echo b) >> '{out}'"], env=environment(), check=True)
            with open(out) as file:
                lines = file.read().splitlines()
            self.assertEqual((lines[:3], lines[-1]), (["kept", "a", "vertex,core"], "b"))
            self.assertEqual(len(lines), 3 + 8 + 1)
            self.assertEqual(os.listdir(folder), ["out"])
            # A link to standard output has the same effect as its name.
            link = os.path.join(folder, "link.csv")
            os.symlink("/dev/stdout", link)
            with open(out, "a") as file:
                subprocess.run([PROGRAM, "kcore", "--kronecker", "3", "--json", "--output", link], env=environment(),
                               stdout=file, check=True)
            with open(out) as file:
                self.assertEqual(file.read().splitlines()[:len(lines) + 1], [*lines, "vertex,core"])
            self.assertTrue(os.path.islink(link))

    def test_an_output_through_a_link_makes_its_target(self):
        with tempfile.TemporaryDirectory() as folder:
            link, target = os.path.join(folder, "l.csv"), os.path.join(folder, "t.csv")
            os.symlink("t.csv", link)
            self.assertEqual(run("bfs", "--kronecker", "3", "--output", link).returncode, 0)
            self.assertTrue(os.path.islink(link))
            self.assertTrue(os.path.isfile(target) and not os.path.islink(target))
            loop = os.path.join(folder, "loop.csv")
            os.symlink("loop.csv", loop)
            self.refused(1, "loop.csv: cannot be made (Too many levels", "bfs", "--kronecker", "3", "--output", loop)

    def test_no_output_is_another_file_that_is_read(self):
        with tempfile.TemporaryDirectory() as folder:
            graph, names = os.path.join(folder, "g.txt"), os.path.join(folder, "l.csv")
            for path, text in ((graph, "1 2\n2 3\n"), (names, "1\n2\n")):
                with open(path, "w") as file:
                    file.write(text)
            words = "l.csv: is the list of vertices itself; name another file"
            self.refused(2, words, "extract", graph, names, "--vertices", names)
            self.refused(2, words, "conductance", graph, "--vertices", names, "--output", names)
            self.refused(2, "g.txt: is a file that the command names itself", "tune", "--out", graph, "bfs", graph)
            self.refused(1, "no/x.svg: cannot be made", "tune", "--out", os.path.join(folder, "no/x.svg"), "--workers", "1", "kcore",
                         "--kronecker", "4")
            with open(graph) as read:
                result = subprocess.run([PROGRAM, "convert", "-", graph], env=environment(), stdin=read,
                                        capture_output=True, text=True)
            self.assertEqual((result.returncode, result.stderr),
                             (2, f"arcas: {graph}: is the graph itself; name another file\n"))
            for path, text in ((graph, "1 2\n2 3\n"), (names, "1\n2\n")):
                with open(path) as file:
                    self.assertEqual(file.read(), text)

    def test_formats_are_known_and_columns_are_used(self):
        with tempfile.TemporaryDirectory() as folder:
            graph, matrix = os.path.join(folder, "a"), os.path.join(folder, "a.mtx")
            with open(graph, "w") as file:
                file.write("1 2 0.5\n")
            self.refused(2, 'format "nonsense": no format has this ending; name one of .txt, .csv,', "info", graph,
                         "--format", "nonsense")
            for spelling in ("wel", ".wel", "WEL"):
                self.assertIn("weighted", run("info", graph, "--format", spelling).stdout, spelling)
            self.assertEqual(run("convert", graph, matrix, "--weights", "real").returncode, 0)
            for option in (("--from", "1"), ("--to", "2"), ("--weight", "3"), ("--text-ids",)):
                self.refused(2, f"{option[0]}: is for edge lists and tables, and {matrix} is MatrixMarket; remove it",
                             "bfs", matrix, *option)
                self.refused(2, f"{option[0]}: is for edge lists and tables, and {graph} is GAP's .el or .wel; remove it",
                             "info", graph, "--format", "wel", *option)
            self.refused(2, f"--directed: is for edge lists and tables, and {matrix} is MatrixMarket; remove it",
                         "bfs", matrix, "--directed")
            self.assertIn("directed as asked", run("info", graph, "--format", "wel", "--directed").stdout)

    def test_wrong_variables(self):
        for variable in ("WORKERS", "LEVELS", "DISTRIBUTOR", "GRAIN", "WAIT", "PIN", "TOPOLOGY", "STATS"):
            name = "ARCAS_" + variable
            with self.subTest(variable=name):
                self.refused(2, name, "topology", **{name: "nonsense"})

    def test_missing_file(self):
        self.refused(1, "no such graph: cannot open it", "pagerank", "no such graph")

    def test_wrong_files(self):
        self.refused(1, "is a directory", "pagerank", os.path.dirname(GRAPH))
        for text, words in (("1 2\n3 x\n", ":2: "), ("", ":1: "), ("# nothing\n", "no edge")):
            with self.subTest(text=text), tempfile.NamedTemporaryFile("w") as file:
                file.write(text)
                file.flush()
                self.refused(1, words, "pagerank", file.name)
                self.refused(1, file.name, "pagerank", file.name)

    @unittest.skipUnless(os.path.exists("/dev/full"), "needs a device that is always full")
    def test_output_that_cannot_be_written(self):
        with open("/dev/full", "w") as full:
            result = subprocess.run([PROGRAM, "topology"], env=environment(), stdout=full,
                                    stderr=subprocess.PIPE, text=True)
        self.assertEqual((result.returncode, result.stderr),
                         (1, "arcas: the output cannot be written\n"))


    @unittest.skipUnless(os.path.exists("/dev/full"), "needs a device that is always full")
    def test_help_that_cannot_be_written(self):
        for words in (("--help",), ("--version",), ("bfs", "--help")):
            with open("/dev/full", "w") as full:
                result = subprocess.run([PROGRAM, *words], env=environment(), stdout=full,
                                        stderr=subprocess.PIPE, text=True)
            self.assertEqual((result.returncode, result.stderr),
                             (1, "arcas: the output cannot be written\n"))

    def test_streams_that_are_closed(self):
        def shell(command):
            return subprocess.run(["sh", "-c", command], env=environment(), capture_output=True, text=True)
        self.assertEqual(shell(f"'{PROGRAM}' bfs 'no such graph' 2>&-").returncode, 1)
        self.assertEqual(shell(f"'{PROGRAM}' topology 2>&-").returncode, 0)
        closed = shell(f"'{PROGRAM}' topology >&-")
        self.assertEqual((closed.returncode, closed.stderr), (1, "arcas: the output cannot be written\n"))

    def test_a_list_does_not_take_the_file(self):
        with tempfile.TemporaryDirectory() as folder:
            graph = os.path.join(folder, "a.txt")
            with open(graph, "w") as file:
                file.write("1 2\n2 3\n")
            for words in (("bfs", "--source", "1", graph), ("pagerank", "--jump-to", "1", graph),
                          ("bc", "--source", "1", "--source", "2", graph)):
                result = run(*words)
                self.assertEqual((result.returncode, result.stderr), (0, ""), words)

    def test_what_a_file_has_is_no_wrong_argument(self):
        with tempfile.TemporaryDirectory() as folder:
            graph = os.path.join(folder, "a.wel")
            with open(graph, "w") as file:
                file.write("1 2 -3\n2 3 1\n")
            self.refused_with_output(1, graph + ": shortest paths require edge weights of at least 0", "sssp", graph, "--source", "1")

    def test_negative_weights_are_a_fault_of_the_file(self):
        with tempfile.TemporaryDirectory() as folder:
            for weight in ("-3", "-0.5"):
                graph = os.path.join(folder, f"a{weight}.wel")
                with open(graph, "w") as file:
                    file.write(f"1 2 {weight}\n2 3 1\n")
                weighted = (("pagerank",), ("pagerank", "--order", "jacobi"), ("bc",), ("closeness",), ("eigenvector",), ("katz",),
                            ("hits",), ("communities",), ("walks",), ("conductance", "--vertex", "1"))
                for command in (*(command + ("--weighted",) for command in weighted), ("sssp", "--source", "1"),
                                ("sssp", "--source", "1", "--path-to", "3", "--paths", "2")):
                    with self.subTest(command=command, weight=weight):
                        result = run(command[0], graph, *command[1:])
                        self.assertEqual(result.returncode, 1)
                        self.assertTrue(result.stderr.startswith(f"arcas: {graph}: "), result.stderr)
                        self.assertEqual(result.stderr.count("\n"), 1)
                # These commands use only the order of the weights, so they accept them.
                for command in (("matching", "--weighted"), ("spanning-forest",), ("components", "--threshold", "0")):
                    self.assertEqual(run(command[0], graph, *command[1:], "--check").returncode, 0, command)

    @unittest.skipUnless(os.path.exists("/dev/full"), "needs a device that is always full")
    def test_messages_that_cannot_be_written(self):
        for words, code in ((("bfs", "no such graph"), 1), (("rank",), 2), (("bfs", "--kronecker", "5"), 0),
                            (("pagerank", "--kronecker", "5", "--jump-to", "99"), 2)):
            with open("/dev/full", "w") as full:
                result = subprocess.run([PROGRAM, *words], env=environment(), stdout=subprocess.PIPE, stderr=full)
            self.assertEqual(result.returncode, code, words)

    def refused_with_output(self, code, words, *arguments):
        result = run(*arguments)
        self.assertEqual(result.returncode, code, result.stderr)
        self.assertIn(words, result.stderr)

    def test_an_output_keeps_its_mode_and_its_link(self):
        with tempfile.TemporaryDirectory() as folder:
            file, link = os.path.join(folder, "a.csv"), os.path.join(folder, "b.csv")
            with open(file, "w"):
                os.chmod(file, 0o600)
            os.symlink("a.csv", link)
            result = run("bfs", "--kronecker", "5", "--output", link)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertTrue(os.path.islink(link))
            self.assertEqual(os.stat(file).st_mode & 0o777, 0o600)
            self.assertGreater(os.path.getsize(file), 0)
            self.assertEqual(sorted(os.listdir(folder)), ["a.csv", "b.csv"])
        for option, words in (("--output", ("bfs", "--kronecker", "5", "--output", "")),
                              ("--out", ("tune", "--out", "", "pagerank", "--kronecker", "5")),
                              ("-o", ("trace", "-o", "", "kcore", "--kronecker", "5"))):
            self.refused(2, option + ': "": must be the name of a file', *words)

    def test_a_limit_on_the_size_of_files_leaves_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, "a.txt")
            result = subprocess.run(["sh", "-c", f"ulimit -f 8; exec '{PROGRAM}' generate --kronecker 12 '{out}'"],
                                    env=environment(), capture_output=True, text=True)
            self.assertEqual((result.returncode, os.listdir(folder)), (1, []), result.stderr)
            self.assertIn(out + ": cannot be written (File too large)", result.stderr)

    @unittest.skipUnless("ARCAS_TEST_WITHOUT_THREADS" in os.environ, "needs a library that refuses threads")
    def test_without_threads_it_works_alone(self):
        for words in (("bfs", "--kronecker", "5"), ("topology",)):
            result = run(*words, LD_PRELOAD=os.environ["ARCAS_TEST_WITHOUT_THREADS"])
            self.assertEqual((result.returncode, result.stderr), (0, ""), words)


class Help(unittest.TestCase):
    def test_help_names_everything(self):
        result = run("--help")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        for word in ("topology", "pagerank", "generate", "convert", "info", "ARCAS_WORKERS", "ARCAS_TOPOLOGY", "ARCAS_STATS", "130"):
            self.assertIn(word, result.stdout)

    def test_each_subcommand_shows_examples(self):
        for subcommand in ("topology", "pagerank", "generate", "convert", "info"):
            result = run(subcommand, "--help")
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            self.assertIn("Examples:\n  ", result.stdout)

    def test_version(self):
        result = run("--version")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertRegex(result.stdout, r"\Aarcas \d+\.\d+\.\d+\n\Z")


if __name__ == "__main__":
    unittest.main()
