# SPDX-License-Identifier: Apache-2.0
# Does ci/check.py lint what has changed, run the tests that a change touches and only these, and fail when it must?
# The test makes a repository with two test programs, and replaces lint, build and ctest by short scripts.
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

CHECK = pathlib.Path(__file__).resolve().parents[2] / "ci" / "check.py"

# Lists the two tests, or "runs" those that the pattern names; a program that contains "broken" fails.
CTEST = """#!/usr/bin/env python3
import json, os, pathlib, re, sys
programs = {name: os.getcwd() + "/" + name for name in ("one_tests", "two_tests")}
if "--show-only=json-v1" in sys.argv:
    print(json.dumps({"tests": [{"name": name, "command": [path], "properties": []}
                                for name, path in programs.items()]}))
    sys.exit()
pattern = sys.argv[sys.argv.index("-R") + 1]
report = ""
for name, path in programs.items():
    if re.search(pattern, name):
        print("ran", name)
        status = "fail" if "broken" in pathlib.Path(path).read_text() else "run"
        report += f'<testcase name="{name}" classname="{name}" time="0" status="{status}">'
pathlib.Path(sys.argv[sys.argv.index("--output-junit") + 1]).write_text(report)
"""
BUILD = "#!/bin/sh\ngrep -q 'bad style' one_tests && echo 'one.cpp:3:1: warning: bad style'\n! grep -q 'does not compile' one_tests\n"
LINT = "#!/bin/sh\necho lint \"$@\"\n! grep -q ugly one_tests\n"


class Check(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for name, text in (("ci/build.sh", BUILD), ("ci/lint.sh", LINT), ("bin/ctest", CTEST),
                           ("one_tests", "1"), ("two_tests", "2"), (".gitignore", "build\n")):
            path = self.root / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
            path.chmod(0o755)
        shutil.copy(CHECK, self.root / "ci")
        (self.root / "build" / "release").mkdir(parents=True)
        self.git("init", "--quiet")
        self.commit()

    def git(self, *arguments):
        subprocess.run(["git", "-c", "user.name=n", "-c", "user.email=e", *arguments], cwd=self.root, check=True)

    def commit(self):
        self.git("add", ".")
        self.git("commit", "--quiet", "--message", "m")

    def check(self, *arguments, status=0):
        environment = {**os.environ, "PATH": f"{self.root}/bin:{os.environ['PATH']}"}
        done = subprocess.run([sys.executable, "-B", "ci/check.py", *arguments], cwd=self.root, env=environment,
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout

    def change(self, name, text):
        (self.root / name).write_text(text)

    def test_runs_all_the_first_time_and_later_what_differs(self):
        self.assertIn("2 of 2 tests passed, 0 untouched", self.check())
        self.change("one_tests", "3")
        said = self.check()
        self.assertIn("ran one_tests", said)
        self.assertNotIn("ran two_tests", said)
        self.assertIn("lint --only one_tests", said)
        self.assertIn("1 of 1 tests passed, 1 untouched", said)

    def test_looks_at_the_last_commit_where_nothing_is_uncommitted(self):
        self.change("two_tests", "4")
        self.commit()
        self.assertIn("lint --only two_tests", self.check())

    def test_looks_at_all_since_the_revision_and_at_new_files(self):
        self.change("two_tests", "4")
        self.commit()
        self.change("new_file", "")
        self.assertIn("lint --only new_file two_tests", self.check("HEAD~1"))

    def test_a_failed_test_fails_and_is_run_again(self):
        self.check()
        self.change("one_tests", "broken")
        self.assertIn("0 of 1 tests passed", self.check(status=1))
        self.assertIn("0 of 1 tests passed", self.check(status=1))

    def test_what_lint_finds_fails(self):
        self.change("one_tests", "ugly")
        self.assertIn("lint failed; warnings: 0; 2 of 2 tests passed", self.check(status=1))

    def test_a_warning_fails(self):
        self.change("one_tests", "bad style")
        self.assertIn("one.cpp:3:1: warning: bad style\ncheck: lint passed; warnings: 1; 2 of 2", self.check(status=1))

    def test_what_does_not_compile_fails(self):
        self.change("one_tests", "does not compile")
        self.assertNotIn("ran", self.check(status=1))


if __name__ == "__main__":
    unittest.main()
