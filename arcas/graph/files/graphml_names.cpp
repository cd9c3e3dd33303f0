// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/files/graphml_names.h>

#include <algorithm>
#include <charconv>
#include <numeric>
#include <unordered_set>
#include <utility>

namespace arcas::inline v0::graph::detail {

std::optional<std::uint64_t> number_of_name(std::string_view name) {
  std::uint64_t value = 0;
  const auto [rest, error] = std::from_chars(name.data(), name.data() + name.size(), value);
  const bool zeros = name.size() > 1 && name.front() == '0';
  if (error != std::errc() || rest != name.data() + name.size() || zeros) return std::nullopt;
  return value;
}

bool are_made_up(const std::vector<std::string>& ids, const std::vector<std::string>& names) {
  if (ids.empty() || names.size() != ids.size()) return false;
  std::unordered_set<std::string_view> different;
  for (std::size_t v = 0; v < ids.size(); ++v) {
    if (ids[v] != "n" + std::to_string(v) || names[v].empty()) return false;
    if (!different.insert(names[v]).second) return false;
  }
  return true;
}

std::vector<vertex> ordered_names(const std::vector<std::string>& all, bool are_text,
                                  vertex_names& names) {
  const std::size_t n = all.size();
  std::vector<std::uint64_t> values;
  if (!are_text) values.reserve(n);
  while (values.size() < n && !are_text) {
    const auto value = number_of_name(all[values.size()]);
    are_text = !value;
    values.push_back(value.value_or(0));
  }
  std::vector<vertex> order(n), places(n);
  std::iota(order.begin(), order.end(), vertex{0});
  std::ranges::sort(order, [&](vertex a, vertex b) {
    return are_text ? all[a] < all[b] : values[a] < values[b];
  });
  for (std::size_t i = 0; i < n; ++i) places[order[i]] = static_cast<vertex>(i);
  if (are_text) {
    text_table texts;
    for (const vertex v : order) {
      texts.bytes += all[v];
      texts.ends.push_back(texts.bytes.size());
    }
    names = vertex_names(std::move(texts));
  } else {
    std::ranges::sort(values);
    names = vertex_names(std::move(values));
  }
  return places;
}

}  // namespace arcas::inline v0::graph::detail
