# SPDX-License-Identifier: Apache-2.0
# `arcas openmp PROGRAM` runs the program with Arcas's library, and reports mistakes.
import os
import re
import subprocess
import sys
import unittest

from program import Folder, run

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


class OpenmpPrograms(Folder):
    def setUp(self):
        super().setUp()
        self.program = self.path("sum")
        subprocess.run(["gcc", "-fopenmp", "-O1", "-g", "-x", "c", "-", "-o", self.program],
                       input=SOURCE, text=True, check=True)

    def test_the_program_runs_with_the_library_of_arcas(self):
        done = run("openmp", self.program, "--help")
        self.assertEqual(done.returncode, 3)
        self.assertTrue(done.stdout.startswith("499500 2 --help\n"), done.stdout)
        loaded = [line for line in done.stdout.splitlines() if "libgomp" in line]
        self.assertTrue(loaded and all("arcas" in line for line in loaded), loaded)

    def test_explain_names_the_loop_and_what_it_took(self):
        done = run("openmp", "--explain", self.program)
        self.assertEqual(done.returncode, 3)
        self.assertRegex(done.stderr, r"Executed by Arcas: regions 1 \(source locations 1\), loops \(source locations 1\), tasks 0")
        self.assertRegex(done.stderr, r"loop .*: dynamic, chunk 1: 1000 iterations in \d+ claims by 3 threads")

    # The costs of the loop's iterations are far apart, so that other programs on the machine do not
    # change the result.
    def test_explain_says_which_clause_suits_a_loop(self):
        self.compile("""
            #include <stdlib.h>
            int main(int argc, char** argv) {
              const int is_skewed = argc > 1;
            #pragma omp parallel for schedule(dynamic, 1) num_threads(2)
              for (int i = 0; i < 4096; ++i)
                for (volatile int k = 0; k < (is_skewed ? (i < 2048 ? 40000 : 400) : 20000); ++k) {}
            }""")
        done = run("openmp", "--explain", self.program, "skewed")
        self.assertRegex(done.stderr, r"loop .* 4096 iterations .*with static \d+\.\d\); best: schedule\(dynamic, \d+\)\n")
        waits = [float(t) for t in re.search(r"imbalance ([\d.]+) \(with static ([\d.]+)\)", done.stderr).groups()]
        self.assertLess(waits[0], waits[1])

    def compile(self, source):
        subprocess.run(["gcc", "-fopenmp", "-x", "c", "-", "-o", self.program], text=True, check=True, input=source)

    def test_a_program_whose_threads_are_bound_has_all_processors(self):
        self.compile("""
            #include <omp.h>
            #include <stdio.h>
            int main() { printf("%d %d %d\\n", omp_get_num_places(), omp_get_num_procs(), omp_get_max_threads()); }""")
        processors = os.sched_getaffinity(0)
        n = len(processors)
        for places, found in (("threads", n), (f"{{{min(processors)}}}", 1)):
            done = run("openmp", "--", self.program, OMP_PROC_BIND="true", OMP_PLACES=places)
            self.assertEqual((done.stdout, done.stderr), (f"{found} {n} {n}\n", ""))

    def test_places_are_written_in_each_form_that_libgomp_knows(self):
        self.compile("""
            #include <omp.h>
            #include <stdio.h>
            int main() {
              for (int p = 0; p < omp_get_num_places(); ++p) {
                int ids[64];
                omp_get_place_proc_ids(p, ids);
                for (int i = 0; i < omp_get_place_num_procs(p); ++i) printf("%d", ids[i]);
                printf(" ");
              }
              omp_sched_t kind;
              int chunk;
              omp_get_schedule(&kind, &chunk);
              printf("%x %d\\n", (unsigned) kind, chunk);
            }""")
        if not {0, 1} <= os.sched_getaffinity(0):
            self.skipTest("processors 0 and 1 are required")
        for variable, value, places in (
                ("GOMP_CPU_AFFINITY", "0 1-1", "0 1"), ("GOMP_CPU_AFFINITY", "0-1", "0 1"),
                ("GOMP_CPU_AFFINITY", "1 0-1:1,0", "1 0 1 0"), ("OMP_PLACES", "1,0", "1 0"),
                ("OMP_PLACES", "{0:2:1}, 1", "01 1"), ("OMP_PLACES", "{0}:2", "0 1")):
            done = run("openmp", "--", self.program, **{variable: value})
            self.assertEqual((done.stdout, done.stderr), (f"{places} 2 1\n", ""), value)
        for value, schedule in (("dynamic,0", "2 1"), ("static", "80000001 0"), ("nonmonotonic:static,3", "1 3")):
            done = run("openmp", "--", self.program, OMP_SCHEDULE=value)
            self.assertEqual((done.stdout, done.stderr), (f"{schedule}\n", ""), value)
        done = run("openmp", "--", self.program, GOMP_SPINCOUNT="many", GOMP_CPU_AFFINITY="-1")
        self.assertIn('GOMP_SPINCOUNT: "many" is ignored', done.stderr)
        self.assertIn('GOMP_CPU_AFFINITY: "-1" is ignored; it must be numbers of processors', done.stderr)

    def test_a_library_that_binds_its_thread_later_changes_nothing(self):
        self.compile("""
            #define _GNU_SOURCE
            #include <omp.h>
            #include <sched.h>
            #include <stdio.h>
            int main() {
              cpu_set_t first;
              sched_getaffinity(0, sizeof first, &first);
              int one = 0;
              while (!CPU_ISSET(one, &first)) ++one;
              CPU_ZERO(&first);
              CPU_SET(one, &first);
              sched_setaffinity(0, sizeof first, &first);
              printf("%d\\n", omp_get_num_places());
            }""")
        n = len(os.sched_getaffinity(0))
        done = run("openmp", "--", self.program, OMP_PROC_BIND="true", OMP_PLACES="threads")
        self.assertEqual((done.stdout, done.stderr), (f"{n}\n", ""))

    def test_a_thread_limit_is_of_each_initial_thread(self):
        self.compile("""
            #include <omp.h>
            #include <pthread.h>
            #include <stdio.h>
            static int found[2];
            static pthread_barrier_t both;
            static void* lead(void* at) {
            #pragma omp parallel num_threads(3)
            #pragma omp master
              {
                *(int*) at = omp_get_num_threads();
                pthread_barrier_wait(&both);
              }
              return 0;
            }
            int main() {
              pthread_t other;
              pthread_barrier_init(&both, 0, 2);
              pthread_create(&other, 0, lead, &found[1]);
              lead(&found[0]);
              pthread_join(other, 0);
              printf("%d %d\\n", found[0], found[1]);
            }""")
        self.assertEqual(run("openmp", self.program, OMP_THREAD_LIMIT="3").stdout, "3 3\n")

    def test_threads_of_a_large_region_end(self):
        self.compile("""
            #include <dirent.h>
            #include <stdio.h>
            int main() {
              for (int threads = 100; threads > 1; threads -= 98) {
            #pragma omp parallel num_threads(threads)
                __asm__ volatile("");
              }
              int n = -2;
              DIR* tasks = opendir("/proc/self/task");
              while (readdir(tasks)) ++n;
              printf("%d\\n", n);
            }""")
        found = int(run("openmp", self.program).stdout)
        self.assertLessEqual(found, 1 + 4 * len(os.sched_getaffinity(0)))

    def test_what_omp_variables_ask_for_is_printed_once(self):
        done = run("openmp", self.program, OMP_DISPLAY_ENV="true", OMP_DISPLAY_AFFINITY="true")
        self.assertEqual(done.stderr.count("OPENMP DISPLAY ENVIRONMENT BEGIN"), 1)
        self.assertIn("\n  OMP_ALLOCATOR = 'omp_default_mem_alloc'\n  OMP_TARGET_OFFLOAD = 'DEFAULT'\n", done.stderr)
        self.assertEqual(len(re.findall(r"^level 1 thread 0x\w+ affinity ", done.stderr, re.MULTILINE)), 3)
        done = run("openmp", "ls", "-d", "/", OMP_DISPLAY_ENV="true")
        self.assertEqual((done.stdout, done.stderr), ("/\n", ""))

    def test_a_program_whose_first_thread_ends_alone_ends(self):
        self.compile("""
            #include <pthread.h>
            int main() {
            #pragma omp parallel num_threads(3)
              __asm__ volatile("");
              pthread_exit(0);
            }""")
        self.assertEqual(run("openmp", self.program).returncode, 0)

    def test_a_child_forked_in_a_region_explains_itself_alone(self):
        self.compile("""
            #include <omp.h>
            #include <stdio.h>
            #include <sys/wait.h>
            #include <unistd.h>
            int main() {
              int status = 0;
            #pragma omp parallel num_threads(2)
              {
            #pragma omp master
                {
                  const pid_t child = fork();
                  if (child == 0) { printf("%d\\n", omp_get_num_threads()); fflush(stdout); _exit(0); }
                  waitpid(child, &status, 0);
                }
              }
              if (fork() == 0) return 0;
              wait(&status);
              return status;
            }""")
        done = run("openmp", "--explain", self.program)
        self.assertEqual((done.returncode, done.stdout), (0, "2\n"))
        self.assertEqual(done.stderr.count("Executed by Arcas: regions 1 "), 1)
        self.assertEqual(done.stderr.count("Executed by Arcas"), 1)

    def test_mistakes_are_named(self):
        done = run("openmp")
        self.assertEqual(done.returncode, 2)
        self.assertIn("openmp requires a program", done.stderr)
        done = run("openmp", "true", ARCAS_OPENMP_LIBRARY="/nowhere/libgomp.so.1")
        self.assertEqual(done.returncode, 1)
        self.assertIn("ARCAS_OPENMP_LIBRARY=/nowhere/libgomp.so.1: there is no such file", done.stderr)
        done = run("openmp", "/nowhere/program")
        self.assertEqual(done.returncode, 127)
        self.assertIn("/nowhere/program: No such file or directory", done.stderr)


if __name__ == "__main__":
    sys.exit(unittest.main())
