// SPDX-License-Identifier: Apache-2.0
// What stands in a packet before messages? Those of one handler and scope in a row, a run, share a
// header, so that an update of 16 bytes costs 16 bytes. The outbox writes headers, the messenger
// reads them.
#pragma once

#include <arcas/cluster/transport/packet.h>

#include <cstdint>
#include <cstring>

namespace arcas::cluster::detail {

// Whose activities a message is counted with (completion/scope_table.h); 0: nobody's.
using scope_id = std::uint64_t;
using handler_id = std::uint16_t;

struct run_key {
  handler_id handler = 0;
  scope_id scope = 0;
  friend bool operator==(const run_key&, const run_key&) = default;
};

struct run_header {
  handler_id handler;
  std::uint16_t count;
  std::uint32_t bytes;  // of the messages
  scope_id scope;
};
static_assert(sizeof(run_header) == 16);

// Behind it, where messages need more than one hop: the rank that sent them, and the one they are
// for.
struct run_route {
  rank_id from = 0;
  rank_id to = 0;
  friend bool operator==(const run_route&, const run_route&) = default;
};

constexpr std::size_t head_bytes(bool routed) {
  return sizeof(run_header) + (routed ? sizeof(run_route) : 0);
}

// Reads what stands before a run; returns where its messages begin. Without a route `route` is left
// as it is.
inline const std::byte* read_head(const std::byte* at, bool routed, run_header& run,
                                  run_route& route) {
  std::memcpy(&run, at, sizeof run);
  if (routed) std::memcpy(&route, at + sizeof run, sizeof route);
  return at + head_bytes(routed);
}

}  // namespace arcas::cluster::detail
