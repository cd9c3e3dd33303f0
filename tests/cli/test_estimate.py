# SPDX-License-Identifier: Apache-2.0
# --estimate: its figures are compared with the memory that a run takes.
import json
import os
import subprocess
import tempfile
import unittest

from program import GRAPH, PROGRAM, environment, run


def peak(*arguments):
    """The most memory that the program had, in bytes."""
    child = subprocess.Popen([PROGRAM, *arguments], env=environment(), stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        raise AssertionError(arguments)
    return used.ru_maxrss * 1024


def estimated(*arguments):
    result = run(*arguments, "--estimate", "--json")
    if result.returncode != 0:
        raise AssertionError(result.stderr)
    return json.loads(result.stdout)


class Estimates(unittest.TestCase):
    def test_are_near_what_a_run_takes(self):
        if "ARCAS_TEST_SANITIZED" in os.environ:
            self.skipTest("a sanitizer takes more memory than the program")
        for command in (("bfs",), ("bc", "--sources", "2"), ("biconnected",), ("communities",),
                        ("pagerank",), ("walks", "--steps", "40")):
            with self.subTest(command=command):
                said = estimated(*command, "--kronecker", "17")["most_bytes"]
                taken = peak(*command, "--kronecker", "17")
                self.assertLess(taken, 1.8 * said)
                self.assertGreater(taken, said / 2.5)

    def test_of_what_writes_a_graph_are_near_what_it_takes(self):
        if "ARCAS_TEST_SANITIZED" in os.environ:
            self.skipTest("a sanitizer takes more memory than the program")
        with tempfile.TemporaryDirectory() as folder:
            outputs = [os.path.join(folder, f"{i}.txt") for i in range(4)]
            for out, command in zip(outputs, (("generate", outputs[0], "--kronecker", "17"), ("convert", GRAPH, outputs[1]),
                                              ("extract", GRAPH, outputs[2], "--core", "2"), ("extract", GRAPH, outputs[3], "--largest-component"))):
                with self.subTest(command=command):
                    said = estimated(*command)["most_bytes"]
                    self.assertFalse(os.path.exists(out))
                    taken = peak(*command)
                    self.assertLess(taken, 1.8 * said)
                    self.assertGreater(taken, said / 2.5)

    def test_of_the_bundled_graph_are_of_its_header(self):
        found = estimated("bfs", GRAPH)
        self.assertEqual((found["vertices"], found["edges"], found["exact"]), (82168, 948464, True))

    def test_of_a_list_without_a_header_are_by_its_lines(self):
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            for v in range(50_000):
                file.write(f"{v} {v * 7 % 50_000}\n{v} {v + 1}\n")
            file.flush()
            found = estimated("components", file.name)
            self.assertFalse(found["exact"])
            self.assertAlmostEqual(found["edges"], 100_000, delta=5_000)
            self.assertAlmostEqual(found["vertices"], 50_001, delta=1_000)
            text = run("components", file.name, "--estimate").stdout
            self.assertRegex(text, r"^about [\d,]+ vertices, [\d,]+ edges\nreading .*\ngraph .*\ncomponents .*\nat most .*\n$")

    def test_of_a_threshold_include_the_edges_that_are_kept(self):
        without, kept = (estimated("components", "--grid", "12", *more)["kernel_bytes"] for more in ((), ("--threshold", "5")))
        self.assertGreater(kept, without + estimated("components", "--grid", "12")["graph_bytes"])

    def test_read_nothing_and_write_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "x.csv")
            self.assertEqual(run("bfs", GRAPH, "--estimate", "--output", path).returncode, 0)
            self.assertEqual(os.listdir(folder), [])


if __name__ == "__main__":
    unittest.main()
