// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/check/check.h>
#include <arcas/graph/each_weight.h>
#include <arcas/graph/number_text.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

// Calls use(u, weight) for each entry of v's row.
template <class G, class Use>
void each_entry(const G& g, vertex v, bool weighted, const Use& use) {
  const auto row = g.neighbors(v);
  for (std::size_t i = 0; i < row.size(); ++i) {
    if constexpr (is_weight<typename G::weight_type>) {
      use(row[i], weighted ? static_cast<double>(g.out_edges(v)[i].weight) : 1.0);
    } else {
      use(row[i], 1.0);
    }
  }
}

// The quality that `claim` names, from sums over the ordered pairs of adjacent vertices. A row has
// a self-loop once; its weight counts twice.
template <class G>
double quality_by_definition(const G& g, std::span<const vertex> labels, std::size_t count,
                             const partition_claim& claim) {
  std::vector<double> inside(count), strength(count), size(count);
  double all = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const auto v = static_cast<vertex>(i);
    ++size[labels[v]];
    each_entry(g, v, claim.weighted, [&](vertex u, double w) {
      const double both = u == v ? 2 * w : w;
      all += both;
      strength[labels[v]] += both;
      if (labels[u] == labels[v]) inside[labels[v]] += both;
    });
  }
  double sum = 0;
  for (std::size_t c = 0; c < count; ++c) {
    if (claim.cpm) {
      sum += inside[c] / 2 - claim.resolution * size[c] * (size[c] - 1) / 2;
    } else if (all > 0) {
      sum += inside[c] / all - claim.resolution * (strength[c] / all) * (strength[c] / all);
    }
  }
  return sum;
}

// Number of vertices found by a search inside each community from the community's first vertex.
template <class G>
std::size_t found_within(const G& g, std::span<const vertex> labels, std::size_t count) {
  std::vector<bool> begun(count), seen(labels.size());
  std::vector<vertex> open;
  std::size_t found = 0;
  for (std::size_t first = 0; first < labels.size(); ++first) {
    if (begun[labels[first]]) continue;
    begun[labels[first]] = true;
    seen[first] = true;
    for (open.assign(1, static_cast<vertex>(first)); !open.empty(); ++found) {
      const vertex v = open.back();
      open.pop_back();
      for (const vertex u : g.neighbors(v)) {
        if (seen[u] || labels[u] != labels[v]) continue;
        seen[u] = true;
        open.push_back(u);
      }
    }
  }
  return found;
}

}  // namespace

std::string fault_in_conductance(const each_edge& edges, std::span<const vertex> members,
                                 double conductance) {
  double ends[2] = {0, 0}, leaving = 0;
  edges([&](vertex a, vertex b, double w) {
    ends[members[a] == 1 ? 1 : 0] += a == b ? 2 * w : w;
    if (members[a] == 1 && members[b] != 1) leaving += w;
  });
  const double fewer = std::min(ends[0], ends[1]);
  const double right = fewer > 0 ? leaving / fewer : 0;
  if (std::abs(right - conductance) <= 1e-9) return "";
  return "the conductance is " + number_text(right) + ", not " + number_text(conductance);
}

template <class G>
std::string fault_in_communities(const G& g, std::span<const vertex> labels, std::size_t count,
                                 const partition_claim& claim) {
  if (labels.size() != g.vertex_count())
    return "the number of labels is not the number of vertices";
  std::vector<std::size_t> sizes(count);
  for (std::size_t v = 0; v < labels.size(); ++v) {
    if (labels[v] >= count)
      return "vertex " + std::to_string(v) + " has label " + std::to_string(labels[v]) +
             "; labels must be below " + std::to_string(count);
    ++sizes[labels[v]];
  }
  if (!std::ranges::is_sorted(sizes, std::ranges::greater{}) || (count != 0 && sizes.back() == 0))
    return "communities are not numbered in descending order of their sizes";
  if (claim.connected && found_within(g, labels, count) != labels.size())
    return "a community is not connected";
  const double right = quality_by_definition(g, labels, count, claim);
  if (std::abs(right - claim.quality) <= 1e-9 * std::max(1.0, std::abs(right))) return {};
  return "the quality is " + number_text(right) + ", not " + number_text(claim.quality);
}

#define ARCAS_INSTANTIATE(W)                                                      \
  template std::string fault_in_communities(const basic_undirected_graph<W>&,     \
                                            std::span<const vertex>, std::size_t, \
                                            const partition_claim&);
ARCAS_EACH_WEIGHT(ARCAS_INSTANTIATE)
#undef ARCAS_INSTANTIATE

}  // namespace arcas::inline v0::graph
