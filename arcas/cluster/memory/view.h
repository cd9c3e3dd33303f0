// SPDX-License-Identifier: Apache-2.0
// A view is a copy, on this rank, of a stretch (consecutive elements) of the global memory. Views
// that may write copy the elements back. There is one message for each home. The network itself
// copies long parts that are contiguous on their home (messages/PROTOCOL.md, «Long data»).
// The contract:
//
//   read_view v(a, first, n)    copies elements [first, first + n); the task continues meanwhile
//   write_view v(a, first, n)   copies nothing: the task must write all elements before the release
//   update_view v(a, first, n)  copies; the release writes all elements back
//   read_view v(p, n)           the same for n elements from a global_ptr on, within one allocation
//                               or one exported array; also write_view, update_view
//   v[k], v.span()              element first + k; all elements. Both wait for the copy
//   v.release()                 writes back; returns when the elements are at home. The destructor
//                               calls it too
//
// A view belongs to one task. If a task uses it while another waits for the copy, the view throws
// std::logic_error. The copy lacks changes that other operations of this task make after the
// view is made. While a view exists, other tasks must not change its stretch, and no other view may
// overlap a view that writes. Otherwise the copy may have some of the changes of others, and a view
// that writes overwrites these changes. With cluster_options::check_views, a view that conflicts
// with another view is refused with remote_error. Conflicts between views and delegates
// (operations.h) are not detected.
#pragma once

#include <arcas/base/owned.h>
#include <arcas/cluster/memory/global_array.h>
#include <arcas/cluster/ranks/call.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster::detail {

// Contiguous bytes on one home, and the kind of access to them.
struct stretch {
  global_address first;
  std::uint64_t bytes = 0;
  access how = access::read_only;
  bool checked = false;

  // Number of bytes that are copied to a reader.
  std::uint64_t bytes_read() const { return how == access::write_only ? 0 : bytes; }
};

// The destination of a copy. The owner, if not empty, keeps this memory allocated.
struct landing {
  std::span<std::byte> to;
  arcas::detail::shared_owner owner;
};

// Starts to copy a stretch to this rank; the future is ready when the copy is complete.
future<landing> copy_here(const stretch& asked, landing where);
// Starts to write the bytes `from` to the stretch. The bytes are at home when the future is ready.
// `from` must stay allocated until then; `owner`, if not empty, keeps it allocated. For a view that
// only reads, `from` is empty: the message only tells the home that the view has ended.
future<void> copy_there(const stretch& where, std::span<const std::byte> from,
                        const arcas::detail::shared_owner& owner = {});

// The layout of consecutive elements: in blocks that are assigned to the ranks in turn, or all on
// one rank. Part j consists of the blocks j, j + ranks(), …, which have the same home.
template <class T>
class stretch_layout {
 public:
  stretch_layout(global_ptr<T> first, std::uint64_t n) : first_(first), size_(n), block_(n) {
    const global_address a = first.address();
    if (a.is_placed()) return;
    const std::uint64_t block_bytes = std::uint64_t{1} << a.block_log2();
    block_ = block_bytes / sizeof(T);
    before_ = (a.offset() & (block_bytes - 1)) / sizeof(T);
  }

  std::uint64_t parts() const { return std::min<std::uint64_t>(blocks(), ranks()); }
  bool is_one_row(std::uint64_t part) const { return part + ranks() >= blocks(); }
  // The index of a block's first element.
  std::uint64_t begin(std::uint64_t block) const {
    return block == 0 ? 0 : block * block_ - before_;
  }
  // Calls run(k, n, at) for each run of n elements that are contiguous both in the part, from index
  // k on, and in the stretch, from index `at` on.
  template <class Run>
  void for_each_run(std::uint64_t part, const Run& run) const {
    std::uint64_t k = 0;
    for (std::uint64_t b = part; b < blocks(); b += ranks()) {
      const std::uint64_t n = std::min(size_, begin(b + 1)) - begin(b);
      run(k, n, begin(b));
      k += n;
    }
  }
  stretch part(std::uint64_t number, access how, bool checked) const {
    std::uint64_t n = 0;
    for_each_run(number, [&n](std::uint64_t, std::uint64_t some, std::uint64_t) { n += some; });
    const global_ptr<T> start = first_ + static_cast<std::int64_t>(begin(number));
    return {start.address(), n * sizeof(T), how, checked};
  }

 private:
  std::uint64_t blocks() const { return size_ == 0 ? 0 : (before_ + size_ - 1) / block_ + 1; }

  global_ptr<T> first_;
  std::uint64_t size_;
  std::uint64_t block_;       // in elements
  std::uint64_t before_ = 0;  // number of elements of the first block that precede the stretch
};

// Where a part is copied to: directly into `whole`, if the part is contiguous there; otherwise into
// a buffer, from which deal_out() copies it to `whole`.
template <class T>
landing landing_of(const stretch_layout<T>& layout, std::uint64_t part, const stretch& asked,
                   T* whole, const arcas::detail::shared_owner& owner) {
  if (layout.is_one_row(part) || asked.bytes_read() == 0) {
    return {{reinterpret_cast<std::byte*>(whole + layout.begin(part)), asked.bytes_read()}, owner};
  }
  const arcas::detail::owned_array<std::byte> buffer(asked.bytes_read());
  return {{buffer.first, asked.bytes_read()}, buffer.owner};
}
template <class T>
void deal_out(const stretch_layout<T>& layout, std::uint64_t part, const landing& come, T* whole) {
  if (layout.is_one_row(part) || come.to.empty()) return;
  layout.for_each_run(part, [&](std::uint64_t k, std::uint64_t n, std::uint64_t at) {
    std::memcpy(whole + at, come.to.data() + k * sizeof(T), n * sizeof(T));
  });
}

// Starts to write one part of `whole`, which is on this rank, to the part's home.
template <class T>
future<void> write_part(const stretch_layout<T>& layout, std::uint64_t part, const stretch& where,
                        const T* whole, const arcas::detail::shared_owner& owner) {
  if (layout.is_one_row(part)) {
    return copy_there(where,
                      std::as_bytes(std::span(whole + layout.begin(part), where.bytes / sizeof(T))),
                      owner);
  }
  const arcas::detail::owned_array<std::byte> row(where.bytes);
  layout.for_each_run(part, [&](std::uint64_t k, std::uint64_t n, std::uint64_t at) {
    std::memcpy(row.first + k * sizeof(T), whole + at, n * sizeof(T));
  });
  return copy_there(where, {row.first, where.bytes}, row.owner);
}

[[noreturn]] void refuse_elements(std::uint64_t first, std::uint64_t n, std::uint64_t size);

template <class T>
global_ptr<T> element_of(const global_array<T>& array, std::uint64_t first, std::uint64_t n) {
  if (first > array.size() || n > array.size() - first) refuse_elements(first, n, array.size());
  return array[first];
}

}  // namespace arcas::inline v0::cluster::detail

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
  // Waits for the answers of all parts. If a home refuses a part, gives the granted parts back to
  // their homes, and returns the exception.
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

// Classes and not aliases: clang before 19 deduces the template arguments of classes only.
template <detail::portable T>
struct read_view : view<T, detail::access::read_only> {
  using view<T, detail::access::read_only>::view;
};
template <detail::portable T>
struct update_view : view<T, detail::access::read_write> {
  using view<T, detail::access::read_write>::view;
};
template <detail::portable T>
struct write_view : view<T, detail::access::write_only> {
  using view<T, detail::access::write_only>::view;
};
template <class T>
read_view(const global_array<T>&, std::uint64_t, std::uint64_t) -> read_view<T>;
template <class T>
read_view(global_ptr<T>, std::uint64_t) -> read_view<T>;
template <class T>
update_view(const global_array<T>&, std::uint64_t, std::uint64_t) -> update_view<T>;
template <class T>
update_view(global_ptr<T>, std::uint64_t) -> update_view<T>;
template <class T>
write_view(const global_array<T>&, std::uint64_t, std::uint64_t) -> write_view<T>;
template <class T>
write_view(global_ptr<T>, std::uint64_t) -> write_view<T>;

}  // namespace arcas::inline v0::cluster
