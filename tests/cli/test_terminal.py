# SPDX-License-Identifier: Apache-2.0
# Terminals: the line of progress, and Ctrl-C. No run in this file ends by itself, since each has very
# many trials.
import os
import pty
import signal
import subprocess
import tempfile
import unittest

from program import GRAPH, PATIENCE, start

ENDLESS = ("pagerank", GRAPH, "--trials", "4000000000")


class Terminal:
    """A pseudo-terminal: what is written to its `end` can be read here."""

    def __init__(self):
        self.screen, self.end = pty.openpty()
        self.text = ""

    def close_end(self):
        os.close(self.end)

    def read(self):
        try:
            part = os.read(self.screen, 4096).decode()
        except OSError:  # Linux says so when the last writer is gone
            part = ""
        self.text += part
        return part

    def read_until(self, word):
        while word not in self.text:
            if not self.read():
                raise AssertionError(f"no {word!r} in {self.text!r}")

    def read_all(self):
        while self.read():
            pass
        os.close(self.screen)


class Progress(unittest.TestCase):
    def test_one_line_that_is_painted_over_and_gone_at_the_end(self):
        terminal = Terminal()
        program = start(*ENDLESS, stdout=subprocess.PIPE, stderr=terminal.end)
        terminal.close_end()
        terminal.read_until("edges/s")
        program.send_signal(signal.SIGINT)
        terminal.read_all()
        output, _ = program.communicate(timeout=PATIENCE)
        self.assertEqual(program.returncode, 130)
        self.assertIn("\r\x1b[KPageRank: trial ", terminal.text)
        # The output ends with the sentence, which is its only complete line.
        self.assertEqual(terminal.text.count("\n"), 1)
        last = terminal.text.rpartition("\r\x1b[K")[2]
        self.assertRegex(last, r"\Aarcas: interrupted while PageRank: .*; no result\r\n\Z")
        self.assertNotIn("\x1b", output)

    def test_short_work_shows_nothing(self):
        terminal = Terminal()
        program = start("topology", stdout=subprocess.DEVNULL, stderr=terminal.end)
        terminal.close_end()
        terminal.read_all()
        self.assertEqual((program.wait(PATIENCE), terminal.text), (0, ""))


class CtrlC(unittest.TestCase):
    def test_ends_passes_in_a_pipe_with_a_sentence(self):
        program = start(*ENDLESS, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertIn("948,464 edges", program.stdout.readline())  # the graph has been read
        program.send_signal(signal.SIGINT)
        output, errors = program.communicate(timeout=PATIENCE)
        self.assertEqual((program.returncode, output), (130, ""))
        self.assertRegex(errors, r"\Aarcas: interrupted while PageRank.*; no result\n\Z")

    def test_ends_a_read_that_nothing_comes_through(self):
        with tempfile.TemporaryDirectory() as folder:
            pipe = os.path.join(folder, "graph")
            os.mkfifo(pipe)
            program = start("pagerank", pipe, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            with open(pipe, "w"):  # waits until the program has opened it
                program.send_signal(signal.SIGINT)
                output, errors = program.communicate(timeout=PATIENCE)
        self.assertEqual((program.returncode, output), (130, ""))
        self.assertRegex(errors, r"\Aarcas: interrupted while reading \S*graph, after .*; no result\n\Z")

    def test_is_ignored_where_it_was_when_the_program_started(self):
        program = start("pagerank", GRAPH, "--trials", "3", stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
        self.assertIn("948,464 edges", program.stdout.readline())
        program.send_signal(signal.SIGINT)
        _, errors = program.communicate(timeout=PATIENCE)
        self.assertEqual((program.returncode, errors), (0, ""))


if __name__ == "__main__":
    unittest.main()
