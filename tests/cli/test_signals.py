# SPDX-License-Identifier: Apache-2.0
# A signal that ends the program while it writes a file: nothing of the file is left, and the exit status names the signal.
import os
import pathlib
import signal
import subprocess
import time
import unittest

from program import PATIENCE, Folder, environment, run, start

ENDING = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGXCPU, signal.SIGPIPE, signal.SIGKILL)


def is_writing(process, folder):
    """Whether the process has a file of the folder open, with a name or without."""
    try:
        return any(os.readlink(link).startswith(folder) for link in pathlib.Path(f"/proc/{process.pid}/fd").iterdir())
    except OSError:
        return False


class EndedWhileItWrites(Folder):
    def setUp(self):
        super().setUp()
        self.out = pathlib.Path(self.path("out"))
        self.out.mkdir()
        self.graph = self.path("g.sg")
        self.assertEqual(run("generate", self.graph, "--kronecker", "16").returncode, 0)

    def ended_by(self, number, *command):
        """The exit status of a process to which the signal is sent while it writes, or after it has ended."""
        process = start(*command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.monotonic() + PATIENCE
        while process.poll() is None and not is_writing(process, str(self.out)) and time.monotonic() < end:
            pass
        process.send_signal(number)
        return process.wait(PATIENCE)

    def test_leaves_nothing_and_its_status_names_the_signal(self):
        for number in ENDING:
            for command in (("convert", self.graph, str(self.out / "g.txt")),
                            ("pagerank", self.graph, "--output", str(self.out / "values.csv"))):
                with self.subTest(number=number, command=command[0]):
                    status = self.ended_by(number, *command)
                    self.assertIn(status, (-number, 0))
                    names = {path.name for path in self.out.iterdir()}
                    self.assertLessEqual(names, {"g.txt", "values.csv"})
                    if status != 0:
                        self.assertEqual(names, set())
                    for path in self.out.iterdir():
                        path.unlink()

    def test_a_signal_that_was_ignored_stays_so(self):
        done = subprocess.run(["nohup", os.environ["ARCAS_PROGRAM"], "topology"], env=environment(), capture_output=True, text=True,
                              timeout=PATIENCE, stdin=subprocess.DEVNULL)
        self.assertEqual(done.returncode, 0)


if __name__ == "__main__":
    unittest.main()
