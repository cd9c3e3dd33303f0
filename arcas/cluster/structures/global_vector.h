// SPDX-License-Identifier: Apache-2.0
// A vector over all ranks that grows at its end. Element i is on rank i modulo ranks(). The rank
// that has made the vector gives out indices; concurrent pushes of one rank travel together.
//
//   auto v = global_vector<long>::make();
//   v.push_back(x)      returns the element's index when the element is stored
//   v.read(i), v.write(i, x), v.update(i, f)    throw remote_error beyond the end
//   v.size(), v.clear(), v.end()
//   v.for_each(f)       f(i, element&) for all elements, on their ranks. Until it returns,
//                       push_back and clear, also by f, throw remote_error and change nothing
//
// The indices of one task's pushes ascend; pushes of different tasks get indices in any order.
// size() also counts pushes that have not returned yet. Until a push has returned, read() of its
// element may throw or return T{}, and for_each may pass the element as T{}.
#pragma once

#include <arcas/cluster/structures/distributed.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster {

template <class T>
class global_vector {
  static_assert(
      detail::portable<T>,
      "arcas: an element of a global_vector is copied between ranks byte for byte: it may not own "
      "memory or refer to it, as strings, vectors and pointers do; keep these in a hash_map "
      "or a bag");

 public:
  static global_vector make() {
    global_vector v;
    v.part_ = distributed<part>::make();
    v.master_ = self();
    return v;
  }
  void end() const {
    detail::refuse_where_any(
        [p = part_] { return p.local().pushes.busy(); },
        "a vector is ended while a task pushes to it; wait for that task first");
    part_.end();
  }

  std::uint64_t push_back(const T& x) const {
    push own;
    own.value = x;
    part_.local().pushes.run(own, [this](std::span<push* const> batch) { push_all(batch); });
    return own.number;
  }
  std::uint64_t size() const {
    return call(master_, [p = part_] { return p.local().given_out; });
  }
  template <class F>
  auto update(std::uint64_t i, const F& f) const {
    detail::require_portable<F>();
    return call(static_cast<rank_id>(i % ranks()),
                [p = part_, i, f]() mutable { return f(p.local().at(i)); });
  }
  T read(std::uint64_t i) const {
    return update(i, [](T& at) { return at; });
  }
  void write(std::uint64_t i, const T& x) const {
    update(i, [x](T& at) { at = x; });
  }
  template <class F>
  void for_each(const F& f) const {
    detail::require_portable<F>();
    // After begin() no index is given out. Each rank makes room for its elements with earlier
    // indices, so that pushes in progress do not move elements.
    detail::here().tasks().refuse_between_tasks();
    const std::uint64_t n = call(master_, [p = part_] {
      p.local().walks_of_all.begin();
      return p.local().given_out;
    });
    on_all_ranks([p = part_, n, f]() mutable {
      std::vector<T>& items = p.local().items;
      const std::uint64_t own = first_on(n, self()) / ranks();
      if (items.size() < own) items.resize(own);
      const detail::walk here_now(p.local().walks);
      for (std::uint64_t k = 0; k < own; ++k) f(k * ranks() + self(), items[k]);
    });
    call(master_, [p = part_] { p.local().walks_of_all.end(); });
  }
  void clear() const {
    detail::here().tasks().refuse_between_tasks();
    call(master_, [p = part_] {
      p.local().walks_of_all.refuse_change();
      p.local().given_out = 0;
    });
    on_all_ranks([p = part_] {
      p.local().walks.refuse_change();
      p.local().items.clear();
    });
  }

 private:
  struct push : detail::batched {
    T value{};
    std::uint64_t number = 0;
  };
  struct part {
    std::vector<T> items;
    detail::walk_count walks;
    detail::batching<push> pushes;
    std::uint64_t given_out = 0;      // on master_, like walks_of_all
    detail::walk_count walks_of_all;  // number of for_each() that have not returned

    T& at(std::uint64_t i) {
      const std::uint64_t k = i / ranks();
      if (k >= items.size()) {
        throw std::out_of_range("element " + std::to_string(i) + " is beyond a vector's end");
      }
      return items[k];
    }
  };

  // The first index from `first` on whose home is rank r.
  static std::uint64_t first_on(std::uint64_t first, rank_id r) {
    return first + (r + ranks() - first % ranks()) % ranks();
  }
  // Sends one message to each home; returns when all elements are stored.
  void push_all(std::span<push* const> batch) const {
    const std::uint64_t n = batch.size();
    const std::uint64_t first = call(master_, [p = part_, n] {
      p.local().walks_of_all.refuse_change();
      return std::exchange(p.local().given_out, p.local().given_out + n);
    });
    const auto keep = [p = part_](std::uint64_t begin, const std::vector<T>& theirs) {
      std::vector<T>& items = p.local().items;
      const std::uint64_t k = begin / ranks();
      if (items.size() < k + theirs.size()) {
        p.local().walks.refuse_change();
        items.resize(k + theirs.size());
      }
      std::copy(theirs.begin(), theirs.end(), items.begin() + static_cast<std::ptrdiff_t>(k));
    };
    for (std::uint64_t k = 0; k < n; ++k) batch[k]->number = first + k;
    std::vector<future<void>> sent;
    for (rank_id r = 0; r < ranks(); ++r) {
      const std::uint64_t begin = first_on(first, r);
      std::vector<T> theirs;
      for (std::uint64_t i = begin; i < first + n; i += ranks()) {
        theirs.push_back(batch[i - first]->value);
      }
      if (!theirs.empty()) sent.push_back(future_call(r, keep, begin, theirs));
    }
    for (future<void>& f : sent) f.get();
  }

  distributed<part> part_;
  rank_id master_ = 0;
};

}  // namespace arcas::inline v0::cluster
