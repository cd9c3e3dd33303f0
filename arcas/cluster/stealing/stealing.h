// SPDX-License-Identifier: Apache-2.0
// How does work get to ranks that have none? A rank that has run out of tasks asks two others at
// random. If they give none, it tells its lifelines that it is idle, and asks no more until one of
// them sends tasks. Each rank has a few other ranks as its lifelines; the lifelines of all ranks
// together connect all ranks. The method is that of Saraswat et al., PPoPP 2011. In their method an
// idle rank ends and is restarted; here it continues with work that cannot move. PROTOCOL.md has
// the steps.
#pragma once

#include <arcas/cluster/completion/scope_table.h>
#include <arcas/cluster/messages/archive.h>
#include <arcas/cluster/messages/handlers.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <vector>

namespace arcas::inline v0::cluster::detail {

// Tasks that may run on any rank, as bytes: the code, the scope and the captures of each, one task
// behind the other in one piece of memory. Tasks that spawn tasks form a tree. The newest task runs
// first, so that few tasks of a tree wait at a time. The oldest is stolen first, since it has most
// of the tree below it.

// The header of a task in a message; its captures follow.
struct movable_head {
  scope_id scope;
  std::uint32_t bytes;
  handler_id code;
  std::uint16_t unused;
};

// A task whose captures are valid until the next push() to the pool.
struct movable_task {
  run_function run;
  scope_id scope;
  const std::byte* captures;
};

// The movable tasks of a rank, in the order of their arrival.
class movable_pool {
 public:
  movable_pool() = default;
  ~movable_pool() { delete[] memory_; }
  movable_pool(const movable_pool&) = delete;
  movable_pool& operator=(const movable_pool&) = delete;

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }

  // Adds the newest task. Returns the place for its captures, to be filled before any other call.
  std::byte* push(run_function run, handler_id code, scope_id scope, std::size_t bytes) {
    const std::size_t taken = record_bytes(bytes);
    if (capacity_ - end_ < taken) make_room(taken);
    record* const r = ::new (memory_ + end_)
        record{run, scope, static_cast<std::uint32_t>(bytes), code, 0, last_};
    last_ = end_;
    end_ += taken;
    ++size_;
    return r->captures();
  }
  // Removes the newest task. Its captures keep their place until the next push.
  movable_task pop() {
    record* const r = at(last_);
    end_ = last_;
    last_ = r->before;
    --size_;
    return {r->run, r->scope, r->captures()};
  }

  // oldest_scope(): the scope of the oldest task. take_oldest(): removes that task, writes its
  // bytes in a message to `to`, and returns their end.
  scope_id oldest_scope() { return at(first_)->scope; }
  std::byte* take_oldest(std::byte* to) {
    record* const r = at(first_);
    const movable_head head{r->scope, r->bytes, r->code, 0};
    std::memcpy(to, &head, sizeof head);
    if (r->bytes != 0) std::memcpy(to + sizeof head, r->captures(), r->bytes);
    first_ += record_bytes(r->bytes);
    --size_;
    return to + sizeof head + r->bytes;
  }
  // Adds a task from a message, as the newest; returns its scope.
  scope_id add_travelled(const std::byte*& from) {
    movable_head head;
    std::memcpy(&head, from, sizeof head);
    from += sizeof head;
    std::byte* const to = push(handler(head.code), head.code, head.scope, head.bytes);
    if (head.bytes != 0) std::memcpy(to, from, head.bytes);
    from += head.bytes;
    return head.scope;
  }
  // The number and bytes of the oldest tasks that fit into `room` bytes: at least one task, at most
  // `most`.
  struct travelling {
    std::size_t tasks = 0;
    std::size_t bytes = 0;
  };
  travelling oldest_that_fit(std::size_t most, std::size_t room) {
    travelling all;
    for (std::size_t offset = first_; all.tasks < most; ++all.tasks) {
      const record* const r = at(offset);
      const std::size_t more = sizeof(movable_head) + r->bytes;
      if (all.tasks != 0 && all.bytes + more > room) break;
      all.bytes += more;
      offset += record_bytes(r->bytes);
    }
    return all;
  }

 private:
  struct record {
    run_function run;
    scope_id scope;
    std::uint32_t bytes;
    handler_id code;
    std::uint16_t unused;
    std::size_t before;  // start of the record before this one; not used for the oldest

    std::byte* captures() { return reinterpret_cast<std::byte*>(this + 1); }
    const std::byte* captures() const { return reinterpret_cast<const std::byte*>(this + 1); }
  };
  static std::size_t record_bytes(std::size_t captures) {
    return sizeof(record) + (captures + alignof(record) - 1) / alignof(record) * alignof(record);
  }
  record* at(std::size_t offset) {
    return std::launder(reinterpret_cast<record*>(memory_ + offset));
  }
  // Moves all tasks to memory that has at least twice the size of these tasks and the next task.
  void make_room(std::size_t taken);

  std::byte* memory_ = nullptr;
  std::size_t capacity_ = 0;
  std::size_t first_ = 0;  // start of the oldest
  std::size_t last_ = 0;   // start of the newest
  std::size_t end_ = 0;    // start of the next one
  std::size_t size_ = 0;
};

struct stealing_counts {
  std::uint64_t asked = 0;       // requests for work, to random ranks and to lifelines
  std::uint64_t given = 0;       // messages with tasks
  std::uint64_t tasks_left = 0;  // number of tasks in these messages
};

class stealing {
 public:
  // `moves`: whether other ranks may get tasks; otherwise each task runs where it was spawned.
  stealing(transport& network, messenger& messages, scheduler& tasks, scope_table& scopes,
           bool moves);

  // Adds a movable task. Its captures are to be written to the result before the next call.
  std::byte* push(run_function run, handler_id code, scope_id scope, std::size_t bytes) {
    if (!pool_task_queued_) queue_pool_task();
    return pool_.push(run, code, scope, bytes);
  }
  std::size_t size() const { return pool_.size(); }

  // Called once a turn. `idle`: the rank had nothing to do in this turn.
  void advance(bool idle);

  // Whether advance() will send a message even if none arrives.
  bool goes_on() const;

  // Called by control messages.
  void asked_by(rank_id thief);
  void nothing_there();
  void waited_for_by(rank_id thief);
  void loot_has_come(rank_id from, const std::byte*& at);

  const stealing_counts& counts() const { return counts_; }

 private:
  struct lifeline {
    rank_id to;
    bool out;  // the lifeline has been told that this rank is idle, and has sent no tasks since
  };
  void run_pool();
  void queue_pool_task();
  void run_one(const movable_task& t);
  std::uint_fast32_t draw();
  void look_for_work();
  void give(rank_id thief, bool as_answer);

  transport& network_;
  messenger& messages_;
  scheduler& tasks_;
  scope_table& scopes_;
  const bool moves_;
  movable_pool pool_;
  bool pool_task_queued_ = false;
  std::vector<lifeline> lifelines_;
  std::vector<rank_id> thieves_;  // idle ranks of which this rank is a lifeline
  bool asking_ = false;           // whether a rank has been asked at random and has not answered
  unsigned attempts_left_ = 0;
  std::uint_fast32_t random_;  // the last number that std::minstd_rand has drawn
  stealing_counts counts_;
};

}  // namespace arcas::inline v0::cluster::detail
