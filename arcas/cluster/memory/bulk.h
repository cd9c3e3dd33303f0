// SPDX-License-Identifier: Apache-2.0
// Operations on many elements of a global array: one message for each home, whatever the number of
// elements. The contract:
//
//   read_into(a, first, to)               copies elements [first, first + to.size()) into `to`
//   write_from(a, first, from)            copies `from` to elements [first, first + from.size())
//   read_into(p, to), write_from(p, from) the same from a global_ptr on, within one allocation or
//                                         one exported array
//   gather(a, indices)                    a[i] for each i, in the order of the indices
//   scatter(a, indices, values)           a[i] = value for each pair of index and value
//   scatter_op(a, indices, values, op)    op(element&, value) at home for each pair; op is portable
//   async_scatter, async_scatter_op       do not wait; done when the enclosing finish() returns
//
// Indices may repeat and have any order. Operations on one element run in the order of the pairs.
// If an index is out of range, std::out_of_range is thrown and nothing is done. If op throws at a
// home, the call throws remote_error; operations at other homes may still be running then.
//
// read_into and write_from return when the whole copy is complete. They are not atomic: other tasks
// must not change the elements meanwhile. A long part that is contiguous on its home, as in an
// array with one block for each rank, is copied by the network alone: from 1 MB on, this takes
// 1.0 to 1.15 times as long as MPI_Send and MPI_Recv
// (docs/experiments/2026-11-26-cluster-lanes.md).
#pragma once

#include <arcas/cluster/memory/global_array.h>
#include <arcas/cluster/memory/view.h>
#include <arcas/cluster/ranks/call.h>

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>
#include <vector>

namespace arcas::inline v0::cluster {

namespace detail {

// The positions in a list of indices, grouped by the homes of the indexed elements.
class positions_by_home {
 public:
  template <class T>
  positions_by_home(const global_array<T>& a, std::span<const std::uint64_t> indices)
      : positions_by_home(homes_of(a, indices)) {}
  std::span<const std::size_t> operator[](rank_id home) const {
    return std::span(positions_)
        .subspan(first_[home], first_[home + std::size_t{1}] - first_[home]);
  }

 private:
  explicit positions_by_home(const std::vector<rank_id>& homes);
  template <class T>
  static std::vector<rank_id> homes_of(const global_array<T>& a,
                                       std::span<const std::uint64_t> indices) {
    std::vector<rank_id> homes(indices.size());
    for (std::size_t p = 0; p < indices.size(); ++p) {
      if (indices[p] >= a.size()) refuse_index(indices[p], a.size());
      homes[p] = a.home(indices[p]);
    }
    return homes;
  }
  [[noreturn]] static void refuse_index(std::uint64_t index, std::uint64_t size);

  std::vector<std::size_t> first_;
  std::vector<std::size_t> positions_;
};

template <class T>
std::vector<T> picked(std::span<const T> from, std::span<const std::size_t> positions) {
  std::vector<T> result;
  result.reserve(positions.size());
  for (const std::size_t p : positions) result.push_back(from[p]);
  return result;
}

// Calls send(home, function, indices, values) for each home. send() must run the function there.
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

// Calls begin(), which starts operations and appends their futures to `begun`. If begin() throws,
// waits for these operations, which use the caller's memory, and rethrows the exception.
template <class R, class Begin>
void finish_all(std::vector<future<R>>& begun, const Begin& begin) {
  std::exception_ptr problem;
  try {
    begin();
  } catch (const task_cancelled&) {
    throw;
  } catch (...) {
    problem = std::current_exception();
  }
  if (!problem) return;
  for (future<R>& f : begun) f.get();
  std::rethrow_exception(problem);
}

struct overwrite {
  template <class T>
  void operator()(T& at, const T& value) const {
    at = value;
  }
};

}  // namespace detail

template <detail::portable T>
void read_into(global_ptr<T> first, std::type_identity_t<std::span<T>> to) {
  detail::check_access(detail::here().heap(), "read_into", first.address(), sizeof(T), to.size());
  const detail::stretch_layout<T> layout(first, to.size());
  std::vector<future<detail::landing>> asked;
  detail::finish_all(asked, [&] {
    for (std::uint64_t j = 0; j < layout.parts(); ++j) {
      const detail::stretch part = layout.part(j, detail::access::read_only, false);
      asked.push_back(detail::copy_here(part, landing_of(layout, j, part, to.data(), {})));
    }
  });
  for (std::uint64_t j = 0; j < asked.size(); ++j) {
    deal_out(layout, j, asked[j].get(), to.data());
  }
}

template <detail::portable T>
void read_into(const global_array<T>& a, std::uint64_t first,
               std::type_identity_t<std::span<T>> to) {
  read_into(detail::element_of(a, first, to.size()), to);
}

template <detail::portable T>
void write_from(global_ptr<T> first, std::type_identity_t<std::span<const T>> from) {
  detail::check_access(detail::here().heap(), "write_from", first.address(), sizeof(T),
                       from.size());
  const detail::stretch_layout<T> layout(first, from.size());
  std::vector<future<void>> sent;
  detail::finish_all(sent, [&] {
    for (std::uint64_t j = 0; j < layout.parts(); ++j) {
      const detail::stretch part = layout.part(j, detail::access::write_only, false);
      sent.push_back(write_part(layout, j, part, from.data(), {}));
    }
  });
  for (future<void>& f : sent) f.get();
}

template <detail::portable T>
void write_from(const global_array<T>& a, std::uint64_t first,
                std::type_identity_t<std::span<const T>> from) {
  write_from(detail::element_of(a, first, from.size()), from);
}

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
