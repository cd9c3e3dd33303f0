// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <coroutine>
#include <mutex>
#include <utility>

namespace arcas::inline v0::test {

// One value. The receiver waits without a thread; the sender's thread resumes it.
class channel {
 public:
  void send() {
    std::coroutine_handle<> receiver;
    {
      const std::lock_guard lock(mutex_);
      receiver = std::exchange(waiting_, nullptr);
      full_ = !receiver;
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
    if (std::exchange(full_, false)) return false;
    waiting_ = h;
    return true;
  }

  std::mutex mutex_;
  std::coroutine_handle<> waiting_;
  bool full_ = false;
};

}  // namespace arcas::inline v0::test
