# SPDX-License-Identifier: Apache-2.0
"""parent.py WORK CMAKE COMPILER: a project that adds Arcas as a folder keeps its cache, its variables and its options, and
requires only the libraries of loops. The project is only configured; ci/package.sh builds it."""
import json
import pathlib
import re
import subprocess
import sys

from components import machine_with_hwloc_alone, run

HERE = pathlib.Path(__file__).resolve().parent
# Cache entries of Arcas, and those that CMake makes for threads, pkg-config and the libraries that it finds.
OF_CMAKE = re.compile(r"arcas_|ARCAS_|hwloc_|zstd_|zlib_|expat_|pkgcfg_lib_|PKG_CONFIG_|__pkg_config_|CMAKE_HAVE_LIBC_PTHREAD|THREADS_|"
                      r"FIND_PACKAGE_MESSAGE_DETAILS_|FETCHCONTENT_|prefix_result$")


def state(path):
    return dict(line.split("=", 1) for line in path.read_text(encoding="utf-8").splitlines() if "=" in line)


def changes(build):
    before, behind = state(build / "before.txt"), state(build / "behind.txt")
    changed = [f"{name}: {value!r} becomes {behind.get(name)!r}" for name, value in before.items() if behind.get(name) != value]
    new = [name for name in behind.keys() - before.keys() if not OF_CMAKE.match(name.removeprefix("cache "))]
    return changed + [f"{name} is new" for name in sorted(new)]


def options_of(build, ending):
    commands = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    return next(entry["command"] for entry in commands if entry["file"].endswith(ending))


def main():
    work, cmake, compiler = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3]
    alone = machine_with_hwloc_alone(work / "pc")
    problems = []

    def configure(name, *options, **more):
        build = work / name
        (build / "CMakeCache.txt").unlink(missing_ok=True)
        code, text = run(cmake, "-S", HERE / "parent", "-B", build, "-G", "Ninja", f"-DCMAKE_CXX_COMPILER={compiler}", *options, **more)
        if code != 0:
            problems.append(f"{name}: {text}")
            return None
        problems.extend(f"{name}: {change}" for change in changes(build))
        return build

    for way in ("folder", "FetchContent"):
        build = configure(f"hwloc_alone_{way}", f"-DBY={way}", env=alone)
        if build and "NDEBUG" in options_of(build, "hello.cpp"):
            problems.append(f"{way}: the project's own assertions are disabled")
        if build and "-O3" not in options_of(build, "arcas/loops/CMakeFiles/arcas_loops.dir/Unity/unity_0_cxx.cxx"):
            problems.append(f"{way}: Arcas is not optimised if the project sets no build type")
    for name, options in {"all_libraries": ["-DWANTS_GRAPHS=ON"], "debug": ["-DCMAKE_BUILD_TYPE=Debug"],
                          "shared": ["-DBUILD_SHARED_LIBS=ON", "-DARCAS_GRAPH=OFF"],
                          "flags": ["-DCMAKE_CXX_FLAGS=-Wall", "-DCMAKE_CXX_STANDARD=23"]}.items():
        configure(name, *options)
    code, text = run(cmake, "-S", HERE / "parent", "-B", work / "graphs_requested", "-G", "Ninja", f"-DCMAKE_CXX_COMPILER={compiler}",
                     "-DARCAS_GRAPH=ON", env=alone)
    if code == 0 or "graphs need zstd, zlib, expat" not in " ".join(text.split()):
        problems.append(f"graphs_requested: the expected error is not in {text}")
    return "\n".join(problems) or 0


if __name__ == "__main__":
    sys.exit(main())
