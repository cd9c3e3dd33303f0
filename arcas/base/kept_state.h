// SPDX-License-Identifier: Apache-2.0
// Which state of the calling thread does a call into a runtime preserve? kept_errno restores errno,
// which expected failures of system calls change. no_cancellation keeps the thread from being
// cancelled, since some calls of the C library are cancellation points.
#pragma once

#include <pthread.h>

#include <cerrno>

namespace arcas::inline v0::detail {

class kept_errno {
 public:
  kept_errno() noexcept : place_(errno), before_(place_) {}
  ~kept_errno() { place_ = before_; }
  kept_errno(const kept_errno&) = delete;
  kept_errno& operator=(const kept_errno&) = delete;

 private:
  int& place_;
  const int before_;
};

// A pending pthread_cancel() takes effect at the program's own next cancellation point.
class no_cancellation {
 public:
  no_cancellation() noexcept { pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before_); }
  ~no_cancellation() { pthread_setcancelstate(before_, nullptr); }
  no_cancellation(const no_cancellation&) = delete;
  no_cancellation& operator=(const no_cancellation&) = delete;

 private:
  int before_ = PTHREAD_CANCEL_ENABLE;
};

}  // namespace arcas::inline v0::detail
