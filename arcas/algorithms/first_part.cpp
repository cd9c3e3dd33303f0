// SPDX-License-Identifier: Apache-2.0
#include <arcas/algorithms/first_part.h>

#include <arcas/loops/runtime.h>

namespace arcas {

unsigned workers_of(const loop_options& options) {
  return (options.on ? *options.on : runtime::current()).workers();
}

}  // namespace arcas
