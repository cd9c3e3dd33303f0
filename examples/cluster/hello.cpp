// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/ranks/spawn.h>
#include <arcas/cluster/run.h>

#include <cstdio>

namespace cluster = arcas::cluster;

int main(int argc, char** argv) {
  return cluster::run(argc, argv, [] {
    cluster::on_all_ranks(
        [] { std::printf("hello from rank %u of %u\n", cluster::self(), cluster::ranks()); });
  });
}
