// SPDX-License-Identifier: Apache-2.0
// How is a text shared out among workers? In parts of whole lines that are counted beforehand.
#pragma once

#include <arcas/loops/options.h>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace arcas::graph {

// Where the parts of a text begin, in bytes and in lines.
struct text_parts {
  std::vector<std::size_t> starts;   // one more than there are parts
  std::vector<std::uint64_t> lines;  // before each part, and at last of all

  std::size_t count() const { return starts.size() - 1; }
  std::string_view part(std::string_view text, std::size_t p) const {
    return text.substr(starts[p], starts[p + 1] - starts[p]);
  }
};

// Throws interrupted.
text_parts divided(std::string_view text, const loop_options& loops);

}  // namespace arcas::graph
