# SPDX-License-Identifier: Apache-2.0
# Short names for the scripts in ci/, each of which also runs by itself.
.PHONY: test-openmp test-networkx test-emulated test-hosts test-mpis help deps deps-run deps-bench build run run-cluster test verify test-all check lint format tidy docs \
  clean figures bench-claim bench-burden bench-pagerank bench-kernels

help:
	@echo 'make run            install what is missing, build, PageRank over a real graph'
	@echo 'make run-cluster    the same on 4 ranks of MPI: breadth-first search and PageRank, checked'
	@echo 'make test           install what is missing, build, does Arcas work here?'
	@echo 'make test-openmp  libgomp'"'"'s own tests with Arcas'"'"'s libgomp.so.1: fetches the source of gcc 12 from Debian'
	@echo 'make test-hosts     jobs on two to four simulated hosts, on a slow network and with one cut off'
	@echo 'make test-mpis      the cluster with MPICH and Intel MPI, and programs that another MPI has started'
	@echo 'make test-networkx  NetworkX'"'"'s own suite with Arcas as its backend, for each installed Python'
	@echo 'make test-emulated  tests on emulated machines: x86-64 and 64-bit Arm, each with 8 processors on 4 NUMA nodes'
	@echo 'make check          build, test and lint what a change touches; BASE=REV: all since REV'
	@echo 'make verify         lint, sanitizers, package, benchmarks at smoke size'
	@echo 'make test-all       the slow suites, a minimal Debian 12, the fuzzers, the docs; also by part: ci/test_all.sh'
	@echo 'make docs           API reference and tutorials as a site: build/docs/html/index.html'
	@echo 'make deps           install the Debian packages that are missing'
	@echo 'make build          release build in build/release'
	@echo 'make bench-claim, bench-burden, bench-pagerank, bench-kernels   measure beside the rivals'
	@echo 'make figures        draw the figures of simulated machines again: docs/experiments/simulated, about ten minutes'
	@echo 'make lint, format, tidy, clean'

deps:
	@ci/deps.sh test

deps-run:
	@ci/deps.sh run

deps-bench:
	@ci/deps.sh bench

build: deps
	@ci/build.sh release

run: deps-run
	@echo 'Builds the arcas program, then ranks the users of a social network: about 160 s on two cores the first time.'
	@ARCAS_DEVELOPER=OFF ci/build.sh release arcas_cli
	@build/release/cli/arcas pagerank data/soc-Slashdot0902.txt.zst --compare openmp

run-cluster: deps
	@ci/build.sh release example_cluster_graph
	@ci/mpirun.sh 4 build/release/examples/cluster/example_cluster_graph data/soc-Slashdot0902.txt.zst

test: deps
	@echo 'Builds the tests and runs them; CONTRIBUTING.md says how long this takes.'
	@$(ARCAS_STEP) ci/test.sh release

test-openmp: deps
	@ci/build.sh release arcas_openmp
	@ci/openmp_suite.sh

test-networkx: deps
	@ci/networkx_suite.sh

test-emulated: deps
	@ci/deps.sh emulated
	@ci/emulated.sh

test-hosts: deps
	@ci/build.sh release arcas_cli arcas_cluster_cli mpi_conformance mpi_exchange mpi_failures mpi_files
	@ci/hosts.sh build/release

test-mpis: deps
	@ci/mpis.sh

verify: deps
	@echo 'Lint, sanitizers, package, benchmarks at smoke size; CONTRIBUTING.md says how long this takes.'
	@$(ARCAS_STEP) ci/lint.sh
	@$(ARCAS_STEP) ci/sanitize.sh asan
	@$(ARCAS_STEP) ci/sanitize.sh tsan
	@$(ARCAS_STEP) ci/package.sh
	@$(ARCAS_STEP) ci/bench_smoke.sh

test-all: deps-bench
	@ci/test_all.sh

check: deps
	@ci/check.py $(BASE)

lint: deps
	@ci/lint.sh

format: deps
	@git ls-files -z '*.h' '*.cpp' | xargs --null --no-run-if-empty ci/clang_format.sh -i

docs:
	@ci/deps.sh docs
	@ci/docs.sh

# Slow, and of no fixed version, so neither lint nor CI runs it.
tidy: deps
	@ci/build.sh apart
	@git ls-files -z 'arcas/*.cpp' 'cli/*.cpp' | \
	  xargs --null --max-args 1 --max-procs "$$(nproc)" clang-tidy --quiet -p build/apart

# Tables, CSV and pictures in bench-results/; options of the measurement in BENCH, as BENCH=--quick.
bench-claim bench-burden bench-pagerank bench-kernels: bench-%: deps-bench
	@ci/build.sh release bench/all
	@bench/run.py $* $(BENCH)

# Simulated, so the same on every machine; QUICK=--quick: fewer cells, a minute.
figures: deps
	@ci/build.sh release sim_figures
	@build/release/sim/figures/sim_figures all --out docs/experiments/simulated $(QUICK)

clean:
	@rm -rf build bench-results
