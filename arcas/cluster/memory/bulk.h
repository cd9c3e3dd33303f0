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
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace arcas::inline v0::cluster {

namespace detail {

// By home: the positions in the list of the indices that are there, in the order of the list.
class positions_by_home {
 public:
  template <class T>
  positions_by_home(const global_array<T>& a, std::span<const std::uint64_t> indices)
      : first_(ranks() + std::size_t{1}), positions_(indices.size()) {
    std::vector<rank_id> homes(indices.size());
    for (std::size_t p = 0; p < indices.size(); ++p) {
      if (indices[p] >= a.size()) {
        throw std::out_of_range("element " + std::to_string(indices[p]) + " of an array of " +
                                std::to_string(a.size()));
      }
      homes[p] = a.home(indices[p]);
      ++first_[homes[p] + std::size_t{1}];
    }
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
    for (std::size_t p = 0; p < indices.size(); ++p) positions_[next[homes[p]]++] = p;
  }
  std::span<const std::size_t> operator[](rank_id home) const {
    return std::span(positions_)
        .subspan(first_[home], first_[home + std::size_t{1}] - first_[home]);
  }

 private:
  std::vector<std::size_t> first_;
  std::vector<std::size_t> positions_;
};

// What stands at those positions.
template <class T>
std::vector<T> picked(std::span<const T> from, std::span<const std::size_t> positions) {
  std::vector<T> result;
  result.reserve(positions.size());
  for (const std::size_t p : positions) result.push_back(from[p]);
  return result;
}

// Calls send(home, function, indices, values) for each home; the function runs there.
template <class T, class Op, class Send>
void scatter_by(const global_array<T>& a, std::span<const std::uint64_t> indices,
                std::span<const T> values, const Op& op, const Send& send) {
  require_portable<Op>();
  assert(indices.size() == values.size() && "scatter requires as many values as indices");
  const auto at_home = [a, op](const std::vector<std::uint64_t>& own_indices,
                               const std::vector<T>& own_values) mutable {
    for (std::size_t k = 0; k < own_indices.size(); ++k) {
      op(*a[own_indices[k]].local(), own_values[k]);
    }
  };
  const positions_by_home positions(a, indices);
  for (rank_id r = 0; r < ranks(); ++r) {
    if (positions[r].empty()) continue;
    send(r, at_home, picked(indices, positions[r]), picked(values, positions[r]));
  }
}

struct overwrite {
  template <class T>
  void operator()(T& at, const T& value) const {
    at = value;
  }
};

}  // namespace detail

template <detail::portable T>
std::vector<T> gather(const global_array<T>& a, std::span<const std::uint64_t> indices) {
  const detail::positions_by_home positions(a, indices);
  const auto at_home = [a](const std::vector<std::uint64_t>& wanted) {
    std::vector<T> found;
    found.reserve(wanted.size());
    for (const std::uint64_t i : wanted) found.push_back(*a[i].local());
    return found;
  };
  std::vector<std::pair<rank_id, future<std::vector<T>>>> asked;
  for (rank_id r = 0; r < ranks(); ++r) {
    if (positions[r].empty()) continue;
    asked.emplace_back(r, future_call(r, at_home, detail::picked(indices, positions[r])));
  }
  std::vector<T> all(indices.size());
  for (auto& [r, answer] : asked) {
    const std::vector<T> found = answer.get();
    std::size_t next = 0;
    for (const std::size_t p : positions[r]) all[p] = found[next++];
  }
  return all;
}

template <detail::portable T, class Op>
void scatter_op(const global_array<T>& a, std::span<const std::uint64_t> indices,
                std::type_identity_t<std::span<const T>> values, const Op& op) {
  std::vector<future<void>> sent;
  detail::scatter_by(a, indices, values, op,
                     [&sent](rank_id home, const auto& f, auto is, auto xs) {
                       sent.push_back(future_call(home, f, std::move(is), std::move(xs)));
                     });
  for (future<void>& f : sent) f.get();
}

template <detail::portable T>
void scatter(const global_array<T>& a, std::span<const std::uint64_t> indices,
             std::type_identity_t<std::span<const T>> values) {
  scatter_op(a, indices, values, detail::overwrite{});
}

template <detail::portable T, class Op>
void async_scatter_op(const global_array<T>& a, std::span<const std::uint64_t> indices,
                      std::type_identity_t<std::span<const T>> values, const Op& op) {
  detail::scatter_by(a, indices, values, op, [](rank_id home, const auto& f, auto is, auto xs) {
    async(home, f, std::move(is), std::move(xs));
  });
}

template <detail::portable T>
void async_scatter(const global_array<T>& a, std::span<const std::uint64_t> indices,
                   std::type_identity_t<std::span<const T>> values) {
  async_scatter_op(a, indices, values, detail::overwrite{});
}

}  // namespace arcas::inline v0::cluster
