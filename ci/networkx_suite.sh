#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs NetworkX's whole test suite with Arcas as its backend, for each pair of Python and NetworkX versions below whose
# Python is installed. Builds the package for each, as `pip install .` does. `make test-networkx`; some 15 minutes.
set -euo pipefail
cd "$(dirname "$0")/.."

ran=0
for pair in "3.11 3.6.1" "3.13 3.7"; do
  read -r version networkx <<< "$pair"
  if ! python=$(command -v "python$version") || ! "$python" -c 'import venv' 2> /dev/null; then
    echo "networkx: no python$version with venv in PATH; NetworkX $networkx is not tested"
    continue
  fi
  ran=$((ran + 1))
  folder=build/networkx-$networkx
  echo "== Python $version, NetworkX $networkx"
  PYTHON=$python NETWORKX=$networkx ci/python.sh whole "$folder"
  ci/python.sh networkx "$folder"
done
if [[ $ran == 0 ]]; then
  echo "networkx: no Python was found, so nothing was tested" >&2
  exit 1
fi
