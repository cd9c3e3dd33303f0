// SPDX-License-Identifier: Apache-2.0
// Whether this process has nothing to report about its end, or has reported why it ends before the
// job does. The flag belongs to the process, not to a rank. diagnosis/neighbours.h moves it to
// memory that other processes can read after this one has ended. The flag is not in carrier.h, so
// that programs, which include that header, do not include <atomic>.
#pragma once

#include <atomic>

namespace arcas::inline v0::cluster::detail {

extern constinit std::atomic<bool>* end_is_explained;

}  // namespace arcas::inline v0::cluster::detail
