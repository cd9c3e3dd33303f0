#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the site: build/docs/html/index.html leads to the tutorials, every other page of the repository, and the
# references of the public headers (HEADERS in the components' CMakeLists.txt) and of the Python package. A page that
# no other leads to is a warning, and a warning is an error. Nothing is fetched when the site is read.
#   ci/docs.sh
set -euo pipefail
cd "$(dirname "$0")/.."

site=build/docs
rm -rf "$site"
mkdir -p "$site/pages" "$site/doxygen"

mapfile -t headers < <(python3 -B ci/docs/api_pages.py)
python3 -B ci/docs/comments.py "$site/headers" "${headers[@]}"
{
  cat ci/docs/Doxyfile
  printf 'INPUT = %s\n' "${headers[*]/#/$site/headers/}"
  echo "STRIP_FROM_PATH = $site/headers"
  echo "OUTPUT_DIRECTORY = $site/doxygen"
  echo "WARN_LOGFILE = $site/doxygen/warnings"
} > "$site/Doxyfile"
doxygen "$site/Doxyfile"
if [[ -s $site/doxygen/warnings ]]; then
  cat "$site/doxygen/warnings" >&2
  echo "ci/docs.sh: Doxygen has the warnings above; correct the comments" >&2
  exit 1
fi

python3 -B ci/docs/members_by_file.py "$site/doxygen/xml"

git ls-files -z --cached --others --exclude-standard '*.md' 'docs/*.png' 'docs/*.svg' ':!.github' ':!ci/docs' |
  xargs --null cp --parents --target-directory "$site/pages"
python3 -B ci/docs/api_pages.py "$site/pages/api"
PYTHONDONTWRITEBYTECODE=1 python3 ci/docs/python_pages.py "$site/pages/python"
cp ci/docs/site/*.md "$site/pages"
# On the site the pages of the papers are below the one that leads to them.
printf '```{toctree}\n:hidden:\n:glob:\npapers/*\n```\n' >> "$site/pages/docs/papers.md"
PYTHONDONTWRITEBYTECODE=1 sphinx-build -j auto -q -W --keep-going -c ci/docs -d "$site/doctrees" "$site/pages" "$site/html"
echo "The site is in $site/html/index.html"
