// SPDX-License-Identifier: Apache-2.0
// A copy of a stretch of the global memory on this rank, written back if it was changed: one
// message for each home, whatever the number of elements. The network copies long stretches that
// are contiguous on their home directly. The contract:
//
//   read_view v(a, first, n)    copies elements [first, first + n); the task continues meanwhile
//   write_view v(a, first, n)   copies nothing: the task must write all elements before the release
//   update_view v(a, first, n)  copies, and writes back
//   read_view v(p, n)           the same for n elements from a global_ptr on, within one allocation
//                               or one exported array; also write_view, update_view
//   v[k], v.span()              element first + k; all elements. They wait for the copy
//   v.release()                 writes back; returns when the elements are at home. The destructor
//                               calls it too
//
// A view belongs to one task. If another task uses it before its copy has arrived, std::logic_error
// is thrown. The copy has no changes that this task makes after it has asked for the copy. While a
// view exists, other tasks must not change its stretch, and no other view may overlap a view that
// writes: the copy may have some of the changes of others, and a view that writes overwrites them.
// With cluster_options::check_views, a view that conflicts with another one is refused with
// remote_error; conflicts between views and delegates are not detected.
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
      // A destructor must not throw: the job ends with the error.
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
    // Checked before any answer is taken, since an answer can be taken only once.
    const auto has_come = [](const auto& answer) { return answer.ready(); };
    if (!std::all_of(asked_.begin(), asked_.end(), has_come))
      detail::here().tasks().refuse_between_tasks();
    coming_ = true;
    const std::exception_ptr refused = take_answers();
    coming_ = false;
    asked_.clear();
    if (refused) std::rethrow_exception(refused);
  }
  // If one part is refused, gives the granted parts back.
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
  bool coming_ = false;  // whether a task waits for the answers
  std::uint64_t size_;
  arcas::detail::owned_array<T> contents_;  // shared with copies that are under way
  detail::stretch_layout<T> layout_;
  std::vector<detail::stretch> parts_;          // empty after the release
  std::vector<future<detail::landing>> asked_;  // one for each part; empty when they have arrived
};

template <class T>
using read_view = view<T, detail::access::read_only>;
template <class T>
using update_view = view<T, detail::access::read_write>;
template <class T>
using write_view = view<T, detail::access::write_only>;

}  // namespace arcas::inline v0::cluster
