// SPDX-License-Identifier: Apache-2.0
// Where does an answer go? Into a slot that its request names by number and generation, never by an
// address: an answer that comes when its task is gone finds a slot of another generation.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace arcas::cluster::detail {

struct task;

using reply_id = std::uint64_t;  // generation, then index

// What a task waits for; the answer itself is in a class derived from it.
struct awaited {
  task* waiter = nullptr;
  bool done = false;
  std::optional<std::string> error;  // why there is no answer
};

class reply_table {
 public:
  reply_id open(awaited& place) {
    if (free_.empty()) {
      slots_.push_back({&place, 0});
      return slots_.size() - 1;
    }
    const std::uint32_t index = free_.back();
    free_.pop_back();
    slots_[index].place = &place;
    return number(index);
  }
  // Whose answer that is; null where nobody waits for it any more.
  awaited* find(reply_id id) const {
    const auto index = static_cast<std::uint32_t>(id);
    return number(index) == id ? slots_[index].place : nullptr;
  }
  void close(reply_id id) {
    const auto index = static_cast<std::uint32_t>(id);
    ++slots_[index].generation;
    slots_[index].place = nullptr;
    free_.push_back(index);
  }
  std::size_t open_slots() const { return slots_.size() - free_.size(); }

 private:
  struct slot {
    awaited* place;
    std::uint32_t generation;
  };
  reply_id number(std::uint32_t index) const {
    return (std::uint64_t{slots_[index].generation} << 32) + index;
  }

  std::vector<slot> slots_;
  std::vector<std::uint32_t> free_;
};

}  // namespace arcas::cluster::detail
