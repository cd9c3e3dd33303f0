#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds, tests and lints what a change touches, for use before each commit.

  ci/check.py [REVISION]

The change is everything that is not committed, or the last commit if all is committed; with REVISION, everything
since that revision. A test runs again if its command, its program or one of its scripts has changed since the test
last passed here; build/release/passed.json has a hash of them. Left out are the tests with the labels slow, crossed
and bench, those that build programs (label package), and the sanitizers.
"""
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "release"
PASSED = BUILD / "passed.json"
NOTHING = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"  # git's name of a tree without files


def git(*arguments):
    done = subprocess.run(["git", "-C", ROOT, *arguments], check=True, capture_output=True, text=True)
    return done.stdout.splitlines()


def changed_since(revision):
    """The revision with which files are compared, and the files that differ from it or are new."""
    if revision is None:
        first = git("rev-list", "--count", "HEAD") == ["1"]
        revision = "HEAD" if git("status", "--porcelain") else NOTHING if first else "HEAD~1"
    differing = git("diff", "--name-only", revision)
    return revision, sorted({*differing, *git("ls-files", "-o", "--exclude-standard")})


def tests():
    """{name: what its result depends on} of the tests that are configured."""
    listing = subprocess.run(["ctest", "--preset", "check", "--show-only=json-v1"],
                             cwd=ROOT, check=True, capture_output=True, text=True).stdout
    found = {}
    for test in json.loads(listing)["tests"]:
        properties = {p["name"]: p["value"] for p in test.get("properties", [])}
        found[test["name"]] = fingerprint(test.get("command", []), properties)
    return found


def fingerprint(command, properties):
    """A hash of the command, its properties and all files that these name; for a Python test also of its folder."""
    digest = hashlib.sha256(json.dumps([command, properties], sort_keys=True).encode())
    environment = [entry.partition("=")[2] for entry in properties.get("ENVIRONMENT", [])]
    words = (*command, *environment, *properties.get("REQUIRED_FILES", []))
    files = {pathlib.Path(word) for word in words if word.startswith("/")}
    if "unittest" in command:
        files |= set(pathlib.Path(properties["WORKING_DIRECTORY"]).glob("*.py"))
    for file in sorted(files):
        if file.is_file():
            digest.update(file.read_bytes())
    return digest.hexdigest()


def remembered():
    try:
        return json.loads(PASSED.read_text())
    except (OSError, ValueError):
        return {}


def run(names):
    """Runs these tests; returns those that passed."""
    pattern = "^(" + "|".join(map(re.escape, names)) + ")$"
    report = BUILD / "check.xml"
    subprocess.run(["ctest", "--preset", "check", "--parallel", str(os.cpu_count()),
                    "--progress", "--output-junit", report, "-R", pattern], cwd=ROOT, check=False)
    return set(re.findall(r'<testcase name="([^"]+)"[^>]*status="run"', report.read_text()))


def build():
    """Whether the build passed, and the warnings of what it compiled: in CI a warning is an error."""
    warnings = []
    command = [ROOT / "ci" / "build.sh", "release", "arcas_tests", "arcas_verify_tests"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, errors="replace") as job:
        for line in job.stdout:
            sys.stdout.write(line)
            if re.search(r":\d+: warning: ", line):
                warnings.append(line)
    return job.returncode == 0, warnings


def main():
    if len(sys.argv) > 2 or sys.argv[1:2] in (["-h"], ["--help"]):
        print(__doc__)
        return 0 if len(sys.argv) == 2 else 2
    begin = time.monotonic()
    base, changed = changed_since(*sys.argv[1:2] or [None])
    print(f"check: {len(changed)} files differ from {base}")
    if not changed:
        return 0

    sound = subprocess.run([ROOT / "ci" / "lint.sh", "--only", *changed], check=False).returncode == 0
    built, warnings = build()
    if not built:
        return 1
    passed, now = remembered(), tests()
    stale = [name for name, print_ in now.items() if passed.get(name) != print_]
    fine = run(stale) if stale else set()
    PASSED.write_text(json.dumps({**passed, **{name: now[name] for name in fine}}, indent=1))
    print(*warnings, sep="", end="")
    print(f"check: lint {'passed' if sound else 'failed'}; warnings: {len(warnings)}; {len(fine)} of {len(stale)} tests passed, "
          f"{len(now) - len(stale)} untouched; {time.monotonic() - begin:.0f} s")
    return 0 if sound and not warnings and len(fine) == len(stale) else 1


if __name__ == "__main__":
    sys.exit(main())
