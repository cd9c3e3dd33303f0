# SPDX-License-Identifier: Apache-2.0
# arcas tune COMMAND: a table, a picture, and mistakes. Speed is not tested.
import os
import tempfile
import unittest
import xml.etree.ElementTree

from program import WITHOUT_OPENMP, run

CELLS = ("tune", "--workers", "1,2", "--grains", "auto,64", "--rounds", "1")


class Tune(unittest.TestCase):
    def test_of_a_kernel(self):
        with tempfile.TemporaryDirectory() as folder:
            picture = os.path.join(folder, "t.svg")
            done = run(*CELLS, "--out", picture, "bfs", "--kronecker", "8")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("Time of the kernel", done.stdout)
            self.assertIn("schedule(dynamic)\n\nArcas: workers", done.stdout)
            self.assertIn("\nArcas, one counter: workers ", done.stdout)
            self.assertIn("(1.00)", done.stdout)
            drawn = xml.etree.ElementTree.parse(picture).getroot()
        self.assertEqual(len([e for e in drawn.iter() if e.tag.endswith("rect")]), 1 + 2 * 4)

    @unittest.skipIf(WITHOUT_OPENMP, "the OpenMP library is not built for this sanitizer")
    def test_of_a_kernel_with_openmp_beside_it(self):
        for kernel in ("pagerank", "triangles"):
            done = run(*CELLS, kernel, "--kronecker", "8")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn("\nOpenMP, dynamic: workers ", done.stdout)
            self.assertNotIn("counter", done.stdout)

    def test_one_counter_is_asked_for_by_a_variable(self):
        with tempfile.NamedTemporaryFile("r") as seen:
            done = run(*CELLS, "sh", "-c", f"echo $ARCAS_WORKERS $ARCAS_GRAIN $ARCAS_DISTRIBUTOR >> {seen.name}")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(seen.read().splitlines(),
                             [f"{workers} {grain}{counter}" for workers in (1, 2) for grain in ("auto", 64)
                              for counter in ("", " shared")])

    def test_of_a_program(self):
        done = run(*CELLS, "sh", "-c", "test $ARCAS_WORKERS -le 2 && echo said")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("Time of the whole program", done.stdout)
        self.assertNotIn("said", done.stdout)

    def test_mistakes(self):
        for words, sentence, code in (
            (("tune",), "tune requires a command", 2),
            (("tune", "--grains", "0", "bfs"), '--grains 0: "0" is not a number of at least 1 or auto', 2),
            (("tune", "--workers", "1,x", "bfs"), '"x" is not a number of at least 1; write a list', 2),
            (("tune", "--jsn", "kcore", "g.txt"), '"--jsn" is not an option of tune; `arcas tune --help` lists the arguments', 2),
            (("tune", "/nowhere/x"), "/nowhere/x: cannot be run (No such file or directory)", 1),
            ((*CELLS, "info", "--kronecker", "4"), "the command prints no time", 1),
            ((*CELLS, "false"), "the command failed with 1 workers and grain auto", 1),
        ):
            done = run(*words)
            self.assertEqual(done.returncode, code, words)
            self.assertIn(sentence, done.stderr)
            self.assertEqual(done.stdout, "")


if __name__ == "__main__":
    unittest.main()
