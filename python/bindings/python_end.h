// SPDX-License-Identifier: Apache-2.0
// May this thread still take the interpreter's lock? If Python ends while a daemon thread waits for
// a kernel, Python unwinds that thread when it takes the lock, and C++ calls std::terminate.
// Therefore a function registered with `atexit` forbids the lock to all threads except the one that
// ends Python, and waits for threads that are about to take it.
#pragma once

namespace python {

// During the lifetime of a permit, the thread may take the lock if `allowed()`.
class lock_permit {
 public:
  lock_permit();
  ~lock_permit();
  lock_permit(const lock_permit&) = delete;
  lock_permit& operator=(const lock_permit&) = delete;
  bool allowed() const { return allowed_; }

 private:
  const bool allowed_;
};

// Registered with `atexit`, which calls it with the lock.
void python_ends();

// Blocks a thread that is not allowed the lock until the process ends.
[[noreturn]] void wait_for_the_end();

}  // namespace python
