// SPDX-License-Identifier: Apache-2.0
#include "trials.h"

#include "figures.h"

#include <algorithm>
#include <cstddef>

namespace cli {

double trial_seconds::median() const {
  std::vector<double> sorted = all;
  std::sort(sorted.begin(), sorted.end());
  const std::size_t middle = sorted.size() / 2;
  return sorted.size() % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

std::string trial_seconds::text() const {
  return duration(median()) +
         (all.size() == 1 ? "" : fmt::format(" (median of {} trials)", all.size()));
}

}  // namespace cli
