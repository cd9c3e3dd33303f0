# SPDX-License-Identifier: Apache-2.0
# arcas tune COMMAND: a table, a picture, and mistakes. Not whether anything is faster.
import os
import tempfile
import unittest
import xml.etree.ElementTree

from program import run

CELLS = ("tune", "--workers", "1,2", "--grains", "auto,64", "--rounds", "1")


class Tune(unittest.TestCase):
    def test_of_a_kernel_has_openmp_beside_it(self):
        with tempfile.TemporaryDirectory() as folder:
            picture = os.path.join(folder, "t.svg")
            done = run(*CELLS, "--out", picture, "pagerank", "--kronecker", "8")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("Time of the kernel", done.stdout)
            self.assertIn("grain auto", done.stdout)
            self.assertIn("(1.00)", done.stdout)
            drawn = xml.etree.ElementTree.parse(picture).getroot()
        rectangles = [e for e in drawn.iter() if e.tag.endswith("rect")]
        maps = 1 if "ARCAS_TEST_WITHOUT_OPENMP" in os.environ else 2
        self.assertIn(len(rectangles), (1 + 4 * maps, 5))

    def test_of_a_program(self):
        done = run(*CELLS, "sh", "-c", "test $ARCAS_WORKERS -le 2 && echo said")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("Time of the whole program", done.stdout)
        self.assertNotIn("said", done.stdout)

    def test_mistakes(self):
        for words, sentence, code in (
            (("tune",), "tune requires a command", 2),
            (("tune", "--grains", "0", "bfs"), '--grains 0: "0" is no number from 1 on nor auto', 2),
            (("tune", "--workers", "1,x", "bfs"), '"x" is no number from 1 on; write a list', 2),
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
