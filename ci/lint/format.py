# SPDX-License-Identifier: Apache-2.0
# Does the code look as .clang-format says? ci/clang_format.sh runs the pinned version; where that cannot be
# fetched the rule is not checked, and lint says so.
import pathlib
import re
import subprocess

from tree import Finding

PROGRAM = pathlib.Path(__file__).resolve().parent.parent / "clang_format.sh"
REPORT = re.compile(r"^(?P<path>[^:]+):(?P<line>\d+):\d+: (?:error|warning): ")


def check(tree):
    paths = tree.cpp_asked_about()
    if not paths:
        return
    try:
        subprocess.run([PROGRAM, "--version"], check=True, capture_output=True, text=True)
    except subprocess.CalledProcessError as failed:
        tree.notes.append(f"format is not checked: {failed.stderr.strip().splitlines()[-1]}")
        return
    command = [PROGRAM, "--dry-run", "-Werror", *paths]
    report = subprocess.run(command, cwd=tree.root, capture_output=True, text=True).stderr
    seen = set()
    for line in report.splitlines():
        found = REPORT.match(line)
        # One finding for each file is enough, since `make format` corrects all lines.
        if found and found["path"] not in seen:
            seen.add(found["path"])
            yield Finding(found["path"], int(found["line"]), "not formatted; run make format")
