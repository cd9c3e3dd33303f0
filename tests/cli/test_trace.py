# SPDX-License-Identifier: Apache-2.0
# arcas trace COMMAND: the file, what is printed of it, and mistakes.
import os
import re
import tempfile
import unittest

from program import GRAPH, run


class Trace(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.file = os.path.join(self.folder.name, "t.pftrace")

    def tearDown(self):
        self.folder.cleanup()

    def test_of_a_kernel(self):
        done = run("trace", "pagerank", GRAPH, "--top", "1", "-o", self.file, ARCAS_WORKERS="2")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"Longest in pagerank\S*:\d+: [\d,]+ vertices held arcas\S* for .*; \d+ there has [\d,]+ edges")
        self.assertRegex(done.stderr, r"arcas: loop pagerank\S*:\d+: \d+ calls, .* ms: work \d")
        said = re.search(r"t\.pftrace: (\d+) slices of 2 threads", done.stderr)
        # Each slice has a begin and an end.
        self.assertGreater(os.path.getsize(self.file), 2 * 10 * int(said[1]))

    def test_has_a_default_name(self):
        done = run("trace", "bfs", "--kronecker", "8", "--json", ARCAS_WORKERS="1", cwd=self.folder.name)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(os.path.exists(os.path.join(self.folder.name, "arcas.pftrace")))

    def test_without_a_command_or_a_place(self):
        done = run("trace")
        self.assertEqual(done.returncode, 2)
        self.assertIn("trace requires a command that runs loops", done.stderr)
        done = run("trace", "bfs", "--kronecker", "8", "-o", "/nowhere/t.pftrace")
        self.assertEqual(done.returncode, 1)
        self.assertIn("/nowhere/t.pftrace: the trace cannot be written", done.stderr)

    def test_is_in_the_help(self):
        self.assertIn("ui.perfetto.dev", run("trace", "--help").stdout)


if __name__ == "__main__":
    unittest.main()
