// SPDX-License-Identifier: Apache-2.0
// A teams construct on the host: its teams run one after the other.
#pragma once

namespace arcas::inline v0::detail::openmp {

struct host_teams {
  unsigned count = 1;
  unsigned number = 0;
};
extern constinit thread_local host_teams of_host;

}  // namespace arcas::inline v0::detail::openmp
