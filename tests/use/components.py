# SPDX-License-Identifier: Apache-2.0
"""components.py PREFIX WORK CMAKE COMPILER: uses an installed Arcas on a machine that has hwloc, but neither MPI nor zstd."""
import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent


def run(*command, **more):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False, **more)
    return done.returncode, done.stdout + done.stderr


def machine_with_hwloc_alone(folder):
    """An environment in which pkg-config finds hwloc and nothing else."""
    found = run("pkg-config", "--variable=pcfiledir", "hwloc")[1].strip()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    text = (pathlib.Path(found) / "hwloc.pc").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("Requires.private")]
    (folder / "hwloc.pc").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return {**os.environ, "PKG_CONFIG_LIBDIR": str(folder), "PKG_CONFIG_PATH": ""}


def main():
    prefix, work, cmake, compiler = (pathlib.Path(p) for p in sys.argv[1:5])
    environment = machine_with_hwloc_alone(work / "pc")
    problems = []

    def configure(parts):
        return run(cmake, "-S", HERE / "components", "-B", work / parts.replace(";", "_"), "-G", "Ninja",
                   f"-DPARTS={parts}", f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_CXX_COMPILER={compiler}",
                   "-DCMAKE_DISABLE_FIND_PACKAGE_MPI=ON", env=environment)

    code, text = configure("loops")
    if code == 0:
        code, text = run(cmake, "--build", work / "loops")
    if code == 0:
        code, text = run(work / "loops" / "hello")
    if code != 0:
        problems.append(f"loops alone: {text}")
    for parts, sentence in {"graph": "component graph requires libzstd, zlib and expat",
                            "cluster": "component cluster requires", "parquet": "component parquet requires",
                            "threads": "Arcas has no component threads"}.items():
        code, text = configure(parts)
        if code == 0 or sentence not in " ".join(text.split()):
            problems.append(f"{parts}: {sentence!r} is not in: {text}")

    description = next(prefix.rglob("arcas-loops.pc")).parent
    environment["PKG_CONFIG_PATH"] = str(description)
    code, flags = run("pkg-config", "--cflags", "--libs", "arcas-loops", env=environment)
    if code != 0 or any(word in flags for word in ("zstd", "arcas_graph", "arcas_cluster", "mpi")):
        problems.append(f"pkg-config arcas-loops: {flags}")
    else:
        code, text = run(compiler, "-std=c++20", HERE / "hello.cpp", "-o", work / "hello", *flags.split())
        if code == 0:
            code, text = run(work / "hello")
        if code != 0:
            problems.append(f"hello by pkg-config: {text}")
    return "\n".join(problems) or 0


if __name__ == "__main__":
    sys.exit(main())
