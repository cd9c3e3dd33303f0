# SPDX-License-Identifier: Apache-2.0
# Runs the program for tests, without ARCAS_ variables except those of the test.
import os
import pathlib
import subprocess
import tempfile
import unittest

PROGRAM = os.environ["ARCAS_PROGRAM"]
GRAPH = str(pathlib.Path(os.environ["ARCAS_BUNDLED_DATA"]) / "soc-Slashdot0902.txt.zst")
# gcc's OpenMP library is not built for ThreadSanitizer.
WITHOUT_OPENMP = "ARCAS_TEST_WITHOUT_OPENMP" in os.environ
# Seconds: enough for a slow program, so only a program that hangs is ended.
PATIENCE = 120


def environment(**variables):
    kept = {name: value for name, value in os.environ.items() if not name.startswith("ARCAS_")}
    return {**kept, **variables}


def run(*arguments, cwd=None, program=PROGRAM, **variables):
    return subprocess.run(
        [program, *arguments],
        env=environment(**variables),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        cwd=cwd,
        stdin=subprocess.DEVNULL,
    )


def start(*arguments, **keywords):
    return subprocess.Popen([PROGRAM, *arguments], env=environment(), text=True, **keywords)


class Folder(unittest.TestCase):
    """A folder for the files of a test, which is removed at the end of the test."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def write(self, name, text):
        with open(self.path(name), "w", newline="", encoding="utf-8") as file:
            file.write(text)
        return self.path(name)
