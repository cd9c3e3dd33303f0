# SPDX-License-Identifier: Apache-2.0
"""tools.py TOOL PREFIX WORK COMPILER: do the tools of a programmer work with a program that links the installed Arcas? Only the
program is compiled for a tool. Ends with 77 if the tool is not here, or may not be used."""
import os
import pathlib
import shutil
import sys

from components import run

HERE = pathlib.Path(__file__).resolve().parent
SKIPPED = 77
# Some kernels randomise addresses so that ThreadSanitizer cannot start; setarch -R turns that off.
STILL = ["setarch", "-R"] if shutil.which("setarch") else []


class Skip(Exception):
    pass


class Program:
    def __init__(self, prefix, work, compiler):
        self.work, self.compiler = work, compiler
        description = next(prefix.rglob("arcas-loops.pc")).parent
        self.environment = {**os.environ, "PKG_CONFIG_PATH": str(description), "ARCAS_WORKERS": "4"}
        self.headers, self.libraries = (run("pkg-config", part, "arcas-loops", env=self.environment)[1].split() for part in ("--cflags", "--libs"))

    def compile(self, *arguments):
        code, text = run(self.compiler, "-std=c++20", "-Wall", "-Wextra", "-Werror", *self.headers, *arguments, *self.libraries)
        if code != 0:
            sys.exit(f"{arguments}: does not compile without warnings: {text}")

    def ordered(self, *flags):
        """A program that accesses plain memory in every way that Arcas orders. One of its objects is compiled without the flags."""
        plain, program = self.work / "plain.o", self.work / "ordered"
        self.compile("-O2", "-c", HERE / "tools" / "plain.cpp", "-o", plain)
        self.compile("-g", *flags, plain, HERE / "tools" / "ordered.cpp", "-o", program)
        return program

    def deep(self):
        """A program that calls marked() from a loop in a task, from a loop in a coroutine, and from a task on a worker."""
        program = self.work / "deep"
        self.compile("-O1", "-g", HERE / "tools" / "deep.cpp", "-o", program)
        return program

    def run(self, *command, **variables):
        return run(*command, env={**self.environment, **variables})


def needs(tool):
    if not shutil.which(tool):
        raise Skip(f"{tool} is not installed")


def quiet(code, text, unwanted):
    if code != 0 or "all is right" not in text or unwanted in text:
        sys.exit(f"a program without faults: exit code {code}\n{text[:8000]}")


def thread_sanitizer(program):
    path = program.ordered("-O1", "-fsanitize=thread")
    quiet(*program.run(*STILL, path, TSAN_OPTIONS="exitcode=66"), "ThreadSanitizer")
    code, text = program.run(*STILL, path, "racing", TSAN_OPTIONS="exitcode=66")
    if code != 66 or "WARNING: ThreadSanitizer: data race" not in text:
        sys.exit(f"a race is not reported: exit code {code}\n{text[:8000]}")


def address_sanitizer(program):
    path = program.ordered("-fsanitize=address,undefined", "-fno-sanitize-recover=all")
    quiet(*program.run(*STILL, path, ASAN_OPTIONS="detect_leaks=1:detect_stack_use_after_return=1"), "Sanitizer")
    code, text = program.run(*STILL, path, "overflowing")
    if code == 0 or "heap-buffer-overflow" not in text:
        sys.exit(f"an overflow in a body is not reported: exit code {code}\n{text[:8000]}")


def memcheck(program):
    needs("valgrind")
    valgrind = ("valgrind", "--error-exitcode=66", "--leak-check=full", "--errors-for-leak-kinds=definite,indirect",
                "--show-leak-kinds=definite,indirect", "--fair-sched=yes")
    path = program.ordered("-O1")
    quiet(*program.run(*valgrind, path), "definitely lost in loss record")
    code, text = program.run(*valgrind, path, "overflowing")
    if code != 66 or "Invalid write" not in text:
        sys.exit(f"an overflow in a body is not reported: exit code {code}\n{text[:8000]}")


def stacks_of(text):
    """The backtraces of gdb: lists of lines."""
    stacks = []
    for line in text.splitlines():
        if line.startswith("#0 "):
            stacks.append([])
        if line.startswith("#") and stacks:
            stacks[-1].append(line)
    return stacks


def debugger(program):
    needs("gdb")
    script = program.work / "deep.gdb"
    script.write_text("set pagination off\nset width 0\nbreak marked\ncommands\n  silent\n  bt\n  continue\nend\nrun\n", encoding="utf-8")
    text = program.run("gdb", "-q", "-nx", "-batch", "-x", script, program.deep())[1]
    if "ptrace: Operation not permitted" in text or "Couldn't get registers" in text:
        raise Skip("gdb may not trace a program here")
    expected = (["body_of_loop", "parallel_for<", "invoke<", "main ("], ["body_of_loop", "parallel_for<", "coroutine", "sync_wait<", "main ("],
                ["task_elsewhere", "start_thread"])
    stacks = ["\n".join(stack) for stack in stacks_of(text)]
    if len(stacks) != len(expected) or "corrupt" in text:
        sys.exit(f"gdb shows {len(stacks)} stacks, not {len(expected)}:\n{text}")
    for stack, names in zip(stacks, expected):
        missing = [name for name in names if name not in stack]
        if missing:
            sys.exit(f"gdb does not show {missing} in\n{stack}")


def profiler(program):
    needs("perf")
    data = program.work / "perf.data"
    code, text = program.run("perf", "record", "-o", data, "-e", "cpu-clock:u", "--call-graph", "dwarf,16384", program.deep(), "100000000")
    if code != 0:
        refusals = ("perf_event_paranoid", "No permission", "Permission denied", "Operation not permitted", "is not supported")
        if any(refusal in text for refusal in refusals):
            raise Skip(f"perf may not record here: {text[-500:]}")
        sys.exit(f"perf record: exit code {code}\n{text[-8000:]}")
    samples = [sample for sample in run("perf", "script", "-i", data)[1].split("\n\n") if "marked" in sample]
    for names in (["body_of_loop", "parallel_for", "main"], ["task_elsewhere"]):
        if not any(all(name in sample for name in names) for sample in samples):
            sys.exit(f"none of {len(samples)} samples in marked() has the callers {names}; one is\n{samples[:1]}")


TOOLS = {"thread_sanitizer": thread_sanitizer, "address_sanitizer": address_sanitizer, "memcheck": memcheck, "debugger": debugger, "profiler": profiler}


def main():
    work = pathlib.Path(sys.argv[3]) / sys.argv[1]
    work.mkdir(parents=True, exist_ok=True)
    try:
        TOOLS[sys.argv[1]](Program(pathlib.Path(sys.argv[2]), work, sys.argv[4]))
    except Skip as why:
        print(why)
        return SKIPPED
    return 0


if __name__ == "__main__":
    sys.exit(main())
