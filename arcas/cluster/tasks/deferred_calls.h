// SPDX-License-Identifier: Apache-2.0
// What does a task defer for a moment? Short calls whose data it has asked the cache for: many in
// a row wait for memory together, where one at a time each would wait alone. Here they lie side by
// side, of one kind at a time, until the scheduler runs them: before the task waits, ends, or does
// what must come after them.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace arcas::cluster::detail {

// Runs the calls that lie between two places; throws nothing.
using run_deferred = void (*)(std::byte* first, std::byte* last) noexcept;

class deferred_calls {
 public:
  explicit deferred_calls(std::size_t most_bytes) : room_(most_bytes) {}

  bool any() const { return kind_ != nullptr; }
  // Room for one more call, behind others of its kind; null where there is none.
  std::byte* append(run_deferred kind, std::size_t bytes) {
    if (kind != kind_ || bytes > left_) return nullptr;
    left_ -= bytes;
    return std::exchange(end_, end_ + bytes);
  }
  // Room for the first of a kind, where there are no calls; null where even one does not fit.
  std::byte* begin(run_deferred kind, std::size_t bytes) {
    if (bytes > room_.size()) return nullptr;
    kind_ = kind;
    left_ = room_.size() - bytes;
    end_ = room_.data() + bytes;
    return room_.data();
  }
  void drop() { kind_ = nullptr; }
  // Runs them in their order; none may be added meanwhile.
  void run() { std::exchange(kind_, nullptr)(room_.data(), end_); }

 private:
  std::vector<std::byte> room_;
  std::byte* end_ = nullptr;  // of the calls
  std::size_t left_ = 0;
  run_deferred kind_ = nullptr;  // null: there are none
};

}  // namespace arcas::cluster::detail
