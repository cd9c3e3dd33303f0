# SPDX-License-Identifier: Apache-2.0
# arcas openmp PROGRAM: the program runs, with Arcas's library, and what is said of mistakes.
import os
import subprocess
import sys
import tempfile
import unittest

from program import run

SOURCE = r"""
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  long sum = 0;
#pragma omp parallel for schedule(dynamic, 1) num_threads(3) reduction(+ : sum)
  for (int i = 0; i < 1000; ++i) sum += i;
  printf("%ld %d %s\n", sum, argc, argc > 1 ? argv[1] : "");
  FILE* maps = fopen("/proc/self/maps", "r");
  char line[4096];
  while (fgets(line, sizeof line, maps)) if (sscanf(line, "%*s r-xp %*s %*s %*s %4095s", line) == 1) puts(line);
  return 3;
}
"""


class OpenmpPrograms(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.program = os.path.join(self.folder.name, "sum")
        subprocess.run(["gcc", "-fopenmp", "-O1", "-g", "-x", "c", "-", "-o", self.program],
                       input=SOURCE, text=True, check=True)

    def tearDown(self):
        self.folder.cleanup()

    def test_the_program_runs_with_the_library_of_arcas(self):
        done = run("openmp", self.program, "--help")
        self.assertEqual(done.returncode, 3)
        self.assertTrue(done.stdout.startswith("499500 2 --help\n"), done.stdout)
        loaded = [line for line in done.stdout.splitlines() if "libgomp" in line]
        self.assertTrue(loaded and all("arcas" in line for line in loaded), loaded)

    def test_explain_names_the_loop_and_what_it_took(self):
        done = run("openmp", "--explain", self.program)
        self.assertEqual(done.returncode, 3)
        self.assertRegex(done.stderr, r"Arcas served 1 regions of 1 places, loops of 1 places, 0 tasks")
        self.assertRegex(done.stderr, r"loop .*: dynamic, chunk 1: 1000 iterations in \d+ claims")

    def test_a_program_whose_threads_are_bound_has_all_processors(self):
        shown = subprocess.run(["gcc", "-fopenmp", "-x", "c", "-", "-o", self.program], text=True, check=True, input="""
            #include <omp.h>
            #include <stdio.h>
            int main() { printf("%d\\n", omp_get_num_places()); }""")
        self.assertEqual(shown.returncode, 0)
        done = run("openmp", self.program, OMP_PROC_BIND="true", OMP_PLACES="threads")
        self.assertEqual((done.stdout, done.stderr), (f"{len(os.sched_getaffinity(0))}\n", ""))

    def test_mistakes_are_named(self):
        done = run("openmp")
        self.assertEqual(done.returncode, 2)
        self.assertIn("openmp requires a program", done.stderr)
        done = run("openmp", "/nowhere/program")
        self.assertEqual(done.returncode, 1)
        self.assertIn("/nowhere/program: No such file or directory", done.stderr)


if __name__ == "__main__":
    sys.exit(unittest.main())
