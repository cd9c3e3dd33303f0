#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs libgomp's own tests with Arcas's libgomp.so.1: the C and C++ programs that run on the host.

  ci/openmp_suite.py FOLDER [--library LIBGOMP] [--only PATTERN] [--threads N] [--times N] [--limit SECONDS]

FOLDER is libgomp/testsuite of gcc 12's source. gcc compiles each program into build/openmp-suite, with the
options in the program's comments. The program runs with LIBGOMP in LD_PRELOAD; without --library, with the
system's libgomp. Tests that mention offloading are skipped. The last line has the counts. The exit status is 1
if a test fails that docs/openmp-suite.txt does not name with a reason.
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILT = ROOT / "build" / "openmp-suite"
KNOWN = ROOT / "docs" / "openmp-suite.txt"
OFFLOADS = re.compile(r"omp\s+(begin\s+)?(declare\s+)?target|\btarget\b.*\bomp|omp_target_|offload_device|nvptx|amdgcn"
                      r"|openacc|-foffload|omp_is_initial_device")


class Test:
    def __init__(self, source, plus_plus):
        self.source, self.plus_plus = source, plus_plus
        self.text = source.read_text(errors="replace")
        self.name = f"{source.parent.name}/{source.name}" + ("" if source.suffix == ".C" or not plus_plus else "++")

    def directives(self, kind):
        """The arguments of {dg-KIND ...}, without those for another target."""
        for arguments in re.findall(rf"\{{\s*dg-{kind}\s+(.*?)\s*\}}\s*(?:\*/|$)", self.text, re.M):
            selector = re.search(r"\{\s*target\s+(.*)", arguments)
            if selector and re.search(r"sparc|ia32|darwin|cygwin|mingw|alpha|powerpc|lp64.*!|aarch64|offload", selector[1]):
                continue
            yield arguments

    def is_for_us(self):
        kinds = " ".join(self.directives("do"))
        if "compile" in kinds or "link" in kinds or OFFLOADS.search(self.text):
            return False
        return not any("offload" in a or "tls_emulated" in a for a in self.directives("require-effective-target"))

    def options(self):
        flags = ["-O2", "-fopenmp"]
        for kind in ("options", "additional-options"):
            for arguments in self.directives(kind):
                quoted = re.match(r'"([^"]*)"', arguments)
                if quoted:
                    flags += quoted[1].split()
        for arguments in self.directives("additional-sources"):
            quoted = re.match(r'"?([^"{}]*)"?', arguments)
            flags += [str(self.source.parent / f) for f in quoted[1].split()]
        return flags

    def environment(self):
        pairs = (re.match(r'(\w+)\s+"([^"]*)"', a) for a in self.directives("set-target-env-var"))
        return {p[1]: p[2] for p in pairs if p}

    def build(self):
        self.program = BUILT / re.sub(r"\W", "_", self.name)
        if self.program.exists():
            return True
        compiler = "g++" if self.plus_plus else "gcc"
        done = subprocess.run([compiler, *self.options(), str(self.source), "-o", str(self.program), "-lm"],
                              capture_output=True, text=True, check=False)
        return done.returncode == 0

    def run(self, given):
        if not self.build():
            return "not built"
        environment = {**os.environ, **self.environment()}
        if given.library:
            environment["LD_PRELOAD"] = str(given.library)
        if given.threads:
            environment["OMP_NUM_THREADS"] = str(given.threads)
        should_fail = any(True for _ in self.directives("shouldfail"))
        for _ in range(given.times):
            try:
                done = subprocess.run([str(self.program)], env=environment, capture_output=True, check=False,
                                      timeout=given.limit, cwd=BUILT)
            except subprocess.TimeoutExpired:
                return "time limit"
            if (done.returncode != 0) != should_fail:
                return f"exit status {done.returncode}"
        return ""


def tests_of(folder, only):
    for part, plus_plus in (("libgomp.c", (False,)), ("libgomp.c-c++-common", (False, True)), ("libgomp.c++", (True,))):
        for source in sorted((folder / part).glob("*.[cC]")):
            for language in plus_plus:
                test = Test(source, language)
                if test.is_for_us() and re.search(only, test.name):
                    yield test


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--library", type=pathlib.Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--threads", type=int)
    parser.add_argument("--times", type=int, default=1)
    parser.add_argument("--limit", type=int, default=60)
    given = parser.parse_args()
    if given.library:
        given.library = given.library.resolve(strict=True)
    BUILT.mkdir(parents=True, exist_ok=True)
    known = {}
    if KNOWN.exists():
        known = dict(line.split(": ", 1) for line in KNOWN.read_text().splitlines() if ": " in line)
    tests = list(tests_of(given.folder, given.only))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda t: t.run(given), tests))
    failed = {t.name: r for t, r in zip(tests, results) if r and r != "not built"}
    for name, result in failed.items():
        print(f"{name}: {result}" + (f" (known: {known[name]})" if name in known else ""))
    built = sum(r != "not built" for r in results)
    print(f"{built - len(failed)} passed, {len(failed)} failed, {len(results) - built} skipped")
    return 1 if any(name not in known for name in failed) else 0


sys.exit(main())
