#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The whole suite of NetworkX with Arcas as its backend, on each pair of a Python and a NetworkX below whose Python is there; the package is
# built for each as `pip install .` builds it. `make test-networkx`; some 15 minutes.
set -euo pipefail
cd "$(dirname "$0")/.."

ran=0
for pair in "3.11 3.6.1" "3.13 3.7"; do
  read -r version networkx <<< "$pair"
  if ! python=$(command -v "python$version") || ! "$python" -c 'import venv' 2> /dev/null; then
    echo "networkx: there is no python$version with venv in PATH; NetworkX $networkx is left out"
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
