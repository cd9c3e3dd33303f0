# SPDX-License-Identifier: Apache-2.0
"""parent.py WORK CMAKE COMPILER: a project that adds Arcas as a folder keeps its cache, variables, policies and options. `all`, CTest
and the installation have nothing of Arcas but what the project's programs link. Loops need only hwloc, and are built with it alone."""
import json
import pathlib
import re
import shutil
import subprocess
import sys

from components import machine_with_hwloc_alone, run

HERE = pathlib.Path(__file__).resolve().parent
# Cache entries of Arcas, and those that CMake makes for threads, pkg-config, FetchContent and the libraries that it finds.
OF_CMAKE = re.compile(r"arcas_|ARCAS_|hwloc_|zstd_|zlib_|expat_|pkgcfg_lib_|PKG_CONFIG_|__pkg_config_|CMAKE_HAVE_LIBC_PTHREAD|THREADS_|"
                      r"FIND_PACKAGE_MESSAGE_DETAILS_|FETCHCONTENT_|_?FetchContent_|prefix_result$|__cmake_|_ExternalProject")


def state(path):
    return dict(line.split("=", 1) for line in path.read_text(encoding="utf-8").splitlines() if "=" in line)


def changes(build):
    before, behind = state(build / "before.txt"), state(build / "behind.txt")
    changed = [f"{name}: {value!r} becomes {behind.get(name)!r}" for name, value in before.items() if behind.get(name) != value]
    new = [name for name in behind.keys() - before.keys() if not OF_CMAKE.match(name.split(" ", 1)[1])]
    return changed + [f"{name} is new" for name in sorted(new)]


def options_of(build, ending):
    commands = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    return next(entry["command"] for entry in commands if entry["file"].endswith(ending))


class Projects:
    def __init__(self, work, cmake, compiler):
        self.work, self.cmake, self.compiler = work, cmake, compiler
        self.alone = machine_with_hwloc_alone(work / "pc")
        self.problems = []

    def configure(self, name, *options, **more):
        build = self.work / name
        (build / "CMakeCache.txt").unlink(missing_ok=True)
        code, text = run(self.cmake, "-S", HERE / "parent", "-B", build, "-G", "Ninja", f"-DCMAKE_CXX_COMPILER={self.compiler}", *options, **more)
        if code != 0:
            self.problems.append(f"{name}: {text}")
            return None
        if "-DBY=none" not in options:
            self.problems.extend(f"{name}: {change}" for change in changes(build))
        return build

    def require(self, right, what):
        if not right:
            self.problems.append(what)

    def check_flags(self):
        for options in (["-DCMAKE_BUILD_TYPE=Debug"], ["-DCMAKE_CXX_FLAGS=-Wall", "-DCMAKE_CXX_STANDARD=17"]):
            name = options[-1].split("=")[1]
            without, beside = self.configure(f"without_{name}", "-DBY=none", *options), self.configure(f"beside_{name}", *options)
            if without and beside:
                commands = [options_of(build, "own.cpp").replace(str(build), "") for build in (without, beside)]
                self.require(commands[0] == commands[1], f"a program without Arcas is compiled in another way: {commands}")
                self.require("NDEBUG" not in options_of(beside, "hello.cpp"), f"{name}: the project's own assertions are disabled")

    def check_hwloc_alone(self, way):
        build = self.configure(f"hwloc_alone_{way}", f"-DBY={way}", env=self.alone)
        if not build:
            return
        self.require("NDEBUG" not in options_of(build, "hello.cpp"), f"{way}: the project's own assertions are disabled")
        self.require("-O3" in options_of(build, "arcas/loops/CMakeFiles/arcas_loops.dir/Unity/unity_0_cxx.cxx"),
                     f"{way}: Arcas is not optimised if the project sets no build type")

    def check_build_with_hwloc_alone(self):
        build = self.configure("built", "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS_RELEASE=-O0", env=self.alone)
        if build:
            code, text = run(self.cmake, "--build", build, env=self.alone)
            self.require(code == 0 and run(build / "hello")[0] == 0, f"loops are not built with hwloc alone: {text[-3000:]}")

    def check_targets(self):
        build = self.configure("all_libraries", "-DWANTS_GRAPHS=ON")
        if not build:
            return
        steps = run("ninja", "-C", build, "-n", "all")[1]
        self.require("hello" in steps and "arcas_loops" in steps and "arcas_graph" not in steps, f"the target `all` builds: {steps}")
        tests = re.findall(r"Test +#\d+: (\S+)", run("ctest", "-N", "--test-dir", build)[1])
        self.require(tests == ["own"], f"the project's tests are {tests}")
        prefix = self.work / "prefix"
        shutil.rmtree(prefix, ignore_errors=True)
        code, text = run(self.cmake, "--install", build, "--prefix", prefix)
        installed = [path.relative_to(prefix).as_posix() for path in prefix.rglob("*") if path.is_file()]
        self.require(code == 0 and installed == ["share/parent/own.cpp"], f"installed are {installed}: {text}")

    def check_request_of_graphs(self):
        code, text = run(self.cmake, "-S", HERE / "parent", "-B", self.work / "graphs_requested", "-G", "Ninja",
                         f"-DCMAKE_CXX_COMPILER={self.compiler}", "-DARCAS_GRAPH=ON", env=self.alone)
        self.require(code != 0 and "graphs need zstd, zlib, expat" in " ".join(text.split()),
                     f"graphs_requested: the expected error is not in {text}")


def main():
    projects = Projects(pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3])
    for way in ("folder", "FetchContent"):
        projects.check_hwloc_alone(way)
    projects.configure("shared", "-DBUILD_SHARED_LIBS=ON", "-DARCAS_GRAPH=OFF")
    projects.check_flags()
    projects.check_targets()
    projects.check_request_of_graphs()
    projects.check_build_with_hwloc_alone()
    return "\n".join(projects.problems) or 0


if __name__ == "__main__":
    sys.exit(main())
