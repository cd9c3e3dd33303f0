// SPDX-License-Identifier: Apache-2.0
// Where does a worker keep the tasks that it has spawned and not begun? In a deque: its owner
// pushes and pops at the bottom, thieves take from the top, oldest first. Positions are numbers
// that grow from the top to the bottom.
//
// The upper part is public. It is the deque of Chase and Lev in the form of Lê, Pop, Cohen and
// Zappa Nardelli ("Correct and Efficient Work-Stealing for Weak Memory Models", PPoPP 2013). The
// lower part is private, as in Lace (van Dijk and van de Pol, 2014): its owner pushes and pops with
// plain loads and stores. A thief that finds no public task leaves a steal request in a word that
// the owner reads at every push and pop. If the owner does not answer, since it is in a long task,
// the thief settles the request itself, by an asymmetric fence. PROTOCOL.md has the argument; its
// section names are used here.
#pragma once

#include <arcas/base/cache_line.h>
#include <arcas/base/machine.h>

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace arcas::inline v0::detail {

// The value of the border: the end of the public part. While that part is empty, the value may be a
// steal request instead. No two requests in the life of a deque have the same word.
class border_word {
 public:
  constexpr border_word() = default;
  constexpr explicit border_word(std::uint64_t bits) : bits_(bits) {}
  static constexpr border_word at(std::int64_t position) {
    return border_word(static_cast<std::uint64_t>(position));
  }
  static constexpr border_word request(std::uint64_t number) {
    return border_word(requests | number);
  }

  constexpr std::uint64_t bits() const { return bits_; }
  constexpr bool is_request() const { return bits_ & requests; }
  constexpr std::int64_t position() const { return static_cast<std::int64_t>(bits_); }
  // Whether position p is private and there is no request; one comparison tells the owner both.
  constexpr bool leaves_private(std::int64_t p) const {
    return static_cast<std::uint64_t>(p) >= bits_;
  }
  friend constexpr bool operator==(border_word, border_word) = default;

 private:
  static constexpr std::uint64_t requests = std::uint64_t{1} << 63;

  std::uint64_t bits_ = 0;
};

// Task: pushed by address. Each task has a tag, by which a thief decides before the theft whether
// it may take the task.
template <class Task, template <class> class Atom = std::atomic, std::size_t FirstCapacity = 256>
class task_deque {
  static_assert((FirstCapacity & (FirstCapacity - 1)) == 0);

 public:
  // thieves_pay: the asymmetric fence is available, so that the owner's side of it is free.
  explicit task_deque(bool thieves_pay) : thieves_pay_(thieves_pay) { grow(first_position); }
  ~task_deque() {
    for (buffer* b = own_buffer_; b;) {
      buffer* older = b->older;
      delete b;
      b = older;
    }
  }
  task_deque(const task_deque&) = delete;
  task_deque& operator=(const task_deque&) = delete;

  // Called by the owner. True: this push has answered a steal request.
  bool push(Task* task, std::uint64_t tag) {
    const std::int64_t b = own_bottom_;
    if (b == room_end_) make_room(b);
    slot& s = own_buffer_->at(b);
    // relaxed, both: published by the bottom or the border.
    s.task.store(task, std::memory_order_relaxed);
    s.tag.store(tag, std::memory_order_relaxed);  // relaxed: published like task
    own_bottom_ = b + 1;
    // release: pairs with settle()'s acquire; the slot is written.
    bottom_.store(b + 1, std::memory_order_release);
    // A thread that falls asleep leaves a request and then reads the bottom. Either that thread
    // sees this push, or this thread sees the request. Where thieves do not pay, the sleeper may
    // miss the task; then its help is lost, but the task is not.
    if (thieves_pay_) machine<Atom>::free_light_fence();
    // relaxed: ordered by the fence; answer() reads a request again.
    if (border_word(border_.load(std::memory_order_relaxed)).leaves_private(b)) [[likely]]
      return false;
    return answer(b + 1);
  }

  // Called by the owner. Makes all its tasks public. True: this has answered a steal request.
  bool publish() noexcept {
    // release: pairs with steal()'s acquire; the slots are written.
    const std::uint64_t before =
        border_.exchange(border_word::at(own_bottom_).bits(), std::memory_order_release);
    return border_word(before).is_request();
  }

  // Called by the owner. Returns the youngest task that no thief has taken; null: no task is left.
  // If the pop answers a request, it calls answered() afterwards.
  template <class Answered>
  Task* pop(Answered answered) {
    const std::int64_t b = own_bottom_ - 1;
    own_bottom_ = b;
    // release: pairs with settle()'s acquire, which may read this value instead of a push's.
    bottom_.store(b, std::memory_order_release);
    // «An owner that does not answer»: either the load below sees the request, or the thread that
    // settles it sees this bottom.
    if (thieves_pay_) {
      machine<Atom>::free_light_fence();
    } else {
      // seq_cst: pairs with settle()'s heavy fence.
      machine<Atom>::fence(std::memory_order_seq_cst);
    }
    // relaxed: ordered by the fence. If a thief has settled a request that this load does not see,
    // the thief has seen this bottom, so b is still private.
    if (border_word(border_.load(std::memory_order_relaxed)).leaves_private(b)) [[likely]]
      // relaxed: written by this thread.
      return own_buffer_->at(b).task.load(std::memory_order_relaxed);
    return slow_pop(b, answered);
  }
  Task* pop() {
    return pop([] {});
  }

  // The result of a theft. Without a task: nothing is public, may_take() refused the task, or
  // another thread was faster.
  struct loot {
    Task* task = nullptr;
    std::uint64_t tag = 0;
  };

  // Called by any thread. Takes the oldest public task if may_take(its tag) is true; never waits.
  template <class MayTake>
  loot steal(MayTake may_take) noexcept {
    // relaxed: the fence below acquires what earlier takers have released.
    std::int64_t t = top_.load(std::memory_order_relaxed);
    // seq_cst: pairs with the fence in pop_public(): either the owner sees that the task is taken,
    // or this thread sees the owner's border.
    machine<Atom>::fence(std::memory_order_seq_cst);
    // acquire: pairs with the releases that move the border; a thread that sees the border sees the
    // slots of the public part.
    const border_word border(border_.load(std::memory_order_acquire));
    if (border.is_request() || t >= border.position()) return {};
    // acquire: pairs with grow()'s release; the buffer is as recent as the border.
    const slot& s = buffer_.load(std::memory_order_acquire)->at(t);
    // relaxed, both: valid only if the exchange below succeeds.
    const std::uint64_t tag = s.tag.load(std::memory_order_relaxed);
    if (!may_take(tag)) return {};
    Task* task = s.task.load(std::memory_order_relaxed);  // relaxed: valid if the exchange succeeds
    // release: pairs with make_room()'s acquire; the slot has been read. The fences order takers.
    // relaxed on failure: nothing is read after it.
    if (!top_.compare_exchange_strong(t, t + 1, std::memory_order_release,
                                      std::memory_order_relaxed))
      return {};
    return {task, tag};
  }

  // Called by any thread. True: nothing is public at the moment, so the caller can omit steal() and
  // its fence. A hint only.
  bool shows_nothing() const noexcept {
    // relaxed, both: a hint.
    const border_word border(border_.load(std::memory_order_relaxed));
    return border.is_request() || top_.load(std::memory_order_relaxed) >= border.position();
  }
  // Called by any thread. Whether there is a request, which a later push will see.
  bool is_requested() const noexcept {
    // relaxed: a sleeper's own fence orders it.
    return border_word(border_.load(std::memory_order_relaxed)).is_request();
  }
  // Called by the owner. Number of its tasks, perhaps with some that thieves have taken meanwhile.
  std::int64_t size() const noexcept {
    return own_bottom_ - top_.load(std::memory_order_relaxed);  // relaxed: a hint
  }
  // Called by any thread. Whether there are public tasks, or private ones that a request would make
  // public.
  bool has_tasks() const noexcept {
    // relaxed, both: a hint; a sleeper's own fence orders them after its request.
    return bottom_.load(std::memory_order_relaxed) > top_.load(std::memory_order_relaxed);
  }

  // Called by any thread. Returns {} if a task is public, or else the request in the border. If
  // there is none, the function leaves one with this number, which no other request at this deque
  // ever has.
  border_word request(std::uint64_t number) noexcept {
    // relaxed, both: a look before the exchange. If the top is outdated, a task may seem to be
    // public, and no request is made.
    border_word border(border_.load(std::memory_order_relaxed));
    if (border.is_request()) return border;
    // relaxed: a look
    if (top_.load(std::memory_order_relaxed) < border.position()) return {};
    std::uint64_t expected = border.bits();
    const border_word wanted = border_word::request(number);
    // release: pairs with the acquire of answer() and slow_pop(), and with the fence in settle():
    // the thread that settles the request sees the top that this thread saw. relaxed on failure:
    // the new value only decides what is returned.
    if (border_.compare_exchange_strong(expected, wanted.bits(), std::memory_order_release,
                                        std::memory_order_relaxed))
      return wanted;
    border = border_word(expected);
    return border.is_request() ? border : border_word{};
  }
  // Whether the request is still there: neither the owner nor a thief has answered it.
  bool unanswered(border_word request) const noexcept {
    // relaxed: a hint.
    return border_.load(std::memory_order_relaxed) == request.bits();
  }
  // Called by any thread. «An owner that does not answer»: makes the upper half of the owner's
  // tasks public in the owner's place. Costs a heavy fence. Returns true if it has done so; then
  // the caller must wake the threads that the owner would have woken.
  bool settle(border_word request) noexcept {
    machine<Atom>::heavy_fence();
    // acquire: pairs with push() and pop(); the slots before this bottom are written.
    const std::int64_t b = bottom_.load(std::memory_order_acquire);
    // relaxed: no task is taken while the request is in the border. If the value of the top is
    // outdated, fewer tasks become public.
    const std::int64_t t = top_.load(std::memory_order_relaxed);
    return b > t && replace(request, border_word::at(middle(t, b)));
  }

 private:
  struct slot {
    Atom<Task*> task{nullptr};
    Atom<std::uint64_t> tag{0};
  };
  struct buffer {
    buffer(std::size_t capacity, buffer* smaller)
        : mask(capacity - 1), slots(new slot[capacity]), older(smaller) {}
    ~buffer() { delete[] slots; }
    buffer(const buffer&) = delete;
    slot& at(std::int64_t position) const {
      return slots[static_cast<std::size_t>(position) & mask];
    }

    std::size_t mask;
    slot* slots;
    buffer* older;
  };

  // Not 0, since pop() makes the bottom of an empty deque smaller than the top for a moment.
  static constexpr std::int64_t first_position = 1;

  // The end of the upper half of [t, b). The half has at least one task.
  static constexpr std::int64_t middle(std::int64_t t, std::int64_t b) {
    return t + (b - t + 1) / 2;
  }

  bool replace(border_word request, border_word answer) noexcept {
    std::uint64_t expected = request.bits();
    // release: pairs with steal()'s acquire. relaxed on failure: the caller reads the word again.
    return border_.compare_exchange_strong(expected, answer.bits(), std::memory_order_release,
                                           std::memory_order_relaxed);
  }

  // Called by a push that set the bottom to b. If the exchange fails, a thief settled the request.
  [[gnu::noinline]] bool answer(std::int64_t b) noexcept {
    // acquire: pairs with request(); this thread sees the top that the requester saw.
    const border_word border(border_.load(std::memory_order_acquire));
    if (!border.is_request()) return false;
    // relaxed: no task is taken while a request is in the border.
    const std::int64_t t = top_.load(std::memory_order_relaxed);
    return replace(border, border_word::at(middle(t, b)));
  }

  template <class Answered>
  [[gnu::noinline]] Task* slow_pop(std::int64_t b, Answered answered) {
    // relaxed: written by this thread.
    Task* const task = own_buffer_->at(b).task.load(std::memory_order_relaxed);
    for (;;) {
      // acquire: pairs with request() and settle().
      const border_word border(border_.load(std::memory_order_acquire));
      if (border.leaves_private(b)) return task;
      if (!border.is_request()) {
        if (take_back(b)) return pop_public(b, task);
        continue;
      }
      // relaxed: no task is taken while a request is in the border.
      const std::int64_t t = top_.load(std::memory_order_relaxed);
      if (b < t) return settle_down(t);
      // Makes the upper half of [t, b) public. That range may be empty, since b itself is popped;
      // the request is removed all the same.
      if (!replace(border, border_word::at(b == t ? t : middle(t, b)))) continue;
      answered();
      return task;
    }
  }

  // «The public part»: position b was the last of the public part and becomes private. False:
  // thieves have taken the whole part, and there is a request.
  bool take_back(std::int64_t b) noexcept {
    std::uint64_t expected = border_word::at(b + 1).bits();
    // relaxed, both: an answer has released the tasks that stay public, and an exchange continues
    // its release sequence.
    return border_.compare_exchange_strong(expected, border_word::at(b).bits(),
                                           std::memory_order_relaxed, std::memory_order_relaxed);
  }
  Task* pop_public(std::int64_t b, Task* task) noexcept {
    // seq_cst: pairs with the fence in steal().
    machine<Atom>::fence(std::memory_order_seq_cst);
    // relaxed: ordered by the fence.
    std::int64_t t = top_.load(std::memory_order_relaxed);
    if (t < b) return task;
    // relaxed: owner and thieves compete for the last task, and an exchange decides; the fences
    // order them. On failure a thief has moved the top to b + 1.
    if (t != b || !top_.compare_exchange_strong(t, b + 1, std::memory_order_relaxed,
                                                std::memory_order_relaxed))
      task = nullptr;
    // A request made meanwhile stays. relaxed: a reader finds nothing public, since the top is at
    // the same position.
    std::uint64_t expected = border_word::at(b).bits();
    border_.compare_exchange_strong(expected, border_word::at(b + 1).bits(),
                                    std::memory_order_relaxed, std::memory_order_relaxed);
    settle_down(b + 1);
    return task;
  }

  // The deque is empty: sets the bottom to the top.
  Task* settle_down(std::int64_t t) noexcept {
    own_bottom_ = t;
    // relaxed: a reader finds nothing to make public.
    bottom_.store(t, std::memory_order_relaxed);
    return nullptr;
  }

  [[gnu::noinline]] void make_room(std::int64_t b) {
    // acquire: pairs with steal()'s exchange; the thieves that took from these slots have read
    // them.
    const std::int64_t t = top_.load(std::memory_order_acquire);
    if (b - t > static_cast<std::int64_t>(own_buffer_->mask)) {
      grow(t);
    } else {
      room_end_ = t + static_cast<std::int64_t>(own_buffer_->mask) + 1;
    }
  }

  // Doubles the capacity. Thieves may still read the old buffers, which therefore stay; together
  // they are no larger than the new one.
  void grow(std::int64_t t) {
    const std::size_t capacity = own_buffer_ ? 2 * (own_buffer_->mask + 1) : FirstCapacity;
    buffer* larger = new buffer(capacity, own_buffer_);
    for (std::int64_t p = t; p < own_bottom_; ++p) {
      const slot& from = own_buffer_->at(p);
      slot& to = larger->at(p);
      // relaxed, all: published with the buffer.
      to.task.store(from.task.load(std::memory_order_relaxed), std::memory_order_relaxed);
      to.tag.store(from.tag.load(std::memory_order_relaxed), std::memory_order_relaxed);
    }
    own_buffer_ = larger;
    room_end_ = t + static_cast<std::int64_t>(capacity);
    // release: pairs with steal()'s acquire.
    buffer_.store(larger, std::memory_order_release);
  }

  // The thieves' cache line. The owner writes to it only if it answers a request, pops a public
  // task or grows the buffer.
  alignas(no_sharing) Atom<std::int64_t> top_{first_position};  // written by takers; only grows
  // written by the owner, and by thieves for requests
  Atom<std::uint64_t> border_{border_word::at(first_position).bits()};
  // written by the owner
  Atom<buffer*> buffer_{nullptr};
  // The owner's cache line: thieves read `bottom_` only if a request is not answered.
  alignas(no_sharing) Atom<std::int64_t> bottom_{first_position};
  std::int64_t own_bottom_ = first_position;  // the owner's copy of bottom_
  std::int64_t room_end_ = first_position;    // pushes before this position overwrite nothing
  buffer* own_buffer_ = nullptr;              // the owner's copy of buffer_
  bool thieves_pay_;
};

}  // namespace arcas::inline v0::detail
