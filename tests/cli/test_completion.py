# SPDX-License-Identifier: Apache-2.0
# arcas completion: a shell completes words with the script, as the tab key does.
import re
import shutil
import subprocess
import unittest

from program import run


@unittest.skipUnless(shutil.which("bash"), "needs bash")
class Bash(unittest.TestCase):
    def offered(self, *words):
        script = run("completion", "bash")
        self.assertEqual((script.returncode, script.stderr), (0, ""))
        ask = (f"COMP_WORDS=({' '.join(words)}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); _arcas; "
               'echo "${COMPREPLY[@]}"')
        shell = subprocess.run(["bash", "-c", script.stdout + ask], capture_output=True, text=True)
        self.assertEqual(shell.stderr, "")
        return shell.stdout.split()

    def test_subcommands(self):
        self.assertEqual(self.offered("arcas", "gen"), ["generate"])
        self.assertIn("pagerank", self.offered("arcas", "''"))
        self.assertIn("--version", self.offered("arcas", "--v"))

    def test_options_of_a_subcommand(self):
        self.assertEqual(self.offered("arcas", "info", "--js"), ["--json"])
        self.assertEqual(self.offered("arcas", "info", "--damp"), [])
        self.assertEqual(self.offered("arcas", "pagerank", "x.txt", "--damp"), ["--damping"])

    def test_files_are_left_to_the_shell(self):
        self.assertEqual(self.offered("arcas", "info", "x"), [])


class Others(unittest.TestCase):
    def test_every_subcommand_is_there(self):
        help_text = run("--help").stdout
        subcommands = re.findall(r"^  ([a-z]+) {2,}", help_text.split("Subcommands:")[1], re.MULTILINE)
        self.assertIn("convert", subcommands)
        for shell in ("zsh", "fish"):
            script = run("completion", shell).stdout
            for name in subcommands:
                self.assertIn(name, script)

    def test_unknown_shell(self):
        result = run("completion", "tcsh")
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        self.assertIn("must be bash or zsh or fish", result.stderr)


if __name__ == "__main__":
    unittest.main()
