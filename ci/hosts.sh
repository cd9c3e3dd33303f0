#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Do programs run on several hosts? This script simulates two to four hosts by network namespaces, each with an address
# and a name of its own, and starts jobs on them by a hostfile and TCP. Some jobs run on a network that is slow and
# loses frames, by netem if the kernel has it, otherwise by ci/hosts/relay.py. In one job a host is cut off. Processes
# outside do not see these networks. Requires root or user namespaces, iproute2 and Open MPI; if one of these is
# missing, says so and ends with status 77.
#   ci/hosts.sh [BUILD_FOLDER]                 all of these tests
#   ci/hosts.sh BUILD_FOLDER COMMAND...        a job of one's own: three hosts, two ranks on each
set -euo pipefail
from=$PWD
cd "$(dirname "$0")/.."

build=$(realpath "${1:-build/release}")
[[ $# -eq 0 ]] || shift
# The path of a program is relative to the folder from which this script was called.
[[ $# -eq 0 || $1 == /* || $1 != */* ]] || set -- "$from/$1" "${@:2}"
most=4
subnet=10.213.7

missing() {
  echo "ci/hosts.sh: skipped: $1" >&2
  exit 77
}

if [[ -z ${ARCAS_HOSTS_INSIDE:-} ]]; then
  command -v ip > /dev/null || missing "no ip; install iproute2"
  mpirun --version 2> /dev/null | grep -q 'Open MPI' || missing "no mpirun of Open MPI; install openmpi-bin"
  flags=(--net --mount --uts)
  [[ $(id -u) -eq 0 ]] || flags+=(--map-root-user)
  unshare "${flags[@]}" true 2> /dev/null || missing "this system refuses namespaces; run as root"
  ARCAS_HOSTS_INSIDE=1 exec unshare "${flags[@]}" "$PWD/ci/hosts.sh" "$build" "$@"
fi

work=$(mktemp -d)
relay=
leave() {
  [[ -z $relay ]] || kill "$relay" 2> /dev/null || true
  for ((h = 1; h <= most; ++h)); do
    ip netns pids "host$h" 2> /dev/null | xargs -r kill -9 2> /dev/null || true
    ip netns del "host$h" 2> /dev/null || true
  done
  rm -rf "$work"
}
trap leave EXIT

fail() {
  echo "ci/hosts.sh: $1" >&2
  exit 1
}

# Creates the hosts. Each has a link, whose other end is outside of the hosts.
mount -t tmpfs none /run
mkdir -p /run/netns
{
  echo "127.0.0.1 localhost"
  for ((h = 1; h <= most; ++h)); do echo "$subnet.$h host$h"; done
} > "$work/hosts"
mount --bind "$work/hosts" /etc/hosts
ip link set lo up
for ((h = 1; h <= most; ++h)); do
  ip netns add "host$h"
  ip link add "to$h" type veth peer name eth0 netns "host$h"
  ip link set "to$h" up
  ip -n "host$h" link set lo up
  ip -n "host$h" addr add "$subnet.$h/24" dev eth0
  ip -n "host$h" link set eth0 up
done

# connect DELAY_IN_MS LOSS_IN_PERCENT: one network of all hosts.
connect() {
  [[ -z $relay ]] || { kill "$relay"; wait "$relay" 2> /dev/null || true; }
  relay=
  ip link del net 2> /dev/null || true
  local by=bridge
  if ! ip link add net type bridge 2> /dev/null; then
    by=relay
  elif [[ $1 != 0 || $2 != 0 ]] && ! tc qdisc replace dev to1 root netem delay "$1ms" loss "$2%" 2> /dev/null; then
    by=relay
    ip link del net
  fi
  if [[ $by == relay ]]; then
    local names=()
    for ((h = 1; h <= most; ++h)); do names+=("to$h"); done
    coproc RELAY { exec python3 -B ci/hosts/relay.py "$1" "$2" "${names[@]}"; }
    relay=$RELAY_PID
    read -r -t 20 _ <&"${RELAY[0]}" || fail "the relay does not start"
    return
  fi
  ip link set net up
  for ((h = 1; h <= most; ++h)); do
    ip link set "to$h" master net
    [[ $1 == 0 && $2 == 0 ]] || tc qdisc replace dev "to$h" root netem delay "$1ms" loss "$2%"
  done
}

# on HOSTS RANKS_A_HOST COMMAND...: a job whose ranks are on that many hosts; mpirun is on the first.
on() {
  local hosts=$1 ranks=$2
  shift 2
  for ((h = 1; h <= hosts; ++h)); do echo "host$h slots=$ranks"; done > "$work/hostfile"
  timeout 300 ci/hosts/agent.sh host1 env OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 \
    mpirun --hostfile "$work/hostfile" --map-by slot --bind-to none -n $((hosts * ranks)) \
    --mca plm_rsh_agent "$PWD/ci/hosts/agent.sh" --mca mpi_yield_when_idle 1 \
    --mca btl self,vader,tcp --mca btl_tcp_if_include "$subnet.0/24" --mca oob_tcp_if_include "$subnet.0/24" "$@"
}

# step NAME COMMAND...: quiet unless it fails.
step() {
  local name=$1
  shift
  if ! "$@" > "$work/log" 2>&1; then
    cat "$work/log" >&2
    fail "$name failed"
  fi
  echo "hosts: $name"
}

# Each rank must report that it runs on a host of its own.
doctor_finds_hosts() {
  on 3 1 "$build/cli/arcas" doctor --json > "$work/doctor.json"
  python3 -B - "$work/doctor.json" << 'PYTHON'
import json, sys
found = json.load(open(sys.argv[1], encoding='utf-8'))
assert [r['host'] for r in found['ranks']] == ['host1', 'host2', 'host3'], found['ranks']
assert all('btl tcp' in r['transports'] for r in found['ranks']), found['ranks']
assert len(found['pairs']) == 3, found['pairs']
PYTHON
}

# ranks_on HOST: how many processes of the program run there.
ranks_on() {
  local count=0
  for pid in $(ip netns pids "$1"); do
    [[ $(cat "/proc/$pid/comm" 2> /dev/null) != mpi_failures ]] || count=$((count + 1))
  done
  echo "$count"
}

# before SECONDS CONDITION...: whether the condition holds before that time is over.
before() {
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    [[ $SECONDS -lt $end ]] || return 1
    sleep 0.2
  done
}
is_said() { grep -q "$1" "$work/cut"; }
is_over() { [[ $(ranks_on host1) -eq 0 && $(ranks_on host2) -eq 0 ]]; }

# A host that cannot be reached any more is named, once, and the ranks on the others end. mpirun
# itself keeps waiting for its daemon on the lost host, as is usual for Open MPI, so this function
# ends mpirun.
ends_when_cut_off() {
  on 3 1 env ARCAS_CLUSTER_WATCH=2 ARCAS_CLUSTER_PATIENCE=4 "$build/tests/cluster/mpi_failures" chatter \
    > "$work/cut" 2>&1 &
  local job=$! good=0
  before 60 is_said 'under way' || { cat "$work/cut"; return 1; }
  ip link set to3 down
  { before 60 is_said 'ARCAS_CLUSTER_PATIENCE is over' && before 30 is_over; } || good=1
  kill "$job" 2> /dev/null || true
  for ((h = 1; h <= 3; ++h)); do ip netns pids "host$h" | xargs -r kill -9 2> /dev/null || true; done
  wait "$job" 2> /dev/null || true
  ip link set to3 up
  cat "$work/cut"
  [[ $good -eq 0 && $(grep -c 'rank 2 has not answered for .*ARCAS_CLUSTER_PATIENCE is over' "$work/cut") -eq 1 ]]
}

connect 0 0
if [[ $# -gt 0 ]]; then
  on 3 2 "$@"
  exit
fi
for hosts in 2 3 4; do
  step "the conformance suite on $hosts hosts" on "$hosts" 1 "$build/tests/cluster/mpi_conformance"
done
step "two ranks on each of two hosts" on 2 2 "$build/tests/cluster/mpi_exchange"
step "two workers in a process on each of two hosts" on 2 1 env ARCAS_CLUSTER_WORKERS=2 "$build/tests/cluster/mpi_conformance"
step "files that all hosts write and read" on 3 1 "$build/tests/cluster_files/mpi_files"
step "the doctor names the hosts" doctor_finds_hosts
connect 5 1
step "packets in order on a network that is slow and loses frames" on 3 1 "$build/tests/cluster/mpi_exchange"
step "a kernel on that network" on 3 1 "$build/cli/arcas" bfs --kronecker 8 --edge-factor 4 --check
connect 0 0
step "one host is cut off: it is named, and the ranks on the others end" ends_when_cut_off
echo "hosts: all is well"
