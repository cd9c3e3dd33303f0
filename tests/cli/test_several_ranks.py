# SPDX-License-Identifier: Apache-2.0
# Does the program know that it is one of several ranks, whichever launcher has started them? If so,
# arcas replaces itself by arcas-cluster, the program beside it. Here arcas-cluster is a script, whose
# output shows that it ran.
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from program import PATIENCE, PROGRAM, environment

# What mpirun or srun may have set where the test runs.
LAUNCHERS = ("OMPI_", "PMI_", "PMIX_", "SLURM_")


class SeveralRanks(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.arcas = pathlib.Path(folder.name) / "arcas"
        self.cluster = pathlib.Path(folder.name) / "arcas-cluster"
        shutil.copy(PROGRAM, self.arcas)
        self.cluster.write_text('#!/bin/sh\necho "on ranks: $*"\n')
        self.cluster.chmod(0o755)

    def run_with(self, variables, *command):
        kept = {name: value for name, value in environment().items() if not name.startswith(LAUNCHERS)}
        return subprocess.run(
            [self.arcas, *(command or ("topology", "--json"))],
            env={**kept, **variables},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            stdin=subprocess.DEVNULL,
        )

    def test_goes_to_the_cluster_from_whoever_starts_several(self):
        for variables in (
            {"OMPI_COMM_WORLD_SIZE": "2", "PMIX_RANK": "1"},
            {"PMI_SIZE": "4", "PMI_RANK": "0"},
            {"PMIX_RANK": "0", "SLURM_STEP_NUM_TASKS": "3", "SLURM_NTASKS": "3"},
            {"PMIX_RANK": "2", "SLURM_STEP_NUM_TASKS": "3", "SLURM_NTASKS": "1"},
            {"PMIX_RANK": "1", "SLURM_NTASKS": "2"},
        ):
            with self.subTest(variables=variables):
                result = self.run_with(variables, "bfs", "--kronecker", "4")
                self.assertEqual(
                    (result.returncode, result.stdout, result.stderr), (0, "on ranks: bfs --kronecker 4\n", "")
                )

    def test_ranks_are_traced_and_not_the_loops_of_each(self):
        self.cluster.write_text('#!/bin/sh\necho "on ranks: $*, $ARCAS_CLUSTER_TRACE, ${ARCAS_TRACE-no loops}"\n')
        two = {"OMPI_COMM_WORLD_SIZE": "2", "OMPI_COMM_WORLD_RANK": "0"}
        for command, file in (
            (("trace", "bfs", "--kronecker", "4", "-o", "t.pftrace"), "t.pftrace"),
            (("trace", "bfs", "--kronecker", "4"), "arcas.pftrace"),
        ):
            result = self.run_with(two, *command)
            self.assertEqual(
                (result.returncode, result.stdout), (0, f"on ranks: bfs --kronecker 4, {file}, no loops\n"), result.stderr
            )

    def test_the_first_rank_runs_what_ranks_lack(self):
        for command in (("biconnected", "--kronecker", "4", "--check"), ("trace", "biconnected", "--kronecker", "4", "-o", os.devnull)):
            first = self.run_with({"OMPI_COMM_WORLD_SIZE": "2", "OMPI_COMM_WORLD_RANK": "0"}, *command)
            self.assertEqual(first.returncode, 0, first.stderr)
            self.assertIn("kronecker 4: 16 vertices", first.stdout)
            self.assertRegex(first.stderr, r"\Aarcas: \w+ runs on the first rank alone\n")
            other = self.run_with({"OMPI_COMM_WORLD_SIZE": "2", "OMPI_COMM_WORLD_RANK": "1"}, *command)
            self.assertEqual((other.returncode, other.stdout, other.stderr), (0, "", ""))

    def test_the_first_rank_has_the_processors_of_its_launcher(self):
        allowed = len(os.sched_getaffinity(0))
        if allowed < 2:
            self.skipTest("one processor")
        bound = subprocess.run(
            ["taskset", "-c", str(min(os.sched_getaffinity(0))), self.arcas, "biconnected", "--kronecker", "4", "--json"],
            env={**environment(), "OMPI_COMM_WORLD_SIZE": "2", "OMPI_COMM_WORLD_RANK": "0"},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            stdin=subprocess.DEVNULL,
            check=True,
        )
        self.assertEqual(json.loads(bound.stdout)["run"]["workers"], allowed)

    def test_stays_where_it_is_alone(self):
        for variables in (
            {},
            {"OMPI_COMM_WORLD_SIZE": "1", "PMIX_RANK": "0", "SLURM_STEP_NUM_TASKS": "8"},
            {"PMI_SIZE": "1", "PMI_RANK": "0"},
            {"PMIX_RANK": "0", "SLURM_STEP_NUM_TASKS": "1", "SLURM_NTASKS": "8"},
            {"PMIX_RANK": "0"},
            # A script for sbatch runs the program; srun without MPI runs it as one of several tasks.
            {"SLURM_NTASKS": "8"},
            {"SLURM_PROCID": "1", "SLURM_STEP_NUM_TASKS": "8", "SLURM_NTASKS": "8"},
        ):
            with self.subTest(variables=variables):
                result = self.run_with(variables)
                self.assertEqual((result.returncode, result.stderr), (0, ""))
                self.assertIn('"workers"', result.stdout)

    def test_says_so_where_the_cluster_is_not_there(self):
        os.remove(self.cluster)
        result = self.run_with({"PMIX_RANK": "0", "SLURM_STEP_NUM_TASKS": "3"}, "bfs", "--kronecker", "4")
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertRegex(result.stderr, r"\Aarcas: running on several ranks is not available: it requires the program \S+/arcas-cluster; [^\n]*\n\Z")


if __name__ == "__main__":
    unittest.main()
