// SPDX-License-Identifier: Apache-2.0
// Which number has a vertex that a file calls by a text? Over all ranks: the texts that occur, in the order of their bytes,
// are 0, 1, …. Each rank has a range of the texts, between bounds that a sample of them gives, so that the ranges are about
// equal.
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

// The texts of one rank, each once, numbered as they come.
class text_ids {
 public:
  std::uint64_t number(std::string_view text);

  // After the last: the texts ascending, and for each number its place among them.
  void sort();
  const graph::text_table& ascending() const { return ascending_; }
  std::uint64_t place(std::uint64_t number) const { return places_[number]; }
  // Of the ascending ones, about so many at equal distances.
  std::vector<std::string> sample() const;

 private:
  std::deque<std::string> texts_;  // which stay where they are
  std::unordered_map<std::string_view, std::uint64_t> numbers_;
  graph::text_table ascending_;
  std::vector<std::uint64_t> places_;
};

// The names of a rank's vertices, as they come: pieces of consecutive local numbers.
class name_slices {
 public:
  void add(vertex local, graph::text_table names) { slices_.emplace_back(local, std::move(names)); }
  // All, in the order of the local numbers; nothing is left here.
  graph::text_table joined();

 private:
  std::vector<std::pair<vertex, graph::text_table>> slices_;
};

class text_numbers {
 public:
  // For one task: a numbering of texts of which these are a sample.
  static text_numbers make(std::vector<std::string> sample);
  void end() const { part_.end(); }

  // From a task of any rank; ascending. Part of the enclosing finish().
  void async_add(const graph::text_table& some) const;
  // For one task, between the last text and the first number: how many there are.
  std::uint64_t count() const;
  // From a task of any rank, which waits; ascending, and all added before.
  std::vector<vertex> numbers_of(const graph::text_table& some) const;
  // On each rank: take(local, texts) at the home of every vertex that this rank has numbered, with
  // what the vertices from `local` on there are called. Part of the enclosing finish().
  template <class Take>
  void async_send_names(const Take& take) const;

 private:
  struct part {
    std::vector<std::string>
        bounds;  // of rank r the texts from bounds[r - 1] on, and below bounds[r]
    graph::text_table own;
    std::uint64_t first = 0;  // the number of the first of them
  };
  // f(owner, texts): the texts by the ranks that have them.
  template <class F>
  void for_each_owner(const graph::text_table& some, const F& f) const;

  cluster::distributed<part> part_;
};

// To the homes of vertices from `first` on, which have these names: take(local, names) there, once for each home.
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
        [take, local = places.local(v)](const std::string& bytes,
                                        const std::vector<std::uint64_t>& ends) {
          take(local, graph::text_table{bytes, ends});
        },
        std::move(theirs.bytes), std::move(theirs.ends));
  }
}

template <class Take>
void text_numbers::async_send_names(const Take& take) const {
  detail::async_send_names(part_.local().first, part_.local().own, take);
}

}  // namespace arcas::inline v0::cluster_graph::detail
