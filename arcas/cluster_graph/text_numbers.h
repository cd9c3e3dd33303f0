// SPDX-License-Identifier: Apache-2.0
// Which number does a vertex with a text name get? The texts that occur on any of the ranks, in the
// order of their bytes, become 0, 1, …. Each rank numbers the texts of one range, its own. The
// bounds of the ranges come from a sample of the texts, so the ranges are about equal.
#pragma once

#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster/structures/distributed.h>
#include <arcas/cluster_graph/vertex_places.h>
#include <arcas/graph/vertex_names.h>

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster_graph::detail {

void append(graph::text_table& to, std::string_view text);
void append(graph::text_table& to, const graph::text_table& more);

// The different texts of one rank, numbered in the order of their arrival.
class text_ids {
 public:
  std::uint64_t number(std::string_view text);

  // Called after the last number(): orders the texts; place(n) is the index of text n in that
  // order.
  void sort();
  const graph::text_table& ascending() const { return ascending_; }
  std::uint64_t place(std::uint64_t number) const { return places_[number]; }
  // A sample of the ordered texts at about equal distances.
  std::vector<std::string> sample() const;

 private:
  std::deque<std::string> texts_;  // their addresses stay the same
  std::unordered_map<std::string_view, std::uint64_t> numbers_;
  graph::text_table ascending_;
  std::vector<std::uint64_t> places_;
};

class text_numbers {
 public:
  // Called by one task: a numbering of texts, of which `sample` is a sample.
  static text_numbers make(std::vector<std::string> sample);
  void end() const { part_.end(); }

  // Called by a task of any rank, with ascending texts. Part of the enclosing finish().
  void async_add(const graph::text_table& some) const;
  // Called by one task, between the last async_add() and the first numbers_of(): the number of
  // texts.
  std::uint64_t count() const;
  // Called by a task of any rank, with ascending texts that have been added before. Waits for other
  // ranks.
  std::vector<vertex> numbers_of(const graph::text_table& some) const;
  // Called on each rank: async_send_names(), below, for the vertices that this rank has numbered.
  template <class Take>
  void async_send_names(const Take& take) const;

 private:
  struct part {
    // Rank r has the texts from bounds[r - 1] on, below bounds[r].
    std::vector<std::string> bounds;
    graph::text_table own;
    std::uint64_t first = 0;  // the number of the first text
  };
  // Calls f(owner, texts) with the texts of each owner.
  template <class F>
  void for_each_owner(const graph::text_table& some, const F& f) const;

  cluster::distributed<part> part_;
};

// names[i] is the name of vertex first + i. Sends the names to the homes of the vertices, and calls
// take(local, theirs) once at each home: theirs[k] is the name of the vertex with local number
// local + k there. Part of the enclosing finish().
template <class Take>
void async_send_names(std::uint64_t first, const graph::text_table& names, const Take& take) {
  const vertex_places places(cluster::ranks());
  const std::size_t n = names.ends.size();
  for (rank_id skipped = 0; skipped < cluster::ranks() && skipped < n; ++skipped) {
    const auto v = static_cast<vertex>(first + skipped);
    graph::text_table theirs;
    for (std::size_t i = skipped; i < n; i += cluster::ranks()) append(theirs, names[i]);
    cluster::async(
        places.home(v),
        [take, local = places.local(v)](graph::text_table& own) { take(local, own); },
        std::move(theirs));
  }
}

template <class Take>
void text_numbers::async_send_names(const Take& take) const {
  detail::async_send_names(part_.local().first, part_.local().own, take);
}

}  // namespace arcas::inline v0::cluster_graph::detail
