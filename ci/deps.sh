#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs the missing packages of ci/packages.txt, and prints nothing if none is missing.
#   ci/deps.sh run | test | verify | bench     each includes the ones before it
#   ci/deps.sh docs                   only what `make docs` needs
#   ci/deps.sh emulated               only what `make test-emulated` needs beside `test`
#   ci/deps.sh mpis                   only what `make test-mpis` needs beside `test`
set -euo pipefail
cd "$(dirname "$0")/.."

case "${1:-test}" in
  run) kinds='run' ;;
  test) kinds='run|test' ;;
  verify) kinds='run|test|verify' ;;
  bench) kinds='run|test|verify|bench' ;;
  docs) kinds='docs' ;;
  emulated) kinds='emulated' ;;
  mpis) kinds='mpis' ;;
  *) echo "ci/deps.sh: '$1' is not a set of packages; the sets are run, test, verify, bench, docs, emulated and mpis" >&2; exit 2 ;;
esac
mapfile -t wanted < <(awk -v kinds="^($kinds)\$" '$1 ~ kinds { print $2 }' ci/packages.txt)

if ! command -v dpkg-query > /dev/null; then
  echo "ci/deps.sh: this is not a Debian system, so nothing is installed; ci/packages.txt lists the required" \
    "packages under their Debian names" >&2
  exit 0
fi

missing=()
for package in "${wanted[@]}"; do
  status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2> /dev/null || true)
  [[ $status == installed ]] || missing+=("$package")
done
[[ ${#missing[@]} -eq 0 ]] && exit 0

as_root=()
if [[ $(id -u) -ne 0 ]]; then
  if ! command -v sudo > /dev/null; then
    echo "ci/deps.sh: ${missing[*]} must be installed, which requires root or sudo;" \
      "ask an administrator to run: apt-get install ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi

echo "Installing ${missing[*]}"
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
  apt-get install -y -qq --no-install-recommends -o Dpkg::Use-Pty=0 "${missing[@]}" > /dev/null
