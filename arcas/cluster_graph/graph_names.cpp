// SPDX-License-Identifier: Apache-2.0
// The names of vertices: one vertex is asked from its home, a name from all ranks.
#include <arcas/cluster_graph/distributed_graph.h>
#include <arcas/cluster_graph/rank_results.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace arcas::inline v0::cluster_graph {

namespace {

std::optional<std::uint64_t> number_of(std::string_view text) {
  std::uint64_t number = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || rest != text.data() + text.size()) return std::nullopt;
  return number;
}

// The numbers of this rank's vertices with these names; `none` for other names.
std::vector<std::uint64_t> own_named(const graph_part& part, const std::vector<std::string>& names,
                                     std::uint64_t none) {
  std::vector<std::uint64_t> found(names.size(), none);
  if (part.texts.ends.empty()) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      const auto number = number_of(names[i]);
      const auto at = std::ranges::lower_bound(part.ids, number.value_or(0));
      if (number && at != part.ids.end() && *at == *number)
        found[i] = own_vertex(static_cast<local_vertex>(at - part.ids.begin())).number();
    }
    return found;
  }
  std::vector<std::size_t> order(names.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto name = [&](std::size_t i) { return std::string_view(names[i]); };
  std::ranges::sort(order, {}, name);
  for (local_vertex v = 0; v < part.vertex_count(); ++v)
    for (const std::size_t i : std::ranges::equal_range(order, part.texts[v], {}, name))
      found[i] = own_vertex(v).number();
  return found;
}

}  // namespace

std::optional<vertex> distributed_graph::vertex_of(std::uint64_t original_id) const {
  if (named_) return vertex_named(std::to_string(original_id));
  if (original_id < vertices_) return static_cast<vertex>(original_id);
  return std::nullopt;
}

std::string distributed_graph::name_of(vertex v) const {
  if (!text_) return std::to_string(original_id(v));
  return cluster::call(places_.home(v), [part = part_, local = places_.local(v)] {
    return std::string(part.local().texts[local]);
  });
}

std::vector<std::optional<vertex>> distributed_graph::vertices_named(
    std::span<const std::string> names) const {
  std::vector<std::uint64_t> found(names.size(), vertices_);
  const std::vector<std::string> wanted(names.begin(), names.end());
  if (!named_ && !text_) {
    for (std::size_t i = 0; i < names.size(); ++i)
      found[i] = std::min(vertices_, number_of(names[i]).value_or(vertices_));
  } else {
    const auto named = [part = part_, none = vertices_](const std::vector<std::string>& theirs) {
      return own_named(part.local(), theirs, none);
    };
    for (const auto& of_rank : detail::results_of_ranks(named, wanted))
      std::ranges::transform(of_rank, found, found.begin(), std::ranges::min);
  }
  std::vector<std::optional<vertex>> vertices;
  for (const std::uint64_t v : found)
    vertices.push_back(v == vertices_ ? std::nullopt : std::optional(static_cast<vertex>(v)));
  return vertices;
}
std::optional<vertex> distributed_graph::vertex_named(std::string_view name) const {
  const std::string wanted(name);
  return vertices_named({&wanted, 1}).front();
}

}  // namespace arcas::inline v0::cluster_graph
