# SPDX-License-Identifier: Apache-2.0
"""Interleaving: a round measures every point once, each in a separate process, and one round follows the other. So
a disturbance that lasts a minute affects all points, and not only one."""

import os
import subprocess
import sys
import time

from . import samples as sample_table
from .configuration import PROGRAMS, environment

PROCESS_LIMIT_S = 300  # a runtime that takes longer for one sample has come to a halt


def clean_environment():
    """The environment without the settings of the runtimes, which the driver chooses."""
    return {name: value for name, value in os.environ.items()
            if not name.startswith(("ARCAS_", "OMP_", "GOMP_", "KMP_", "LD_PRELOAD"))}


class Interleaver:
    def __init__(self, workplace, measure, say):
        self.workplace = workplace
        self.measure = measure
        self.say = say
        self.samples = sample_table.Samples()
        self.failed = {}

    def run(self, points, rounds):
        started = time.monotonic()
        for round_number in range(rounds):
            self._measure_machine(round_number)
            for done, point in enumerate(points):
                self._progress(round_number, rounds, done, len(points), started)
                if point.configuration not in self.failed:
                    self._measure(point, round_number)
        self._progress(rounds, rounds, 0, len(points), started)
        return self.samples

    def _measure_machine(self, round_number):
        """Measures the units of the machine. All rounds use the calibration of the first one."""
        command = [self.workplace.program("bench_machine"), self.workplace.commit]
        output = subprocess.run(command, env=clean_environment(), capture_output=True, text=True,
                                check=True).stdout
        machine = sample_table.parse(output)
        self.samples.machines.append({**machine, "round": round_number})

    def command(self, point):
        asked, units = point.configuration, self.samples.machines[0]
        command = [self.workplace.program(PROGRAMS[asked.runtime]), self.measure,
                   "--workers", str(asked.workers), "--grain", str(asked.grain),
                   "--label", asked.runtime, "--commit", self.workplace.commit,
                   "--base-cycles", str(units["base_cycles"]),
                   "--step-cycles", str(units["step_cycles"]), "--tsc-hz", str(units["tsc_hz"])]
        if asked.schedule:
            command += ["--schedule", asked.schedule]
        return command + [str(option) for option in point.options]

    def _measure(self, point, round_number):
        settings = environment(point.configuration, self.workplace.processors,
                               self.workplace.libiomp5)
        try:
            process = subprocess.run(self.command(point), env={**clean_environment(), **settings},
                                     capture_output=True, text=True, timeout=PROCESS_LIMIT_S,
                                     check=False)
        except subprocess.TimeoutExpired:
            return self._drop(point, f"no sample within {PROCESS_LIMIT_S} s")
        if process.returncode != 0:
            last = (process.stderr.strip().splitlines() or [f"exit {process.returncode}"])[-1]
            return self._drop(point, last)
        for line in process.stdout.splitlines():
            sample = sample_table.parse(line)
            named = " ".join(f"{k}={v}" for k, v in settings.items() if k != "LD_PRELOAD")
            self.samples.add(point, {**sample, "round": round_number, "environment": named})

    def _drop(self, point, reason):
        """A configuration that fails once is not tried again; the run goes on and ends with exit 1."""
        self.failed[point.configuration] = reason
        self.say(f"failed: {point.configuration.name}, {point.configuration.workers} workers, "
                 f"{point.work}: {reason}")

    def _progress(self, round_number, rounds, done, total, started):
        if not sys.stderr.isatty():
            return
        all_done, everything = round_number * total + done, rounds * total
        spent = time.monotonic() - started
        left = f", {spent / all_done * (everything - all_done):.0f} s left" if all_done else ""
        end = "\r" if all_done < everything else "\n"
        print(f"\033[K{self.measure}: {all_done} of {everything} processes{left}", end=end,
              file=sys.stderr, flush=True)
