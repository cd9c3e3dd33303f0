// SPDX-License-Identifier: Apache-2.0
// A stretch of the global memory, copied here to be worked on, and written back: one message for
// each home, however many elements. Long stretches that lie in a row on their home are copied once,
// by the network. The contract:
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
// What this task changes after it has asked for a copy is not in the copy. A stretch that a view has
// must not be changed by others, nor one that a view writes be viewed by them: of what others change
// meanwhile the copy may have some, and what a view writes overwrites it. With cluster_options::check_views a view that
// conflicts with another is refused by remote_error; delegates that conflict with views are not
// found.
#pragma once

#include <arcas/cluster/memory/stretch.h>

#include <algorithm>
#include <exception>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster {

template <detail::portable T, detail::access How>
class view {
 public:
  using element = std::conditional_t<How == detail::access::read_only, const T, T>;

  view(const global_array<T>& array, std::uint64_t first, std::uint64_t n)
      : view(detail::element_of(array, first, n), n) {}
  view(global_ptr<T> first, std::uint64_t n)
      : checked_(detail::here().options().check_views), size_(n), contents_(n), layout_(first, n) {
    detail::check_access(detail::here().heap(), "view", first.address(), sizeof(T), n);
    for (std::uint64_t j = 0; j < layout_.parts(); ++j) {
      parts_.push_back(layout_.part(j, How, checked_));
    }
    if (How == detail::access::write_only && !checked_) return;
    for (std::uint64_t j = 0; j < parts_.size(); ++j) {
      const auto where = landing_of(layout_, j, parts_[j], contents_.first, contents_.owner);
      asked_.push_back(detail::copy_here(parts_[j], where));
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

  std::uint64_t size() const { return size_; }
  std::span<element> span() {
    if (!asked_.empty()) wait();
    return {contents_.first, size_};
  }
  element& operator[](std::uint64_t k) { return span()[k]; }
  void release() {
    if (!asked_.empty()) wait();
    const std::vector<detail::stretch> parts = std::exchange(parts_, {});
    if (How == detail::access::read_only && !checked_) return;
    std::vector<future<void>> sent;
    for (std::uint64_t j = 0; j < parts.size(); ++j) {
      sent.push_back(How == detail::access::read_only
                         ? detail::copy_there(parts[j], {})
                         : write_part(layout_, j, parts[j], contents_.first, contents_.owner));
    }
    for (future<void>& f : sent) f.get();
  }

 private:
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
    std::vector<detail::stretch> granted;
    std::exception_ptr refused;
    for (std::size_t j = 0; j < asked_.size(); ++j) {
      try {
        deal_out(layout_, j, asked_[j].get(), contents_.first);
        granted.push_back(parts_[j]);
      } catch (const remote_error&) {
        refused = std::current_exception();
      }
    }
    if (!refused) return refused;
    for (const detail::stretch& part : granted) detail::copy_there(part, {}).get();
    parts_.clear();
    return refused;
  }

  bool checked_;
  bool coming_ = false;  // a task waits for the answers
  std::uint64_t size_;
  arcas::detail::owned_array<T> contents_;  // copies that are on their way have it too
  detail::stretch_layout<T> layout_;
  std::vector<detail::stretch> parts_;          // until released
  std::vector<future<detail::landing>> asked_;  // one a part, until they have come
};

template <class T>
using read_view = view<T, detail::access::read_only>;
template <class T>
using update_view = view<T, detail::access::read_write>;
template <class T>
using write_view = view<T, detail::access::write_only>;

}  // namespace arcas::inline v0::cluster
