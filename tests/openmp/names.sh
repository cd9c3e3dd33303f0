#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Does Arcas's libgomp.so.1 export exactly the symbols of gcc 12's libgomp, each with its version?
#   names.sh LIBRARY NAMES
set -euo pipefail
exported=$(nm -D --defined-only --with-symbol-versions "$1" | awk '$2 ~ /[TW]/ { print $3 }' | sort)
if ! diff <(sort "$2") <(echo "$exported"); then
  echo "the symbols of $1 (right) differ from those of gcc 12's libgomp (left)"
  exit 1
fi
echo "$(wc -l < "$2") names"
