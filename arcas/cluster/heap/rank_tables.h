// SPDX-License-Identifier: Apache-2.0
// What does a rank keep under numbers that other ranks name? Slots for the answers to its requests
// (ranks/call.h); its objects of distributed structures (structures/distributed.h makes and ends
// them); the views of its elements that are held, where the user has asked for conflicts to be
// found (memory/view.h); what waits for its elements (wait_table.h); the collective operations that it takes part in, by their number in the
// order in which each rank calls them.
#pragma once

#include <arcas/base/owned.h>
#include <arcas/cluster/heap/wait_table.h>
#include <arcas/cluster/transport/packet.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster::detail {

struct task;

// An answer that a task waits for goes into a slot that its request names by number and generation, not by an address:
// an answer that comes when its task is gone finds a slot of another generation.
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
  // Where that answer goes; null where no task waits for it any more.
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

// While it lives.
class open_slot {
 public:
  open_slot(reply_table& table, awaited& place) : table_(table), id_(table.open(place)) {}
  ~open_slot() { table_.close(id_); }
  open_slot(const open_slot&) = delete;
  open_slot& operator=(const open_slot&) = delete;
  reply_id id() const { return id_; }

 private:
  reply_table& table_;
  const reply_id id_;
};

using object_id = std::uint64_t;

class object_table {
 public:
  object_id fresh_id(std::uint32_t self) { return (std::uint64_t{self} << 32) + next_++; }

  template <class T, class... Args>
  void make(object_id id, Args&&... args) {
    objects_[id] = arcas::detail::owned_from_now(new T(std::forward<Args>(args)...));
  }
  template <class T>
  T& get(object_id id) {
    if (id != last_ || !last_object_) look_up(id);
    return *static_cast<T*>(last_object_);
  }
  void end(object_id id) {
    last_object_ = nullptr;
    objects_.erase(id);
  }

 private:
  void look_up(object_id id) {
    const auto found = objects_.find(id);
    if (found == objects_.end()) {
      throw std::logic_error(
          "a distributed object is used before it was made or after it was ended");
    }
    last_ = id;
    last_object_ = found->second.get();
  }

  std::unordered_map<object_id, std::shared_ptr<void>> objects_;
  std::uint64_t next_ = 1;  // 0: of a handle that has not been made
  object_id last_ = 0;
  void* last_object_ = nullptr;
};

enum class access : unsigned char { read_only, read_write, write_only };

class view_table {
 public:
  struct entry {
    const std::byte* first;
    std::size_t bytes;
    access how;
    rank_id holder;
    friend bool operator==(const entry&, const entry&) = default;
  };

  // Throws std::logic_error with a sentence where it must not be held beside another.
  void add(const entry& e) {
    for (const entry& other : held_) {
      const bool apart =
          e.first + e.bytes <= other.first || other.first + other.bytes <= e.first || e.bytes == 0;
      const bool both_read = e.how == access::read_only && other.how == access::read_only;
      if (apart || both_read) continue;
      throw std::logic_error("a view of rank " + std::to_string(e.holder) + ", which " +
                             verb(e.how) + ", meets one of rank " + std::to_string(other.holder) +
                             ", which " + verb(other.how) +
                             "; release one before the other is acquired");
    }
    held_.push_back(e);
  }
  void remove(const entry& e) {
    const auto found = std::find(held_.begin(), held_.end(), e);
    if (found != held_.end()) held_.erase(found);
  }

 private:
  static const char* verb(access how) { return how == access::read_only ? "reads" : "writes"; }
  std::vector<entry> held_;
};

struct pending_collective {
  virtual ~pending_collective() = default;
  task* waiter = nullptr;
};

// Of tasks of one rank one at a time has the turn; the others wait in the order in which they came.
struct turn_order {
  bool taken = false;
  std::deque<task*> waiting;
};

struct rank_tables {
  reply_table replies;
  object_table objects;
  view_table views;
  wait_table waiting;
  // By the number of the call, of which this rank has made so many.
  std::unordered_map<std::uint64_t, std::unique_ptr<pending_collective>> collectives;
  std::uint64_t collectives_called = 0;
  // Ranges of the heap move one at a time, by the first rank (heap/PROTOCOL.md).
  turn_order range_moves;
};

}  // namespace arcas::inline v0::cluster::detail
