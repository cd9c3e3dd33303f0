// SPDX-License-Identifier: Apache-2.0
#include <arcas/algorithms/first_part.h>

#include <arcas/loops/runtime.h>

namespace arcas {
namespace {

runtime& runtime_of(const loop_options& options) {
  return options.on ? *options.on : runtime::current();
}

}  // namespace

loop_options as_configured(loop_options options) {
  const settings& said = runtime_of(options).configuration();
  if (options.grain == 0) options.grain = said.grain;
  if (options.distributor.is_local()) options.distributor = {};
  if (options.distributor.automatic()) options.distributor = said.distributor;
  return options;
}

unsigned workers_of(const loop_options& options) {
  return runtime_of(options).workers();
}

}  // namespace arcas
