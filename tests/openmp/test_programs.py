# SPDX-License-Identifier: Apache-2.0
# Small programs, compiled by GCC as users compile theirs, and run with Arcas's library in separate processes: they test
# behaviour that depends on the environment, on the loading of the library, on signals, and on the memory of a process.
import errno
import os
import re
import subprocess
import tempfile
import unittest

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "programs")
LIBRARY = os.environ["ARCAS_OPENMP_LIBRARY"]
# The lowest processor that this process may use, and the number of a processor that no machine has.
PROCESSOR = min(os.sched_getaffinity(0))
ABSENT = 1023


class Programs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.programs = tempfile.TemporaryDirectory()

    @classmethod
    def tearDownClass(cls):
        cls.programs.cleanup()

    def run_program(self, name, *arguments, **variables):
        program = os.path.join(self.programs.name, name)
        if not os.path.exists(program):
            subprocess.run(["gcc", "-O1", "-fopenmp", "-rdynamic", os.path.join(FOLDER, name + ".c"), "-o", program, "-ldl"], check=True)
        environment = {n: v for n, v in os.environ.items() if not n.startswith(("OMP_", "GOMP_"))}
        environment.update(LD_LIBRARY_PATH=os.path.dirname(LIBRARY), **variables)
        return subprocess.run([program, *arguments], env=environment, text=True, capture_output=True, timeout=300)

    def expect(self, output, name, *arguments, errors="", **variables):
        done = self.run_program(name, *arguments, **variables)
        self.assertEqual((done.stdout, done.stderr), (output, errors))

    def test_every_getter_is_safe_in_a_signal_handler(self):
        self.expect("asked, wrong 0\n", "getters_in_handlers")
        self.expect("asked, wrong 0\n", "getters_in_handlers", OMP_PLACES=f"{{{PROCESSOR}}}")

    # Thread-local words that are allocated at their first access would need malloc in a signal handler.
    def test_thread_local_words_are_allocated_when_the_library_is_loaded(self):
        section = subprocess.run(["readelf", "--dynamic", LIBRARY], text=True, capture_output=True, check=True).stdout
        self.assertTrue("STATIC_TLS" in section, "the library's thread-local words are not in the static block")

    def test_threads_that_bind_themselves_first_have_whole_regions(self):
        self.expect("main 1, thread 1\n", "bound_before")

    # The sum is that of 10 rounds with 2 threads and 10 with 5, over the numbers 0 to 99 and 10 tasks.
    def test_a_seccomp_filter_for_sched_setaffinity_ends_no_program(self):
        for action in ("kill", str(errno.EPERM), str(errno.ENOSYS)):
            for when in ("first", "later"):
                for variables in ({}, dict(OMP_WAIT_POLICY="passive"), dict(OMP_PROC_BIND="false")):
                    done = self.run_program("filtered", action, when, **variables)
                    self.assertIn(done.stdout, ("sum 99200\n", "no filter\n"), (action, when, variables, done))

    def test_without_binding_no_mask_is_changed(self):
        self.expect("calls 0\n", "unmoved", OMP_PROC_BIND="false")
        self.expect("calls 0\n", "unmoved", OMP_WAIT_POLICY="passive")
        bound = self.run_program("unmoved", OMP_PLACES=f"{{{PROCESSOR}}}")
        self.assertNotEqual(bound.stdout, "calls 0\n")

    def test_the_initial_thread_is_bound_before_main(self):
        self.expect("main 1, then 0\n", "bound_at_load", OMP_PLACES=f"{{{PROCESSOR}}}")

    def test_a_region_without_a_key_for_thread_specific_data_changes_no_other_key(self):
        self.expect("changed 0, came 2\n", "keys_taken", LD_PRELOAD=LIBRARY)
        done = self.run_program("keys_taken", LIBRARY)
        self.assertEqual(done.stdout, "changed 0, came 2\n")
        self.assertIn("the system refuses thread-specific data", done.stderr)

    def test_the_child_of_a_handler_may_use_all_processors(self):
        self.expect("child 1, heard 1, afterwards 1\n", "child_of_handler")
        self.expect("child 1, heard 1, afterwards 1\n", "child_of_handler", OMP_WAIT_POLICY="passive")

    def test_errno_is_kept(self):
        for policy in ("active", "passive"):
            self.expect("changed 0\n", "errno_kept", OMP_WAIT_POLICY=policy)

    def test_a_cancelled_thread_finishes_its_region(self):
        for where in ("end", "barrier", "taskwait"):
            self.expect("regions 24, beyond 0, cancelled 1\n", "cancelled_thread", where)

    def test_the_memory_of_tasks_is_bounded(self):
        # 200,000 tasks of 512 bytes would be 100 MB.
        for kind in ("serial_taskloop", "undeferred_taskloop", "taskloop", "chain", "depend", "priority"):
            done = self.run_program("memory_of_tasks", kind, OMP_MAX_TASK_PRIORITY="1")
            found = re.fullmatch(r"sum (\d+), MB (\d+)\n", done.stdout)
            self.assertTrue(found, (kind, done))
            self.assertEqual(found[1], "0" if kind == "chain" else "200000")
            self.assertLess(int(found[2]), 20, kind)

    # After the small region, four threads per processor remain, each with the one thread of its nested region.
    def test_nested_teams_end_with_the_threads_that_lead_them(self):
        kept = 4 * len(os.sched_getaffinity(0))
        done = self.run_program("threads_kept", str(kept + 10))
        self.assertLessEqual(int(done.stdout), 2 * (kept + 1))

    def test_threads_that_await_an_event_sleep(self):
        for where in ("end", "taskwait", "undeferred"):
            for policy in ("passive", ""):
                done = self.run_program("awaited_event", where, OMP_WAIT_POLICY=policy)
                self.assertLess(int(done.stdout.split()[1]), 1000, where)

    # In the deque, the successor that becomes ready must not lie above the children of the task that fulfils the event.
    def test_a_task_that_fulfils_an_event_finds_its_own_children(self):
        for policy in ("passive", ""):
            self.expect("children 2, next 1, before 1\n", "event_in_task", OMP_WAIT_POLICY=policy)

    def test_bind_var_of_a_region_is_that_of_its_clause(self):
        places = f"{{{PROCESSOR}}},{{{PROCESSOR}}}"
        self.expect("0 0 0 0 0\n", "proc_bind")
        self.expect("1 3 1 2 1\n", "proc_bind", OMP_PLACES=places)
        self.expect("4 3 4 2 4\n", "proc_bind", OMP_PLACES=places, OMP_PROC_BIND="spread")
        # At level 1 the list decides for nested regions.
        self.expect("4 2 2 2 4\n", "proc_bind", OMP_PLACES=places, OMP_PROC_BIND="spread,master")

    def test_wrong_variables_are_reported_and_ignored(self):
        whole = self.run_program("region").stdout
        for variables, sentence in (
                (dict(OMP_PROC_BIND="close,true"), 'OMP_PROC_BIND: "close,true" is ignored; it must be true, false, or a list of primary, close and spread separated by commas'),
                (dict(OMP_PROC_BIND="false,close"), 'OMP_PROC_BIND: "false,close" is ignored; it must be true, false, or a list of primary, close and spread separated by commas'),
                (dict(OMP_NUM_THREADS="0"), 'OMP_NUM_THREADS: "0" is ignored; it must be positive numbers separated by commas'),
                (dict(OMP_MAX_ACTIVE_LEVELS="5000000000"), 'OMP_MAX_ACTIVE_LEVELS: "5000000000" is ignored; it must be a number from 0 to 4294967295'),
                (dict(OMP_THREAD_LIMIT="+-3"), 'OMP_THREAD_LIMIT: "+-3" is ignored; it must be a number from 1 to 4294967295'),
                (dict(OMP_TARGET_OFFLOAD="on"), 'OMP_TARGET_OFFLOAD: "on" is ignored; it must be default, mandatory or disabled'),
                (dict(OMP_PLACES="{0"), 'OMP_PLACES: "{0" is ignored; it must be a name such as cores(4), or lists of processors such as {0:2},{4,6}'),
                (dict(OMP_PLACES="cores(0)", OMP_PROC_BIND="false"), 'OMP_PLACES: "cores(0)" is ignored; it must be a name such as cores(4), or lists of processors such as {0:2},{4,6}'),
                (dict(GOMP_CPU_AFFINITY="1-0"), 'GOMP_CPU_AFFINITY: "1-0" is ignored; it must be numbers of processors such as 0 3 1-2 4-15:2'),
                (dict(OMP_ALLOCATOR="fast"), 'OMP_ALLOCATOR: "fast" is ignored; it must be a predefined allocator such as omp_const_mem_alloc')):
            self.expect(whole, "region", errors=f"arcas: {sentence}\n", **variables)
            # A program without a region gets the message too.
            self.assertEqual(self.run_program("region", "q", **variables).stderr, f"arcas: {sentence}\n")

    def test_a_number_may_have_a_plus_sign(self):
        self.assertRegex(self.run_program("region", OMP_NUM_THREADS="+3").stdout, "^threads 3,")

    # If OMP_PLACES is wrong, OMP_PROC_BIND binds to the machine's places, as in libgomp. Without OMP_PROC_BIND, GOMP_CPU_AFFINITY
    # is used; without both, bind-var is false.
    def test_with_wrong_places_other_variables_decide_the_binding(self):
        for wrong in ("{0", f"{{{ABSENT}}}"):
            for variables, output in ((dict(), "0 0"), (dict(OMP_PROC_BIND="close"), None),
                                      (dict(OMP_PROC_BIND="false"), "0 0"), (dict(GOMP_CPU_AFFINITY=str(PROCESSOR)), "1 1")):
                found = self.run_program("places", OMP_PLACES=wrong, **variables).stdout
                if output is None:
                    self.assertRegex(found, "^3 [1-9]")
                else:
                    self.assertEqual(found, output + "\n", variables)

    def test_dynamic_teams_leave_processors_to_the_load(self):
        def expected():
            return max(1, len(os.sched_getaffinity(0)) - int(os.getloadavg()[2] + 0.1))
        before = expected()
        done = self.run_program("region", OMP_DYNAMIC="true", OMP_NUM_THREADS="100")
        found = int(re.match(r"threads (\d+),", done.stdout)[1])
        self.assertLessEqual(found, max(before, expected()))

    def test_absent_processors_are_reported(self):
        for name, value, rest in (("GOMP_CPU_AFFINITY", f"{PROCESSOR} {ABSENT}", f"these are ignored: {ABSENT}"),
                                  ("OMP_PLACES", f"{{{PROCESSOR}}},{{{ABSENT - 2}:3}}", f"these are ignored: {ABSENT - 2}-{ABSENT}")):
            done = self.run_program("region", **{name: value})
            self.assertEqual(done.stderr, f'arcas: {name}: "{value}" names processors that this process may not use; {rest}\n')
        done = self.run_program("region", GOMP_CPU_AFFINITY=str(ABSENT))
        self.assertEqual(done.stderr, f'arcas: GOMP_CPU_AFFINITY: "{ABSENT}" is ignored; it names no processor that this process may use\n')
        self.assertEqual(self.run_program("region", OMP_PLACES="cores").stderr, "")

    def test_a_stack_below_the_minimum_is_raised(self):
        least = os.sysconf("SC_THREAD_STACK_MIN") if "SC_THREAD_STACK_MIN" in os.sysconf_names else None
        for name in ("OMP_STACKSIZE", "GOMP_STACKSIZE"):
            done = self.run_program("region", **{name: "1K"})
            self.assertRegex(done.stderr, rf'^arcas: {name}: "1K" is below the system\'s minimum; stacks have {least or "[0-9]+"} bytes\n$')
            self.assertIn("threads", done.stdout)

    def test_places_are_those_of_the_specification(self):
        for places in range(1, 6):
            done = self.run_program("placement", OMP_PLACES=",".join([f"{{{PROCESSOR}}}"] * places))
            self.assertEqual(done.stderr, "")
            lines = done.stdout.splitlines()
            self.assertEqual(len(lines), 3 * 8 * (1 if places == 1 else 2))
            for line in lines:
                head, tail = line.split(":")
                policy, count, start, threads = head.split()
                self.assertEqual(int(count), places)
                members = [tuple(map(int, m.split("/"))) for m in tail.split()]
                self.assertEqual(len(members), int(threads))
                with self.subTest(line=line):
                    self.check_placement(policy, places, int(start), members)

    # OpenMP 5.0, 2.6.2. A member is (place, first place of its partition, number of places of its partition).
    def check_placement(self, policy, count, start, members):
        places = [m[0] for m in members]
        threads = len(members)
        self.assertEqual(places[0], start)
        if policy == "master":
            self.assertEqual(places, [start] * threads)
        elif threads > count:
            # Runs of consecutive threads share a place, in the order of places; the lengths of runs differ by at most one.
            runs = []
            for place in places:
                if not runs or runs[-1][0] != place:
                    runs.append([place, 0])
                runs[-1][1] += 1
            self.assertEqual([r[0] for r in runs], [(start + r) % count for r in range(count)])
            self.assertLessEqual(max(r[1] for r in runs) - min(r[1] for r in runs), 1)
        elif policy == "close":
            self.assertEqual(places, [(start + t) % count for t in range(threads)])
        if policy != "spread":
            self.assertEqual({m[1:] for m in members}, {(0, count)})
        elif threads > count:
            self.assertEqual([m[1:] for m in members], [(place, 1) for place in places])
        else:
            # The parts cover the partition, and their sizes differ by at most one. Each member except the leader has the first
            # place of its part.
            parts = sorted(m[1:] for m in members)
            self.assertEqual([p for first, size in parts for p in range(first, first + size)], list(range(count)))
            self.assertLessEqual(max(s for _, s in parts) - min(s for _, s in parts), 1)
            self.assertTrue(members[0][1] <= start < members[0][1] + members[0][2])
            self.assertEqual([m[0] for m in members[1:]], [m[1] for m in members[1:]])


if __name__ == "__main__":
    unittest.main()
