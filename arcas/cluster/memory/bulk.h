// SPDX-License-Identifier: Apache-2.0
// Many elements of a global array at once: one message for each home, however many elements are
// there. The contract:
//
//   gather(a, indices)                    a[i] for each i, in their order
//   scatter(a, indices, values)           a[i] = value for each pair
//   scatter_op(a, indices, values, op)    op(element&, value) for each pair, at home; op portable
//   async_scatter, async_scatter_op       without waiting; done when the enclosing finish() returns
//
// Indices may repeat and come in any order. Operations on one element run in the order of the
// pairs. An index beyond the array throws std::out_of_range, and nothing is done. Where op throws
// at one home, remote_error says so, and the others may still be at work then.
#pragma once

#include <arcas/cluster/memory/global_array.h>
#include <arcas/cluster/ranks/call.h>

#include <cassert>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace arcas::cluster {

// Positions of a list of indices, those of one home together, each in the order of the list.
class positions_by_home {
 public:
  template <class T>
  positions_by_home(const global_array<T>& a, std::span<const std::uint64_t> indices)
      : first_(ranks() + std::size_t{1}, 0), positions_(indices.size()) {
    std::vector<rank_id> homes(indices.size());
    for (std::size_t p = 0; p < indices.size(); ++p) {
      if (indices[p] >= a.size()) {
        throw std::out_of_range("element " + std::to_string(indices[p]) + " of an array of " +
                                std::to_string(a.size()));
      }
      homes[p] = a.home(indices[p]);
      ++first_[homes[p] + std::size_t{1}];
    }
    for (rank_id r = 0; r < ranks(); ++r) first_[r + std::size_t{1}] += first_[r];
    std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
    for (std::size_t p = 0; p < indices.size(); ++p) positions_[next[homes[p]]++] = p;
  }

  std::span<const std::size_t> of(rank_id home) const {
    return {positions_.data() + first_[home], positions_.data() + first_[home + std::size_t{1}]};
  }
  // What stands in `from` at the positions of that home.
  template <class T>
  std::vector<T> picked(std::span<const T> from, rank_id home) const {
    std::vector<T> result;
    result.reserve(of(home).size());
    for (const std::size_t p : of(home)) result.push_back(from[p]);
    return result;
  }

 private:
  std::vector<std::size_t> first_;
  std::vector<std::size_t> positions_;
};

template <detail::portable T>
std::vector<T> gather(const global_array<T>& a, std::span<const std::uint64_t> indices) {
  const positions_by_home positions(a, indices);
  std::vector<std::pair<rank_id, future<std::vector<T>>>> asked;
  for (rank_id r = 0; r < ranks(); ++r) {
    if (positions.of(r).empty()) continue;
    asked.emplace_back(r, future_call(
                              r,
                              [a](const std::vector<std::uint64_t>& wanted) {
                                std::vector<T> found;
                                found.reserve(wanted.size());
                                for (const std::uint64_t i : wanted) found.push_back(*a[i].local());
                                return found;
                              },
                              positions.picked(indices, r)));
  }
  std::vector<T> all(indices.size());
  for (auto& [r, answer] : asked) {
    const std::vector<T> found = answer.get();
    std::size_t next = 0;
    for (const std::size_t p : positions.of(r)) all[p] = found[next++];
  }
  return all;
}

// What runs at the home of the pairs.
template <class T, class Op>
struct scatter_at_home {
  global_array<T> a;
  Op op;
  void operator()(const std::vector<std::uint64_t>& indices, const std::vector<T>& values) {
    for (std::size_t k = 0; k < indices.size(); ++k) op(*a[indices[k]].local(), values[k]);
  }
};

struct overwrite {
  template <class T>
  void operator()(T& at, const T& value) const {
    at = value;
  }
};

template <detail::portable T, class Op>
void scatter_op(const global_array<T>& a, std::span<const std::uint64_t> indices,
                std::type_identity_t<std::span<const T>> values, const Op& op) {
  detail::require_portable<Op>();
  assert(indices.size() == values.size() && "scatter wants as many values as indices");
  const positions_by_home positions(a, indices);
  std::vector<future<void>> sent;
  for (rank_id r = 0; r < ranks(); ++r) {
    if (positions.of(r).empty()) continue;
    sent.push_back(future_call(r, scatter_at_home<T, Op>{a, op}, positions.picked(indices, r),
                               positions.picked(values, r)));
  }
  for (future<void>& f : sent) f.get();
}

template <detail::portable T>
void scatter(const global_array<T>& a, std::span<const std::uint64_t> indices,
             std::type_identity_t<std::span<const T>> values) {
  scatter_op(a, indices, values, overwrite{});
}

template <detail::portable T, class Op>
void async_scatter_op(const global_array<T>& a, std::span<const std::uint64_t> indices,
                      std::type_identity_t<std::span<const T>> values, const Op& op) {
  detail::require_portable<Op>();
  assert(indices.size() == values.size() && "scatter wants as many values as indices");
  const positions_by_home positions(a, indices);
  for (rank_id r = 0; r < ranks(); ++r) {
    if (positions.of(r).empty()) continue;
    async(r, scatter_at_home<T, Op>{a, op}, positions.picked(indices, r),
          positions.picked(values, r));
  }
}

template <detail::portable T>
void async_scatter(const global_array<T>& a, std::span<const std::uint64_t> indices,
                   std::type_identity_t<std::span<const T>> values) {
  async_scatter_op(a, indices, values, overwrite{});
}

}  // namespace arcas::cluster
