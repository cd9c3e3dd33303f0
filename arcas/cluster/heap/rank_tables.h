// SPDX-License-Identifier: Apache-2.0
// The objects of a rank that other ranks name by numbers: places for the answers to its requests
// (ranks/call.h); objects of distributed structures (structures/distributed.h makes and ends them);
// views of its elements, if conflicts are to be found (memory/view.h); operations that wait for its
// elements (wait_table.h); collective operations in which it takes part, numbered in the order of
// the calls, which is the same on all ranks.
#pragma once

#include <arcas/base/cache_line.h>
#include <arcas/base/owned.h>
#include <arcas/cluster/heap/wait_table.h>
#include <arcas/cluster/transport/packet.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster::detail {

struct task;

// The number of an answer's place. It has a generation, so that an answer that arrives after its
// task has gone finds a place of another generation.
using reply_id = std::uint64_t;  // generation, then index

// The state of an answer that a task waits for. Derived classes hold the answer itself.
struct awaited {
  task* waiter = nullptr;
  std::unique_ptr<std::string> error;  // the reason if there is no answer
  bool done = false;
};

// The places of answers. Answers arrive in long rows, for tasks whose stacks are not in any cache.
// So places are stored side by side, and an arriving answer touches no other memory of its task.
class reply_table {
 public:
  struct alignas(2 * cache_line) cell {
    reply_id id = 0;           // of the current answer, or of the next one
    awaited* place = nullptr;  // null if no task waits
    cell* next_free = nullptr;
    alignas(8) std::byte room[2 * cache_line - 24];
  };
  static_assert(sizeof(cell) == 2 * cache_line);

  template <class Place>
  cell& open() {
    if (!free_) add_cells();
    cell& c = *free_;
    if constexpr (fits<Place>) {
      c.place = ::new (static_cast<void*>(c.room)) Place;
    } else {
      c.place = new Place;
    }
    free_ = c.next_free;
    ++open_;
    return c;
  }
  template <class Place>
  void close(cell& c) {
    c.id += next_generation;
    Place* const place = static_cast<Place*>(std::exchange(c.place, nullptr));
    if constexpr (fits<Place>) {
      place->~Place();
    } else {
      delete place;
    }
    c.next_free = std::exchange(free_, &c);
    --open_;
  }
  // The place of this answer; null if no task waits for it any more.
  awaited* find(reply_id id) const {
    const auto index = static_cast<std::uint32_t>(id);
    const cell& c = cells_[index / cells_a_row][index % cells_a_row];
    return c.id == id ? c.place : nullptr;
  }
  std::size_t open_places() const { return open_; }

 private:
  static constexpr std::size_t cells_a_row = 64;
  static constexpr reply_id next_generation = reply_id{1} << 32;
  template <class Place>
  static constexpr bool fits = sizeof(Place) <= sizeof(cell::room) && alignof(Place) <= 8;

  [[gnu::noinline]] void add_cells() {
    cells_.push_back(std::make_unique<cell[]>(cells_a_row));
    cell* const row = cells_.back().get();
    for (std::size_t i = cells_a_row; i-- != 0;) {
      row[i].id = (cells_.size() - 1) * cells_a_row + i;
      row[i].next_free = std::exchange(free_, &row[i]);
    }
  }

  std::vector<std::unique_ptr<cell[]>> cells_;
  cell* free_ = nullptr;
  std::size_t open_ = 0;
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
  // Number of objects.
  std::size_t size() const { return objects_.size(); }

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
  std::uint64_t next_ = 1;  // 0 belongs to handles that have not been made
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

  // Throws std::logic_error if the view conflicts with another.
  void add(const entry& e) {
    for (const entry& other : held_) {
      const bool apart =
          e.first + e.bytes <= other.first || other.first + other.bytes <= e.first || e.bytes == 0;
      const bool both_read = e.how == access::read_only && other.how == access::read_only;
      if (apart || both_read) continue;
      throw std::logic_error("a view of rank " + std::to_string(e.holder) + ", which " +
                             verb(e.how) + ", overlaps one of rank " +
                             std::to_string(other.holder) + ", which " + verb(other.how) +
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

// One task of a rank at a time has the turn. The others wait in the order of their arrival.
struct turn_order {
  bool taken = false;
  std::deque<task*> waiting;
};

struct rank_tables {
  reply_table replies;
  object_table objects;
  view_table views;
  wait_table waiting;
  // By the number of the call; collectives_called is the number of calls of this rank.
  std::unordered_map<std::uint64_t, std::unique_ptr<pending_collective>> collectives;
  std::uint64_t collectives_called = 0;
  // The first rank moves ranges of the heap, one at a time (heap/PROTOCOL.md).
  turn_order range_moves;
};

}  // namespace arcas::inline v0::cluster::detail
