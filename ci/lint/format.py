# SPDX-License-Identifier: Apache-2.0
# Does the code look as .clang-format says? Each major version formats a little differently, so one is
# pinned; without it the rule is not checked, and lint says so.
import re
import shutil
import subprocess

from tree import Finding

MAJOR = 14
REPORT = re.compile(r"^(?P<path>[^:]+):(?P<line>\d+):\d+: (?:error|warning): ")


def pinned_program():
    for name in (f"clang-format-{MAJOR}", "clang-format"):
        program = shutil.which(name)
        if program:
            version = subprocess.run([program, "--version"], capture_output=True, text=True).stdout
            if re.search(rf"\bversion {MAJOR}\.", version):
                return program
    return None


def check(tree):
    program = pinned_program()
    if not program:
        tree.notes.append(f"format is not checked: there is no clang-format of version {MAJOR}")
        return
    paths = tree.cpp_asked_about()
    if not paths:
        return
    command = [program, "--dry-run", "-Werror", *paths]
    report = subprocess.run(command, cwd=tree.root, capture_output=True, text=True).stderr
    seen = set()
    for line in report.splitlines():
        found = REPORT.match(line)
        # One line of a file is enough: `make format` mends all.
        if found and found["path"] not in seen:
            seen.add(found["path"])
            yield Finding(found["path"], int(found["line"]), "not formatted; run make format")
