// SPDX-License-Identifier: Apache-2.0
#include <sim/machine/timeline.h>

#include <boost/context/fixedsize_stack.hpp>

#include <memory>
#include <stdexcept>
#include <string>

namespace arcas::sim {
namespace {

// In bytes, of a virtual thread. To run a share of a loop and to compute the price of an access
// takes less than a tenth of it.
constexpr std::size_t stack_size = 32 << 10;

}  // namespace

void timeline::start(unsigned thread, std::function<void()> body, std::uint64_t at) {
  threads_[thread].fiber =
      boost::context::fiber(std::allocator_arg, boost::context::fixedsize_stack(stack_size),
                            [this, body = std::move(body)](boost::context::fiber&& from) {
                              scheduler_ = std::move(from);
                              body();
                              return std::move(scheduler_);
                            });
  wake(thread, at);
}

std::uint64_t timeline::run() {
  while (!turns_.empty()) {
    const turn next = turns_.top();
    turns_.pop();
    virtual_thread& thread = threads_[next.thread];
    if (next.number != thread.turn) continue;
    if (const std::uint64_t late = std::exchange(thread.late, 0)) {
      wake(next.thread, next.at + late);
      continue;
    }
    now_ = next.at;
    me_ = next.thread;
    thread.has_turn = false;
    thread.fiber = std::move(thread.fiber).resume();
  }
  for (unsigned t = 0; t < size(); ++t) {
    if (threads_[t].fiber)
      throw std::logic_error("virtual thread " + std::to_string(t) +
                             " waits for something that no thread does; its protocol loses a "
                             "wake-up, or a wait in the simulator names another line");
  }
  return now_;
}

void timeline::sleep() {
  scheduler_ = std::move(scheduler_).resume();
}

}  // namespace arcas::sim
