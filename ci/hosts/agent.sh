#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# In place of ssh: runs a command on a simulated host, which has a name and a network of its own.
#   agent.sh HOST COMMAND...
set -euo pipefail

# Drops the options that mpirun passes to ssh; a simulated host does not need them.
while [[ ${1:-} == -* ]]; do
  shift
done
host=$1
shift
exec ip netns exec "$host" unshare --uts bash -c 'hostname "$0"; eval "$@"' "$host" "$*"
