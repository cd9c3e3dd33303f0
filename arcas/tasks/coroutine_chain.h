// SPDX-License-Identifier: Apache-2.0
// Coroutines that await each other form a chain, of which one runs at a time. This file has how a
// chain begins, continues and ends, for coroutines of all types (README.md, «The life of a
// coroutine»). Private to tasks/.
#pragma once

#include <arcas/base/exceptions.h>
#include <arcas/base/race_detector.h>
#include <arcas/base/wrong_use.h>
#include <arcas/tasks/task_context.h>
#include <arcas/tasks/task_group.h>
#include <arcas/tasks/task_slot.h>

#include <concepts>
#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>
#include <utility>

namespace arcas::inline v0::detail {

struct coroutine_promise;

// Coroutines that await each other form a chain, of which one runs at a time. This object is told
// how the chain ends.
class chain_end {
 public:
  awaited_tasks& group() const noexcept { return *group_; }
  // Called when the first coroutine of the chain, `by`, has ended.
  virtual void completed(coroutine_promise& by) noexcept = 0;
  // Called if no coroutine of the chain is resumed any more, since the group gives up. Returns the
  // coroutine that is then not resumed either; null: there is none.
  virtual coroutine_promise* abandoned() noexcept = 0;

 protected:
  explicit chain_end(awaited_tasks* group = nullptr) noexcept : group_(group) {}
  ~chain_end() = default;
  void set_group(awaited_tasks& group) noexcept { group_ = &group; }

 private:
  awaited_tasks* group_;
};

// Owns a coroutine: the base of task<T>. The coroutine must not have begun, or must have ended,
// when its owner is destroyed.
class coroutine_owner {
 public:
  coroutine_owner() = default;
  explicit coroutine_owner(coroutine_promise& p) noexcept { own(&p); }
  coroutine_owner(coroutine_owner&& other) noexcept { own(other.release()); }
  coroutine_owner& operator=(coroutine_owner&& other) noexcept {
    coroutine_owner taken(std::move(other));
    coroutine_promise* const before = release();
    own(taken.release());
    taken.own(before);
    return *this;
  }
  inline ~coroutine_owner();

  // Null: it has been moved from, or its coroutine was destroyed before it had ended.
  coroutine_promise* owned() const noexcept { return owned_; }
  coroutine_promise* release() noexcept { return std::exchange(owned_, nullptr); }

 private:
  inline void own(coroutine_promise* p) noexcept;

  coroutine_promise* owned_ = nullptr;
};

// What coroutines of all types have. The task in it resumes the coroutine.
struct coroutine_promise : detail::task {
  explicit coroutine_promise(std::coroutine_handle<> coroutine) noexcept
      : detail::task(&run_pushed, nullptr), self(coroutine) {}
  coroutine_promise(const coroutine_promise&) = delete;
  coroutine_promise& operator=(const coroutine_promise&) = delete;

  struct end_awaiter {
    bool await_ready() const noexcept { return false; }
    template <class P>
    void await_suspend(std::coroutine_handle<P> ended) noexcept {
      coroutine_promise& p = ended.promise();
      p.awaited_by ? p.hand_over(*p.awaited_by) : p.end->completed(p);
    }
    void await_resume() const noexcept {}
  };
  end_awaiter final_suspend() noexcept { return {}; }
  void unhandled_exception() noexcept { failure = caught_exception(); }

  // The coroutine becomes a part of the chain that ends there. False: it has begun before.
  bool try_begin(chain_end& there, coroutine_promise* awaiting) noexcept {
    if (end) return false;
    end = &there;
    awaited_by = awaiting;
    return true;
  }
  // Resumes the coroutine, and then those that hand_over() names, one after the other.
  void resume_chain() noexcept;
  // Called in await_suspend() of this coroutine, as the last access to it. `to` continues on this
  // thread: after the calling coroutine has returned to resume_chain(), or within this call if
  // something else has resumed the calling coroutine. So the stack does not grow with the chain.
  void hand_over(coroutine_promise& to) noexcept;
  // The coroutine, which its group counts already, continues as a task. Called by any thread, in
  // whatever task that thread is. The coroutine and its group may have ended when this call
  // returns. Throws std::bad_alloc and std::length_error; then the coroutine does not continue.
  void push() {
    race_detector::tell(static_cast<task*>(this));  // in the program, whose detector sees it
    push_told();
  }
  // Does the same; in some calls, the other tasks of the thread come first.
  void push_in_turn() {
    race_detector::tell(static_cast<task*>(this));
    push_in_turn_told();
  }
  // False: there is no memory for the push.
  bool try_push() noexcept {
    ARCAS_TRY {
      push();
    }
    ARCAS_CATCH_ALL {
      return false;
    }
    return true;
  }

  // Destroys this coroutine and those that await it, in this order. None of them is resumed.
  void abandon() noexcept {
    for (coroutine_promise* p = this; p;) {
      coroutine_promise* const awaiting = p->awaited_by;
      chain_end& there = *p->end;
      if (p->owner) {
        p->owner->release();
        p->self.destroy();
      }
      p = awaiting ? awaiting : there.abandoned();
    }
  }

  std::coroutine_handle<> self;
  coroutine_owner* owner = nullptr;         // null: the coroutine of an awaited_chain
  coroutine_promise* awaited_by = nullptr;  // null: the first coroutine of a chain
  chain_end* end = nullptr;                 // null: the coroutine has not begun
  bool taken = false;                       // the result, or the exception, is not here any more
  std::exception_ptr failure;

 private:
  void push_told();
  void push_in_turn_told();
  void push_to(task_context& here);
  static void run_pushed(detail::task& pushed, task_context&) noexcept {
    race_detector::see_work(&pushed);
    auto& p = static_cast<coroutine_promise&>(pushed);
    p.end->group().gives_up() ? p.abandon() : p.resume_chain();
  }
};

inline coroutine_owner::~coroutine_owner() {
  if (owned_) owned_->self.destroy();
}
inline void coroutine_owner::own(coroutine_promise* p) noexcept {
  owned_ = p;
  if (p) p->owner = this;
}

[[noreturn]] inline void refuse_begun_coroutine() {
  refuse_use("arcas: a task<T> is awaited that has begun before");
}

// The coroutine that awaits something of this header.
struct awaiting_coroutine {
  template <std::derived_from<coroutine_promise> P>
  awaiting_coroutine(std::coroutine_handle<P> suspended) noexcept  // NOLINT: handles convert
      : promise(suspended.promise()) {}
  // A wrong use: in a coroutine of another type.
  template <class P>
  awaiting_coroutine(std::coroutine_handle<P>) ARCAS_WRONG(
      "a task<T>, schedule() and when_all() are awaited in a coroutine whose type is "
      "arcas::task<T>; elsewhere, sync_wait(t) waits for a task<T>");

  coroutine_promise& promise;
};

// The end of the chains that when_all() begins. Promises: a range of coroutine_promise*.
class joined_chains : public chain_end {
 public:
  void completed(coroutine_promise& by) noexcept final {
    if (!is_last()) return;
    group().gives_up() ? awaited_by_->abandon() : by.hand_over(*awaited_by_);
  }
  coroutine_promise* abandoned() noexcept final { return is_last() ? awaited_by_ : nullptr; }

 protected:
  // Begins these coroutines. std::logic_error, and none has begun, if one has begun before.
  void begin(std::span<coroutine_promise* const> all, coroutine_promise& by) {
    awaited_by_ = &by;
    set_group(by.end->group());
    left_.restart(static_cast<std::uint32_t>(all.size()));
    for (std::size_t i = 0; i != all.size(); ++i) {
      if (all[i]->try_begin(*this, nullptr)) continue;
      while (i != 0) all[--i]->end = nullptr;
      refuse_begun_coroutine();
    }
    // The first one has not begun, so this object exists until it has. Reverse: a thread without
    // thieves then runs them in their order.
    coroutine_promise& first = *all[0];
    for (std::size_t i = all.size() - 1; i != 0; --i)
      if (!all[i]->try_push()) all[i]->resume_chain();
    by.hand_over(first);
  }

 private:
  // Called by a thread that has ended one of the chains. False: its last access to this object.
  bool is_last() noexcept {
    const void* const key = race_detector::end_of(this);
    race_detector::tell(key);
    if (!left_.subtract(1)) return false;
    race_detector::see(key);
    return true;
  }

  predecessor_count<> left_;  // the chains that have not ended
  coroutine_promise* awaited_by_ = nullptr;
};

// A coroutine whose chain a group waits for. Its frame is destroyed when the chain has ended.
class awaited_chain {
 public:
  class promise_type final : public coroutine_promise, public chain_end {
   public:
    template <class C>
    promise_type(awaited_tasks& group, C&) noexcept
        : coroutine_promise(std::coroutine_handle<promise_type>::from_promise(*this)),
          chain_end(&group) {
      try_begin(*this, nullptr);
    }

    awaited_chain get_return_object() noexcept { return awaited_chain(*this); }
    std::suspend_always initial_suspend() const noexcept { return {}; }
    void return_void() const noexcept {}

    void completed(coroutine_promise&) noexcept override {
      if (failure) group().fail(std::move(failure));
      abandoned();
    }
    coroutine_promise* abandoned() noexcept override {
      awaited_tasks& group = this->group();
      self.destroy();
      group.finished(task_context::current());
      return nullptr;
    }
  };

  // The group counts the chain already. Either of these is called once.
  void begin_here() noexcept { promise_.resume_chain(); }
  // Throws what coroutine_promise::push() throws; then the coroutine is destroyed.
  void begin_as_task() {
    ARCAS_TRY {
      promise_.push();
    }
    ARCAS_CATCH_ALL {
      promise_.self.destroy();
      throw_again();
    }
  }

 private:
  explicit awaited_chain(promise_type& p) noexcept : promise_(p) {}

  promise_type& promise_;
};

}  // namespace arcas::inline v0::detail
