// SPDX-License-Identifier: Apache-2.0
// A thread that runs only when it is resumed: a fiber. A fiber that is not resumed to its end is
// dropped, without running the destructors of the objects on its stack.
#pragma once

#include <boost/context/fiber.hpp>
#include <boost/context/protected_fixedsize_stack.hpp>

#include <functional>
#include <new>
#include <utility>

namespace arcas::sim {

class virtual_thread {
 public:
  virtual_thread() : stack_(boost::context::protected_fixedsize_stack(stack_size).allocate()) {}
  ~virtual_thread() { boost::context::protected_fixedsize_stack(stack_size).deallocate(stack_); }
  virtual_thread(const virtual_thread&) = delete;

  // Sets the function that runs from the next resume() on; a function that ran here before is
  // dropped.
  void start(std::function<void()> body) {
    body_ = std::move(body);
    finished_ = false;
    // Made in place and never destroyed, since that would unwind a dropped stack.
    inside_ = new (room_)
        fiber(std::allocator_arg, boost::context::preallocated(stack_.sp, stack_.size, stack_),
              keep_stack{}, [this](fiber&& caller) {
                caller_ = new (caller_room_) fiber(std::move(caller));
                body_();
                finished_ = true;
                return std::move(*caller_);
              });
  }
  // Runs the thread until it calls give_way() or ends.
  void resume() { *inside_ = std::move(*inside_).resume(); }
  // Called inside: returns to the caller of resume().
  void give_way() { *caller_ = std::move(*caller_).resume(); }
  bool finished() const { return finished_; }

 private:
  using fiber = boost::context::fiber;
  static constexpr std::size_t stack_size = 64 * 1024;
  struct keep_stack {
    boost::context::stack_context allocate() { throw std::bad_alloc(); }
    void deallocate(boost::context::stack_context&) {}
  };

  boost::context::stack_context stack_;
  alignas(fiber) std::byte room_[sizeof(fiber)];
  alignas(fiber) std::byte caller_room_[sizeof(fiber)];
  fiber* inside_ = nullptr;
  fiber* caller_ = nullptr;
  std::function<void()> body_;
  bool finished_ = false;
};

}  // namespace arcas::sim
