// SPDX-License-Identifier: Apache-2.0
// Long data that travels outside the lanes, directly from its place to its destination. The
// receiver asks for it when it has a place, so that no transfer is unexpected:
// messages/PROTOCOL.md.
#pragma once

#include <arcas/base/owned.h>
#include <arcas/cluster/transport/packet.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace arcas::inline v0::cluster::detail {

// The number of a transfer on its sender, and another number of it on its receiver.
using transfer_id = std::uint64_t;

// Span k of the sender is as long as span k of the receiver.
using source_spans = std::vector<std::span<const std::byte>>;
using target_spans = std::vector<std::span<std::byte>>;

// The channel of a transfer. Each channel between a sender and a receiver has one transfer at a
// time.
using transfer_channel = std::uint32_t;
inline constexpr transfer_channel transfer_channels = 2;

struct outgoing_transfer {
  transfer_id id = 0;
  transfer_channel channel = 0;
  source_spans from;
  // Keeps the bytes; empty if they remain until the transfer has ended without an owner.
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

// The transfer between two ranks of one process.
void copy_spans(const source_spans& from, const target_spans& to);

}  // namespace arcas::inline v0::cluster::detail
