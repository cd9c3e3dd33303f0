#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Where does the time of the project's commands go? Runs them in fresh clones of HEAD without a compiler
cache, and prints tables in Markdown: the cost of each command by phase, and the sources and test cases that cost
most.

  ci/times.py [--runs N] [--log FOLDER] COMMAND...    run, test, verify, asan, tsan, pip, …: targets of make,
                                                      a sanitizer by itself, or `pip install .`
  ci/times.py --table LOG...                          the tables of existing logs
  ci/times.py --budget LOG...                         the costs of the commands of these logs, beside the wanted
                                                      and the last costs of docs/experiments/2026-11-29-budget.md

The tables have elapsed time, processor time, and the number of processors that the machine really gave: the work of
one process per processor at the same time, divided by the work of a single process.
"""
import argparse
import collections
import json
import multiprocessing
import os
import pathlib
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
MOST = 50  # rows of a table of sources or cases
BUDGET = ROOT / "docs" / "experiments" / "2026-11-29-budget.md"
HELLO = """#include <arcas/cluster.h>
#include <cstdio>
namespace cluster = arcas::cluster;
int main(int argc, char** argv) {
  return cluster::run(argc, argv, [] {
    cluster::on_all_ranks([] { std::printf("hello from rank %u of %u\\n", cluster::self(), cluster::ranks()); });
  });
}
"""
PIP = "python3 -m venv build/venv && build/venv/bin/python -m pip install --quiet ."


def spin(_):
    start = time.perf_counter()
    total = 0
    for i in range(8_000_000):
        total += i * i
    return 1 / (time.perf_counter() - start)


def processors_given():
    alone = spin(0)
    with multiprocessing.Pool(os.cpu_count()) as pool:
        together = sum(pool.map(spin, range(os.cpu_count()), chunksize=1))
    return together / alone


def command_of(name):
    if name == "pip":
        return ["sh", "-c", PIP]
    return ["ci/sanitize.sh", name] if name in ("asan", "tsan") else ["make", name]


def measure(name, log):
    """Runs the command once, in a clone. Returns elapsed seconds, processor seconds, and the mean of the processors that the
    machine gave before and after."""
    with tempfile.TemporaryDirectory(dir=ROOT.parent) as folder:
        clone = pathlib.Path(folder) / "clone"
        subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
        environment = {**os.environ, "CCACHE_DISABLE": "1", "ARCAS_STEP": f"{clone}/ci/step.py {log}"}
        given = processors_given()
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.time()
        with open(f"{log}.out", "a", encoding="utf-8") as output:
            subprocess.run(command_of(name), cwd=clone, env=environment, stdout=output,
                           stderr=output, check=True)
        elapsed = time.time() - start
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return elapsed, used, (given + processors_given()) / 2


def table(title, heads, rows):
    print(f"\n{title}\n\n| {' | '.join(heads)} |\n|{'---|' + '--:|' * (len(heads) - 1)}")
    for row in rows:
        print("| " + " | ".join(f"{cell:.1f}" if isinstance(cell, float) else str(cell) for cell in row) + " |")


def place(entry):
    """A path relative to the clone or to the build folder."""
    return re.sub(r"^.*?/?(?=(arcas|cli|tests|bench|examples|sim|fuzz)/)", "",
                  re.sub(r"^.*/build/[a-z]+/", "", entry["what"]), count=1).replace("CMakeFiles/", "")


def component(entry):
    parts = place(entry).split("/")
    return "/".join(parts[:2]) if parts[0] in ("arcas", "tests") else parts[0]


def sums(entries, key):
    cpu, wall, count = collections.Counter(), collections.Counter(), collections.Counter()
    for entry in entries:
        cpu[key(entry)] += entry["cpu"]
        wall[key(entry)] += entry["wall"]
        count[key(entry)] += 1
    return [(name, count[name], cpu[name], wall[name]) for name, _ in cpu.most_common()]


def preset(entry):
    """The build that a step belongs to: release, asan, tsan, …; None for a part, which may have several."""
    if entry["kind"] == "part":
        return None
    found = re.search(r"/build/([a-z-]+)(/|$)", entry["folder"]) or re.search(r"--preset ([a-z-]+)", entry["what"])
    return found[1] if found else "other"


def figures(wall, cpu):
    return f"{wall:,.0f} / {cpu:,.0f}"


def cost_of_hello():
    """The preprocessed lines of the smallest program of the cluster, and the processor time that it takes to compile."""
    compiler = [os.environ.get("CXX", "c++"), "-std=c++20", f"-I{ROOT}", "-x", "c++", "-"]
    whole = subprocess.run([*compiler, "-E", "-P"], input=HELLO, check=True, capture_output=True, text=True).stdout
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([*compiler, "-O2", "-c", "-o", os.devnull], input=HELLO, check=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return whole.count("\n"), after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def tell_budget(logs):
    """The rows of the page's table, each with the cost measured now."""
    entries = [json.loads(line) for log in logs for line in open(log, encoding="utf-8")]
    targets = [entry for entry in entries if entry["kind"] == "target"]
    costs = {entry["what"]: (entry["wall"], entry["cpu"]) for entry in targets}
    now = {f"`{what}`": figures(*cost) for what, cost in costs.items()}
    if {"make build", "make test"} <= costs.keys():  # otherwise `make test` compiles all
        now["`make test`"] = figures(*map(sum, zip(costs["make build"], costs["make test"])))
    # From the first start to the last end, since some targets run at the same time.
    elapsed = max(entry["start"] + entry["wall"] for entry in targets) - min(entry["start"] for entry in targets)
    now["`.ci/run`"] = figures(elapsed, sum(cpu for _, cpu in costs.values()))
    lines, cpu = cost_of_hello()
    now["smallest program of the cluster"] = f"{lines:,} / {cpu:.1f}"
    page = BUDGET.read_text(encoding="utf-8")
    first_table = re.search(r"(?:^\|.*\n)+", page, re.MULTILINE)[0].splitlines()
    heads, _, *rows = [line.strip("| ").split(" | ") for line in first_table]
    table("Budget", [*heads, "now"], [(*row, now.get(row[0], "not run")) for row in rows])


def tell(log):
    if not os.path.exists(log):
        return
    entries = [json.loads(line) for line in open(log, encoding="utf-8")]
    parts = [entry for entry in entries if entry["kind"] == "part"]
    if parts:
        table("By part", ("part", "count", "processor s", "elapsed s"), sums(parts, lambda e: e["what"]))
    for build in dict.fromkeys(preset(entry) for entry in entries if preset(entry)):
        print(f"\n### The build {build}")
        tell_build([entry for entry in entries if preset(entry) == build])


def tell_build(entries):
    steps = [e for e in entries if e["kind"] in ("configure", "compile", "link", "suite")]
    costs = ("count", "processor s", "elapsed s")
    table("By phase (a suite's tests are in it; elapsed times of steps that overlap are added up)",
          ("phase", *costs), sums(steps, lambda e: e["kind"]))
    compiled = [e for e in entries if e["kind"] == "compile"]
    table("Compilation by component", ("component", *costs), sums(compiled, component))
    table(f"The dearest of {len(compiled)} compilations", ("source", *costs), sums(compiled, place)[:MOST])
    tests = [e for e in entries if e["kind"] == "test"]
    table("Test programs", ("program", *costs), sums(tests, lambda e: e["what"])[:MOST])
    cases = sorted(((seconds, e["what"], name) for e in tests for name, seconds in e.get("cases", [])),
                   reverse=True)[:MOST]
    table("The dearest cases", ("case", "elapsed s"), [(f"{program}: {name}", s) for s, program, name in cases])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=1, help="runs of each command, by turns")
    parser.add_argument("--log", type=pathlib.Path, help="folder that the logs stay in")
    parser.add_argument("--table", action="store_true", help="the names are logs; run nothing")
    parser.add_argument("--budget", action="store_true", help="the names are logs; run nothing but a compiler")
    parser.add_argument("names", nargs="+", metavar="COMMAND")
    arguments = parser.parse_args()
    if arguments.table:
        for log in arguments.names:
            print(f"\n## {log}")
            tell(log)
        return
    if arguments.budget:
        tell_budget(arguments.names)
        return
    folder = arguments.log or pathlib.Path(tempfile.mkdtemp())
    folder = folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    results = collections.defaultdict(list)
    for run in range(arguments.runs):
        for name in arguments.names:
            results[name].append(measure(name, folder / f"{name}-{run + 1}.log"))
            print(f"{name}, run {run + 1}: {results[name][-1][0]:.0f} s", file=sys.stderr)
    table(f"Cold, medians of {arguments.runs}", ("command", "elapsed s", "processor s", "processors given"),
          [(name, *(statistics.median(column) for column in zip(*runs))) for name, runs in results.items()])
    for name in arguments.names:
        print(f"\n## {name}")
        tell(folder / f"{name}-1.log")


if __name__ == "__main__":
    main()
