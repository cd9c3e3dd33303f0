// SPDX-License-Identifier: Apache-2.0
// Whether this process has reported why it ends before the job does, or has nothing to report. A
// state of the process, as MPI is. diagnosis/neighbours.h moves it to memory that other processes
// can read after this one has ended. It is not in carrier.h, so that programs, which include that
// header, do not include <atomic>.
#pragma once

#include <atomic>

namespace arcas::inline v0::cluster::detail {

extern constinit std::atomic<bool>* end_is_explained;

}  // namespace arcas::inline v0::cluster::detail
