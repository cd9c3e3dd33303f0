// SPDX-License-Identifier: Apache-2.0
// The tables of a rank:
//   - places for the answers to its requests (ranks/call.h)
//   - objects of distributed structures, which structures/distributed.h makes and ends
//   - views of its elements, if the job checks whether views conflict (memory/view.h)
//   - operations that wait for its elements
//   - collective operations in which it takes part, numbered in the order of the calls, which is
//     the same on all ranks
// Other ranks name answers, objects and collective operations by numbers.
#pragma once

#include <arcas/base/cache_line.h>
#include <arcas/base/owned.h>
#include <arcas/cluster/transport/packet.h>

#include <cstddef>
#include <cstdint>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster::detail {

// An operation of a task of any rank that waits until the state of an element allows it.
class waiting_update {
 public:
  virtual ~waiting_update() = default;
  // If the element's state allows it, executes the operation, answers its task, and returns true.
  virtual bool attempt() = 0;
};

// The operations that wait for elements of this rank. They are stored apart from the elements. So
// elements stay plain values, and an element for which no task waits takes no additional space. The
// protocol is in memory/PROTOCOL.md, «Waiting for an element».
class wait_table {
 public:
  // Operations on one element may wait for two different states of the element, called sides.
  // Operations of one side execute in the order of their arrival: if the first cannot execute, the
  // operations behind it are not tried.
  static constexpr std::size_t sides = 2;

  wait_table();
  ~wait_table();

  // Whether an operation waits on this side. Fast in the usual case, in which no operation waits
  // for any element.
  bool any(const void* element, std::size_t side) const {
    return elements_ != 0 && find(element, side);
  }
  void add(const void* element, std::size_t side, arcas::detail::owned<waiting_update> update);
  // Called when the element has changed. Executes the operations that its state allows, and the
  // operations that become possible thereby.
  void changed(const void* element) {
    if (elements_ != 0) execute(element);
  }
  // Number of elements that operations wait for.
  std::size_t elements() const { return elements_; }

 private:
  bool find(const void* element, std::size_t side) const;
  void execute(const void* element);

  struct books;
  const arcas::detail::owned<books> books_;
  std::size_t elements_ = 0;
};

struct task;

// The number of an answer's place, with a generation that grows each time the place is freed. So an
// answer that arrives after its task has gone is not taken for the answer to a later request.
using reply_id = std::uint64_t;  // generation, then index

// The state of an answer that a task waits for. Derived classes hold the answer itself.
struct awaited {
  task* waiter = nullptr;
  std::string* error = nullptr;  // the reason if there is no answer; deleted with this object
  bool done = false;

  awaited() = default;
  ~awaited() { delete error; }
  awaited(const awaited&) = delete;
  awaited& operator=(const awaited&) = delete;
};

// The places of answers. Answers arrive in long rows, for tasks whose stacks are not in any cache.
// So places are stored side by side, and an arriving answer touches no other memory of its task.
class reply_table {
 public:
  struct alignas(2 * cache_line) cell {
    reply_id id = 0;           // number of the current answer, or of the next one
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

  void add_cells();

  std::vector<std::vector<cell>> cells_;
  cell* free_ = nullptr;
  std::size_t open_ = 0;
};

using object_id = std::uint64_t;

class object_log;

class object_table {
 public:
  object_table();
  ~object_table();

  // The number of an object that task `maker` makes on all ranks.
  object_id fresh_id(std::uint32_t self, const task* maker);

  template <class T, class... Args>
  void make(object_id id, Args&&... args) {
    keep(id, arcas::detail::shared_owner(new T(std::forward<Args>(args)...)));
  }
  template <class T>
  T& get(object_id id) {
    if (id != last_ || !last_object_) look_up(id);
    return *static_cast<T*>(last_object_);
  }
  void end(object_id id);
  std::size_t size() const;

 private:
  struct books;
  void keep(object_id id, arcas::detail::shared_owner object);
  void look_up(object_id id);
  friend class object_log;

  const arcas::detail::owned<books> books_;
  std::vector<object_log*> logs_;
  std::uint64_t next_ = 1;  // the number 0 means that a handle has no object
  object_id last_ = 0;
  void* last_object_ = nullptr;
};

// The objects that a task makes while this log exists, and that have not been ended. Objects that
// other tasks make, also those that the task starts, are not in it.
class object_log {
 public:
  object_log(object_table& table, const task* maker);
  ~object_log();
  object_log(const object_log&) = delete;
  object_log& operator=(const object_log&) = delete;
  // In the order in which they were made.
  const std::vector<object_id>& objects() const { return objects_; }

 private:
  friend class object_table;

  object_table& table_;
  const task* const maker_;
  std::vector<object_id> objects_;
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
  void add(const entry& e);
  void remove(const entry& e);

 private:
  std::vector<entry> held_;
};

struct pending_collective {
  virtual ~pending_collective() = default;
  std::uint64_t number = 0;  // number of collective calls of this rank before this one
  task* waiter = nullptr;
};

// The collective operations that have not completed. There are few at a time: the ranks call them
// one after another.
class pending_collectives {
 public:
  // Null if no operation has that number.
  pending_collective* find(std::uint64_t number) const;
  void add(std::uint64_t number, arcas::detail::owned<pending_collective> c);
  void end(std::uint64_t number);

 private:
  std::vector<arcas::detail::owned<pending_collective>> all_;
};

// One task of a rank at a time has the turn. The others wait in the order of their arrival.
struct turn_order {
  bool taken = false;
  std::vector<task*> waiting;
};

struct rank_tables {
  reply_table replies;
  object_table objects;
  view_table views;
  wait_table waiting;
  pending_collectives collectives;
  std::uint64_t collectives_called = 0;  // number of collective calls of this rank
  // The first rank moves ranges of the heap, one at a time (heap/PROTOCOL.md).
  turn_order range_moves;
};

}  // namespace arcas::inline v0::cluster::detail
