# SPDX-License-Identifier: Apache-2.0
# Short names for the scripts in ci/, each of which also runs by itself.
.PHONY: $(shell sed -n 's/^\([a-z][a-z -]*\):.*/\1/p' $(MAKEFILE_LIST))

help:
	@sed -nE 's/^([a-z-]+)[a-z -]*:.*## (.*)/make \1\t\2/p' $(MAKEFILE_LIST) | awk -F '\t' '{ printf "%-21s%s\n", $$1, $$2 }'

deps:  ## installs the Debian packages that `make test` needs
	@ci/deps.sh test

deps-run:
	@ci/deps.sh run

deps-verify:
	@ci/deps.sh verify

deps-bench:
	@ci/deps.sh bench

build: deps  ## builds everything, optimised, in build/release
	@ci/build.sh release

run: deps-run  ## installs missing packages, builds the program, ranks a real graph by PageRank
	@echo 'Builds the arcas program, then ranks the users of a social network: about 100 s on two cores the first time.'
	@ARCAS_DEVELOPER=OFF ci/build.sh release arcas_cli
	@build/release/cli/arcas pagerank data/soc-Slashdot0902.txt.zst --compare openmp

run-cluster: deps  ## runs breadth-first search and PageRank on 4 ranks of MPI, and checks the results
	@ci/build.sh release example_cluster_graph
	@ci/mpirun.sh 4 build/release/examples/cluster/example_cluster_graph data/soc-Slashdot0902.txt.zst

test: deps  ## does Arcas work here? builds the tests and runs the default ones
	@echo 'Builds the tests and runs them; CONTRIBUTING.md says how long this takes.'
	@$(ARCAS_STEP) ci/test.sh release

test-openmp: deps  ## runs libgomp's own tests, from Debian's source of gcc 12, with the system's libgomp and with Arcas's
	@ci/build.sh release arcas_openmp
	@ci/openmp_suite.sh

test-networkx: deps  ## runs NetworkX's own tests with Arcas as the backend, for each installed Python
	@ci/networkx_suite.sh

test-emulated: deps  ## runs tests on emulated machines, x86-64 and 64-bit Arm, each of 8 processors on 4 NUMA nodes
	@ci/deps.sh emulated
	@ci/emulated.sh

test-hosts: deps  ## runs jobs on two to four simulated hosts, also on a slow network and with one host cut off
	@ci/build.sh release arcas_cli arcas_cluster_cli mpi_conformance mpi_exchange mpi_failures mpi_files
	@ci/hosts.sh build/release

test-mpis: deps  ## tests the cluster with MPICH and Intel MPI, and programs that the launcher of another MPI starts
	@ci/mpis.sh

verify: deps-verify  ## runs lint, protocols in all interleavings, programs of users, sanitizers, benchmarks at smoke size
	@echo 'Runs lint, the protocols in all interleavings, programs of users, sanitizers, and benchmarks at smoke size; CONTRIBUTING.md says how long this takes.'
	@$(ARCAS_STEP) ci/lint.sh
	@$(ARCAS_STEP) ci/test.sh verify
	@$(ARCAS_STEP) ci/sanitize.sh asan
	@$(ARCAS_STEP) ci/sanitize.sh tsan
	@$(ARCAS_STEP) ci/package.sh
	@$(ARCAS_STEP) ci/bench_smoke.sh

test-all: deps-bench  ## runs the checks that take hours: slow suites, a minimal Debian, fuzzers, …; by part: ci/test_all.sh
	@ci/test_all.sh

check: deps  ## builds, tests and lints what a change touches; BASE=REVISION: all changes since then
	@ci/check.py $(BASE)

lint: deps  ## checks the rules of ci/lint
	@ci/lint.sh

format: deps  ## formats the C++ files
	@git ls-files -z '*.h' '*.cpp' | xargs --null --no-run-if-empty ci/clang_format.sh -i

docs:  ## builds a site of the pages and the references, build/docs/html/index.html
	@ci/deps.sh docs
	@ci/docs.sh

# Tables, CSV and pictures in bench-results/; options of the measurement in BENCH, as BENCH=--quick.
bench-claim bench-burden bench-pagerank bench-kernels: bench-%: deps-bench  ## measures Arcas beside other libraries; also bench-burden, bench-pagerank, bench-kernels
	@ci/build.sh release bench/all
	@bench/run.py $* $(BENCH)

# The same on every machine, since they are simulated, in ten minutes; QUICK=--quick: fewer cells, a minute.
figures: deps  ## draws the figures of simulated machines again, docs/experiments/simulated
	@ci/build.sh release sim_figures
	@build/release/sim/figures/sim_figures all --out docs/experiments/simulated $(QUICK)

clean:  ## removes build and bench-results
	@rm -rf build bench-results
