# SPDX-License-Identifier: Apache-2.0
"""Where are the programs, which rivals are available, and which machine is this?"""

import glob
import os
import subprocess
import sys
import zipfile

from .configuration import PROGRAMS

SOURCES = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class Missing(Exception):
    """A file or program is missing; the message tells what to do."""


def commit():
    """The commit of the sources, with a mark if files differ from it."""
    def git(*arguments):
        return subprocess.run(["git", "-C", SOURCES, *arguments], capture_output=True, text=True,
                              check=False).stdout.strip()

    head = git("rev-parse", "--short=12", "HEAD") or "unknown"
    return head + ("-modified" if git("status", "--porcelain", "--untracked-files=no") else "")


def fetch_libiomp5(folder):
    """Extracts libiomp5.so from PyPI's wheel of intel-openmp, unless the folder has it; None if that fails."""
    library = os.path.join(folder, "libiomp5.so")
    if os.path.exists(library):
        return library
    os.makedirs(folder, exist_ok=True)
    download = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:",
                "--dest", folder, "intel-openmp"]
    subprocess.run(download, capture_output=True, check=False)
    for wheel in glob.glob(os.path.join(folder, "intel_openmp-*.whl")):
        with zipfile.ZipFile(wheel) as archive:
            member = next((n for n in archive.namelist() if n.endswith("/libiomp5.so")), None)
            if member:
                with open(library, "wb") as out:
                    out.write(archive.read(member))
                return library
    return None


class Workplace:
    """A build folder with its programs. Names the runtimes that cannot be measured, with the reasons."""

    def __init__(self, build, runtimes, say):
        self.programs = os.path.join(build, "bench")
        self.cache = os.path.join(build, "bench", "cache")
        self.commit = commit()
        self.processors = len(os.sched_getaffinity(0))
        self.libiomp5 = None
        if not os.path.exists(self.program("bench_machine")):
            raise Missing(f"{self.programs}/bench_machine: not built; configure with "
                          "-DARCAS_DEVELOPER=ON, build, and name the build folder with --build")
        self.runtimes = [r for r in runtimes if self._at_hand(r, say)]

    def program(self, name):
        return os.path.join(self.programs, name)

    def _at_hand(self, runtime, say):
        reason = None
        if not os.path.exists(self.program(PROGRAMS[runtime])):
            reason = f"{PROGRAMS[runtime]} was not built; the configure step said why"
        elif runtime == "libiomp5":
            self.libiomp5 = fetch_libiomp5(os.path.join(self.cache, "libiomp5"))
            if self.libiomp5 is None:
                reason = "pip could not download the intel-openmp wheel from PyPI"
        elif runtime == "flag pair" and self.processors < 2:
            reason = "it needs two processors"
        if reason:
            say(f"skipped: {runtime}: {reason}")
        return reason is None

    def graph(self, name, options):
        """Builds the graph file of that name unless it is there."""
        path = os.path.join(self.cache, name + ".graph")
        if not os.path.exists(path):
            os.makedirs(self.cache, exist_ok=True)
            subprocess.run([self.program("bench_graph"), path + ".part", *options], check=True)
            os.replace(path + ".part", path)
        return path
