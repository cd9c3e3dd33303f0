# SPDX-License-Identifier: Apache-2.0
# Programs compiled by Clang with -fopenmp, and run with Arcas's libomp.so.5. kmp/*.out has the output that OpenMP defines; Debian's
# libomp 16 prints the same, except that it executes the iterations of `schedule(simd: static, 8)` many times, loses the value of
# a lastprivate variable in some loops with `dynamic`, and may fail an assertion when a loop is cancelled.
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

FOLDER = pathlib.Path(__file__).resolve().parent / "kmp"
LIBRARY = pathlib.Path(os.environ["ARCAS_OPENMP_LIBRARY"])
CLANG = next((c for c in ("clang-16", "clang-19", "clang") if shutil.which(c)), None)


def compiles_openmp():
    """Whether Clang is installed with its omp.h and its libomp, which the linker needs."""
    if not CLANG:
        return False
    done = subprocess.run([CLANG, "-fopenmp", "-x", "c", "-", "-o", "/dev/null"], input="#include <omp.h>\nint main(void) { return 0; }\n",
                          text=True, capture_output=True)
    return done.returncode == 0


@unittest.skipUnless(compiles_openmp(), "no clang with omp.h and libomp (Debian: clang-16, libomp-16-dev)")
class ClangPrograms(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.programs = tempfile.TemporaryDirectory()

    @classmethod
    def tearDownClass(cls):
        cls.programs.cleanup()

    def run_program(self, name, options=(), **variables):
        program = os.path.join(self.programs.name, "".join((name, *options)))
        if not os.path.exists(program):
            subprocess.run([CLANG, "-O1", "-fopenmp", "-fopenmp-version=51", *options, FOLDER / f"{name}.c", "-o", program, "-ldl"],
                           check=True)
        environment = {n: v for n, v in os.environ.items() if not n.startswith(("OMP_", "GOMP_", "KMP_"))}
        environment.update(LD_LIBRARY_PATH=str(LIBRARY.parent), **variables)
        return subprocess.run([program], env=environment, text=True, capture_output=True, timeout=300)

    def expect_output(self, name, options=(), **variables):
        expected = (FOLDER / f"{name}.out").read_text(encoding="utf-8")
        for threads in ("1", "2", "5"):
            done = self.run_program(name, options, OMP_NUM_THREADS=threads, **variables)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, expected, ""), threads)

    def test_each_loop_executes_each_iteration_once(self):
        self.expect_output("loops")

    def test_constructs_have_their_values(self):
        self.expect_output("constructs", OMP_CANCELLATION="true")

    def test_threadprivate_variables_need_no_thread_local_storage(self):
        self.expect_output("constructs", ["-fnoopenmp-use-tls"], OMP_CANCELLATION="true")

    def test_tasks_have_their_values(self):
        self.expect_output("tasks")
        self.expect_output("tasks", OMP_CANCELLATION="true")

    def test_code_of_both_compilers_has_one_set_of_threads(self):
        subprocess.run(["gcc", "-O1", "-fopenmp", "-shared", "-fPIC", FOLDER / "both_gcc.c", "-o",
                        os.path.join(self.programs.name, "both_gcc.so")], check=True)
        done = self.run_program("both", LD_PRELOAD=str(LIBRARY), OMP_NUM_THREADS="4",
                                BOTH=os.path.join(self.programs.name, "both_gcc.so"))
        self.assertEqual((done.stdout, done.stderr), ("other threads 3, inside 4, level 2, nested lock 2\n", ""))

    def test_a_function_that_is_not_served_says_so(self):
        done = self.run_program("refused")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertEqual(done.stderr, "arcas: Arcas's libomp.so.5 does not serve __kmpc_atomic_fixed4_add; the program requires LLVM's libomp\n")

    # Clang's programs and GCC's ask for the same functions in different versions.
    def test_each_function_of_libomp_is_exported(self):
        listed = subprocess.run(["nm", "-D", "--defined-only", "--with-symbol-versions", LIBRARY], text=True, capture_output=True, check=True)
        exported = {line.split()[2].split("@")[0] for line in listed.stdout.splitlines() if line.endswith("@VERSION")}
        names = pathlib.Path(os.environ["ARCAS_OPENMP_NAMES"]).read_text(encoding="utf-8").split()
        self.assertEqual(exported, set(names))


if __name__ == "__main__":
    unittest.main()
