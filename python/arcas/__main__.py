# SPDX-License-Identifier: Apache-2.0
"""Runs the C++ program `arcas`, for `python -m arcas` and for the command that pip installs."""
import os
import pathlib
import sys

PROGRAM = pathlib.Path(__file__).with_name("bin") / "arcas"


def main():
    """Replaces this process by the program, which keeps the process number, signals and the exit code."""
    os.execv(PROGRAM, ["arcas", *sys.argv[1:]])


if __name__ == "__main__":
    main()
