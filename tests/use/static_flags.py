# SPDX-License-Identifier: Apache-2.0
"""static_flags.py PREFIX WORK COMPILER: a program links with the flags of `pkg-config` and `pkg-config --static` for each
installed part, even if the libraries that hwloc may call are not installed."""
import os
import pathlib
import sys

from components import run

HERE = pathlib.Path(__file__).resolve().parent


def main():
    prefix, work, compiler = map(pathlib.Path, sys.argv[1:4])
    work.mkdir(parents=True, exist_ok=True)
    descriptions = sorted(prefix.rglob("arcas*.pc"))
    environment = {**os.environ, "PKG_CONFIG_PATH": str(descriptions[0].parent)}
    problems = []
    for program, component in (("hello", "arcas-loops"), ("graph_user", "arcas-graph")):
        code, flags = run("pkg-config", "--cflags", component, env=environment)
        code, text = run(compiler, "-std=c++20", "-c", HERE / f"{program}.cpp", "-o", work / f"{program}.o", *flags.split())
        if code != 0:
            return text
    for description in descriptions:
        for how in ([], ["--static"]):
            code, flags = run("pkg-config", *how, "--libs", description.stem, env=environment)
            if code != 0:
                problems.append(f"{description.stem} {how}: {flags}")
                continue
            program = "hello" if description.stem == "arcas-loops" else "graph_user"
            code, text = run(compiler, work / f"{program}.o", "-o", work / "linked", *flags.split())
            if code != 0:
                problems.append(f"{description.stem} {how}: {flags}{text}")
    if len(descriptions) < 3:
        problems.append(f"{len(descriptions)} descriptions are installed")
    return "\n".join(problems) or 0


if __name__ == "__main__":
    sys.exit(main())
