// SPDX-License-Identifier: Apache-2.0
// Has this process said why it ends before the job, or has it nothing to say? A state of the process, as MPI is;
// diagnosis/neighbours.h keeps it where others see it when the process is no more. Apart from carrier.h, which programs
// include and which shall not cost them <atomic>.
#pragma once

#include <atomic>

namespace arcas::inline v0::cluster::detail {

extern constinit std::atomic<bool>* end_is_explained;

}  // namespace arcas::inline v0::cluster::detail
