# SPDX-License-Identifier: Apache-2.0
"""race_detector.py PREFIX WORK COMPILER: a program is compiled for ThreadSanitizer; the installed Arcas and one object that it
links are not. ThreadSanitizer reports no false race, and reports a race of the program itself."""
import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent


def run(*command, **more):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False, **more)
    return done.returncode, done.stdout + done.stderr


def main():
    prefix, work, compiler = map(pathlib.Path, sys.argv[1:4])
    work.mkdir(parents=True, exist_ok=True)
    environment = {**os.environ, "PKG_CONFIG_PATH": str(next(prefix.rglob("arcas-loops.pc")).parent), "ARCAS_WORKERS": "4",
                   "TSAN_OPTIONS": "exitcode=66"}
    headers, libraries = (run("pkg-config", part, "arcas-loops", env=environment)[1].split() for part in ("--cflags", "--libs"))
    plain, program = work / "plain.o", work / "ordered"
    for rest in (["-O2", "-c", HERE / "race_detector" / "plain.cpp", "-o", plain],
                 ["-O1", "-g", "-fsanitize=thread", plain, HERE / "race_detector" / "ordered.cpp", "-o", program, *libraries]):
        code, text = run(compiler, "-std=c++20", "-Wall", "-Wextra", "-Werror", *headers, *rest)
        if code != 0:
            return f"{rest}: does not compile without warnings: {text}"
    # Some kernels randomise addresses so that ThreadSanitizer cannot start; setarch -R turns that off.
    still = ["setarch", "-R"] if shutil.which("setarch") else []
    code, text = run(*still, program, env=environment)
    if code != 0 or "all is right" not in text or "ThreadSanitizer" in text:
        return f"a program without races: exit code {code}\n{text[:8000]}"
    code, text = run(*still, program, "racing", env=environment)
    if code != 66 or "WARNING: ThreadSanitizer: data race" not in text:
        return f"a race is not reported: exit code {code}\n{text[:8000]}"
    return 0


if __name__ == "__main__":
    sys.exit(main())
