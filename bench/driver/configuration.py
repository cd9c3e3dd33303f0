# SPDX-License-Identifier: Apache-2.0
"""What can be measured? The runtimes, the programs that measure them, and the environment in which each is at its
best."""

from dataclasses import dataclass, field

AUTO = 0  # no grain given: the runtime's own choice

ARCAS_DISTRIBUTORS = [
    "shared", "striped:package", "striped:core", "striped:thread",
    "biased", "combine:core", "async:core", "combine:core/striped:core", "async:core/striped:core",
    "async:core/combine:package",
]


@dataclass(frozen=True)
class Configuration:
    """One runtime, set up in one way. An empty schedule is the runtime's default."""

    runtime: str
    schedule: str = ""
    grain: int = AUTO
    workers: int = 2

    @property
    def is_arcas(self):
        return self.runtime == "Arcas"

    @property
    def way(self):
        """The runtime and its schedule, without the grain. A picture has a panel for each way."""
        return f"{self.runtime} {self.schedule or 'default'}"

    @property
    def name(self):
        return self.way + (f", grain {self.grain}" if self.grain else "")


@dataclass(frozen=True)
class Point:
    """One configuration on one piece of work, given as options of the measuring program."""

    configuration: Configuration
    work: str                       # its name in tables and pictures
    options: tuple = field(default=())


PROGRAMS = {
    "Arcas": "bench_arcas",
    "libgomp": "bench_openmp",
    "libiomp5": "bench_openmp",
    "oneTBB": "bench_tbb",
    "fork_union": "bench_fork_union",
    "worklist": "bench_worklist",
    "flag pair": "bench_flags",
}

# All runtimes that place their threads use the same hardware threads: packages by turns, and each core once before
# the second hardware thread of any core. If libiomp5 is called through libgomp's entry points and OMP_PROC_BIND is
# set, libiomp5 binds all its threads to the processor of the first; therefore its own variable, KMP_AFFINITY, is used.
PLACED = {
    "Arcas": {"ARCAS_PLACEMENT": "spread"},
    "libgomp": {"OMP_PLACES": "threads", "OMP_PROC_BIND": "spread"},
    "libiomp5": {"KMP_AFFINITY": "granularity=fine,scatter"},
}


def placement(runtimes):
    """How the threads of each runtime are placed if each thread has a processor, for the head of a table."""
    def words(runtime):
        return " ".join(f"{name}={value}" for name, value in PLACED[runtime].items())

    placed = [f"{runtime} {words(runtime)}" for runtime in runtimes if runtime in PLACED]
    others = [runtime for runtime in runtimes if runtime not in PLACED and runtime not in ("flag pair", "worklist")]
    if others:
        placed.append(f"{', '.join(others)} by the operating system")
    return "; ".join(placed)


def environment(configuration, processors, libiomp5):
    """The variables with which the runtime is at its best.

    If each thread has a processor, the OpenMP runtimes pin their threads, which never stop spinning. With more
    threads than processors, such threads would hardly progress. The OpenMP runtimes then keep their defaults, which
    are made for that case.
    """
    settings = {}
    if configuration.is_arcas:
        settings = {"ARCAS_WORKERS": str(configuration.workers), **PLACED["Arcas"]}
    if configuration.runtime in ("libgomp", "libiomp5"):
        settings["OMP_NUM_THREADS"] = str(configuration.workers)
        if configuration.workers <= processors:
            settings.update(OMP_WAIT_POLICY="active", **PLACED[configuration.runtime])
            if configuration.runtime == "libiomp5":
                settings["KMP_BLOCKTIME"] = "infinite"
    if configuration.runtime == "libiomp5":
        settings["LD_PRELOAD"] = libiomp5
    return settings


def sharing(runtime, grains, workers, processors):
    """All ways in which the runtime distributes one long loop."""
    def ways(schedules, sizes):
        return [Configuration(runtime, schedule, grain, workers)
                for schedule in schedules for grain in sizes]

    if runtime == "Arcas":
        return ways([""], [AUTO]) + ways(ARCAS_DISTRIBUTORS, [AUTO, *grains])
    if runtime in ("libgomp", "libiomp5"):
        return ways(["static"], [AUTO, *grains]) + ways(["dynamic", "guided"], grains)
    if runtime == "oneTBB":
        return ways(["auto", "static", "affinity"], [AUTO]) + ways(["simple"], grains)
    if runtime == "fork_union":
        # Without -yield, threads wait by spinning. With more threads than processors, a spinning thread would take
        # processor time from the thread that it waits for.
        suffix = "" if workers <= processors else "-yield"
        return ways(["static" + suffix], [AUTO]) + ways(["dynamic" + suffix], grains)
    if runtime == "worklist":
        return ways([""], [AUTO, *grains])
    return []


def starting(runtime):
    """The ways of starting and ending a small loop on two workers."""
    schedules = {
        "flag pair": ["static"],
        "Arcas": [""],
        "libgomp": ["static", "dynamic"],
        "libiomp5": ["static", "dynamic"],
        "oneTBB": ["static", "auto", "simple", "affinity"],
        "fork_union": ["static", "dynamic", "static-yield"],
        "worklist": [""],
    }
    return [Configuration(runtime, schedule) for schedule in schedules[runtime]]
