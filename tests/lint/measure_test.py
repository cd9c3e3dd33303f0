# SPDX-License-Identifier: Apache-2.0
# Does ci/step.py run its command unchanged and record its time, and does ci/times.py add the times up?
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import unittest

CI = pathlib.Path(__file__).resolve().parents[2] / "ci"


class MeasureTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.log = self.folder / "log"

    def program(self, name, text):
        path = self.folder / name
        path.write_text(f"#!/usr/bin/env bash\n{text}\n")
        path.chmod(0o755)
        return str(path)

    def step(self, *command):
        return subprocess.run([sys.executable, "-B", CI / "step.py", self.log, *command], cwd=self.folder,
                              capture_output=True, text=True)

    def entries(self):
        return [json.loads(line) for line in self.log.read_text().splitlines()]

    def table(self):
        done = subprocess.run([sys.executable, "-B", CI / "times.py", "--table", self.log],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout


class Step(MeasureTest):
    def test_says_what_the_command_said_and_ends_as_it_ended(self):
        done = self.step(self.program("fails", 'echo "out $1"; echo err >&2; exit 7'), "a b")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (7, "out a b\n", "err\n"))

    def test_ends_by_the_signal_that_ended_the_command(self):
        done = self.step(self.program("dies", "kill -SEGV $$"))
        self.assertEqual(done.returncode, -signal.SIGSEGV)
        self.assertEqual(len(self.entries()), 1)

    def test_books_by_kind(self):
        gcc = self.program("g++", "exit 0")
        self.step(gcc, "-O3", "-o", "x.o", "-c", "arcas/base/x.cpp")
        self.step(gcc, "x.o", "-o", "x")
        self.step(self.program("cmake", "exit 0"), "--preset", "release")
        self.step(self.program("ctest", "exit 0"), "--preset", "release")
        self.step(self.program("lint.sh", "exit 0"))
        self.step(self.program("x_tests", "exit 0"))
        self.step(self.program("make", "exit 0"), "run")
        self.assertEqual([entry["kind"] for entry in self.entries()],
                         ["compile", "link", "configure", "suite", "part", "test", "target"])
        self.assertEqual(self.entries()[0]["what"], "arcas/base/x.cpp")
        self.assertEqual(self.entries()[5]["what"], "x_tests")

    def test_counts_the_processor_time_of_all_that_the_command_starts(self):
        self.step(self.program("burns", "for ((i = 0; i < 40000; i++)); do :; done & wait"))
        self.assertGreater(self.entries()[0]["cpu"], 0)

    def test_keeps_the_time_of_each_case_that_ran(self):
        report = {"testsuites": [{"name": "S", "testsuite": [
            {"name": "a", "status": "RUN", "time": "1.5s"}, {"name": "b", "status": "NOTRUN", "time": "0s"}]}]}
        self.step(self.program("x_tests", f"echo '{json.dumps(report)}' > \"${{GTEST_OUTPUT#json:}}\""))
        self.assertEqual(self.entries()[0]["cases"], [["S.a", 1.5]])
        self.assertEqual([name for name in os.listdir(self.folder) if name.endswith(".json")], [])


class Tables(MeasureTest):
    def write(self, *entries):
        whole = [{"folder": "/c/build/release", "start": 0, "wall": 0, **entry} for entry in entries]
        self.log.write_text("".join(json.dumps(entry) + "\n" for entry in whole))

    def test_add_up_by_phase_component_and_source(self):
        self.write({"kind": "compile", "what": "/c/arcas/loops/a.cpp", "cpu": 2.0, "wall": 3.0},
                   {"kind": "compile", "what": "/c/arcas/loops/b.cpp", "cpu": 5.0, "wall": 6.0},
                   {"kind": "compile", "what": "/c/cli/main.cpp", "cpu": 4.5, "wall": 4.5},
                   {"kind": "link", "what": "cli/arcas", "cpu": 0.5, "wall": 1})
        table = self.table()
        self.assertIn("| compile | 3 | 11.5 | 13.5 |", table)
        self.assertIn("| arcas/loops | 2 | 7.0 | 9.0 |", table)
        self.assertIn("| cli | 1 | 4.5 | 4.5 |", table)
        self.assertLess(table.index("arcas/loops/b.cpp"), table.index("cli/main.cpp"))

    def test_name_the_dearest_cases_first(self):
        self.write({"kind": "test", "what": "x_tests", "cpu": 1, "cases": [["S.a", 0.5], ["S.b", 2.5]]})
        table = self.table()
        self.assertLess(table.index("x_tests: S.b"), table.index("x_tests: S.a"))

    def test_of_targets_stand_beside_their_budget(self):
        self.write({"kind": "target", "what": "make run", "cpu": 310, "wall": 160},
                   {"kind": "target", "what": "make test", "cpu": 1000, "wall": 500, "start": 160},
                   {"kind": "target", "what": "make docs", "cpu": 50, "wall": 60, "start": 200})  # beside the tests
        told = self.budget()
        self.assertRegex(told, r"\| `make run` \| .* \| 160 / 310 \|\n")
        self.assertRegex(told, r"\| `\.ci/run` \| .* \| 660 / 1,360 \|\n")
        self.assertRegex(told, r"\| `pip install \.` \| .* \| not run \|\n")
        self.assertRegex(told, r"\| smallest program of the cluster \| .* \| 2 / 0\.0 \|\n")

    def test_of_tests_include_the_build_before_them(self):
        self.write({"kind": "target", "what": "make build", "cpu": 230, "wall": 130},
                   {"kind": "target", "what": "make test", "cpu": 1000, "wall": 500, "start": 130})
        told = self.budget()
        self.assertRegex(told, r"\| `make test` \| .* \| 630 / 1,230 \|\n")
        self.assertRegex(told, r"\| `\.ci/run` \| .* \| 630 / 1,230 \|\n")

    def budget(self):
        environment = {**os.environ, "CXX": self.program("c++", "echo one; echo two")}
        return subprocess.run([sys.executable, "-B", CI / "times.py", "--budget", self.log],
                              env=environment, capture_output=True, text=True).stdout


if __name__ == "__main__":
    unittest.main()
