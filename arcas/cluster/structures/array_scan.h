// SPDX-License-Identifier: Apache-2.0
// Scans (prefix folds) of a global array, in place. One task calls a scan; all ranks take part:
//
//   inclusive_scan(a, op)              a[i] = the fold of a[0] to a[i]
//   exclusive_scan(a, identity, op)    a[i] = the fold of identity and a[0] to a[i - 1];
//                                      returns the fold of identity and all elements
//
//   op      associative and portable; folds keep the order of the elements
//   after   all elements have their values; no other task may access the array during the scan
//   cost    each element is read twice and written once on its home. For each block
//           (global_array.h), one fold is sent and one is returned: long blocks cost less
//
// The home of a block folds the block. A row consists of one block of each rank. Each rank has a
// part of the rows: the rank gets the folds of the blocks in its rows, scans these folds, and
// returns to the home of each block the fold of all blocks before that block.
#pragma once

#include <arcas/base/index_range.h>
#include <arcas/cluster/memory/global_array.h>
#include <arcas/cluster/structures/distributed.h>
#include <arcas/cluster/tasks/poll_interval.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster {

namespace detail {

// The data of a rank while an array is scanned.
template <class T>
struct scan_part {
  scan_part() : columns(ranks()) {}

  // columns[r] has an entry for each block of rank r in the rows of this rank. The entry is the
  // fold of the block and, after start_rows(), the fold of all elements before the block.
  std::vector<std::vector<T>> columns;
  std::vector<T> before;  // for each block of this rank: the fold of all elements before it

  // Returns the fold of `running` and the rows of this rank; empty if `running` is empty and there
  // are no rows. For each block of the rows, calls at(before, entry) with the fold before the block
  // and the block's entry in `columns`.
  template <class Op, class At>
  std::optional<T> scan(std::optional<T> running, const Op& op, const At& at) {
    for (std::size_t row = 0; row < columns[0].size(); ++row) {
      for (std::vector<T>& column : columns) {
        if (row == column.size()) break;
        const T own = column[row];
        at(running, column[row]);
        running = running ? op(*running, own) : own;
      }
    }
    return running;
  }
};

template <class T>
class own_blocks {
 public:
  explicit own_blocks(const global_array<T>& a)
      : elements_(a.local_size() == 0 ? nullptr : a.local_data(), a.local_size()),
        block_(a.block()) {}

  std::uint64_t count() const { return (elements_.size() + block_ - 1) / block_; }
  std::span<T> operator[](std::uint64_t k) const {
    const std::uint64_t first = k * block_;
    return elements_.subspan(first, std::min(block_, elements_.size() - first));
  }

 private:
  std::span<T> elements_;
  std::uint64_t block_;
};

template <class T>
std::uint64_t rows_of(const global_array<T>& a) {
  const std::uint64_t row = a.block() * ranks();
  return a.size() / row + (a.size() % row != 0);
}

template <class T>
struct array_scan {
  using parts = distributed<scan_part<T>>;

  // Called on each rank: sends the folds of its blocks to the ranks that have their rows.
  template <class Op>
  static void send_folds(const global_array<T>& a, const parts& p, const Op& op) {
    const own_blocks<T> blocks(a);
    std::vector<T> folds;
    folds.reserve(blocks.count());
    poller<> poll(here().tasks());
    for (std::uint64_t k = 0; k < blocks.count(); ++k) {
      const std::span<T> block = blocks[k];
      T fold = block[0];
      for (const T& x : block.subspan(1)) fold = op(fold, x);
      folds.push_back(fold);
      poll.after_piece();
    }
    for (rank_id to = 0; to < ranks(); ++to) {
      const chunk rows = part_of(rows_of(a), ranks(), to);
      const auto first = std::min(rows.first, blocks.count());
      const auto last = std::min(rows.last, blocks.count());
      const auto put = [p, from = self()](const std::vector<T>& column) {
        p.local().columns[from] = column;
      };
      async(to, put,
            std::vector<T>(folds.begin() + static_cast<std::ptrdiff_t>(first),
                           folds.begin() + static_cast<std::ptrdiff_t>(last)));
    }
  }

  // Called by one task: gives each rank the fold of everything before its rows; returns the total.
  template <class Op>
  static std::optional<T> start_rows(const parts& p, std::optional<T> running, const Op& op) {
    std::vector<future<std::optional<T>>> asked;
    for (rank_id r = 0; r < ranks(); ++r) {
      asked.push_back(future_call(r, [p, op] {
        return p.local().scan(std::nullopt, op, [](const std::optional<T>&, T&) {});
      }));
    }
    for (rank_id r = 0; r < ranks(); ++r) {
      const std::optional<T> fold = asked[r].get();
      if (!fold) break;
      const auto start = [p, op](const std::optional<T>& before) {
        p.local().scan(before, op, [](const std::optional<T>& fold_before, T& block) {
          if (fold_before) block = *fold_before;
        });
      };
      async(r, start, running);
      running = running ? op(*running, *fold) : *fold;
    }
    return running;
  }

  // Called on each rank: sends, for each block of its rows, the fold of all elements before the
  // block to the home of the block. Rank r has the r-th part of the rows; `first` is the first row
  // of this rank.
  static void send_back(const global_array<T>& a, const parts& p) {
    const std::uint64_t first = part_of(rows_of(a), ranks(), self()).first;
    for (rank_id to = 0; to < ranks(); ++to) {
      const auto put = [p, first](const std::vector<T>& column) {
        std::copy(column.begin(), column.end(),
                  p.local().before.begin() + static_cast<std::ptrdiff_t>(first));
      };
      if (!p.local().columns[to].empty()) async(to, put, p.local().columns[to]);
    }
  }

  // Called on each rank: scans its blocks, each from the fold of the elements before it.
  template <class Op>
  static void finish_blocks(const global_array<T>& a, const parts& p, const Op& op,
                            bool inclusive) {
    const own_blocks<T> blocks(a);
    poller<> poll(here().tasks());
    for (std::uint64_t k = 0; k < blocks.count(); ++k) {
      T running = p.local().before[k];
      const bool first = inclusive && k == 0 && self() == 0;
      bool none_before = first;
      for (T& x : blocks[k]) {
        const T next = none_before ? x : op(running, x);
        none_before = false;
        x = inclusive ? next : running;
        running = next;
      }
      poll.after_piece();
    }
  }

  template <class Op>
  static std::optional<T> run(const global_array<T>& a, std::optional<T> identity, const Op& op) {
    require_portable<Op>();
    if (a.size() == 0) return identity;
    const parts p = parts::make();
    on_all_ranks([a, p, op] {
      p.local().before.resize(own_blocks<T>(a).count());
      send_folds(a, p, op);
    });
    std::optional<T> total;
    finish([&] { total = start_rows(p, identity, op); });
    on_all_ranks([a, p] { send_back(a, p); });
    const bool inclusive = !identity;
    on_all_ranks([a, p, op, inclusive] { finish_blocks(a, p, op, inclusive); });
    p.end();
    return total;
  }
};

}  // namespace detail

template <detail::portable T, class Op>
void inclusive_scan(const global_array<T>& a, const Op& op) {
  detail::array_scan<T>::run(a, std::nullopt, op);
}

template <detail::portable T, class Op>
T exclusive_scan(const global_array<T>& a, const std::type_identity_t<T>& identity, const Op& op) {
  return *detail::array_scan<T>::run(a, identity, op);
}

}  // namespace arcas::inline v0::cluster
