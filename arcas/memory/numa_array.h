// SPDX-License-Identifier: Apache-2.0
// An array whose parts lie on the NUMA nodes of the workers that use them.
//
//   const memory_nodes nodes(runtime::current());
//   numa_array<double> a(n, placement::blocked, nodes);
//   parallel_for(0, n, [&](size_t i) { a[i] = 0; }, {.distributor = locality(a)});
//
// Pages are bound to their homes before they are touched, so that the first touch does not matter.
// If the system refuses to bind (memory_block.h), a page lies on the node of its first touch, and
// the loop above touches each page at home. On a machine with one node nothing is bound, and this
// is an ordinary array. Values are trivially copyable, and uninitialised until they are written.
#pragma once

#include <arcas/base/wrong_use.h>
#include <arcas/memory/memory_block.h>
#include <arcas/memory/memory_nodes.h>

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace arcas::inline v0 {

// Values that can be copied as bytes and need no destructor.
template <class T>
concept plain_value = std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>;

template <class T>
class numa_array {
  static_assert(plain_value<T>,
                "arcas: the values of a numa_array are copied as bytes and have no destructor, "
                "unlike strings and vectors");

 public:
  numa_array() = default;
  // `size` values for the workers on `nodes`. placement::local: on the caller's node. Throws
  // out_of_memory.
  numa_array(std::size_t size, placement how, const memory_nodes& nodes)
      : numa_array(size, how, nodes, nodes.here()) {}
  // placement::local: on local_node.
  numa_array(std::size_t size, placement how, const memory_nodes& nodes, unsigned local_node)
      : size_(size),
        how_(how),
        nodes_(std::make_shared<const memory_nodes>(nodes)),
        local_(local_node) {
    const unsigned copies = how == placement::replicated ? nodes.count() : 1;
    for (unsigned copy = 0; copy < copies; ++copy) {
      copies_.push_back(detail::allocate(size, sizeof(T), nodes.can_bind()));
      detail::bind(copies_.back().get(), homes_of(copy), nodes);
    }
    homes_ = homes_of(0);
  }

  // A wrong use (base/wrong_use.h).
  explicit numa_array(detail::anything, detail::anything = 0, detail::anything = 0) ARCAS_WRONG(
      "an array of n values is numa_array<T> a(n, placement::blocked, "
      "memory_nodes(runtime::current()))");

  std::size_t size() const noexcept { return size_; }
  placement how() const noexcept { return how_; }
  // The values; of a replicated array the first copy, which may be written only before replicate().
  T* data() noexcept { return copies_.empty() ? nullptr : static_cast<T*>(copies_[0].get()); }
  const T* data() const noexcept {
    return copies_.empty() ? nullptr : static_cast<const T*>(copies_[0].get());
  }
  T& operator[](std::size_t i) noexcept {
    assert(i < size_ && "numa_array: the index is not below size()");
    return data()[i];
  }
  const T& operator[](std::size_t i) const noexcept {
    assert(i < size_ && "numa_array: the index is not below size()");
    return data()[i];
  }
  T* begin() noexcept { return data(); }
  T* end() noexcept { return data() + size_; }
  const T* begin() const noexcept { return data(); }
  const T* end() const noexcept { return data() + size_; }
  std::span<T> span() noexcept { return {data(), size_}; }
  std::span<const T> span() const noexcept { return {data(), size_}; }

  // The node whose memory holds value i; of a replicated array, the node of the first copy. A value
  // on the border of two pages belongs to the first page.
  unsigned home(std::size_t i) const {
    assert(i < size_ && "numa_array: the index is not below size()");
    return homes_.node_of(i * sizeof(T));
  }
  // Calls visit(first, last, node) for runs of consecutive values with one home, in order; they
  // cover the array.
  template <class Visit>
  void each_home_run(Visit visit) const {
    std::size_t first = 0;
    homes_.each_run([&](const home_run& run) {
      const std::size_t last = std::min(size_, (run.last + sizeof(T) - 1) / sizeof(T));
      if (first < last) visit(first, last, run.node);
      first = std::max(first, last);
    });
  }

  // near(): the copy of a replicated array that is nearest to the caller; call it once for a chunk.
  // on(): the copy on a node. For other placements both return the array.
  std::span<const T> near() const { return on(nodes_ ? nodes_->here() : 0); }
  std::span<const T> on(unsigned node) const {
    const std::size_t copy = node < copies_.size() ? node : 0;
    return {copies_.empty() ? nullptr : static_cast<const T*>(copies_[copy].get()), size_};
  }
  // Copies the first copy to all others. loop(count, f), such as a parallel_for, must call f(i)
  // once for each i below count, in any order and on any threads; f(i) is fastest on node i.
  template <class Loop>
  void replicate(Loop&& loop) {
    if (copies_.size() < 2) return;
    loop(copies_.size(), [this](std::size_t copy) {
      if (copy != 0 && size_ != 0) std::memcpy(copies_[copy].get(), data(), size_ * sizeof(T));
    });
  }

  // Keeps the placement. If the array grows, keeps all values of each copy, otherwise the first
  // `size` of them. If resize() throws out_of_memory, the array is unchanged.
  void resize(std::size_t size) {
    if (size == size_ || !nodes_) return;
    numa_array other(size, how_, *nodes_, local_);
    const std::size_t kept = std::min(size, size_) * sizeof(T);
    for (std::size_t c = 0; c < copies_.size() && kept != 0; ++c) {
      std::memcpy(other.copies_[c].get(), copies_[c].get(), kept);
    }
    *this = std::move(other);
  }

  numa_array(numa_array&& other) noexcept { swap(other); }
  numa_array& operator=(numa_array&& other) noexcept {
    numa_array(std::move(other)).swap(*this);
    return *this;
  }
  void swap(numa_array& other) noexcept {
    std::swap(size_, other.size_);
    std::swap(how_, other.how_);
    std::swap(nodes_, other.nodes_);
    std::swap(local_, other.local_);
    std::swap(homes_, other.homes_);
    std::swap(copies_, other.copies_);
  }

 private:
  page_homes homes_of(unsigned copy) const {
    const std::size_t bytes = size_ * sizeof(T);
    if (how_ == placement::replicated) return {bytes, copy};
    if (how_ == placement::local) return {bytes, local_};
    return {how_, bytes, nodes_->workers()};
  }

  std::size_t size_ = 0;
  placement how_ = placement::local;
  std::shared_ptr<const memory_nodes> nodes_;
  unsigned local_ = 0;
  page_homes homes_;  // homes of the first copy
  std::vector<detail::memory_block> copies_;
};

}  // namespace arcas::inline v0
