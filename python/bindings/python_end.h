// SPDX-License-Identifier: Apache-2.0
// May this thread still take the interpreter's lock? When Python ends while a daemon thread waits for a kernel, Python
// unwinds that thread where it takes the lock, which C++ does not survive (std::terminate). So at exit, by `atexit`, all
// threads but the one that ends Python are told never to take the lock again, and those about to are waited for.
#pragma once

namespace python {

// While it lives, the thread may take the lock if `allowed()`.
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

// For `atexit`, with the lock.
void python_ends();

// Of a thread that may not go on: the process is about to end.
[[noreturn]] void wait_for_the_end();

}  // namespace python
