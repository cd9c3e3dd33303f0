# SPDX-License-Identifier: Apache-2.0
# arcas topology: the tree, workers and levels, settings and refusals, as text and as JSON.
import json
import os
import unittest

from program import run

LARGE = "pack:8 core:16 pu:8"
FIGURE_2 = "pack:2 core:2 pu:2"


class Live(unittest.TestCase):
    def test_text_has_every_part(self):
        result = run("topology")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        for part in ("live machine: ", "worker 0: ", "a loop of level 0 is spread over hardware threads",
                     "ARCAS_WORKERS ", "ARCAS_STATS ", "Loops are shared out by ", "Refused: "):
            self.assertIn(part, result.stdout)

    def test_json_knows_the_affinity_mask(self):
        shown = json.loads(run("topology", "--json").stdout)
        self.assertTrue(shown["workers_running"])
        self.assertEqual(len(shown["topology"]["threads"]), len(os.sched_getaffinity(0)))
        self.assertEqual(shown["workers"][0]["parent"], None)
        self.assertEqual(set(shown), {"topology", "workers_running", "workers", "levels", "distributor",
                                      "settings", "refusals"})

    def test_a_thread_that_openmp_has_bound_uses_all_places_of_openmp(self):
        processors = len(os.sched_getaffinity(0))
        shown = json.loads(run("topology", "--json", OMP_PROC_BIND="true").stdout)
        self.assertEqual(len(shown["topology"]["threads"]), processors)
        told = [refusal for refusal in shown["refusals"] if "OMP_PROC_BIND" in refusal]
        self.assertEqual(len(told), 1 if processors > 1 else 0, shown["refusals"])
        shown = json.loads(run("topology", "--json", OMP_PROC_BIND="true", OMP_PLACES=f"{{{min(os.sched_getaffinity(0))}}}").stdout)
        self.assertEqual(len(shown["topology"]["threads"]), 1)

    def test_more_workers_than_threads(self):
        shown = json.loads(run("topology", "--json", ARCAS_WORKERS="5").stdout)
        self.assertEqual([worker["worker"] for worker in shown["workers"]], list(range(5)))

    def test_more_workers_than_processors_is_said(self):
        processors = len(os.sched_getaffinity(0))
        shown = run("topology", ARCAS_WORKERS=str(processors + 20)).stdout
        self.assertRegex(shown, f"Refused: {processors + 20} workers share [0-9]+ processors?,")


class Described(unittest.TestCase):
    def test_a_thousand_workers_are_drawn_without_a_thread(self):
        result = run("topology", ARCAS_TOPOLOGY=LARGE)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn("1024 hardware threads", result.stdout)
        self.assertIn("1,024 workers, not running", result.stdout)
        self.assertIn("  and 896 workers of level 0\n", result.stdout)
        self.assertIn("  and 120 workers of level 1\n", result.stdout)
        listed = [line for line in result.stdout.splitlines() if line.startswith("  worker ")]
        self.assertEqual(len(listed), 8)
        self.assertRegex(result.stdout, r"(biased|async:core/striped:core) \(chosen for this machine\)")

    def test_a_thousand_workers_as_json(self):
        shown = json.loads(run("topology", "--json", ARCAS_TOPOLOGY=LARGE).stdout)
        self.assertFalse(shown["workers_running"])
        self.assertEqual(len(shown["workers"]), 1024)
        self.assertEqual([level["workers"] for level in shown["levels"]], [1024, 128, 8])

    def test_figure_2_of_the_paper(self):
        shown = json.loads(run("topology", "--json", ARCAS_TOPOLOGY=FIGURE_2,
                               ARCAS_LEVELS="thread,core,package").stdout)
        self.assertEqual([worker["level"] for worker in shown["workers"]], [2, 0, 1, 0, 2, 0, 1, 0])
        self.assertEqual([worker["parent"] for worker in shown["workers"]], [None, 0, 0, 2, 0, 4, 4, 6])
        self.assertEqual(shown["distributor"], "biased")

    def test_settings_show_what_was_set(self):
        shown = json.loads(run("topology", "--json", ARCAS_TOPOLOGY=FIGURE_2, ARCAS_WORKERS="3",
                               ARCAS_DISTRIBUTOR="combine:core/striped:package").stdout)
        values = {setting["variable"]: setting["value"] for setting in shown["settings"]}
        self.assertEqual(values["ARCAS_WORKERS"], "3")
        self.assertEqual(values["ARCAS_TOPOLOGY"], FIGURE_2)
        self.assertEqual(shown["distributor"], "combine:core/striped:package")
        self.assertEqual(len(shown["workers"]), 3)

    def test_json_holds_whatever_the_environment_says(self):
        # Blanks and line ends are legal between the words of a description.
        shown = json.loads(run("topology", "--json", ARCAS_TOPOLOGY="pack:1\ncore:2 pu:1").stdout)
        values = {setting["variable"]: setting["value"] for setting in shown["settings"]}
        self.assertEqual(values["ARCAS_TOPOLOGY"], "pack:1\ncore:2 pu:1")


if __name__ == "__main__":
    unittest.main()
