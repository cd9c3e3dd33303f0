# SPDX-License-Identifier: Apache-2.0
# Names of vertices and files that hold any bytes: on the terminal, in JSON, in tables and in pictures. Each option that
# reads a file is also given a folder and a device.
import csv
import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree

from program import PROGRAM, Folder, environment, run

# The characters to which a terminal reacts, except the end of a line.
OBEYED = re.compile(rb"[\x00-\x09\x0b-\x1f\x7f]")
ODD = ["\x1b[31mred\x1b]0;title\x07", "a\rb", "tab\there", 'quo"te', "comma,semi;", "=1+1", " led", "trailed ", "]]>&<x>",
       "\x01", "ä\u202e", "#hash"]


def cell(text):
    return '"' + text.replace('"', '""') + '"'


class Names(Folder):
    def setUp(self):
        super().setUp()
        names = ODD + ODD[:1]
        self.graph = self.write("odd.csv", "from,to\n" + "".join(f"{cell(a)},{cell(b)}\n" for a, b in zip(names, names[1:])))

    def shown(self, *arguments):
        done = subprocess.run([PROGRAM, *arguments], env=environment(), capture_output=True, stdin=subprocess.DEVNULL, timeout=120)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def test_on_the_terminal_are_visible(self):
        for command in (("info",), ("pagerank",), ("bfs", "--source", ODD[0]), ("components",), ("triangles", "--vertices"),
                        ("sssp", "--source", ODD[0], "--path-to", ODD[1]), ("closeness",), ("walks",),
                        ("components", "--strong"), ("diameter",)):
            with self.subTest(command=command):
                done = self.shown(command[0], self.graph, *command[1:])
                self.assertIsNone(OBEYED.search(done.stdout + done.stderr), done.stdout + done.stderr)
        self.assertIn(rb"\x1b[31mred\x1b]0;title\x07", self.shown("pagerank", self.graph, "--top", "20").stdout)

    def test_in_json_and_tables_are_the_same(self):
        self.shown("pagerank", self.graph, "--output", self.path("o.json"))
        with open(self.path("o.json"), encoding="utf-8") as file:
            self.assertEqual({row["vertex"] for row in json.load(file)}, set(ODD))
        for name, separator in (("o.csv", ","), ("o.tsv", "\t")):
            self.shown("pagerank", self.graph, "--output", self.path(name))
            with open(self.path(name), newline="", encoding="utf-8") as file:
                rows = list(csv.reader(file, delimiter=separator))
            self.assertEqual({row[0] for row in rows[1:]}, set(ODD))

    def test_an_empty_name_is_a_name(self):
        graph = self.path("e.graphml")
        self.write(graph, '<graphml><graph edgedefault="directed"><node id=""/><node id="c"/><edge source="" target="c"/>'
                   "</graph></graphml>")
        answer = json.loads(self.shown("bfs", graph, "--source", "", "--json").stdout)
        self.assertEqual(answer["parameters"]["sources"], [""])
        self.shown("pagerank", graph, "--output", self.path("o.json"))
        self.assertIn('"vertex": ""', pathlib.Path(self.path("o.json")).read_text())
        self.shown("pagerank", graph, "--output", self.path("o.tsv"))
        self.assertIn('\n""\t', pathlib.Path(self.path("o.tsv")).read_text())

    def test_of_files_are_on_one_line_and_pictures_well_formed(self):
        odd = os.fsencode(self.path("x")) + b"\n\x1b[31m]]>&<\xff.csv"
        os.rename(self.graph, odd)
        done = subprocess.run([PROGRAM, "pagerank", odd, "--plot", self.path("p.svg")], env=environment(), capture_output=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(rb"x\x0a\x1b[31m]]>&<\xff.csv: ", done.stdout)
        self.assertIsNone(OBEYED.search(done.stdout), done.stdout)
        xml.etree.ElementTree.parse(self.path("p.svg"))
        for arguments in (("info", odd + b".sg"), ("convert", self.path("p.svg"), odd + b"/no.csv"), ("predict", "--machine", odd),
                          ("extract", odd, self.path("o.csv"), "--vertices", odd + b".no"), ("bfs", odd, "--source", "a\nb")):
            with self.subTest(arguments=arguments):
                refused = subprocess.run([PROGRAM, *arguments], env=environment(), capture_output=True)
                self.assertNotEqual(refused.returncode, 0)
                self.assertRegex(refused.stderr, rb"\Aarcas: [^\n\x1b]+\n\Z")


class NoFiles(unittest.TestCase):
    def test_are_refused_by_each_option_that_reads_one(self):
        with tempfile.TemporaryDirectory() as folder:
            graph, output = os.path.join(folder, "g.csv"), os.path.join(folder, "o.csv")
            pathlib.Path(graph).write_text("a,b\nb,c\n")
            readers = [("info", None), ("extract", graph, output, "--vertices", None), ("conductance", graph, "--vertices", None)]
            if "Not available here" not in run("predict", "--help").stdout:
                readers += [("predict", "--machine", None), ("predict", "--machine", "t5-8", "--trace", None)]
            for reader in readers:
                for file, words in ((folder, "irectory"), ("/dev/zero", "has NUL bytes"), (os.path.join(folder, "no"), folder)):
                    with self.subTest(reader=reader, file=file):
                        done = run(*(file if word is None else word for word in reader))
                        self.assertIn(done.returncode, (1, 2), done.stdout)
                        self.assertRegex(done.stderr, r"\Aarcas: [^\n]+\n\Z")
                        self.assertIn(words, done.stderr)
            for reader in readers:
                with self.subTest(reader=reader):
                    done = run(*("/dev/null" if word is None else word for word in reader))
                    self.assertIn(done.returncode, (0, 1, 2), done.stdout)

    def test_a_recorded_machine_is_bounded(self):
        with tempfile.TemporaryDirectory() as folder:
            endless = os.path.join(folder, "m.xml")
            os.symlink("/dev/zero", endless)
            done = run("topology", ARCAS_TOPOLOGY=endless)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("m.xml: has NUL bytes at its start, as no text has; record a machine with", done.stderr)
