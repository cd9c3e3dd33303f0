// SPDX-License-Identifier: Apache-2.0
// A stretch of the global memory, copied here to be worked on, and written back: one message for
// each home, however many elements. The contract:
//
//   read_view v(a, first, n)    copies elements [first, first + n); the task goes on meanwhile
//   write_view v(a, first, n)   copies none: all of them must be written before the release
//   update_view v(a, first, n)  copies, and writes back
//   read_view v(p, n)           the same for the n elements from a global_ptr on, within one allocation
//                               or one exported array; also write_view, update_view
//   v[k], v.span()              element first + k, all; they wait for the copy
//   v.release()                 what was written is at home when it returns; the end of v's life
//                               does that too
//
// A view is of one task: where another uses it while its copy is coming std::logic_error says so.
// What others change meanwhile is not seen, and is overwritten by a view that writes: a stretch
// that one writes must not be viewed or changed by others. With cluster_options::check_views a view that
// conflicts with another is refused by remote_error; delegates that conflict with views are not
// found.
#pragma once

#include <arcas/cluster/memory/global_array.h>
#include <arcas/cluster/ranks/call.h>

#include <algorithm>
#include <exception>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster {

namespace detail {

// How the elements of a view lie: in blocks that are dealt out to the ranks in turn, or all on one
// rank. Part j is the blocks j, j + ranks(), … of the view: those of one home.
template <class T>
class view_layout {
 public:
  view_layout(global_ptr<T> first, std::uint64_t n) : size_(n), block_(n) {
    const global_address a = first.address();
    if (a.is_placed()) return;
    const std::uint64_t block_bytes = std::uint64_t{1} << a.block_log2();
    block_ = block_bytes / sizeof(T);
    before_ = (a.offset() & (block_bytes - 1)) / sizeof(T);
  }

  std::uint64_t parts() const { return std::min<std::uint64_t>(blocks(), ranks()); }
  // The first element of a part.
  std::uint64_t begin(std::uint64_t block) const {
    return block == 0 ? 0 : block * block_ - before_;
  }
  // Calls run(k, n, at) for elements that are in a row in the part from k on, and in the view from
  // `at` on.
  template <class Run>
  void for_each_run(std::uint64_t part, const Run& run) const {
    std::uint64_t k = 0;
    for (std::uint64_t b = part; b < blocks(); b += ranks()) {
      const std::uint64_t n = std::min(size_, begin(b + 1)) - begin(b);
      run(k, n, begin(b));
      k += n;
    }
  }
  std::uint64_t count(std::uint64_t part) const {
    std::uint64_t all = 0;
    for_each_run(part, [&all](std::uint64_t, std::uint64_t n, std::uint64_t) { all += n; });
    return all;
  }

 private:
  std::uint64_t blocks() const { return size_ == 0 ? 0 : (before_ + size_ - 1) / block_ + 1; }

  std::uint64_t size_;
  std::uint64_t block_;       // elements
  std::uint64_t before_ = 0;  // elements of the first block that are not of the view
};

// The elements of a view that have one home, where they lie in a row.
template <class T>
struct view_part {
  global_ptr<T> first;
  std::uint64_t count;
  std::uint64_t number;  // in the layout
  access how;
  bool checked;

  // At home only.
  std::span<T> elements() const { return {first.local(), count}; }
  view_table::entry entry(rank_id holder) const {
    const auto bytes = std::as_bytes(elements());
    return {bytes.data(), bytes.size(), how, holder};
  }
  std::vector<T> acquire(rank_id holder) const {
    if (checked) here().tables().views.add(entry(holder));
    if (how == access::write_only) return {};
    return {elements().begin(), elements().end()};
  }
  void release(rank_id holder, const std::vector<T>& contents) const {
    std::copy(contents.begin(), contents.end(), elements().begin());
    if (checked) here().tables().views.remove(entry(holder));
  }
};

}  // namespace detail

template <detail::portable T, detail::access How>
class view {
 public:
  using element = std::conditional_t<How == detail::access::read_only, const T, T>;

  view(const global_array<T>& array, std::uint64_t first, std::uint64_t n)
      : view(element_of(array, first, n), n) {}
  view(global_ptr<T> first, std::uint64_t n)
      : checked_(detail::here().options().check_views), contents_(n), layout_(first, n) {
    for (std::uint64_t j = 0; j < layout_.parts(); ++j) {
      const auto start = first + static_cast<std::int64_t>(layout_.begin(j));
      parts_.push_back({start, layout_.count(j), j, How, checked_});
    }
    if (How == detail::access::write_only && !checked_) return;
    for (const detail::view_part<T>& part : parts_) {
      asked_.push_back(
          future_call(part.first.home(), [part, holder = self()] { return part.acquire(holder); }));
    }
  }
  view(view&&) noexcept = default;
  view& operator=(view&&) = delete;
  ~view() {
    if (parts_.empty() || detail::here().tasks().cancelled()) return;
    try {
      release();
    } catch (...) {
      // Not out of a destructor: the job ends with the sentence.
      detail::here().fail_by(std::current_exception());
    }
  }

  std::uint64_t size() const { return contents_.size(); }
  std::span<element> span() {
    if (!asked_.empty()) wait();
    return contents_;
  }
  element& operator[](std::uint64_t k) { return span()[k]; }
  void release() {
    if (!asked_.empty()) wait();
    std::vector<detail::view_part<T>> parts = std::exchange(parts_, {});
    if (How == detail::access::read_only && !checked_) return;
    std::vector<future<void>> sent;
    for (const detail::view_part<T>& part : parts) {
      std::vector<T> contents(How == detail::access::read_only ? 0 : part.count);
      if (!contents.empty()) {
        layout_.for_each_run(part.number, [&](std::uint64_t k, std::uint64_t n, std::uint64_t at) {
          std::copy_n(contents_.data() + at, n, contents.data() + k);
        });
      }
      sent.push_back(give_back(part, contents));
    }
    for (future<void>& f : sent) f.get();
  }

 private:
  static global_ptr<T> element_of(const global_array<T>& array, std::uint64_t first,
                                  std::uint64_t n) {
    if (first > array.size() || n > array.size() - first) {
      throw std::out_of_range("a view of elements " + std::to_string(first) + " to " +
                              std::to_string(first + n) + " of an array of " +
                              std::to_string(array.size()));
    }
    return array[first];
  }
  static future<void> give_back(const detail::view_part<T>& part, const std::vector<T>& contents) {
    const auto at_home = [part, holder = self()](const std::vector<T>& written) {
      part.release(holder, written);
    };
    return future_call(part.first.home(), at_home, contents);
  }
  void wait() {
    if (coming_) {
      throw std::logic_error(
          "a view belongs to one task: another task uses it before its copy has arrived; give each "
          "task its own view");
    }
    // Before an answer is taken, which comes once.
    const auto has_come = [](const auto& answer) { return answer.ready(); };
    if (!std::all_of(asked_.begin(), asked_.end(), has_come))
      detail::here().tasks().refuse_between_tasks();
    coming_ = true;
    const std::exception_ptr refused = take_answers();
    coming_ = false;
    asked_.clear();
    if (refused) std::rethrow_exception(refused);
  }
  // Where one part is refused, those that were granted are given back.
  std::exception_ptr take_answers() {
    std::vector<detail::view_part<T>> granted;
    std::exception_ptr refused;
    for (std::size_t i = 0; i < asked_.size(); ++i) {
      try {
        const std::vector<T> came = asked_[i].get();
        granted.push_back(parts_[i]);
        if (How == detail::access::write_only) continue;
        layout_.for_each_run(parts_[i].number,
                             [&](std::uint64_t k, std::uint64_t n, std::uint64_t at) {
                               std::copy_n(came.data() + k, n, contents_.data() + at);
                             });
      } catch (const remote_error&) {
        refused = std::current_exception();
      }
    }
    if (!refused) return refused;
    for (const detail::view_part<T>& part : granted) give_back(part, {}).get();
    parts_.clear();
    return refused;
  }

  bool checked_;
  bool coming_ = false;  // a task waits for the answers
  std::vector<T> contents_;
  detail::view_layout<T> layout_;
  std::vector<detail::view_part<T>> parts_;    // until released
  std::vector<future<std::vector<T>>> asked_;  // one a part, until they have come
};

template <class T>
using read_view = view<T, detail::access::read_only>;
template <class T>
using update_view = view<T, detail::access::read_write>;
template <class T>
using write_view = view<T, detail::access::write_only>;

}  // namespace arcas::inline v0::cluster
