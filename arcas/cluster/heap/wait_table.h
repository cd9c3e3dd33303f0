// SPDX-License-Identifier: Apache-2.0
// The operations, of tasks of all ranks, that wait until an element of this rank changes. They are
// stored apart from the elements, so that these stay plain values, and an element that no task
// waits for takes no space. memory/PROTOCOL.md, «Waiting for an element».
#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <memory>
#include <unordered_map>
#include <utility>

namespace arcas::inline v0::cluster::detail {

// An operation that waits until the state of its element allows it.
class waiting_update {
 public:
  virtual ~waiting_update() = default;
  // If the element's state allows it, executes the operation, answers its task, and returns true.
  virtual bool attempt() = 0;
};

class wait_table {
 public:
  // Operations on one element may wait for two different states, its sides. Operations of one side
  // execute in the order of their arrival: if the first one cannot, none behind it is tried.
  static constexpr std::size_t sides = 2;

  bool any(const void* element, std::size_t side) const {
    const auto found = waiting_.find(element);
    return found != waiting_.end() && !found->second[side].empty();
  }
  void add(const void* element, std::size_t side, std::unique_ptr<waiting_update> update) {
    waiting_[element][side].push_back(std::move(update));
  }
  // Called when the element has changed. Executes the operations that its state allows, and those
  // that become possible thereby.
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
