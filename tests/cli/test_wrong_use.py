# SPDX-License-Identifier: Apache-2.0
# Wrong use: an option that has no effect, and files that turn out to be unreadable before the graph is read.
import gzip
import subprocess
import unittest

from program import GRAPH, PROGRAM, Folder, environment, run

MATRIX = "%%MatrixMarket matrix coordinate pattern {}\n3 3 2\n2 1\n3 2\n"


class WrongUse(Folder):
    def refused(self, code, sentence, *command, **keywords):
        result = run(*command, **keywords)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (code, "", f"arcas: {sentence}\n"), command)

    def test_options_without_effect(self):
        kronecker = ("--kronecker", "5")
        for sentence, *command in (
            *((f"{option[0]} requires FILE", "bfs", *kronecker, *option)
              for option in (("--from", "1"), ("--to", "2"), ("--weight", "3"), ("--text-ids",), ("--format", "sg"),
                             ("--directed",), ("--undirected",), ("--simple",), ("--header", "no"), ("--decimal", ","), ("--skip-bad-rows",),
                             ("--most-unpacked", "1"))),
            ("--edge-factor requires --kronecker or --uniform", "bfs", GRAPH, "--edge-factor", "4"),
            ("--edge-factor requires --kronecker or --uniform", "generate", "x.txt", "--grid", "5", "--edge-factor", "4"),
            ("--directed is not available with --undirected; remove one of them", "bfs", GRAPH, "--directed", "--undirected"),
            ("--paths requires --path-to", "sssp", *kronecker, "--paths", "1"),
            ("--confidence requires --error or --certain-top", "bc", *kronecker, "--confidence", "0.5"),
            ("--error is not available with --form; remove one of them", "bc", *kronecker, "--error", "0.5", "--form", "inside"),
            ("--form inside is not available with --weighted, only sources is", "bc", "--grid", "4", "--weighted",
             "--form", "inside"),
            *(("--sources is not available with --source; remove one of them", command, *kronecker, "--sources", "4", "--source", "2")
              for command in ("bc", "closeness", "walks")),
            ("--best is not available with --pair; remove one of them", "similarity", *kronecker, "--pair", "1", "2", "--best", "3"),
            ("--adjacent is not available with --pairs; remove one of them", "similarity", *kronecker, "--pairs", "x", "--adjacent"),
            ("--iterations is not available with --method label-propagation; remove one of them", "communities", *kronecker,
             "--method", "label-propagation", "--iterations", "3"),
            ("--top requires --vertices or --output", "triangles", *kronecker, "--top", "3"),
            ("--top requires --eccentricities or --output", "diameter", *kronecker, "--top", "3"),
            *((f'"--top" is not an option of {command}; `arcas {command} --help` lists the arguments', command, *kronecker,
               "--top", "3") for command in ("sssp", "matching", "independent-set", "conductance", "spanning-forest")),
            ("--json is not available with --output -; remove one of them", "kcore", *kronecker, "--json", "--output", "-"),
            ("--maximum is not available with --weighted; remove one of them", "matching", GRAPH, "--maximum", "--weighted"),
            ("--strong requires --largest-component", "extract", GRAPH, "x.txt", "--core", "2", "--strong"),
            ("--seed requires --weights random", "convert", GRAPH, "x.txt", "--seed", "2"),
            ("--seed requires --weights random", "convert", GRAPH, "x.txt", "--seed", "2", "--weights", "keep"),
            *((f"--seed requires --kronecker or --uniform or --grid{drawing}", *command, GRAPH, "--seed", "2")
              for drawing, command in (
                  *(("", (kernel,)) for kernel in ("pagerank", "components", "triangles", "kcore", "ktruss", "spanning-forest", "similarity",
                                                   "diameter", "eigenvector", "katz", "hits", "biconnected", "topological-order", "info")),
                  ("", ("conductance", "--vertex", "1")), (" or no --source", ("bfs", "--source", "1")),
                  (" or --random-weights or no --source", ("sssp", "--source", "1")), (" or --sources", ("closeness",)),
                  (" or --sources or --error or --certain-top", ("bc",)), (" or no --maximum", ("matching", "--maximum")))),
            ("--seed requires --kronecker or --uniform or --grid", "generate", "x.txt", "--seed", "2"),
            ("--estimate is not available with --check; remove one of them", "bfs", *kronecker, "--estimate", "--check"),
            ("--compare is not available with --estimate; remove one of them", "pagerank", *kronecker, "--compare", "openmp", "--estimate"),
            *((f"--weights: the format of {out} has no edge weights; remove it, or write .txt, .csv, .wel, .wsg, "
                ".mtx, .gr, .graph or .graphml", *command, out)
              for out in ("x.sg", "x.el.zst")
              for command in (("generate", *kronecker, "--weights"), ("generate", "--grid", "5", "--weights"),
                              ("convert", GRAPH, "--weights", "random"), ("convert", GRAPH, "--weights", "real"))),
        ):
            with self.subTest(command=command):
                result = run(*command)
                self.assertEqual((result.returncode, result.stdout, result.stderr), (2, "", f"arcas: {sentence}\n"))
        for note, *command in (
            ("--weights: has no effect on a grid, which always has its lengths as weights", "generate", "--grid", "4", "--weights",
             "x.gr"),
            ("--random-weights: draws none, since grid 4 has edge weights", "sssp", "--grid", "4", "--random-weights"),
        ):
            with self.subTest(command=command):
                result = run(*command, cwd=self.folder.name)
                self.assertEqual((result.returncode, result.stderr), (0, f"arcas: {note}\n"))

    def test_a_seed_of_something_that_is_drawn(self):
        graph = self.write("g.txt", "1 2\n2 3\n")
        for command in (("bfs",), ("sssp", "--source", "1", "--random-weights"), ("closeness", "--sources", "2"), ("bc", "--sources", "2"),
                        ("bc", "--error", "0.5"), ("bc", "--certain-top", "1"), ("matching",), ("walks",), ("communities",),
                        ("independent-set",), ("colouring",)):
            result = run(*command, graph, "--seed", "2")
            self.assertEqual((result.returncode, result.stderr), (0, ""), command)
        for command in (("bfs", "--source", "1"), ("matching", "--maximum"), ("pagerank",), ("info",)):
            result = run(*command, "--grid", "3", "--seed", "2")
            self.assertEqual((result.returncode, result.stderr), (0, ""), command)

    def test_a_limit_on_an_unpacked_size_is_for_files_that_are_packed(self):
        graph, limit = self.write("g.txt", "1 2\n2 3\n"), ("--most-unpacked", "1")
        self.refused(2, f"--most-unpacked: is for compressed files and pipes, and {graph} is neither; remove it", "info", graph, *limit)
        with open(graph, encoding="utf-8") as file:
            plain = subprocess.run([PROGRAM, "info", "-", *limit], env=environment(), stdin=file, capture_output=True, text=True)
        self.assertEqual((plain.returncode, plain.stderr), (2, "arcas: --most-unpacked: is for compressed files and pipes, and standard "
                                                              "input is neither; remove it\n"))
        # The name does not show that the file is packed.
        with open(self.path("packed.txt"), "wb") as packed:
            packed.write(gzip.compress(b"1 2\n2 3\n"))
        self.assertEqual(run("convert", graph, self.path("g.npz")).returncode, 0)
        for path in (self.path("packed.txt"), self.path("g.npz")):
            result = run("info", path, *limit)
            self.assertEqual((result.returncode, result.stderr), (0, ""), path)
        piped = subprocess.run([PROGRAM, "info", "-", *limit], env=environment(), input="1 2\n", capture_output=True, text=True)
        self.assertEqual((piped.returncode, piped.stderr), (0, ""))

    def test_a_direction_is_for_formats_that_leave_it_open(self):
        # Only the content shows the format.
        undirected, directed = (self.write(f"{symmetry}.txt", MATRIX.format(symmetry)) for symmetry in ("symmetric", "general"))
        self.refused(2, f"{undirected}: its format says that it is undirected; do not ask for another direction (arcas: --directed), which "
                     "only edge lists and tables allow", "bfs", undirected, "--directed")
        self.refused(2, f"--directed: is for edge lists and tables, and {directed} is MatrixMarket; remove it", "bfs", directed, "--directed")

    def test_other_files_are_tried_before_the_graph_is_read(self):
        # A graph that is read is refused for its last line.
        graph, picture = self.write("wrong.txt", "1 2\n3 x\n"), self.write("picture", "\0")
        for command in (("extract", graph, self.path("x.txt"), "--vertices"), ("conductance", graph, "--vertices"), ("similarity", graph, "--pairs")):
            self.refused(1, "no list: cannot be read (No such file or directory)", *command, "no list")
            self.refused(1, f"{self.folder.name}: cannot be read (Is a directory)", *command, self.folder.name)
            self.refused(1, f"{picture}: has NUL bytes at its start, as no text has", *command, picture)
        for command in (("kcore", graph, "--output", "no/x.csv"), ("kcore", graph, "--plot", "no/x.svg"), ("convert", graph, "no/x.csv")):
            self.refused(1, f"{command[-1]}: cannot be made (No such file or directory); check the folder, its permissions and the space left",
                         *command)

    def test_a_list_may_come_from_a_pipe(self):
        graph = self.write("g.txt", "1 2\n2 3\n")
        done = subprocess.run(["bash", "-c", f"'{PROGRAM}' conductance '{graph}' --vertices <(echo 1)"], env=environment(),
                              capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
