#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the component tests under AddressSanitizer with UBSan (asan) and under ThreadSanitizer (tsan).
# CMakePresets.json leaves out what they have nothing to say about: tests that build programs, and MPI,
# whose own findings they report; and under ThreadSanitizer the program, which takes minutes and shows
# nothing that its components' tests do not. arcas_test() leaves out single cases. UBSan does not make those checks
# whose faults AddressSanitizer mostly finds, of pointers and of sizes of objects: a quarter of the time to compile.
# Another fifth is that of alignment, which has a build of its own: `make test-all` makes it.
#   ci/sanitize.sh [asan] [tsan] [alignment]        without arguments: asan tsan
set -euo pipefail
cd "$(dirname "$0")/.."

# ThreadSanitizer of gcc 12 wants its shadow memory where a kernel with vm.mmap_rnd_bits above 28 may
# have put a library. Without randomised addresses it is always free. Some containers forbid that.
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

sanitize() {
  local preset=$1
  echo "== $preset"
  local targets=(arcas_component_tests)
  [[ $preset == tsan ]] || targets+=(arcas_cli)
  # Joined by &&, because set -e does not hold inside what is tested by an if.
  ci/build.sh "$preset" "${targets[@]}" &&
    fixed_addresses ${ARCAS_STEP-} ctest --preset "$preset" --parallel "$(nproc)"
}

export TSAN_OPTIONS="halt_on_error=1:second_deadlock_stack=1${TSAN_OPTIONS:+:$TSAN_OPTIONS}"
export ASAN_OPTIONS="detect_stack_use_after_return=1${ASAN_OPTIONS:+:$ASAN_OPTIONS}"
export UBSAN_OPTIONS="print_stacktrace=1${UBSAN_OPTIONS:+:$UBSAN_OPTIONS}"

[[ $# -gt 0 ]] || set -- asan tsan
for preset in "$@"; do
  case "$preset" in
    asan | alignment) sanitize "$preset" ;;
    tsan)
      if ! sanitize tsan; then
        setarch -R true 2> /dev/null || explain_shadow_memory
        exit 1
      fi
      ;;
    *) echo "ci/sanitize.sh: '$preset' is not a sanitizer; the sanitizers are asan, tsan and alignment." >&2; exit 2 ;;
  esac
done
