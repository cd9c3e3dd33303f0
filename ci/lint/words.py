# SPDX-License-Identifier: Apache-2.0
# Does each file begin with the licence line? Is there no folder whose name says nothing, no task without an issue, and no path of
# one machine?
import pathlib
import re

from tree import CPP, Finding

LICENSED = CPP | {".py", ".sh", ".cmake"}
LICENSED_NAMES = {"CMakeLists.txt", "Makefile", "run"}
LICENCE = "SPDX-License-Identifier: Apache-2.0"

DRAWERS = {"detail", "internal", "utils", "util", "common", "helpers", "helper"}
TASK = re.compile(r"\b(TODO|FIXME|XXX)\b(?!\(?[^\n]{0,20}#\d+)")
MACHINE = re.compile(r"(?<![\w.}/~-])/(work|root|tmp|home)/")

# The tests of these rules show what they forbid.
SHOWS_BAD_SAMPLES = "tests/lint/"
HERE = "ci/lint/words.py"
# Data stays as its origin made it, and its text is not checked.
DATA = {".zst", ".gz", ".png", ".svg", ".xml", ".csv", ".json", ".txt", ".mtx", ".el", ".wel", ".gr"}


def check(tree):
    for path in tree.files:
        pure = pathlib.PurePath(path)
        drawer = DRAWERS & set(pure.parts[:-1]) or DRAWERS & {pure.stem}
        if drawer:
            yield Finding(
                path, 1, f"'{drawer.pop()}' names no question; put each part beside its owner"
            )
        if pure.suffix in DATA and pure.name != "CMakeLists.txt":
            continue
        yield from _check_licence(tree, path, pure)
        if not path.startswith(SHOWS_BAD_SAMPLES) and path not in (HERE, "LICENSE"):
            yield from _check_lines(tree, path)


def _check_licence(tree, path, pure):
    if pure.suffix not in LICENSED and pure.name not in LICENSED_NAMES:
        return
    lines = tree.lines(path)
    first = 1 if lines[0].startswith("#!") and len(lines) > 1 else 0
    if LICENCE not in lines[first]:
        yield Finding(path, first + 1, f"no licence; the line is: {LICENCE}")


def _check_lines(tree, path):
    for number, line in enumerate(tree.lines(path), 1):
        task = TASK.search(line)
        if task:
            yield Finding(path, number, f"{task.group(1)} without an issue; do it or name its issue as #N")
        machine = MACHINE.search(line)
        if machine:
            yield Finding(
                path, number, f"/{machine.group(1)}/ is a path of one machine; derive it or ask for it"
            )
