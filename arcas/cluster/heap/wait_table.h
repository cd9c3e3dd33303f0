// SPDX-License-Identifier: Apache-2.0
// Which tasks, of whatever rank, wait for an element of this rank to change? Kept beside the
// elements, so that these stay plain values: an element that nobody waits for takes no room here.
// memory/PROTOCOL.md, «Waiting for an element».
#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <memory>
#include <unordered_map>
#include <utility>

namespace arcas::inline v0::cluster::detail {

// An operation on an element that waits for its state.
class waiting_update {
 public:
  virtual ~waiting_update() = default;
  // Done, and its task answered, if the element's state allows it.
  virtual bool attempt() = 0;
};

class wait_table {
 public:
  // Operations on one element that wait for different states. Those of one side follow each other in
  // the order of their arrival: where the first cannot be done, none behind it is tried.
  static constexpr std::size_t sides = 2;

  bool any(const void* element, std::size_t side) const {
    const auto found = waiting_.find(element);
    return found != waiting_.end() && !found->second[side].empty();
  }
  void add(const void* element, std::size_t side, std::unique_ptr<waiting_update> update) {
    waiting_[element][side].push_back(std::move(update));
  }
  // The element has changed: whatever can be done now is done, and what that allows.
  void changed(const void* element) {
    const auto found = waiting_.find(element);
    if (found == waiting_.end()) return;
    queues& of = found->second;
    bool any_left = true;
    for (bool any_done = true; any_done;) {
      any_done = any_left = false;
      for (auto& queue : of) {
        for (; !queue.empty() && queue.front()->attempt(); queue.pop_front()) any_done = true;
        any_left |= !queue.empty();
      }
    }
    if (!any_left) waiting_.erase(found);
  }
  std::size_t elements() const { return waiting_.size(); }

 private:
  using queues = std::array<std::deque<std::unique_ptr<waiting_update>>, sides>;
  std::unordered_map<const void*, queues> waiting_;
};

}  // namespace arcas::inline v0::cluster::detail
