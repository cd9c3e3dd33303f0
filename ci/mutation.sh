#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The mutation gate: replaces each memory order of the protocols by the next weaker one, and prints
# which check then fails. If no check fails, tests/sim/argued_orders.txt must say why; otherwise the
# gate fails.
#   ci/mutation.sh
#   ci/mutation.sh arcas/workers/publication.h    that header alone
#   ci/mutation.sh --slow                  a mutant for each slow check that makes it fail; minutes
set -euo pipefail
cd "$(dirname "$0")/.."

ci/build.sh release sim_mutation_gate > /dev/null
root=$PWD
cd build/release  # under ccache with CCACHE_BASEDIR, names of sources are relative to this folder
tests/sim/sim_mutation_gate "$root" "$root/tests/sim/argued_orders.txt" "$@"
