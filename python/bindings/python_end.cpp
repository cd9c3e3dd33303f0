// SPDX-License-Identifier: Apache-2.0
#include "python_end.h"

#include <nanobind/nanobind.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace python {
namespace {

// How long python_ends() waits for threads that take the lock or call a progress function.
constexpr std::chrono::seconds patience{1};

// seq_cst: a thread increments `about_to_lock` and then reads `ended`; python_ends() sets `ended`
// and then reads the count. These four accesses have one total order, so at least one side sees
// what the other side has written.
std::atomic<int> about_to_lock{0};
std::atomic<bool> ended{false};
std::atomic<std::thread::id> ending{};  // written before `ended`

bool counted_in() {
  about_to_lock.fetch_add(1);
  return !ended.load() || ending.load() == std::this_thread::get_id();
}

}  // namespace

lock_permit::lock_permit() : allowed_(counted_in()) {
  if (!allowed_) about_to_lock.fetch_sub(1);
}

lock_permit::~lock_permit() {
  if (allowed_) about_to_lock.fetch_sub(1);
}

void python_ends() {
  ending.store(std::this_thread::get_id());
  ended.store(true);
  const nanobind::gil_scoped_release without_lock;
  const auto until = std::chrono::steady_clock::now() + patience;
  while (about_to_lock.load() != 0 && std::chrono::steady_clock::now() < until) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

void wait_for_the_end() {
  for (;;) ::pause();
}

}  // namespace python
