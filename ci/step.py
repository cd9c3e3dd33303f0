#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs one command and appends its cost to a log, which has a JSON object on each line; ci/times.py reads the log.

  ci/step.py LOG COMMAND...

The compiler, the linker, the test programs and the scripts of ci/ run through it where ARCAS_STEP says so; the targets
of make in .ci/run always.
"""
import json
import os
import resource
import subprocess
import sys
import tempfile
import time


def kind_of(command):
    """The kind of the command: 'target', 'configure', 'compile', 'link', 'test', 'suite' or 'part'."""
    program = os.path.basename(command[0])
    if program == "make":
        return "target"
    if program == "cmake" and "--preset" in command and "--build" not in command:
        return "configure"
    if program == "ctest":
        return "suite"
    if "-c" in command and "-o" in command:
        return "compile"
    if "-o" in command:
        return "link"
    return "part" if program.endswith(".sh") else "test"


def subject(kind, command):
    """The subject of the time: the source, the program that is linked, or the test."""
    if kind == "compile":
        return command[command.index("-c") + 1]
    if kind == "link":
        return command[command.index("-o") + 1]
    if kind == "test":
        return os.path.basename(command[0])
    return " ".join(command)


def cases(report):
    """Name and seconds of each case of a GoogleTest program, if it wrote a report."""
    try:
        with open(report, encoding="utf-8") as file:
            suites = json.load(file)["testsuites"]
    except (OSError, ValueError):
        return []
    return [(f'{suite["name"]}.{case["name"]}', float(case["time"].rstrip("s")))
            for suite in suites for case in suite["testsuite"] if case.get("status") == "RUN"]


def main():
    log, command = sys.argv[1], sys.argv[2:]
    kind = kind_of(command)
    report = None
    environment = dict(os.environ)
    if kind == "test":
        handle, report = tempfile.mkstemp(suffix=".json")
        os.close(handle)
        environment["GTEST_OUTPUT"] = f"json:{report}"
    start = time.time()
    status = subprocess.run(command, env=environment, check=False).returncode
    wall = time.time() - start
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    entry = {"kind": kind, "what": subject(kind, command), "folder": os.getcwd(), "start": start,
             "wall": round(wall, 4), "cpu": round(used.ru_utime + used.ru_stime, 4)}
    if report:
        entry["cases"] = cases(report)
        os.unlink(report)
    with open(log, "a", encoding="utf-8") as file:
        file.write(json.dumps(entry) + "\n")
    # A command ended by a signal ends its step in the same way, so that ctest reports it.
    if status < 0:
        os.kill(os.getpid(), -status)
    return status


if __name__ == "__main__":
    sys.exit(main())
