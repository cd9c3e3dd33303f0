# SPDX-License-Identifier: Apache-2.0
"""The C++ program `arcas`, as `python -m arcas` and as the command that pip installs."""
import os
import pathlib
import sys

PROGRAM = pathlib.Path(__file__).with_name("bin") / "arcas"


def main():
    """Becomes the program: the same process, its signals and its exit code."""
    os.execv(PROGRAM, ["arcas", *sys.argv[1:]])


if __name__ == "__main__":
    main()
