// SPDX-License-Identifier: Apache-2.0
// A stretch of a global array, copied here to be worked on, and written back: one message for each
// home, however many elements. The contract:
//
//   read_view v(a, first, n)    copies elements [first, first + n); the task goes on meanwhile
//   write_view v(a, first, n)   copies none: all of them must be written before the release
//   update_view v(a, first, n)  copies, and writes back
//   v[k], v.span()              element first + k, all; they wait for the copy
//   v.release()                 what was written is at home when it returns; the end of v's life
//                               does that too
//
// A view is of one task: where another uses it while its copy is coming std::logic_error says so.
// What others change meanwhile is not seen, and is overwritten by a view that writes: a stretch
// that one writes nobody else may view or change. With cluster_options::check_views a view that
// conflicts with another is refused by remote_error; delegates that conflict with views are not
// found.
#pragma once

#include <arcas/cluster/memory/global_array.h>
#include <arcas/cluster/ranks/call.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace arcas::cluster {

// The elements of a view that have one home.
template <class T>
struct view_part {
  global_array<T> array;
  rank_id home;
  detail::access how;
  bool checked;
  std::uint64_t first;  // by their numbers there
  std::uint64_t count;

  // At home only.
  std::span<T> elements() const { return {array.local_data() + first, count}; }
  detail::view_table::entry entry(rank_id holder) const {
    const auto bytes = std::as_bytes(elements());
    return {bytes.data(), bytes.size(), how, holder};
  }
  std::vector<T> acquire(rank_id holder) const {
    if (checked) detail::here().tables().views.add(entry(holder));
    if (how == detail::access::write_only) return {};
    return {elements().begin(), elements().end()};
  }
  void release(rank_id holder, const std::vector<T>& contents) const {
    std::copy(contents.begin(), contents.end(), elements().begin());
    if (checked) detail::here().tables().views.remove(entry(holder));
  }
  // Calls run(k, n, at) for elements that are in a row in the part from k on, and in the view's
  // stretch, which begins at element `begin`, from `at` on.
  template <class Run>
  void for_each_run(std::uint64_t begin, const Run& run) const {
    for (std::uint64_t k = 0; k < count;) {
      const std::uint64_t left_of_block = array.block() - ((first + k) & (array.block() - 1));
      const std::uint64_t n = std::min(count - k, left_of_block);
      run(k, n, array.global_index_on(first + k, home) - begin);
      k += n;
    }
  }
};

template <detail::portable T, detail::access How>
class view {
 public:
  using element = std::conditional_t<How == detail::access::read_only, const T, T>;

  view(const global_array<T>& array, std::uint64_t first, std::uint64_t n);
  view(view&&) noexcept = default;
  view& operator=(view&&) = delete;
  ~view();

  std::uint64_t size() const { return contents_.size(); }
  std::span<element> span() {
    if (!asked_.empty()) wait();
    return contents_;
  }
  element& operator[](std::uint64_t k) { return span()[k]; }
  void release();

 private:
  void wait();
  std::exception_ptr take_answers();
  bool told_at_home() const {
    return How != detail::access::read_only || detail::here().options().check_views;
  }
  std::vector<T> contents_of(const view_part<T>& part) const;

  std::uint64_t first_;
  std::vector<T> contents_;
  std::vector<view_part<T>> parts_;            // until released
  std::vector<future<std::vector<T>>> asked_;  // one a part, until they have come
  bool coming_ = false;                        // a task waits for them
};

template <class T>
using read_view = view<T, detail::access::read_only>;
template <class T>
using update_view = view<T, detail::access::read_write>;
template <class T>
using write_view = view<T, detail::access::write_only>;

template <detail::portable T, detail::access How>
view<T, How>::view(const global_array<T>& array, std::uint64_t first, std::uint64_t n)
    : first_(first) {
  if (first > array.size() || n > array.size() - first) {
    throw std::out_of_range("a view of elements " + std::to_string(first) + " to " +
                            std::to_string(first + n) + " of an array of " +
                            std::to_string(array.size()));
  }
  contents_.resize(n);
  const bool checked = detail::here().options().check_views;
  for (rank_id r = 0; r < ranks(); ++r) {
    const std::uint64_t begin = array.local_count_before(first, r);
    const std::uint64_t end = array.local_count_before(first + n, r);
    if (begin != end) parts_.push_back({array, r, How, checked, begin, end - begin});
  }
  if (How == detail::access::write_only && !checked) return;
  for (const view_part<T>& part : parts_) {
    asked_.push_back(
        future_call(part.home, [part, holder = self()] { return part.acquire(holder); }));
  }
}

template <detail::portable T, detail::access How>
void view<T, How>::wait() {
  if (coming_) {
    throw std::logic_error(
        "a view is of one task: another one uses it while its copy is coming; let each have its "
        "own");
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
template <detail::portable T, detail::access How>
std::exception_ptr view<T, How>::take_answers() {
  std::vector<view_part<T>> granted;
  std::exception_ptr refused;
  for (std::size_t i = 0; i < asked_.size(); ++i) {
    try {
      const std::vector<T> came = asked_[i].get();
      granted.push_back(parts_[i]);
      if constexpr (How == detail::access::write_only) continue;
      parts_[i].for_each_run(first_, [&](std::uint64_t k, std::uint64_t n, std::uint64_t at) {
        std::copy_n(came.begin() + static_cast<std::ptrdiff_t>(k), n,
                    contents_.begin() + static_cast<std::ptrdiff_t>(at));
      });
    } catch (const remote_error&) {
      refused = std::current_exception();
    }
  }
  if (!refused) return refused;
  for (const view_part<T>& part : granted) {
    call(part.home, [part, holder = self()] { part.release(holder, {}); });
  }
  parts_.clear();
  return refused;
}

template <detail::portable T, detail::access How>
std::vector<T> view<T, How>::contents_of(const view_part<T>& part) const {
  if constexpr (How == detail::access::read_only) return {};
  std::vector<T> contents(part.count);
  part.for_each_run(first_, [&](std::uint64_t k, std::uint64_t n, std::uint64_t at) {
    std::copy_n(contents_.begin() + static_cast<std::ptrdiff_t>(at), n,
                contents.begin() + static_cast<std::ptrdiff_t>(k));
  });
  return contents;
}

template <detail::portable T, detail::access How>
void view<T, How>::release() {
  if (!asked_.empty()) wait();
  std::vector<future<void>> sent;
  if (told_at_home()) {
    for (const view_part<T>& part : parts_) {
      sent.push_back(future_call(
          part.home,
          [part, holder = self()](const std::vector<T>& contents) {
            part.release(holder, contents);
          },
          contents_of(part)));
    }
  }
  parts_.clear();
  for (future<void>& f : sent) f.get();
}

template <detail::portable T, detail::access How>
view<T, How>::~view() {
  if (parts_.empty() || detail::here().tasks().cancelled()) return;
  try {
    release();
  } catch (...) {
    // Not out of a destructor: the job ends with the sentence.
    detail::here().fail_by(std::current_exception());
  }
}

}  // namespace arcas::cluster
