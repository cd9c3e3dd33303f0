// SPDX-License-Identifier: Apache-2.0
// Long data that travels beside the lanes, from where it lies to where it ends up. Its receiver
// asks for it when it has room, so that no transfer is unexpected: messages/PROTOCOL.md.
#pragma once

#include <arcas/base/owned.h>
#include <arcas/cluster/transport/packet.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace arcas::inline v0::cluster::detail {

// Names a transfer on the rank that sends it, and one on the rank that receives it.
using transfer_id = std::uint64_t;

// Span k of the sender is as long as span k of the receiver.
using source_spans = std::vector<std::span<const std::byte>>;
using target_spans = std::vector<std::span<std::byte>>;

// The channel of a transfer: one at a time between a sender and a receiver on each.
using transfer_channel = std::uint32_t;
inline constexpr transfer_channel transfer_channels = 2;

struct outgoing_transfer {
  transfer_id id = 0;
  transfer_channel channel = 0;
  source_spans from;
  // Keeps the bytes there; empty where they stay by themselves until the transfer has ended.
  arcas::detail::shared_owner owner;
};

struct incoming_transfer {
  transfer_id id = 0;
  transfer_channel channel = 0;
  target_spans to;
  arcas::detail::shared_owner owner;
};

inline std::size_t bytes_of(const source_spans& spans) {
  std::size_t sum = 0;
  for (const auto s : spans) sum += s.size();
  return sum;
}

// What a transfer between ranks of one process is.
void copy_spans(const source_spans& from, const target_spans& to);

}  // namespace arcas::inline v0::cluster::detail
