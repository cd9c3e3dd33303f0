#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the component tests under AddressSanitizer with UBSan (asan) and under ThreadSanitizer (tsan).
# CMakePresets.json leaves out tests in which a sanitizer finds nothing of Arcas: tests that build programs, and jobs of MPI,
# which has findings of its own; and under ThreadSanitizer the program, which takes minutes and shows
# nothing that its components' tests do not show. arcas_test() leaves out single cases. UBSan leaves out its checks of pointers and of
# sizes of objects, a quarter of the compile time, since AddressSanitizer finds most of these faults. The check of
# alignment, another fifth, has a build of its own, which `make test-all` makes.
#   ci/sanitize.sh [asan] [tsan] [alignment]        without arguments: asan tsan
set -euo pipefail
cd "$(dirname "$0")/.."

# ThreadSanitizer of gcc 12 needs its shadow memory at addresses where a kernel with vm.mmap_rnd_bits above 28 may
# place a library. Without randomised addresses they are always free. Some containers forbid that.
fixed_addresses() {
  if setarch -R true 2> /dev/null; then
    setarch -R "$@"
  else
    "$@"
  fi
}

explain_shadow_memory() {
  echo "ci/sanitize.sh: tsan failed where addresses cannot be fixed (setarch -R is refused here) and" \
    "vm.mmap_rnd_bits is $(cat /proc/sys/vm/mmap_rnd_bits); if it says 'unexpected memory mapping'," \
    "set that to 28: sysctl vm.mmap_rnd_bits=28" >&2
}

# Prints the version of the newest clang that is here with its ThreadSanitizer.
clang_with_threads() {
  local version
  for version in 19 18 17 16; do
    echo 'int main() {}' | "clang++-$version" -fsanitize=thread -shared-libsan -x c++ - -o /dev/null 2> /dev/null || continue
    echo "$version"
    return
  done
  return 1
}

# Runs one test more at a time than there are processors: a test of the program waits while its
# process runs.
sanitize() {
  local preset=$1
  echo "== $preset"
  local targets=(arcas_component_tests)
  [[ $preset == tsan* ]] || targets+=(arcas_cli)
  # Joined by &&, because set -e has no effect inside the condition of an if.
  ci/build.sh "$preset" "${targets[@]}" &&
    fixed_addresses ${ARCAS_STEP-} ctest --preset "$preset" --parallel $(($(nproc) + 1))
}

# clang's ThreadSanitizer runs the tests in half of the time of gcc 12's. Only gcc compiles OpenMP programs for
# arcas/openmp, so their tests run with its ThreadSanitizer; without clang, all tests do. Warnings are gcc's, in the other builds.
sanitize_threads() {
  local version
  if ! version=$(clang_with_threads); then
    sanitize tsan
    return
  fi
  # The sanitizer is a shared library, since tests replace operator new.
  (
    export CC=clang-$version CXX=clang++-$version LD_LIBRARY_PATH
    LD_LIBRARY_PATH=$("$CC" -print-runtime-dir)
    sanitize tsan-clang
  ) && ci/build.sh tsan openmp_tests &&
    fixed_addresses ${ARCAS_STEP-} ctest --preset tsan --tests-regex '^openmp$'
}

# addr2line is here with every compiler; llvm-symbolizer is not.
export TSAN_OPTIONS="halt_on_error=1:second_deadlock_stack=1:external_symbolizer_path=$(command -v addr2line)${TSAN_OPTIONS:+:$TSAN_OPTIONS}"
export ASAN_OPTIONS="detect_stack_use_after_return=1${ASAN_OPTIONS:+:$ASAN_OPTIONS}"
export UBSAN_OPTIONS="print_stacktrace=1${UBSAN_OPTIONS:+:$UBSAN_OPTIONS}"

[[ $# -gt 0 ]] || set -- asan tsan
for preset in "$@"; do
  case "$preset" in
    asan | alignment) sanitize "$preset" ;;
    tsan)
      if ! sanitize_threads; then
        setarch -R true 2> /dev/null || explain_shadow_memory
        exit 1
      fi
      ;;
    *) echo "ci/sanitize.sh: '$preset' is not a sanitizer; the sanitizers are asan, tsan and alignment" >&2; exit 2 ;;
  esac
done
