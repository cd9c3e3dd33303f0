// SPDX-License-Identifier: Apache-2.0
#include <arcas/algorithms/prefix_blocks.h>

#include <arcas/runtime/runtime.h>

#include <algorithm>

namespace arcas::inline v0::detail {
namespace {

// A grain from the environment is meant for claims, and may be too small for blocks, which cost
// memory. A grain that the caller gives is used as it is.
constexpr std::size_t least_grain_from_environment = 4096;

}  // namespace

loop_options as_configured(loop_options options) {
  const settings& said = runtime_of(options).configuration();
  if (options.grain == 0 && said.grain != 0) {
    options.grain = std::max(said.grain, least_grain_from_environment);
  }
  if (options.distributor.kind() == distribution::local) options.distributor = {};
  if (options.distributor.automatic()) options.distributor = said.distributor;
  return options;
}

unsigned workers_of(const loop_options& options) {
  return runtime_of(options).workers();
}

}  // namespace arcas::inline v0::detail
