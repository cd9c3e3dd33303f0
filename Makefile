# SPDX-License-Identifier: Apache-2.0
# Short names for the scripts in ci/, each of which also runs by itself.
.PHONY: help deps deps-run deps-bench build run run-cluster test lint format tidy clean \
  bench-claim bench-burden bench-pagerank bench-kernels

help:
	@echo 'make run            install what is missing, build, PageRank over a real graph'
	@echo 'make run-cluster    the same on 4 ranks of MPI: breadth-first search and PageRank, checked'
	@echo 'make test           install what is missing, check everything (what CI runs)'
	@echo 'make deps           install the Debian packages that are missing'
	@echo 'make build          release build in build/release'
	@echo 'make bench-claim, bench-burden, bench-pagerank, bench-kernels   measure beside the rivals'
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
	@ARCAS_DEVELOPER=OFF ci/build.sh release cli/all
	@build/release/cli/arcas pagerank data/soc-Slashdot0902.txt.zst --compare openmp

run-cluster: deps
	@ci/build.sh release example_cluster_graph
	@ci/mpirun.sh 4 build/release/examples/cluster/example_cluster_graph data/soc-Slashdot0902.txt.zst

test: deps
	@ci/lint.sh
	@ci/test.sh release
	@ci/sanitize.sh asan tsan
	@ci/package.sh
	@ci/bench_smoke.sh

lint: deps
	@ci/lint.sh

format: deps
	@git ls-files -z '*.h' '*.cpp' | xargs --null --no-run-if-empty clang-format-14 -i

# Slow, and of no fixed version, so neither lint nor CI runs it.
tidy: build
	@git ls-files -z 'arcas/*.cpp' 'cli/*.cpp' | \
	  xargs --null --max-args 1 --max-procs "$$(nproc)" clang-tidy --quiet -p build/release

# Tables, CSV and pictures in bench-results/; options of the measurement in BENCH, as BENCH=--quick.
bench-claim bench-burden bench-pagerank bench-kernels: bench-%: deps-bench
	@ci/build.sh release bench/all
	@bench/run.py $* $(BENCH)

clean:
	@rm -rf build bench-results
