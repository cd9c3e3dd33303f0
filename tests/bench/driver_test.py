# SPDX-License-Identifier: Apache-2.0
"""Does the driver measure as its tables state? Tests of plans, of the schema of samples, and of tables."""

import argparse
import csv
import json
import os
import sys
import tempfile
import types
import unittest
import xml.etree.ElementTree

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "bench"))

from driver import algorithms, betweenness, burden, claim, heat_map, kernels, loops, overview, pagerank, replay, shared_out, triangles  # noqa: E402
from driver.configuration import AUTO, PROGRAMS, Configuration, Point, environment, placement, sharing  # noqa: E402
from driver.samples import Malformed, Samples, parse  # noqa: E402

ORIGIN = {"processor": "P", "hardware_threads": 2, "kernel": "K", "compiler": "C", "flags": "-O3",
          "commit": "c"}


def sample(sequential, parallel, **more):
    return {"measure": "claim", "runtime": "Arcas", "schedule": "default", "grain": 0, "workers": 2,
            "workload": "even", "iterations": 16, "iteration_cycles": 50, "sample": 0,
            "sequential_cycles": sequential, "parallel_cycles": parallel, "tsc_hz": 2.5e9,
            "round": 0, **ORIGIN, **more}


def asked(**more):
    return argparse.Namespace(**{"size": "full", "grains": None, "workers": None, "iterations": None,
                                 "cycles": 50, "scale": None, "graph": None, "memory": ["first-touch"],
                                 **more})


def workplace():
    return types.SimpleNamespace(runtimes=list(PROGRAMS), processors=2,
                                 graph=lambda name, source: name + ".graph")


class Schema(unittest.TestCase):
    def test_a_whole_sample_is_accepted(self):
        self.assertEqual(parse(json.dumps(sample(2, 1)))["parallel_cycles"], 1)

    def test_what_is_missing_or_of_another_kind_is_named(self):
        for name in ("commit", "flags", "workload", "tsc_hz"):
            broken = sample(2, 1)
            del broken[name]
            with self.assertRaisesRegex(Malformed, name):
                parse(json.dumps(broken))
        with self.assertRaisesRegex(Malformed, "grain"):
            parse(json.dumps(sample(2, 1, grain="one")))

    def test_noise_is_refused(self):
        for line in ("hello", json.dumps({"measure": "weather"}), json.dumps(sample(2, 0))):
            with self.assertRaises(Malformed):
                parse(line)


class Plans(unittest.TestCase):
    def test_a_point_is_measured_once_a_round(self):
        for measure in (algorithms, betweenness, burden, claim, kernels, loops, overview, pagerank, replay, triangles):
            points = measure.plan(workplace(), asked())
            self.assertEqual(len(points), len(set(points)))

    def test_claim_covers_every_distributor_grain_and_worker_count(self):
        found = {(p.configuration.schedule, p.configuration.grain, p.configuration.workers)
                 for p in claim.plan(workplace(), asked()) if p.configuration.is_arcas}
        for distributor in ("shared", "striped:thread", "combine:core", "async:core",
                            "combine:core/striped:core", "async:core/striped:core",
                            "async:core/combine:package"):
            for grain in (AUTO, 1, 4, 16, 64, 256, 1024):
                for workers in (1, 2, 8):
                    self.assertIn((distributor, grain, workers), found)
        self.assertIn(("", AUTO, 2), found)

    def test_kernels_run_under_arcas_and_the_openmps_only(self):
        for size in ("full", "quick", "smoke"):
            points = kernels.plan(workplace(), asked(size=size))
            self.assertEqual({p.configuration.runtime for p in points},
                             {"Arcas", "libgomp", "libiomp5"})
            self.assertEqual({p.options[1] for p in points}, {"pagerank", "jacobi", "triangles"})

    def test_a_graph_that_is_given_takes_the_place_of_both(self):
        built = {}
        here = workplace()
        here.graph = lambda name, source: built.setdefault(name, source)[1]
        path = os.path.join(ROOT, "soc-LiveJournal1.txt.gz")
        for measure in (pagerank, triangles):
            points = measure.plan(here, asked(graph=path))
            self.assertEqual(len({p.work for p in points}), 1)
        self.assertEqual(built, {"soc-LiveJournal1": ("--snap", path),
                                 "soc-LiveJournal1-undirected": ("--snap", path, "--undirected")})

    def test_each_memory_is_a_work_of_its_own(self):
        for measure in (pagerank, triangles):
            points = measure.plan(workplace(), asked(memory=["first-touch", "interleaved"]))
            named = {p.work: dict(zip(p.options[::2], p.options[1::2])).get("--memory") for p in points}
            self.assertEqual(len(named), 4)
            self.assertTrue(all(memory == ("interleaved" if work.endswith("-interleaved") else None)
                                for work, memory in named.items()))

    def test_arcas_is_measured_with_and_without_fixed_ranges(self):
        for measure in (algorithms, replay, loops):
            schedules = {p.configuration.schedule for p in measure.plan(workplace(), asked())
                         if p.configuration.is_arcas}
            self.assertEqual(schedules, {"", "biased"})

    def test_reducers_are_measured_beside_sums_of_arcas_alone(self):
        operations = {(p.configuration.runtime, p.options[1]) for p in algorithms.plan(workplace(), asked())}
        self.assertIn(("Arcas", "reducing-tasks"), operations)
        self.assertNotIn(("oneTBB", "reducer"), operations)

    def test_a_crowded_fork_union_yields(self):
        self.assertTrue(all(c.schedule.endswith("-yield") for c in sharing("fork_union", [1], 8, 2)))

    def test_spinning_and_pinning_only_with_a_processor_each(self):
        roomy = environment(Configuration("libgomp", "static", 0, 2), 2, None)
        crowded = environment(Configuration("libgomp", "static", 0, 8), 2, None)
        self.assertEqual(roomy["OMP_WAIT_POLICY"], "active")
        self.assertEqual(crowded, {"OMP_NUM_THREADS": "8"})

    def test_fewer_threads_than_processors_are_spread_by_all(self):
        def settings(runtime):
            return environment(Configuration(runtime, "", 0, 4), 16, "libiomp5.so")

        self.assertEqual(settings("Arcas")["ARCAS_PLACEMENT"], "spread")
        self.assertEqual(settings("libgomp")["OMP_PROC_BIND"], "spread")
        self.assertEqual(settings("libgomp")["OMP_PLACES"], "threads")
        self.assertTrue(settings("libiomp5")["KMP_AFFINITY"].endswith("scatter"))

    def test_a_table_names_the_placement_of_each_runtime(self):
        told = placement(["Arcas", "libgomp", "oneTBB"])
        self.assertEqual(told, "Arcas ARCAS_PLACEMENT=spread; libgomp OMP_PLACES=threads OMP_PROC_BIND=spread; "
                               "oneTBB by the operating system")


class Verdicts(unittest.TestCase):
    def test_the_default_is_compared_with_the_best_tuned_rival(self):
        ours = Point(Configuration("Arcas"), "even")
        slow = Point(Configuration("libgomp", "dynamic", 1), "even")
        fast = Point(Configuration("libgomp", "dynamic", 64), "even")
        samples = Samples()
        for point, times in ((ours, (50, 52, 90)), (slow, (100,)), (fast, (50,))):
            for time in times:
                samples.add(point, sample(100, time))
        best, ratio = shared_out.verdict([ours, slow, fast], samples, "even", 2)
        self.assertIn("libgomp dynamic, grain 64, 2.000", best)
        self.assertIn("0.962 of it", ratio)

    def test_a_heat_map_shows_times_over_the_best_openmp(self):
        speedups = {"Arcas default": {(2, AUTO): 2.0, (1, AUTO): None}, "oneTBB auto": {(2, AUTO): 4.0},
                    "libgomp dynamic": {(2, 1): 0.5, (2, 64): 1.6}, "libiomp5 static": {(2, AUTO): 1.0}}
        times, reference = heat_map.times_over_best_openmp(speedups)
        self.assertEqual(reference, "the best OpenMP")
        self.assertEqual(times["Arcas default"], {(2, AUTO): 0.8, (1, AUTO): None})
        self.assertEqual(times["libgomp dynamic"], {(2, 1): 3.2, (2, 64): 1.0})
        self.assertEqual(heat_map.best_of(times["libgomp dynamic"]), "best 1.00: 2 workers, grain 64")
        self.assertEqual(heat_map.best_of({(2, AUTO): None}), "not measured")

    def test_without_an_openmp_a_heat_map_shows_times_over_sequential_code(self):
        times, reference = heat_map.times_over_best_openmp({"Arcas default": {(2, AUTO): 2.0}})
        self.assertEqual((times["Arcas default"][2, AUTO], reference), (0.5, "sequential code"))

    def test_one_disturbed_reference_makes_no_winner(self):
        points = [Point(Configuration("libgomp", "dynamic", grain), "even") for grain in (1, 4, 16)]
        samples = Samples()
        for point, sequential in zip(points, (100, 300, 100)):
            samples.add(point, sample(sequential, 50))
        self.assertEqual([samples.speedup(p) for p in points], [2, 2, 2])

    def test_a_kernel_is_compared_with_the_best_schedule_of_the_best_openmp(self):
        points = [Point(Configuration(*configuration), "triangles of k")
                  for configuration in (("Arcas",), ("libgomp", "static"), ("libgomp", "dynamic", 64))]
        samples = Samples()
        for point, cycles in zip(points, (100e6, 300e6, 150e6)):
            samples.add(point, sample(200e6, cycles, measure="kernels", passes=1))
        line = kernels.report(points, samples, asked(workers=[2]), workplace()).splitlines()[-1]
        self.assertEqual(line.split(), ["triangles", "of", "k", "80.0", "40.0", "60.0", "(dynamic",
                                        "64)", "–", "1", "1.50"])

    def test_a_replay_has_a_row_for_each_length_and_one_for_all_loops(self):
        samples = Samples()
        points = [p for p in replay.plan(workplace(), asked(size="smoke")) if p.configuration == Configuration("Arcas", "", AUTO, 2)]
        for operation, least, loops in (("ways", 8, 100), ("ways", 64, 10), ("degrees", 8, 100)):
            for cycles in (3500, 3750, 9000):
                samples.add(points[0], sample(2500, cycles, measure="replay", operation=operation,
                                              least_length=least, loops=loops))
        rows = [line.split() for line in replay.report(points, samples, asked(size="smoke"),
                                                       workplace()).splitlines()[2:]]
        self.assertEqual([r[0] for r in rows], ["ways", "ways", "degrees", "all,"])
        self.assertEqual(rows[0], ["ways", "of", "8", "to", "63", "100", "1.00", "1.00"])
        self.assertEqual(rows[-1], ["all,", "in", "ms", "210", "0.21"])

    def test_each_loop_of_a_trace_is_a_dot_at_the_median_of_its_rounds(self):
        point = Point(Configuration("Arcas"), "slashdot")
        samples = Samples()
        for round_number, (first, second) in enumerate(((5000, 2500), (2500, 1250), (1250, 1250))):
            for alone, together in ((5000, first), (250000, second)):
                samples.add(point, sample(alone, together, round=round_number))
        self.assertEqual(loops.dots(point, samples), [(2.0, 2.0), (100.0, 200.0)])
        rows = [line.split() for line in loops.report([point], samples, asked(), workplace()).splitlines()[2:]]
        self.assertEqual(rows, [["1", "to", "10", "us", "1", "2.00"], ["100", "to", "1000", "us", "1", "200.00"]])

    def test_forms_of_betweenness_say_whether_misses_were_counted(self):
        points = [p for p in betweenness.plan(workplace(), asked(size="smoke"))]
        samples = Samples()
        for p in points:
            samples.add(p, sample(10e6, 5e6, arcs=1000, iterations=3, measure="betweenness"))
        text = betweenness.report(points, samples, asked(), workplace())
        self.assertIn("Cache misses were not counted", text)
        for p in points:
            samples.by_point[p][0]["cache_misses"] = 6000
        text = betweenness.report(points, samples, asked(), workplace())
        self.assertNotIn("not counted", text)
        line = next(line for line in text.splitlines() if line.startswith("nested, levels thread,core"))
        self.assertEqual(line.split()[-5:], ["2", "2.0", "2.00", "1.5", "2.0"])

    def test_the_overview_draws_a_bar_for_each_way_that_was_measured(self):
        samples = Samples()
        here = workplace()
        here.runtimes = ["Arcas", "libgomp"]
        points = overview.plan(here, asked())
        for p in points:
            samples.add(p, sample(2, 1 if p.configuration.is_arcas else 4, workload=p.work))
        drawing = overview.drawing(overview._speedups(points, samples))
        self.assertEqual(drawing.count('class="arcas"'), 2)
        self.assertEqual(drawing.count('class="rival"'), 8)
        self.assertEqual(drawing.count(">2.00<"), 2)
        self.assertNotIn("oneTBB", drawing)
        xml.etree.ElementTree.fromstring(drawing)

    def test_the_line_through_growing_loops_ends_at_the_burden(self):
        pairs = [(work, 1.02 * work / 2 + 650) for work in (2600, 26000, 260000, 2600000)]
        self.assertAlmostEqual(burden.fitted_burden(pairs), 650, places=3)

    def test_burden_is_what_half_the_work_does_not_explain(self):
        self.assertEqual(burden.burden(sample(2600, 1950)), 650)

    def test_round_trips_are_those_of_the_samples_round(self):
        samples = Samples()
        samples.machines = [{"round_trip_cycles": 200}, {"round_trip_cycles": 900}]
        self.assertEqual(samples.round_trip_of(sample(2, 1, round=1)), 900)

    def test_the_csv_has_every_sample(self):
        samples = Samples()
        samples.machines = [{"measure": "machine", "round": 0}]
        samples.add(Point(Configuration("Arcas"), "even"), sample(2, 1))
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "claim.csv")
            samples.write_csv(path)
            with open(path, encoding="utf-8") as table:
                rows = list(csv.DictReader(table))
        self.assertEqual([row["measure"] for row in rows], ["machine", "claim"])
        self.assertEqual(rows[1]["flags"], "-O3")


if __name__ == "__main__":
    unittest.main()
