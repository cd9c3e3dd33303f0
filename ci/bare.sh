#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs both commands of the README as a user on a new machine does: in a minimal Debian 12 with git and make, which
# the README requires, and from a fresh clone. All is in a scratch folder, which is removed afterwards. Requires
# root, debootstrap and 5 GB; Debian's packages come from the archive that this machine uses.
#   ci/bare.sh [MAKE-TARGET...]        without one: run test
set -euo pipefail
cd "$(dirname "$0")/.."

if [[ $(id -u) -ne 0 ]] || ! command -v debootstrap > /dev/null; then
  echo "ci/bare.sh: requires root and debootstrap (apt-get install debootstrap)" >&2
  exit 1
fi
# The packages that a user must install before the README's commands.
needed=git,make
[[ $# -gt 0 ]] || set -- run test

root=$(mktemp -d)
mounted=()
clean_up() {
  for place in "${mounted[@]}"; do umount --lazy "$place"; done
  rm -rf --one-file-system "$root"
}
trap clean_up EXIT

mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Codename: bookworm' | head -1)
echo "bare: a minimal Debian 12"
debootstrap --variant=minbase --include="$needed,ca-certificates" bookworm "$root" "$mirror" > "$root.log" 2>&1 || {
  tail -20 "$root.log" >&2
  exit 1
}
rm -f "$root.log"
# Copies this machine's settings of the package manager (its mirrors and proxies), but not its
# packages.
cp -a /etc/apt/. "$root/etc/apt/"
[[ -e /etc/resolv.conf ]] && cp -L /etc/resolv.conf "$root/etc/resolv.conf"
for place in proc sys dev; do
  mount --rbind "/$place" "$root/$place"
  mount --make-rslave "$root/$place"
  mounted+=("$root/$place")
done

git clone --quiet "file://$PWD" "$root/arcas"
for target in "$@"; do
  before=$SECONDS
  echo "bare: make $target"
  env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
    ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} \
    chroot "$root" make --directory=/arcas "$target"
  echo "bare: make $target passed in $((SECONDS - before)) s"
done
