#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs tests on two machines that QEMU emulates, each with 8 processors on 4 NUMA nodes in 2 packages:
#   numa   x86-64 (also by KVM, which is faster): pages are really bound, and the kernel says where they lie
#   arm    64-bit Arm, cross-compiled; emulated on an x86-64 machine it reorders less than a real one
# A machine has a Debian kernel and a Debian root file system, from the archive from which this machine installs packages.
# All files are in build/emulated; the tests of `numa` are those of build/release.
#   ci/emulated.sh [numa|arm|all] [PROGRAM...]     PROGRAM without its ending, as loops for loops_tests
# Variables GTEST_... and ARCAS_TEST_... of the environment are also set on the machine. Variables of this
# script:
#   ARCAS_EMULATED_MINUTES  the most that one machine may run (90)
#   ARCAS_EMULATED_BY       kvm or tcg; otherwise KVM where it is available
set -euo pipefail
cd "$(dirname "$0")/.."

default_programs=(base topology memory workers runtime distribution loops loops_forked tasks)
# In the root file system: a shell and its tools, the kernel, and the libraries that Arcas and its tests are built with.
packages=(busybox-static dash coreutils libhwloc-dev libzstd-dev zlib1g-dev libexpat1-dev libgtest-dev libcli11-dev libfmt-dev
  libboost-context-dev nettle-dev)
megabytes_of_a_node=1024
seconds_for_kvm=60  # a kernel that KVM runs boots in a few seconds

fail() {
  echo "ci/emulated.sh: $1" >&2
  exit 1
}

need() {  # COMMAND PACKAGE
  command -v "$1" > /dev/null ||
    fail "$1 is missing; as root, ci/deps.sh emulated installs it (Debian package $2)"
}

# Sets what differs between the machines.
choose() {  # MACHINE
  machine=$1
  folder=build/emulated/$machine
  accelerator=tcg processor=max
  case "$machine" in
    numa)
      [[ $(uname -m) == x86_64 ]] || fail "the machine numa runs the tests of build/release, which requires an x86-64 machine"
      architecture=amd64 preset=release console=ttyS0
      [[ ! -w /dev/kvm ]] || accelerator=kvm
      qemu=(qemu-system-x86_64 -machine q35 -smp 8,sockets=2,dies=2,cores=2,threads=1)
      need qemu-system-x86_64 qemu-system-x86
      ;;
    arm)
      architecture=arm64 preset=arm console=ttyAMA0
      processor=max,pauth-impdef=on  # pauth-impdef: pointers are signed by a function that is cheap to emulate
      qemu=(qemu-system-aarch64 -machine virt,gic-version=3 -smp 8,sockets=2,clusters=2,cores=2,threads=1)
      need qemu-system-aarch64 qemu-system-arm
      need aarch64-linux-gnu-g++ g++-aarch64-linux-gnu
      ;;
    *) fail "'$machine' is not a machine; the machines are numa, arm and all" ;;
  esac
  accelerator=${ARCAS_EMULATED_BY:-$accelerator}
  build=$([[ $preset == arm ]] && echo "$folder/build" || echo "build/$preset")
}

# Unpacks the packages and does not install them, since none of their programs runs on this machine.
make_root() {
  local suite mirror made
  suite=$(. /etc/os-release && echo "${VERSION_CODENAME-}")
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' "Codename: $suite" | head -1)
  [[ -n $mirror ]] || fail "apt has no archive of Debian $suite; add one to its sources and run apt-get update"
  made="$suite $mirror ${packages[*]}"
  [[ -e $folder/made && $(< "$folder/made") == "$made" ]] && return
  echo "emulated: $machine: unpacking a Debian root file system"
  rm -rf "$folder/root" "$folder/made"
  mkdir -p "$folder"
  mmdebstrap --quiet --variant=extract --architectures="$architecture" \
    --include="$(IFS=,; echo "${packages[*]},linux-image-$architecture")" "$suite" "$folder/root" "$mirror" \
    > "$folder/root.log" 2>&1 || { cat "$folder/root.log" >&2; fail "no root file system could be made"; }
  # A link to /lib/... leads out of the root file system when it is used from here.
  find "$folder/root/usr/lib" -type l -lname '/*' -print0 | while IFS= read -r -d '' link; do
    ln -sfr "$folder/root$(readlink "$link")" "$link"
  done
  pack "$folder/root" -path ./boot -prune -o -path '*/lib/modules' -prune -o -path ./usr/include -prune -o \
    -path ./usr/share -prune -o -path ./usr/src -prune -o -path ./var -prune -o -name '*.a' -prune -o \
    > "$folder/root.cpio"
  echo "$made" > "$folder/made"
}

pack() {  # FOLDER [CONDITION-OF-FIND...]
  (cd "$1" && find . "${@:2}" -print0 | cpio --quiet --null --create --format=newc --owner=+0:+0)
}

# Puts the tests at the same paths as on this machine, since they contain the paths of their data and of the
# programs that they start.
stage_tests() {
  local stage=$folder/stage program room
  rm -rf "$stage"
  mkdir -p "$stage/arcas" "$stage$PWD/tests"
  cp ci/emulated_init.sh "$stage/init"
  chmod +x "$stage/init"
  cp -r tests/data tests/topology "$stage$PWD/tests"
  for program in "${programs[@]}"; do
    room=$build/tests/${program%%_*}
    mkdir -p "$stage$PWD/$room"
    find "$room" -maxdepth 1 -type f -perm -u+x -exec cp -t "$stage$PWD/$room" {} +
    echo "$PWD/$room/${program}_tests"
  done > "$stage/arcas/programs"
  env | sed -n "s/^\(\(GTEST\|ARCAS_TEST\)_[A-Z_]*\)=\(.*\)/export \1='\3'/p" > "$stage/arcas/environment"
  pack "$stage" | cat "$folder/root.cpio" - > "$folder/initrd"
}

nodes() {
  local a b
  for a in 0 1 2 3; do
    echo "-object memory-backend-ram,id=memory$a,size=${megabytes_of_a_node}M"
    echo "-numa node,nodeid=$a,memdev=memory$a,cpus=$((2 * a))-$((2 * a + 1))"
  done
  for a in 0 1 2 3; do
    for ((b = a + 1; b < 4; ++b)); do
      echo "-numa dist,src=$a,dst=$b,val=$((a / 2 == b / 2 ? 12 : 32))"
    done
  done
}

start() {
  local kernel=("$folder/root/boot/vmlinuz-"*)
  local command=("${qemu[@]}" -accel "$accelerator" -cpu "$processor" -m "$((4 * megabytes_of_a_node))M" $(nodes)
    -nodefaults -display none -no-reboot -serial "file:$folder/console.log"
    -kernel "${kernel[0]}" -initrd "$folder/initrd"
    -append "console=$console panic=-1 quiet tsc=reliable nowatchdog rcupdate.rcu_cpu_stall_suppress=1")
  : > "$folder/console.log"
  timeout --kill-after=10 "$((60 * minutes))" "${command[@]}" < /dev/null 2> "$folder/qemu.log" &
  emulator=$!
}

# Waits until QEMU has ended, and sets `status` to its exit status.
await_end() {
  status=0
  wait "$emulator" 2> /dev/null || status=$?
  emulator=
}

begins_within() {  # SECONDS
  local second
  for ((second = 0; second < $1; ++second)); do
    grep -q '^emulated:' "$folder/console.log" && return
    kill -0 "$emulator" 2> /dev/null || return 1
    sleep 1
  done
  return 1
}

boot() {
  local minutes=${ARCAS_EMULATED_MINUTES:-90} status shown
  start
  # Some virtual machines have /dev/kvm, on which QEMU fails or no kernel boots.
  if [[ $accelerator == kvm ]] && ! begins_within "$seconds_for_kvm" 2> /dev/null; then
    kill "$emulator" 2> /dev/null || true
    await_end
    accelerator=tcg
    echo "emulated: $machine: KVM starts no machine here, so by TCG"
    start
  fi
  tail --pid="$emulator" -n +1 -f "$folder/console.log" | sed --unbuffered -n 's/\r//; s/^emulated: /  /p' &
  shown=$!
  await_end
  wait "$shown"
  [[ $status -ne 124 ]] ||
    fail "the machine $machine was still running after $minutes minutes; $folder/console.log has what it did"
  [[ $status -eq 0 ]] || { cat "$folder/qemu.log" >&2; fail "QEMU ended with status $status"; }
}

# Every program must have ended with status 0.
report() {
  tr -d '\r' < "$folder/console.log" > "$folder/report.txt"
  awk -v machine="$machine" -v expected="${#programs[@]}" '
    $1 == "emulated:" && $3 == "ended" {
      ++ended; passed += $7; failed += $9; skipped += $11; if ($5 != 0) ++bad
    }
    END {
      if (ended != expected) printf "%s: %d of %d programs ended\n", machine, ended, expected
      printf "%s: %d passed, %d failed, %d skipped\n", machine, passed, failed, skipped
      exit bad != 0 || ended != expected || passed == 0
    }' "$folder/report.txt" && return
  grep -v '^emulated:' "$folder/report.txt" | tail -300 >&2
  return 1
}

run_on() {  # MACHINE
  local before=$SECONDS
  choose "$1"
  make_root
  ci/build.sh "$preset" "${programs[@]/%/_tests}"
  stage_tests
  echo "emulated: $machine: 8 processors on 4 NUMA nodes by ${accelerator^^}"
  boot
  report || bad=1
  echo "emulated: $machine: $((SECONDS - before)) s"
}

need apt-get apt
need mmdebstrap mmdebstrap
need cpio cpio
machines=(numa arm)
if [[ $# -gt 0 ]]; then
  [[ $1 == all ]] || machines=("$1")
  shift
fi
programs=("$@")
[[ $# -gt 0 ]] || programs=("${default_programs[@]}")

emulator=
trap 'exit 130' INT
trap 'exit 143' TERM
trap '[[ -z $emulator ]] || kill "$emulator" 2> /dev/null' EXIT
bad=0
for each in "${machines[@]}"; do
  run_on "$each"
done
exit "$bad"
