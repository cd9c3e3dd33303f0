# SPDX-License-Identifier: Apache-2.0
# While the program reads a graph's file, another process writes to it: it overwrites bytes, appends bytes, or changes the length. The
# program must end in time, with a graph or with one sentence; a sanitizer must report nothing. Each format is tested.
import contextlib
import os
import random
import re
import subprocess
import sys
import tempfile
import unittest

from program import run

RUNS = int(os.environ.get("ARCAS_TEST_RUNS", "4"))  # of each file
NOTE = "has edge weights, which this command does not use"
VERTICES, EDGES = 3000, 20000
# The writer repeatedly restores the whole file, and changes it up to 50 milliseconds later.
WRITER = """
import os, random, sys, time
path, seed = sys.argv[1:]
draw = random.Random(int(seed))
with open(path, "rb") as file:
    whole = file.read()
to = os.open(path, os.O_RDWR)

def change():
    at = draw.randrange(len(whole))
    length = draw.choice((1, 8, 100, 5000))
    kind = draw.randrange(5)
    if kind == 0:
        os.pwrite(to, draw.randbytes(length), at)
    elif kind == 1:
        os.pwrite(to, draw.choice((b"1", b"9", b" ", b"\\n", b'"', b"<", b"\\0", b"\\xff")) * length, at)
    elif kind == 2:
        os.pwrite(to, whole[at : at + length], draw.randrange(len(whole)))
    elif kind == 3:
        os.ftruncate(to, draw.choice((0, at, len(whole))))
    else:
        os.pwrite(to, whole[at : at + length], os.fstat(to).st_size)

print("ready", flush=True)
while True:
    os.ftruncate(to, len(whole))
    os.pwrite(to, whole, 0)
    time.sleep(draw.random() * 0.05)
    for _ in range(draw.randrange(1, 9)):
        change()
        time.sleep(draw.choice((0, 1e-4, 1e-3, 5e-3)))
"""


def edge_list():
    draw = random.Random(27491095)
    # Ids with gaps.
    edges = ((7 * draw.randrange(VERTICES), 7 * draw.randrange(VERTICES)) for _ in range(EDGES))
    return "".join(f"{u} {v} {draw.choice((1, 2, 300))}\n" for u, v in edges)


@contextlib.contextmanager
def writer_of(path):
    with subprocess.Popen([sys.executable, "-c", WRITER, path, "1"], stdout=subprocess.PIPE) as writer:
        writer.stdout.readline()
        try:
            yield
        finally:
            writer.kill()


class ChangingFiles(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.whole = os.path.join(cls.folder.name, "whole.wel")
        with open(cls.whole, "w", encoding="utf-8") as file:
            file.write(edge_list())

    def made(self, name):
        path = os.path.join(self.folder.name, name)
        undirected = ("--undirected",) if name.endswith(".graph") else ()
        result = run("convert", self.whole, path, *undirected)
        self.assertEqual(result.returncode, 0, result.stderr)
        return path

    def read_while_it_changes(self, path, name=None):
        """Runs the program on the file, or on the folder `name` that contains the file."""
        with writer_of(path):
            for i in range(RUNS):
                command = ("info", "pagerank")[i % 2]
                with self.subTest(f"{command} {os.path.basename(path)}", run=i):
                    self.require_an_end(run(command, name or path), os.path.basename(name or path))

    def require_an_end(self, result, name):
        errors = [line for line in result.stderr.splitlines() if NOTE not in line]
        if result.returncode == 0:
            self.assertEqual((bool(result.stdout), errors), (True, []))
            return
        self.assertEqual((result.returncode, result.stdout, len(errors)), (1, "", 1), errors)
        self.assertRegex(errors[0], r"\Aarcas: .*" + re.escape(name))


def add(name, prepare):
    """prepare(): the arguments of read_while_it_changes()."""

    def test(self):
        self.read_while_it_changes(*prepare(self))

    setattr(ChangingFiles, "test_" + name, test)


ENDINGS = ("wel", "el", "txt", "csv", "tsv", "sg", "wsg", "mtx", "gr", "graph", "npz", "graphml", "txt.gz", "csv.zst", "sg.zst",
           "graphml.gz")
for ending in ENDINGS:
    add(ending.replace(".", "_"), lambda self, ending=ending: (self.made("g." + ending),))


def folder_of_parts(self):
    folder = os.path.join(self.folder.name, "parts")
    os.mkdir(folder)
    paths = [os.path.join(folder, f"part-{i}.csv") for i in range(3)]
    for path in paths:
        run("convert", self.whole, path)
    return paths[1], folder


add("a_folder_of_parts", folder_of_parts)

if __name__ == "__main__":
    unittest.main()
