# SPDX-License-Identifier: Apache-2.0
# arcas predict: a table, JSON, a picture, the machine at hand, and mistakes. tests/sim/machine tests the
# predictions themselves.
import json
import os
import shutil
import tempfile
import unittest
import xml.etree.ElementTree

from program import GRAPH, PROGRAM, run

SMALL = ("predict", "--work", "500cycles", "--iterations", "2e4", "--workers", "1,16")


class Predict(unittest.TestCase):
    def test_a_table_says_that_it_is_simulated_and_where_time_is_lost(self):
        done = run(*SMALL, "--machine", "epyc-2x96", "--skew", "1.2")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(done.stdout.startswith("SIMULATED: 20,000 iterations of 500 cycles"), done.stdout)
        self.assertIn("a heavy tail of shape 1.2, on epyc-2x96", done.stdout)
        self.assertIn("numbers are assumed", done.stdout)
        for word in ("speedup", "beginning", "claims", "shared cores", "auto", "static", "shared"):
            self.assertIn(word, done.stdout)

    def test_json_and_picture(self):
        with tempfile.TemporaryDirectory() as folder:
            picture = os.path.join(folder, "p.svg")
            done = run(*SMALL, "--machine", "t5-8", "--distributors", "auto,shared", "--json", "--out", picture)
            self.assertEqual(done.returncode, 0, done.stderr)
            drawn = xml.etree.ElementTree.parse(picture).getroot()
        answer = json.loads(done.stdout)
        self.assertIs(answer["simulated"], True)
        self.assertEqual(answer["iterations"], 20000)
        self.assertEqual([(p["workers"], p["distributor"]) for p in answer["predictions"]],
                         [(1, "auto"), (1, "shared"), (16, "auto"), (16, "shared")])
        for p in answer["predictions"]:
            self.assertAlmostEqual(p["work"] + sum(p["lost"].values()), 1)
            self.assertAlmostEqual(p["speedup"], p["work"] * p["workers"])
        self.assertTrue(all(price["source"] for price in answer["prices"]))
        self.assertIn("SIMULATED", "".join(drawn.itertext()))

    def test_a_recorded_loop(self):
        with tempfile.TemporaryDirectory() as folder:
            trace = os.path.join(folder, "costs.txt")
            with open(trace, "w", encoding="utf-8") as file:
                file.write("# cycles\n" + "1000\n" * 400 + "100000\n")
            done = run("predict", "--machine", "x4-2", "--workers", "8", "--trace", trace, "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        answer = json.loads(done.stdout)
        self.assertEqual((answer["iterations"], answer["cycles"], answer["longest_iteration"]), (401, 500000, 100000))
        self.assertGreater(answer["predictions"][-1]["speedup"], 1)

    def test_a_loop_of_ones_own(self):
        with tempfile.TemporaryDirectory() as folder:
            trace = os.path.join(folder, "own.costs")
            recorded = run("pagerank", GRAPH, "--json", ARCAS_TRACE=trace, ARCAS_WORKERS="2")
            self.assertEqual(recorded.returncode, 0, recorded.stderr)
            self.assertIn("own.costs: ", recorded.stderr)
            self.assertIn("for arcas predict --trace", recorded.stderr)
            with open(trace, encoding="utf-8") as file:
                lines = file.read().splitlines()
            done = run("predict", "--machine", "epyc-2x96", "--workers", "1,64", "--trace", trace, "--json")
        self.assertRegex(lines[0], r"# The longest of \d+ calls of \w+\.(cpp|h):\d+, \d+ chunks")
        costs = [tuple(map(int, line.split())) for line in lines if not line.startswith("#")]
        self.assertEqual(done.returncode, 0, done.stderr)
        answer = json.loads(done.stdout)
        self.assertEqual(answer["iterations"], sum(count for _, count in costs))
        self.assertEqual(answer["cycles"], sum(cost * count for cost, count in costs))
        # An interrupted chunk may take most of the time of the recorded loop. Only one bound on the speedup is
        # certain: that by the longest iteration.
        self.assertEqual(answer["longest_iteration"], max(cost for cost, _ in costs))
        self.assertLessEqual(answer["predictions"][-1]["speedup"], answer["cycles"] / answer["longest_iteration"] * 1.001)

    def test_a_trace_with_a_wrong_line(self):
        with tempfile.TemporaryDirectory() as folder:
            trace = os.path.join(folder, "costs.txt")
            for wrong in ("100 0", "100 1.5", "100 2 3", "-1", "x", "100x", "1 2000000000"):
                with open(trace, "w", encoding="utf-8") as file:
                    file.write(f"500 20\n{wrong}\n")
                done = run("predict", "--machine", "x4-2", "--trace", trace)
                self.assertEqual(done.returncode, 1, (wrong, done.stderr))
                self.assertIn(f'{trace}:2: "{wrong}" is not a cost', done.stderr)

    def test_the_machine_at_hand_has_its_calibration_beside_it(self):
        done = run("predict", "--iterations", "1e4", "--workers", "1")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("on this", done.stdout)
        self.assertIn("Calibration", done.stdout)
        self.assertIn("error", done.stdout)

    def test_says_so_where_the_program_is_not_there(self):
        with tempfile.TemporaryDirectory() as folder:
            alone = shutil.copy(PROGRAM, folder)
            done = run("predict", "--machine", "t5-8", program=alone)
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertRegex(done.stderr, r"\Aarcas: predict is not available: it requires the program \S+/arcas-predict; install [^\n]*\n\Z")
            self.assertIn("--distributors", run("predict", "--help", program=alone).stdout)

    def test_the_program_lists_it_and_completes_its_options(self):
        self.assertRegex(run("--help").stdout, r"\n *predict +Predict the speedup of a loop")
        self.assertRegex(run("completion", "bash").stdout, r"predict\) words=\"[^\"]*--distributors")

    def test_help_names_the_machines(self):
        done = run("predict", "--help")
        for machine in ("t5-8", "x4-2", "epyc-2x96", "xeon-2x64", "arm-128", "this"):
            self.assertIn(machine, done.stdout)

    def test_mistakes(self):
        for words, sentence in (
            (("--machine", "t5-9"), 'machine "t5-9": neither a machine nor a readable file; it must be one of arm-128'),
            (("--machine", "t5-8", "--work", "500"), "--work: 500 is out of range; it must be a number with a unit"),
            (("--machine", "t5-8", "--iterations", "x"), "--iterations: x is out of range; it must be a whole number"),
            (("--machine", "t5-8", "--skew", "0.9"), "--skew: 0.9 is out of range; it must be even, callisto"),
            (("--machine", "t5-8", "--workers", "2000"), "--workers: 2000 is out of range; it must be numbers from 1 to 1,024"),
            (("--machine", "t5-8", "--work", "5ns", "--trace", "x"), "--work is not available with --trace; remove one of them"),
            (("--machine", "t5-8", "--distributors", "best"), '"best" is not a distributor'),
        ):
            done = run("predict", *words)
            self.assertEqual(done.returncode, 2, (words, done.stderr))
            self.assertIn(sentence, done.stderr)
            self.assertEqual(done.stdout, "")

    def test_outputs_are_refused_before_the_simulation(self):
        with tempfile.TemporaryDirectory() as folder:
            trace, absent = os.path.join(folder, "l.csv"), os.path.join(folder, "no/x.svg")
            with open(trace, "w") as file:
                file.write("1\n2\n")
            for code, sentence, words in ((2, "l.csv: is the trace itself; name another file", ("--trace", trace, "--out", trace)),
                                          (1, "no/x.svg: cannot be made", ("--out", absent))):
                done = run("predict", "--machine", "x4-2", "--workers", "1", *words)
                self.assertEqual((done.returncode, done.stdout), (code, ""), done.stderr)
                self.assertIn(sentence, done.stderr)
            with open(trace) as file:
                self.assertEqual(file.read(), "1\n2\n")


if __name__ == "__main__":
    unittest.main()
