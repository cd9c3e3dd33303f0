// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/check/check.h>

#include <set>
#include <vector>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

void shrink_to_core(const std::vector<std::set<vertex>>& rows, std::size_t k,
                    std::vector<std::size_t>& left, std::vector<bool>& there) {
  std::vector<vertex> going;
  for (std::size_t v = 0; v < rows.size(); ++v) {
    if (there[v] && left[v] < k) going.push_back(static_cast<vertex>(v));
  }
  for (const vertex v : going) there[v] = false;
  while (!going.empty()) {
    const vertex v = going.back();
    going.pop_back();
    for (const vertex u : rows[v]) {
      if (!there[u] || --left[u] >= k) continue;
      there[u] = false;
      going.push_back(u);
    }
  }
}

}  // namespace

std::string fault_in_core_numbers(const undirected_view& g, std::span<const std::uint32_t> cores) {
  const std::size_t n = g.vertex_count();
  if (cores.size() != n) return "the number of core numbers is not the number of vertices";
  std::vector<std::set<vertex>> rows(n);
  std::vector<std::size_t> left(n);
  for (std::size_t v = 0; v < n; ++v) {
    const auto row = g.neighbors(static_cast<vertex>(v));
    rows[v].insert(row.begin(), row.end());
    rows[v].erase(static_cast<vertex>(v));
    left[v] = rows[v].size();
  }
  std::vector<bool> there(n, true);
  std::vector<std::uint32_t> expected(n);
  for (std::uint32_t k = 1;; ++k) {
    shrink_to_core(rows, k, left, there);
    bool any = false;
    for (std::size_t v = 0; v < n; ++v) {
      if (!there[v]) continue;
      expected[v] = k;
      any = true;
    }
    if (!any) break;
  }
  for (std::size_t v = 0; v < n; ++v) {
    if (expected[v] == cores[v]) continue;
    return "vertex " + std::to_string(v) + " has core number " + std::to_string(expected[v]) +
           ", not " + std::to_string(cores[v]);
  }
  return {};
}

}  // namespace arcas::inline v0::graph
