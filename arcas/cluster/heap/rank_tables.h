// SPDX-License-Identifier: Apache-2.0
// What does a rank keep under numbers that other ranks name? Its objects of distributed structures
// (structures/distributed.h makes and ends them); the views of its elements that are held, where
// the user has asked for conflicts to be found (memory/view.h); the collective operations that it
// takes part in, by their number in the order in which each rank calls them.
#pragma once

#include <arcas/cluster/transport/packet.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace arcas::cluster::detail {

using object_id = std::uint64_t;

class object_table {
 public:
  object_id fresh_id(std::uint32_t self) { return (std::uint64_t{self} << 32) + next_++; }

  template <class T, class... Args>
  void make(object_id id, Args&&... args) {
    objects_[id] = {std::shared_ptr<void>(new T(std::forward<Args>(args)...),
                                          [](void* object) { delete static_cast<T*>(object); })};
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
  std::uint64_t next_ = 1;  // 0 is what a handle says that nobody has made
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
    for (entry& held : held_) {
      if (held.first != e.first || held.bytes != e.bytes || held.how != e.how ||
          held.holder != e.holder) {
        continue;
      }
      held = held_.back();
      held_.pop_back();
      return;
    }
  }

 private:
  static const char* verb(access how) { return how == access::read_only ? "reads" : "writes"; }
  std::vector<entry> held_;
};

struct task;

struct pending_collective {
  virtual ~pending_collective() = default;
  task* waiter = nullptr;
};

class pending_collectives {
 public:
  // The number of this rank's next call.
  std::uint64_t next() { return called_++; }
  std::unique_ptr<pending_collective>& at(std::uint64_t number) { return under_way_[number]; }
  void end(std::uint64_t number) { under_way_.erase(number); }

 private:
  std::unordered_map<std::uint64_t, std::unique_ptr<pending_collective>> under_way_;
  std::uint64_t called_ = 0;
};

struct rank_tables {
  object_table objects;
  view_table views;
  pending_collectives collectives;
};

}  // namespace arcas::cluster::detail
