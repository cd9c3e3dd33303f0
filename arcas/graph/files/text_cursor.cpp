// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/files/text_cursor.h>

namespace arcas::graph {

std::string quoted_word(const char* first, const char* end) {
  constexpr std::size_t longest = 24;
  std::string word = "'";
  for (const char* at = first; at != end && !text_cursor::blank(*at) && *at != '\n' && *at != '\r';
       ++at) {
    if (word.size() > longest) {
      word += "…";
      break;
    }
    word += *at >= ' ' && *at <= '~' ? *at : '?';
  }
  return word + "'";
}

}  // namespace arcas::graph
