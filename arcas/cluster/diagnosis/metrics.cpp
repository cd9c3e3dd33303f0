// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/delegates/call.h>
#include <arcas/cluster/diagnosis/metrics.h>

#include <fstream>
#include <stdexcept>

namespace arcas::cluster {

std::vector<rank_counts> gather_counts() {
  std::vector<future<rank_counts>> asked;
  for (rank_id r = 0; r < ranks(); ++r) {
    asked.push_back(future_call(r, [] { return here().counts(); }));
  }
  std::vector<rank_counts> counts;
  for (auto& f : asked) counts.push_back(f.get());
  return counts;
}

void write_metrics(const std::string& path) {
  const std::vector<rank_counts> counts = gather_counts();
  std::ofstream file(path);
  file << as_json(std::span<const rank_counts>(counts));
  if (!file.flush()) {
    throw std::runtime_error("the metrics cannot be written to " + path +
                             "; set ARCAS_CLUSTER_METRICS to a file that can be");
  }
}

}  // namespace arcas::cluster
