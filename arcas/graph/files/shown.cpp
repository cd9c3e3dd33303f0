// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/escapes.h>
#include <arcas/graph/files/shown.h>

namespace arcas::inline v0::graph::detail {

std::string shown(std::string_view text, std::size_t longest) {
  if (text.size() <= longest) return arcas::detail::visible(text);
  const auto within_a_character = [&](std::size_t at) {
    return (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
  };
  constexpr std::size_t longest_character = 4;
  std::size_t end = longest;
  while (end != 0 && longest - end < longest_character - 1 && within_a_character(end)) --end;
  return arcas::detail::visible(text.substr(0, end)) + "…";
}

}  // namespace arcas::inline v0::graph::detail
