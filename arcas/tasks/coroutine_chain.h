// SPDX-License-Identifier: Apache-2.0
// Coroutines that await each other form a chain, of which one runs at a time. This file has how a
// chain begins, continues and ends, for coroutines of all types (README.md, «The life of a
// coroutine»). Private to tasks/.
#pragma once

#include <arcas/base/exceptions.h>
#include <arcas/base/race_detector.h>
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
  // Called when the first coroutine of the chain, `by`, has ended. Returns the coroutine to resume.
  virtual std::coroutine_handle<> completed(coroutine_promise& by) noexcept = 0;
  // Called if no coroutine of the chain is resumed any more, since the group gives up.
  virtual void abandoned() noexcept = 0;

 protected:
  explicit chain_end(awaited_tasks* group = nullptr) noexcept : group_(group) {}
  ~chain_end() = default;
  void set_group(awaited_tasks& group) noexcept { group_ = &group; }

 private:
  awaited_tasks* group_;
};

// What coroutines of all types have. The task in it resumes the coroutine.
struct coroutine_promise : detail::task {
  explicit coroutine_promise(std::coroutine_handle<> coroutine) noexcept
      : detail::task(&resume, nullptr), self(coroutine) {}
  coroutine_promise(const coroutine_promise&) = delete;
  coroutine_promise& operator=(const coroutine_promise&) = delete;

  // Unless a program is optimised (-O2), gcc compiles a transfer to another coroutine as a call. So
  // that the stack does not grow in a loop of co_await, the chain continues as a task after this
  // number of transfers.
  static constexpr unsigned most_transfers = 500;

  struct end_awaiter {
    bool await_ready() const noexcept { return false; }
    template <class P>
    std::coroutine_handle<> await_suspend(std::coroutine_handle<P> ended) noexcept {
      coroutine_promise& p = ended.promise();
      return p.awaited_by ? p.awaited_by->next(p.transfers) : p.end->completed(p);
    }
    void await_resume() const noexcept {}
  };
  end_awaiter final_suspend() noexcept { return {}; }
  void unhandled_exception() noexcept { failure = caught_exception(); }

  // The coroutine becomes a part of the chain that ends there.
  void begin(chain_end& there, coroutine_promise* awaiting) {
    if (end) refuse_use("arcas: a task<T> is awaited that has begun before");
    end = &there;
    awaited_by = awaiting;
  }
  // The coroutine to resume, so that the chain continues with this one after `before` transfers.
  std::coroutine_handle<> next(unsigned before) noexcept {
    transfers = before + 1;
    return transfers >= most_transfers && try_push() ? std::noop_coroutine() : self;
  }
  // The coroutine continues as a task; it may have ended when this call returns.
  void push(bool behind = false) {
    awaited_tasks& group = end->group();
    of = &group;
    transfers = 0;
    group.push_from_anywhere(*this, behind);
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

  std::coroutine_handle<> self;
  coroutine_promise* awaited_by = nullptr;  // null: the first coroutine of a chain
  chain_end* end = nullptr;                 // null: the coroutine has not begun
  unsigned transfers = 0;                   // since the chain was last resumed by a task
  std::exception_ptr failure;

 private:
  static void resume(detail::task& pushed, task_context&) noexcept {
    race_detector::see_work(&pushed);
    auto& p = static_cast<coroutine_promise&>(pushed);
    p.end->group().gives_up() ? p.end->abandoned() : p.self.resume();
  }
};

// The coroutine that awaits something of this header.
struct awaiting_coroutine {
  template <std::derived_from<coroutine_promise> P>
  awaiting_coroutine(std::coroutine_handle<P> suspended) noexcept  // NOLINT: handles convert
      : promise(suspended.promise()) {}
  // A wrong use: in a coroutine of another type.
  template <class P>
  awaiting_coroutine(std::coroutine_handle<P>) __attribute__((
      unavailable("arcas: a task<T>, schedule() and when_all() are awaited in a coroutine whose "
                  "type is arcas::task<T>; elsewhere, sync_wait(t) waits for a task<T>")));

  coroutine_promise& promise;
};

// The end of the chains that when_all() begins. Promises: a range of coroutine_promise*.
class joined_chains : public chain_end {
 public:
  std::coroutine_handle<> completed(coroutine_promise& by) noexcept final {
    const unsigned transfers = by.transfers;
    if (!is_last()) return std::noop_coroutine();
    if (!group().gives_up()) return awaited_by_->next(transfers);
    awaited_by_->end->abandoned();
    return std::noop_coroutine();
  }
  void abandoned() noexcept final {
    if (is_last()) awaited_by_->end->abandoned();
  }

 protected:
  // Begins these coroutines, and returns the one to resume.
  std::coroutine_handle<> begin(std::span<coroutine_promise* const> all, coroutine_promise& by) {
    awaited_by_ = &by;
    set_group(by.end->group());
    left_.restart(static_cast<std::uint32_t>(all.size()));
    for (coroutine_promise* const p : all) p->begin(*this, nullptr);
    // The first one has not begun, so this object exists until it has. Reverse: a thread without
    // thieves then runs them in their order.
    for (std::size_t i = all.size() - 1; i != 0; --i)
      if (!all[i]->try_push()) all[i]->self.resume();
    return all[0]->next(by.transfers);
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
struct awaited_chain {
  class promise_type final : public coroutine_promise, public chain_end {
   public:
    template <class C>
    promise_type(awaited_tasks& group, C&) noexcept
        : coroutine_promise(std::coroutine_handle<promise_type>::from_promise(*this)),
          chain_end(&group) {
      begin(*this, nullptr);
    }

    awaited_chain get_return_object() const noexcept { return {}; }
    std::suspend_never initial_suspend() const noexcept { return {}; }
    void return_void() const noexcept {}

    std::coroutine_handle<> completed(coroutine_promise&) noexcept override {
      if (failure) group().fail(std::move(failure));
      abandoned();
      return std::noop_coroutine();
    }
    void abandoned() noexcept override {
      awaited_tasks& group = this->group();
      self.destroy();
      group.finished(task_context::current());
    }
  };
};

}  // namespace arcas::inline v0::detail
