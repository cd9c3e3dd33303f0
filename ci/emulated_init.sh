#!/bin/busybox sh
# SPDX-License-Identifier: Apache-2.0
# The first process of a machine of ci/emulated.sh: runs the programs that /arcas/programs lists, says on the console
# how each ended, and switches the machine off.
PATH=/usr/sbin:/usr/bin:/sbin:/bin
export PATH HOME=/ LANG=C.UTF-8
minutes_of_a_program=40

busybox mkdir -p /proc /sys /dev /tmp
busybox mount -t proc none /proc
busybox mount -t sysfs none /sys
busybox mount -t devtmpfs none /dev
busybox mkdir -p /dev/shm
busybox mount -t tmpfs none /dev/shm
busybox mount -t cgroup2 none /sys/fs/cgroup
busybox ln -sf /proc/self/fd /dev/fd
. /arcas/environment

echo "emulated: $(busybox uname -m), Linux $(busybox uname -r), $(busybox nproc) processors, NUMA nodes $(busybox cat /sys/devices/system/node/online), clock $(busybox cat /sys/devices/system/clocksource/clocksource0/current_clocksource)"

# The skipped and failed tests with their output and, if the program did not end, the test that it
# was in.
noteworthy() {
  busybox awk '
    /^\[ RUN / { held = "" }
    { held = held $0 "\n" }
    /\[       OK \]/ { held = "" }
    /^\[  (SKIPPED|FAILED ) \].* ms\)$/ { printf "%s", held; held = "" }
    END { printf "%s", held }' "$1"
}

# Prints each minute which test a program is in, so that a program that takes long or hangs is
# noticed.
tell_where() {
  while busybox sleep 60; do
    echo "emulated: $1 is in $(busybox sed -n 's/^\[ RUN *\] //p' "$2" | busybox tail -n 1)"
  done
}

while read -r program; do
  name=${program##*/}
  log=/arcas/$name.log
  begun=$(busybox date +%s)
  tell_where "$name" "$log" &
  teller=$!
  busybox timeout -s ABRT $((60 * minutes_of_a_program)) "$program" --gtest_color=no < /dev/null > "$log" 2>&1
  code=$?
  kill "$teller"
  passed=$(busybox grep -c '\[       OK \]' "$log")
  failed=$(busybox grep -c '^\[  FAILED  \].* ms)$' "$log")
  skipped=$(busybox grep -c '^\[  SKIPPED \].* ms)$' "$log")
  noteworthy "$log"
  echo "emulated: $name ended with $code passed $passed failed $failed skipped $skipped in $(($(busybox date +%s) - begun)) s"
done < /arcas/programs

busybox sync
busybox poweroff -f
