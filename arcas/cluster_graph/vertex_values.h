// SPDX-License-Identifier: Apache-2.0
// One value of each vertex, at its home: the type of the results of kernels. A handle is copied
// and captured like a number:
//
//   const auto found = pagerank(g);
//   found.scores.local()      the values of this rank; v.local() is the index of own_vertex v
//   found.scores.at(v)        the value of one vertex, or of several: asks their homes
//   found.scores.set(v, x)    sets the value of one vertex, at its home
//   found.scores.highest(10)  the ten greatest values, with their vertices
//   found.scores.gathered()   all values, on the calling rank
//   found.end()               frees them, on all ranks; the handle is invalid afterwards
//
// No rank holds more than its part, except by gathered(). Tasks call these functions, since all but
// local() wait for other ranks. write_vertex_values() writes the values to a file (vertex_files.h).
#pragma once

#include <arcas/cluster/structures/distributed.h>
#include <arcas/cluster_graph/distributed_graph.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster_graph {

// Copies one value of each vertex from all ranks to the rank of the calling task. values() is
// called on each rank and returns the rank's values, in the order of its vertices.
template <class T, class F>
std::vector<T> gather_vertices(const vertex_places& places, std::uint64_t vertices,
                               const F& values) {
  std::vector<T> all(vertices);
  const auto at = cluster::export_to_all(all);
  cluster::on_all_ranks([at, values, places] {
    const rank_id from = cluster::self();
    cluster::async(
        at.home(),
        [at, places, from](const std::vector<T>& part) {
          for (local_vertex i = 0; i < part.size(); ++i)
            (*at.local())[places.global(from, i)] = part[i];
        },
        std::vector<T>(values()));
  });
  return all;
}
template <class T, class F>
std::vector<T> gather_vertices(const distributed_graph& g, const F& values) {
  return gather_vertices<T>(g.places(), g.vertex_count(), values);
}

namespace detail {

using cluster::detail::all_or_nothing;

// Calls end() of each of these handles.
template <class... Handles>
void end_all(const Handles&... handles) {
  (handles.end(), ...);
}
// Returns the result of a kernel, after end() of the data that are no part of it.
template <class Result, class... Handles>
Result after_end_of(Result result, const Handles&... handles) {
  end_all(handles...);
  return result;
}

// Called by one task: the sum of f() over all ranks.
template <class F>
std::invoke_result_t<const F&> sum_of_ranks(const F& f) {
  return cluster::fold_ranks(std::invoke_result_t<const F&>{}, std::plus<>{}, f);
}

// A value for a vertex of the rank that gets it.
template <class T>
struct local_value {
  local_vertex local;
  T value;
};

// Called by every rank, with pairs of a vertex and a count, or another portable value. For each
// pair, add(local number, count) is called at the home of the vertex.
template <class Counts, class Add>
void add_at_homes(const vertex_places& places, const Counts& counts, const Add& add) {
  using counted = local_value<std::decay_t<decltype(counts.begin()->second)>>;
  std::vector<std::vector<counted>> homes(places.ranks());
  for (const auto& [v, count] : counts) homes[places.home(v)].push_back({places.local(v), count});
  for (rank_id r = 0; r < places.ranks(); ++r) {
    if (homes[r].empty()) continue;
    cluster::async(
        r,
        [add](const std::vector<counted>& theirs) {
          for (const auto& [local, count] : theirs) add(local, count);
        },
        std::move(homes[r]));
  }
}

// The values of these vertices. Those of other ranks are asked from their homes: one message to
// each home, and one answer. values() is portable and is called once by the calling rank and by
// each of these homes; values()[local] is the value of a vertex of the home.
template <class T, class Values>
std::vector<T> values_at(const vertex_places& places, const Values& values,
                         std::span<const vertex> vertices) {
  auto&& here = values();
  std::vector<std::vector<local_vertex>> asked(places.ranks());
  for (const vertex v : vertices)
    if (places.home(v) != cluster::self()) asked[places.home(v)].push_back(places.local(v));
  std::vector<std::pair<rank_id, cluster::future<std::vector<T>>>> answers;
  for (rank_id r = 0; r < places.ranks(); ++r) {
    if (asked[r].empty()) continue;
    answers.emplace_back(r, cluster::future_call(
                                r,
                                [values](const std::vector<local_vertex>& locals) {
                                  auto&& own = values();
                                  std::vector<T> found;
                                  found.reserve(locals.size());
                                  for (const local_vertex local : locals)
                                    found.emplace_back(own[local]);
                                  return found;
                                },
                                std::move(asked[r])));
  }
  std::vector<std::vector<T>> of_rank(places.ranks());
  for (auto& [r, answer] : answers) of_rank[r] = answer.get();
  std::vector<std::size_t> next(places.ranks());
  std::vector<T> all;
  all.reserve(vertices.size());
  for (const vertex v : vertices) {
    const rank_id r = places.home(v);
    all.push_back(r == cluster::self() ? T(here[places.local(v)])
                                       : std::move(of_rank[r][next[r]++]));
  }
  return all;
}

inline std::vector<vertex> vertices_between(std::uint64_t first, std::uint64_t last) {
  std::vector<vertex> all(last - first);
  std::iota(all.begin(), all.end(), static_cast<vertex>(first));
  return all;
}

// The joined answers of calls to several ranks, in the order of the calls.
template <class T>
std::vector<T> joined(std::vector<cluster::future<std::vector<T>>>& answers) {
  std::vector<T> all;
  for (auto& answer : answers) {
    const std::vector<T> slice = answer.get();
    all.insert(all.end(), slice.begin(), slice.end());
  }
  return all;
}
// The joined lists that own() returns on each rank, in any order of the ranks. Called by one task.
template <class Own>
auto joined_of_ranks(const Own& own) {
  using list = std::invoke_result_t<const Own&>;
  list all;
  const auto at = cluster::export_to_all(all);
  cluster::on_all_ranks([at, own] {
    cluster::async(
        at.home(),
        [at](const list& some) { at.local()->insert(at.local()->end(), some.begin(), some.end()); },
        own());
  });
  return all;
}

}  // namespace detail

template <class T>
class vertex_values {
 public:
  using value_type = T;

  // Has no values, and allocates no memory.
  vertex_values() = default;
  // A value T() for each of `vertices` vertices.
  vertex_values(const vertex_places& places, std::uint64_t vertices)
      : vertex_values(places, vertices, [places, vertices] {
          return std::vector<T>(places.count_on(cluster::self(), vertices));
        }) {}
  // own() is called on every rank and returns a vector of its values. Throws std::invalid_argument
  // if a vector does not have one value for each vertex of its rank.
  template <class F>
  vertex_values(const distributed_graph& g, const F& own)
      : vertex_values(g.places(), g.vertex_count(), own) {}
  template <class F>
  vertex_values(const vertex_places& places, std::uint64_t vertices, const F& own)
      : places_(places), size_(vertices), exists_(true) {
    detail::all_or_nothing([&] {
      values_ = cluster::distributed<std::vector<T>>::make();
      const auto wrong = [values = *this, own] {
        values.local() = own();
        return std::uint64_t{values.has_other_length()};
      };
      if (detail::sum_of_ranks(wrong) != 0)
        throw std::invalid_argument("vertex_values require one value for each vertex of a rank");
    });
  }
  void end() const {
    if (exists_) values_.end();
  }

  std::uint64_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const vertex_places& places() const { return places_; }
  // Throws std::logic_error after end().
  std::vector<T>& local() const { return values_.local(); }
  // Whether the vector of this rank has been made shorter or longer.
  bool has_other_length() const {
    return local().size() != places_.count_on(cluster::self(), size_);
  }
  // Calls f(number, value) for each vertex of this rank.
  template <class F>
  void for_each_local(const F& f) const {
    const std::vector<T>& own = local();
    for (std::size_t i = 0; i < own.size(); ++i)
      f(own_vertex(static_cast<local_vertex>(i)).number(), own[i]);
  }

  // Throws std::invalid_argument for a number that is not a vertex, such as no_vertex.
  T at(vertex v) const {
    require_vertex(v);
    return cluster::call(places_.home(v), [values = values_, local = places_.local(v)]() -> T {
      return values.local()[local];
    });
  }
  // Returns when the value is stored. Throws as at().
  void set(vertex v, T value) const {
    require_vertex(v);
    cluster::call(
        places_.home(v),
        [values = values_, local = places_.local(v)](const T& x) { values.local()[local] = x; },
        std::move(value));
  }
  // One message to each home, and one answer.
  std::vector<T> at(std::span<const vertex> vertices) const;
  std::vector<T> gathered() const {
    if (empty()) return {};
    // After end(), throws to the caller; an exception in a task of each rank would end the job.
    local();
    return gather_vertices<T>(places_, size_, [values = values_] { return values.local(); });
  }
  // The vertices with the greatest values, at most `count`, in descending order of the values, then
  // in ascending order of their numbers. Among levels and distances, the greatest are those of
  // unreached vertices.
  std::vector<std::pair<vertex, T>> highest(std::size_t count) const;

 private:
  void require_vertex(vertex v) const {
    if (v < size_) return;
    throw std::invalid_argument("vertex " + std::to_string(v) + " must be less than " +
                                std::to_string(size_) + ", the number of vertices with a value");
  }

  cluster::distributed<std::vector<T>> values_;
  vertex_places places_;
  std::uint64_t size_ = 0;
  bool exists_ = false;
};

namespace detail {

// Keeps the `count` greatest of vertices with values, in the order of highest().
template <class T>
void keep_highest(std::vector<std::pair<vertex, T>>& all, std::size_t count) {
  const auto kept = all.begin() + static_cast<std::ptrdiff_t>(std::min(count, all.size()));
  std::partial_sort(all.begin(), kept, all.end(), [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  all.erase(kept, all.end());
}

// Called by one task. own() is called on each rank and returns its values, by local number. Returns
// the result of highest().
template <class T, class F>
std::vector<std::pair<vertex, T>> highest_of_ranks(std::size_t count, const F& own) {
  using pairs = std::vector<std::pair<vertex, T>>;
  const auto merge = [count](pairs a, const pairs& b) {
    a.insert(a.end(), b.begin(), b.end());
    keep_highest(a, count);
    return a;
  };
  return cluster::fold_ranks(pairs{}, merge, [own, count] {
    pairs kept;
    const std::vector<T>& values = own();
    for (std::size_t i = 0; i < values.size(); ++i) {
      kept.emplace_back(own_vertex(static_cast<local_vertex>(i)).number(), values[i]);
      // Keeps the vector short, for any number of vertices.
      if (kept.size() / 2 > std::max<std::size_t>(count, 512)) keep_highest(kept, count);
    }
    keep_highest(kept, count);
    return kept;
  });
}

}  // namespace detail

template <class T>
std::vector<T> vertex_values<T>::at(std::span<const vertex> vertices) const {
  for (const vertex v : vertices) require_vertex(v);
  return detail::values_at<T>(
      places_, [values = values_]() -> const auto& { return values.local(); }, vertices);
}

template <class T>
std::vector<std::pair<vertex, T>> vertex_values<T>::highest(std::size_t count) const {
  if (empty()) return {};
  local();  // if end() has been called, throws to the caller, as in gathered()
  return detail::highest_of_ranks<T>(
      count, [values = values_]() -> const std::vector<T>& { return values.local(); });
}

}  // namespace arcas::inline v0::cluster_graph
