// SPDX-License-Identifier: Apache-2.0
// For a computation that cannot call poll(), such as that of a library, on a rank of which the
// other ranks need nothing meanwhile:
//
//   {
//     const long_computation announced;
//     check_serially(whole_graph);
//   }
//
// While the object exists, no message says that this rank does not answer (ARCAS_CLUSTER_WATCH),
// and ARCAS_CLUSTER_PATIENCE does not end the job for it. Messages to the rank wait, as ever. Cost:
// two messages, to the rank that watches this one (diagnosis/PROTOCOL.md).
#pragma once

namespace arcas::inline v0::cluster {

class long_computation {
 public:
  // Throws std::logic_error outside of ranks.
  long_computation();
  ~long_computation();
  long_computation(const long_computation&) = delete;
  long_computation& operator=(const long_computation&) = delete;
};

}  // namespace arcas::inline v0::cluster
