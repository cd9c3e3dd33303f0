// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <coroutine>
#include <mutex>
#include <utility>

namespace arcas::inline v0::test {

// Counts what was sent. One receiver waits without a thread; the sender's thread resumes it.
class channel {
 public:
  void send() {
    std::coroutine_handle<> receiver;
    {
      const std::lock_guard lock(mutex_);
      receiver = std::exchange(waiting_, nullptr);
      if (!receiver) ++sent_;
    }
    if (receiver) receiver.resume();
  }
  auto receive() {
    struct awaiter {
      channel& from;
      bool await_ready() const { return false; }
      bool await_suspend(std::coroutine_handle<> h) const { return from.wait(h); }
      void await_resume() const {}
    };
    return awaiter{*this};
  }
  bool has_receiver() {
    const std::lock_guard lock(mutex_);
    return waiting_ != nullptr;
  }

 private:
  bool wait(std::coroutine_handle<> h) {
    const std::lock_guard lock(mutex_);
    if (sent_ == 0) {
      waiting_ = h;
      return true;
    }
    --sent_;
    return false;
  }

  std::mutex mutex_;
  std::coroutine_handle<> waiting_;
  unsigned sent_ = 0;  // not received
};

}  // namespace arcas::inline v0::test
