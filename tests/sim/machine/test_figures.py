# SPDX-License-Identifier: Apache-2.0
# The statements of docs/experiments/2026-11-26-laboratory.md on figures that only `sim_figures` draws: which
# schedule wins where. The other figures are in figures_test.cpp.
import csv
import os
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree

PROGRAM = os.environ["SIM_FIGURES"]


class Figures(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        subprocess.run([PROGRAM, "table-1", "figure-5", "figure-7", "burden", "--quick", "--out", cls.folder.name],
                       check=True, stdout=subprocess.DEVNULL)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def rows(self, name):
        with open(os.path.join(self.folder.name, name + ".csv"), encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def test_locality_queues_restore_the_speed_of_static_loops(self):
        rows = {(r["initialised"], r["order"]): r for r in self.rows("table-1")}
        static = float(rows["static", "kji"]["static loop"])
        # With queues and without them, all waiting tasks have their data on one node, so the memory of
        # that node is the limit.
        worst = rows["static", "kji"]
        self.assertLess(float(worst["tasks"]), static / 3)
        self.assertLess(float(worst["tasks and queues"]), static / 2)
        # Queues that are filled at the same time, or before the first task runs, have no such limit.
        for key in rows:
            self.assertGreater(float(rows[key]["Arcas: locality"]), 0.9 * static)
            if key != ("static", "kji"):
                self.assertGreater(float(rows[key]["tasks and queues"]), 0.9 * static)
            for column in ("tasks", "tasks and queues"):
                paper = float(rows[key]["paper: " + column.split()[-1]])
                self.assertLess(abs(float(rows[key][column]) - paper), 0.3 * paper, (key, column))
        self.assertLess(float(rows["static,1", "jki"]["dynamic loop"]), 0.8 * static)

    def test_the_default_needs_no_grain_to_beat_the_best_of_the_shared_counter(self):
        for kernel in ("pagerank", "triangles"):
            best = {}
            for row in self.rows("figure-5-" + kernel):
                key, ms = row["distributor"], float(row["milliseconds"])
                best[key] = min(ms, best.get(key, ms))
            self.assertLess(best["default, no grain"], best["shared counter (OpenMP dynamic)"])

    def test_small_batches_are_slow_by_a_shared_counter_and_not_by_counters_of_cores(self):
        cells = {(r["distributor"], r["workers"], r["grain"]): float(r["milliseconds"])
                 for r in self.rows("figure-5-pagerank")}
        shared = cells["shared counter (OpenMP dynamic)", "512", "16"]
        self.assertGreater(shared, 2 * cells["shared counter (OpenMP dynamic)", "512", "256"])
        self.assertGreater(shared, 5 * cells["async:core/striped:core", "512", "16"])

    def test_flat_betweenness_degrades_and_searches_by_a_core_do_not(self):
        speed = {(int(r["workers"]), int(r["workers a search"])): float(r["speedup"]) for r in self.rows("figure-7")}
        self.assertGreater(speed[256, 1], speed[512, 1])
        self.assertGreater(speed[512, 1], speed[1024, 1])
        self.assertGreater(speed[1024, 8], 2 * speed[1024, 1])
        self.assertGreater(speed[1024, 8], max(speed[w, 1] for w in (128, 256, 512, 1024)))
        # With all workers in one search at a time, the speed does not scale.
        self.assertLess(speed[512, 512], speed[512, 1])
        self.assertLess(speed[1024, 1024], 0.75 * speed[1024, 8])

    def test_burden_grows_as_the_depth_of_the_tree_and_not_as_the_team(self):
        burden = {int(r["workers"]): r for r in self.rows("burden")}
        of = lambda workers, column: float(burden[workers][column])
        self.assertLess(of(1024, "half-barrier (static)"), 2 * of(32, "half-barrier (static)"))
        self.assertLess(of(1024, "by claims"), 4 * of(32, "by claims"))
        self.assertGreater(of(1024, "barriers of one counter"), 5 * of(32, "barriers of one counter"))
        self.assertLess(of(1024, "half-barrier (static)"), of(1024, "barriers of one counter") / 10)

    def test_pictures_say_that_they_are_simulated(self):
        pictures = [name for name in os.listdir(self.folder.name) if name.endswith(".svg")]
        self.assertEqual(len(pictures), 5)
        for name in pictures:
            drawn = xml.etree.ElementTree.parse(os.path.join(self.folder.name, name)).getroot()
            self.assertIn("SIMULATED", "".join(drawn.itertext()), name)


if __name__ == "__main__":
    unittest.main()
