// SPDX-License-Identifier: Apache-2.0
// The promises under mpirun, and the exchange of packets on which they rest:
//   mpirun -n RANKS mpi_conformance [tight | waiting | checked | HOPS]
// tight: all capacities at their minimum; waiting: waits for messages inside MPI; checked: checks
// accesses to global memory.
#include "conformance.h"
#include "exchange.h"

#include <arcas/cluster/ranks/spawn.h>
#include <arcas/cluster/run.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

arcas::cluster::cluster_options options_of(const std::string& how) {
  arcas::cluster::cluster_options options;
  if (how == "tight") {
    options.transport.packet_bytes = 64;
    options.transport.credits = 1;
    options.transport.long_bytes = 64;
    options.tasks.tasks = 1;
    options.hops = 2;
  } else if (how == "waiting") {
    options.wait_in_network = true;
  } else if (how == "checked") {
    options.check_memory = true;
  } else if (!how.empty()) {
    options.hops = static_cast<unsigned>(std::atoi(how.c_str()));
  }
  return options;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string how = argc > 1 ? argv[1] : "";
  const auto promises_hold = [&how] {
    if (how == "waiting" && arcas::cluster::detail::here().network().shares_memory()) {
      throw std::logic_error("a rank that waits in MPI gets packets through memory, too");
    }
    for (const auto& p : arcas::cluster::test::promises()) {
      // This promise allocates the whole heap, which leaves no room for gaps.
      if (how == "checked" && p.body == arcas::cluster::test::main_can_allocate_what_all_ranks_have)
        continue;
      p.body();
      std::printf("%s: kept on %u ranks\n", p.name, arcas::cluster::ranks());
    }
  };
  return arcas::cluster::run(argc, argv, promises_hold, options_of(how));
}
