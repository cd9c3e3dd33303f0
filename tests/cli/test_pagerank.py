# SPDX-License-Identifier: Apache-2.0
# arcas pagerank on the bundled graph: does the output have all its parts, and are its numbers right?
import json
import re
import tempfile
import unittest

from program import WITHOUT_OPENMP, GRAPH, run



def pagerank(*arguments, **variables):
    return json.loads(run("pagerank", GRAPH, "--json", *arguments, **variables).stdout)


class Text(unittest.TestCase):
    def test_what_a_newcomer_sees(self):
        result = run("pagerank", GRAPH)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        first, *rest = result.stdout.splitlines()
        self.assertRegex(first, r"82,168 vertices, 948,464 edges; edge list, directed as stated; read in .* \(11\.3 MB, .* MB/s\)$")
        rows = [line for line in rest if re.match(r" +\d+ +\d+  \d\.\d{6}e-\d\d$", line)]
        self.assertEqual(len(rows), 10)
        self.assertRegex(result.stdout, r"\n\d+ iterations, residual \S+ \(tolerance 1e-06\)\n")
        self.assertRegex(result.stdout, r"\nArcas: .*, .* edges/s, \d+ workers?\n")
        self.assertRegex(result.stdout, r"\nShared out: worker 0: .* chunks, .* iterations, .* helped")

    def test_no_colour_and_no_progress_in_a_pipe(self):
        result = run("pagerank", GRAPH, "--trials", "2", "--max-iterations", "5")
        self.assertEqual(result.stderr, "")
        self.assertNotRegex(result.stdout, "[\x1b\r]")

    @unittest.skipIf(WITHOUT_OPENMP, "the OpenMP library is not built for this sanitizer")
    def test_openmp_beside_it(self):
        result = run("pagerank", GRAPH, "--compare", "openmp", "--check", "--top", "0")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertRegex(result.stdout, r"\nOpenMP: .* edges/s, \d+ threads, schedule\(\S+\)\n")
        words = r"\nArcas is \d+\.\d\d times as fast as OpenMP per iteration \((\d+) and \d+ iterations\); scores differ by "
        self.assertRegex(result.stdout, words)
        ours = re.search(words, result.stdout)[1]
        self.assertIn(f"\n{ours} iterations, residual ", result.stdout)
        self.assertIn("\nChecked: right;", result.stdout)
        self.assertNotIn("rank  ", result.stdout)


class Json(unittest.TestCase):
    def test_numbers_of_the_graph_and_of_the_run(self):
        shown = pagerank("--trials", "3", "--check")
        self.assertEqual((shown["graph"]["vertices"], shown["graph"]["edges"]), (82168, 948464))
        run, result = shown["run"], shown["result"]
        self.assertEqual(len(run["seconds"]), 3)
        self.assertEqual(run["median_seconds"], sorted(run["seconds"])[1])
        self.assertTrue(result["converged"] and run["checked"])
        self.assertLessEqual(result["residual"], 1e-6)
        self.assertEqual(len(result["scores"]), 10)
        scores = [row["score"] for row in result["scores"]]
        self.assertEqual(scores, sorted(scores, reverse=True))

    def test_every_iteration_is_in_the_shares(self):
        for workers in ("1", "2", "5"):
            shown = pagerank("--workers", workers, "--max-iterations", "4", "--order", "jacobi")
            # Two passes are not iterations. The one before the first iteration sets all vertices to the same
            # score; the one after the last computes the scores from their shares (score / out-degree).
            passes = shown["result"]["iterations"] + 2
            self.assertEqual(sum(share["iterations"] for share in shown["run"]["shares"]), passes * 82168)
            self.assertEqual(shown["run"]["workers"], int(workers))

    def test_scores_do_not_depend_on_how_loops_run(self):
        few = ("--tolerance", "0", "--max-iterations", "5", "--order", "jacobi")
        usual = pagerank(*few)
        for options in (("--workers", "1"), ("--grain", "1", "--distributor", "shared"),
                        ("--workers", "3", "--distributor", "async:core/combine:package")):
            other = pagerank(*few, *options)
            for ours, theirs in zip(usual["result"]["scores"], other["result"]["scores"]):
                self.assertEqual(ours["vertex"], theirs["vertex"])
                self.assertAlmostEqual(ours["score"], theirs["score"], delta=1e-12)

    @unittest.skipIf(WITHOUT_OPENMP, "the OpenMP library is not built for this sanitizer")
    def test_openmp_agrees(self):
        shown = pagerank("--compare", "openmp", "--trials", "2", "--tolerance", "1e-4", "--order", "jacobi")
        self.assertEqual(len(shown["run"]["openmp"]["seconds"]), 2)
        self.assertLess(shown["run"]["openmp"]["difference"], 1e-9)
        self.assertGreater(shown["run"]["openmp"]["ratio"], 0)

    def test_jumps_can_be_led_to_a_vertex(self):
        shown = pagerank("--jump-to", "17", "--check", "--top", "1")
        self.assertTrue(shown["run"]["checked"])
        self.assertEqual(shown["result"]["scores"][0]["vertex"], 17)
        self.assertEqual(shown["parameters"]["jump_to"], [17])

    def test_limits_are_kept(self):
        shown = pagerank("--max-iterations", "2", "--top", "1")
        self.assertEqual((shown["result"]["iterations"], shown["result"]["converged"]), (2, False))
        self.assertEqual(len(shown["result"]["scores"]), 1)

    def test_vertices_keep_their_names(self):
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write("# a star\n500 18446744073709551615\n7 18446744073709551615\n")
            file.flush()
            shown = json.loads(run("pagerank", file.name, "--json", "--check").stdout)
        self.assertEqual([row["vertex"] for row in shown["result"]["scores"]], [18446744073709551615, 7, 500])


if __name__ == "__main__":
    unittest.main()
