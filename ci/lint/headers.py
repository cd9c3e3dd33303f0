# SPDX-License-Identifier: Apache-2.0
# Does each header compile alone, and how much does the smallest program cost the compiler?
#
# Most of the compile time of a header is spent on the standard library. Therefore the standard headers that many
# headers include are compiled once, for all headers (PRECOMPILED; all of them would take longer to load than they save).
# A header that is the first one of this tree in another header is compiled with that one only: nothing of
# the tree comes before it. With them, a header that lacks a standard header would still
# compile. So the rule also checks the names that a header writes after std::. Each must be a word of a
# standard header that this header includes, itself or through another file of the tree. Names without std::,
# such as macros, are not checked. CMake's VERIFY_INTERFACE_HEADER_SETS would compile the standard library
# for each header, and checks public headers only.
import collections
import concurrent.futures
import functools
import hashlib
import os
import re
import subprocess
import tempfile

from tree import Finding, TOKEN

COMPILER = os.environ.get("CXX", "g++")
PACKAGES = ["hwloc", "libzstd", "fmt", "mpi-c"]
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)
STANDARD = re.compile(r"^\s*#\s*include\s*<([a-z_0-9]+)>", re.MULTILINE)
STANDARD_NAME = re.compile(r"(?<![\w:])(?:::)?std::((?:\w+::)*\w+)")
PRECOMPILED = "standard.h"
ERROR = re.compile(r"^(?P<path>[^:\s]+):(?P<line>\d+):(?:\d+:)? (?:fatal )?error: (?P<what>.*)")
# What arcas_test() defines for every test.
TEST_DEFINITIONS = ['-DARCAS_TEST_DATA=""', '-DARCAS_BUNDLED_DATA=""']
# A header that is not on this machine: a rival's, or nanobind's, which pip fetches.
ABSENT = re.compile(r"(?P<name>[^\s:]+): No such file or directory")
# A header for another processor or compiler is compiled on machines that have it.
FOREIGN = {"x86_64": ("aarch64",), "aarch64": ("x86_64",)}

# For each library, the smallest program that includes all of it: its header, the program, the standard headers that it
# cannot do without, and the number of lines that Arcas may add to these standard headers. <atomic> is 24,209 lines with
# gcc 12 in C++20, so a limit on the sum would measure the standard library. The lines of arcas/arcas.h include
# reductions, tasks and annotations for ThreadSanitizer (140 lines).
SMALLEST = (
    (
        "arcas/arcas.h",
        """#include <arcas/arcas.h>
int main() {
  int x[100];
  arcas::parallel_for(0, 100, [&](int i) { x[i] = i; });
  return x[99] - 99;
}
""",
        ("atomic",),
        4900,
    ),
    (
        "arcas/cluster.h",
        """#include <arcas/cluster.h>
int main(int argc, char** argv) {
  return arcas::cluster::run(argc, argv, [] { arcas::cluster::barrier(); });
}
""",
        ("algorithm", "functional", "optional", "span", "string"),
        6700,
    ),
)


def check(tree):
    flags = ["-std=c++20", f"-I{tree.root}", *TEST_DEFINITIONS, *_package_flags()]
    foreign = FOREIGN.get(os.uname().machine, ())
    paths = [
        path
        for path in tree.cpp_asked_about()
        if path.endswith(".h") and not any(name in path.split("/")[-1] for name in foreign)
    ]
    cache = _Cache(tree, flags)
    stale = [path for path in paths if not cache.holds(path)]
    if stale:
        yield from _check_alone(tree, flags, cache, paths, stale)
    for header, program, standard, most in SMALLEST:
        if header in tree.files:
            yield from _check_smallest(tree, flags, header, program, standard, most)


def _check_alone(tree, flags, cache, paths, stale):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool, tempfile.TemporaryDirectory() as folder:
        standard = {path: cache.standard_headers(path) for path in paths}
        users = collections.Counter(name for path in paths for name in standard[path])
        words = dict(zip(users, pool.map(lambda name: _words(flags, name), users)))
        # The precompiled headers are those that this compiler has.
        before = flags + _precompiled(flags, [name for name in users if words[name] and users[name] >= len(paths) / 10], folder)
        following = {path: follower for path in stale for follower in [cache.first_header(path)] if follower in stale}
        leaders = [path for path in stale if path not in following.values()]
        found = {}
        for results in pool.map(lambda path: _compile_chain(tree, before, following, path), leaders):
            found.update(results)
        for path in stale:
            known = [words[name] for name in standard[path]]
            finding = found[path] or (all(known) and _missing(tree, path, set().union(*known))) or None
            if finding:
                yield finding
            else:
                cache.add(path)


def _package_flags():
    flags = []
    for package in PACKAGES:
        asked = subprocess.run(["pkg-config", "--cflags", package], capture_output=True, text=True)
        flags += asked.stdout.split()
    return flags


def _words(flags, name):
    """All words of a standard header and of the headers that it includes; none if this compiler lacks it."""
    text = _preprocessed([*flags, "-P"], f"#include <{name}>\n") or ""
    return set(re.findall(r"\w+", TOKEN.sub(" ", text)))


def _precompiled(flags, names, folder):
    """The flags that put these standard headers before a header."""
    path = f"{folder}/{PRECOMPILED}"
    with open(path, "w", encoding="utf-8") as header:
        header.writelines(f"#include <{name}>\n" for name in names)
    subprocess.run([COMPILER, *flags, "-x", "c++-header", path, "-o", f"{path}.gch"], check=True)
    return ["-include", path]


def _missing(tree, path, words):
    for number, line in enumerate(tree.source(path).code, 1):
        for name in STANDARD_NAME.findall(line):
            if not words.issuperset(name.split("::")):
                return Finding(path, number, f"std::{name} is in no standard header that it includes; include what it uses")
    return None


def _compile_chain(tree, flags, following, path):
    """{path: finding or None} of this header and of the headers that it begins with."""
    found, compiles = {}, False
    while path:
        if not compiles:
            compiles, found[path] = _compile(tree, flags, path)
        else:
            found[path] = None
        path = following.get(path)
    return found


def _compile(tree, flags, path):
    """Whether this header compiles, and the finding if it should."""
    command = [COMPILER, *flags, "-fsyntax-only", "-Winvalid-pch", "-x", "c++", path]
    done = subprocess.run(command, cwd=tree.root, capture_output=True, text=True)
    if done.returncode == 0:
        return True, None
    absent = ABSENT.search(done.stderr)
    if absent and path.startswith(("bench/", "python/")) and not absent["name"].startswith("arcas/"):
        tree.notes.append(f"{path} is not compiled: there is no {absent['name']}")
        return False, None
    found = next(filter(None, map(ERROR.match, done.stderr.splitlines())), None)
    what = found["what"] if found else done.stderr.strip().split("\n")[0]
    line = int(found["line"]) if found and found["path"] == path else 1
    return False, Finding(path, line, f"does not compile alone ({what}); include what it uses")


def _preprocessed(flags, text):
    command = [COMPILER, *flags, "-E", "-x", "c++", "-"]
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else None


def _check_smallest(tree, flags, header, program, standard, most):
    alone = "".join(f"#include <{name}>\n" for name in standard)
    texts = [_preprocessed([*flags, "-P"], text) for text in (alone, program)]
    if None in texts:
        return  # a header does not compile, which is a finding of its own
    lines_alone, lines = (text.count("\n") for text in texts)
    names = ", ".join(f"<{name}>" for name in standard)
    tree.notes.append(
        f"the smallest program with <{header}> is {lines} preprocessed lines, {lines - lines_alone} more than {names} alone"
    )
    if lines > lines_alone + most:
        yield Finding(
            header,
            1,
            f"the smallest program adds {lines - lines_alone} preprocessed lines to {names} alone, where "
            f"{most} are the limit; move a standard header from a .h to a .cpp",
        )


class _Cache:
    """Remembers in build/lint/ which headers compiled, by a hash of all files of this tree that they include."""

    def __init__(self, tree, flags):
        self.tree = tree
        self.folder = tree.root / "build" / "lint"
        version = subprocess.run([COMPILER, "--version"], capture_output=True, text=True).stdout
        self.salt = "\0".join([version, *flags])

    def _entry(self, path):
        digest = hashlib.sha256(self.salt.encode())
        for reached in sorted(self._reached(path)):
            digest.update(f"\0{reached}\0{self.tree.read(reached)}".encode())
        return self.folder / digest.hexdigest()

    @functools.cache
    def _reached(self, path):
        reached, ahead = set(), [path]
        while ahead:
            path = ahead.pop()
            reached.add(path)
            for name in INCLUDE.findall(self.tree.read(path)):
                ahead += [candidate for candidate in self._of_tree(path, name) if candidate not in reached]
        return reached

    def _of_tree(self, path, name):
        candidates = (name, f"{path.rsplit('/', 1)[0]}/{name}")
        return [candidate for candidate in candidates if (self.tree.root / candidate).is_file()]

    def first_header(self, path):
        """The header of this tree that is included before all but standard headers, or None."""
        others = [name for name in INCLUDE.findall(self.tree.read(path)) if re.search(r"[./]", name)]
        return next(iter(self._of_tree(path, others[0])), None) if others else None

    def standard_headers(self, path):
        return {name for reached in self._reached(path) for name in STANDARD.findall(self.tree.read(reached))}

    def holds(self, path):
        return self._entry(path).exists()

    def add(self, path):
        self.folder.mkdir(parents=True, exist_ok=True)
        self._entry(path).touch()
