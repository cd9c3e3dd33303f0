// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/exceptions.h>
#include <arcas/cluster/transport/explained_end.h>
#include <arcas/cluster/transport/transport.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>
#include <thread>
#include <utility>

namespace arcas::inline v0::cluster::detail {
namespace {

// The low byte of a packet's word is the packet's lane. A bare word, one without a packet, has
// credits_only or the_end there. The next three bytes are returned credits, a byte for each lane.
constexpr std::uint8_t credits_only = lanes;
constexpr std::uint8_t the_end = lanes + 1;
constexpr std::size_t least_packet = 64;
constexpr std::size_t least_long = 64;

constinit std::atomic<bool> explained_here{false};

}  // namespace

constinit std::atomic<bool>* end_is_explained = &explained_here;

packet::packet(std::size_t capacity) try : bytes_(new std::byte[head + capacity]) {
} catch (const std::bad_alloc&) {
  throw arcas::out_of_memory(
      "there is no memory for a packet of %zu bytes; run fewer ranks on a host, or set "
      "ARCAS_CLUSTER_BUFFERS lower",
      capacity);
}

void copy_spans(const source_spans& from, const target_spans& to) {
  for (std::size_t k = 0; k < from.size(); ++k) {
    std::memcpy(to[k].data(), from[k].data(), from[k].size());
  }
}

setting_values values_of(std::span<const setting> settings) {
  setting_values values{};
  for (std::size_t i = 0; i < settings.size(); ++i) values[i] = settings[i].value;
  return values;
}

bool may_run_together(std::span<const setting> own, const setting_values& of_first) {
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (own[i].value != of_first[i]) return false;
  }
  return true;
}

void refuse_other_settings(std::span<const setting> own, const setting_values& of_first) {
  std::size_t which = 0;
  while (own[which].value == of_first[which]) ++which;
  const std::string name = own[which].name;
  if (name == program_setting) {
    throw std::runtime_error(
        "this rank runs another program than rank 0; start all ranks from one executable file");
  }
  throw std::runtime_error(name + " is " + std::to_string(own[which].value) + " on this rank and " +
                           std::to_string(of_first[which]) +
                           " on rank 0; set it to the same value for all ranks");
}

std::uint64_t real_nanoseconds() {
  const auto since = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(since).count());
}

void lend_processor(unsigned calls) {
  constexpr unsigned calls_before_yield = 16;
  constexpr unsigned calls_before_sleep = 20'000;
  if (calls > calls_before_sleep) {
    std::this_thread::sleep_for(std::chrono::microseconds(50));
  } else if (calls > calls_before_yield) {
    std::this_thread::yield();
  }
}

transport::transport(carrier& network, const transport_options& options,
                     std::span<const setting> settings)
    : network_(network),
      self_(network.self()),
      ranks_(network.ranks()),
      options_(options),
      grid_(network.ranks(), options.hops, options.row) {
  if (options.credits < 1 || options.credits > 255) {
    throw std::invalid_argument("credits: " + std::to_string(options.credits) +
                                " is out of range; it must be between 1 and 255");
  }
  if (options.packet_bytes < least_packet || options.packet_bytes % sizeof(std::uint64_t) != 0) {
    throw std::invalid_argument("packet_bytes: " + std::to_string(options.packet_bytes) +
                                " is out of range; it must be a multiple of 8 and at least " +
                                std::to_string(least_packet));
  }
  if (options.long_bytes < least_long) {
    throw std::invalid_argument("long_bytes: " + std::to_string(options.long_bytes) +
                                " is out of range; it must be at least " +
                                std::to_string(least_long));
  }
  const auto credits = static_cast<std::uint8_t>(options.credits);
  worth_a_word_ = std::max<std::uint8_t>(1, static_cast<std::uint8_t>(credits / 2));
  left_.assign(ranks(), {credits, credits, credits});
  owed_.assign(ranks(), {0, 0, 0});
  network_.prepare({options.packet_bytes, options.credits * lanes, settings}, grid_.links(self_));
  begin_turn();
}

bool transport::is_local() const {
  const auto peers = grid_.links(self_);
  return std::ranges::all_of(peers, [this](rank_id peer) { return is_near(peer); });
}

std::uint64_t transport::word_for(rank_id to, std::uint8_t kind) {
  std::uint64_t word = kind;
  for (std::size_t l = 0; l < lanes; ++l) {
    word |= std::uint64_t{owed_[to][l]} << (8 * (l + 1));
  }
  owed_[to] = {0, 0, 0};
  return word;
}

void transport::accept(rank_id from, std::uint64_t word) {
  for (std::size_t l = 0; l < lanes; ++l) {
    const std::uint8_t credits = credits_in(word, static_cast<lane>(l));
    in_hand_ -= credits;
    left_[from][l] = static_cast<std::uint8_t>(left_[from][l] + credits);
  }
}

void transport::taken_in_hand() {
  counts_.most_packets = std::max(counts_.most_packets, ++in_hand_);
}

packet transport::lease(rank_id to) {
  packet p = network_.lease(to);
  taken_in_hand();
  return p;
}

void transport::send(rank_id to, lane on, packet p) {
  --left_[to][index(on)];
  ++counts_.packets_sent;
  counts_.bytes_sent += p.wire_size();
  p.set_word(word_for(to, static_cast<std::uint8_t>(on)));
  try {
    network_.post(to, std::move(p));
  } catch (const std::exception& e) {
    // Other ranks wait for the messages in the packet.
    abort("a packet to rank " + std::to_string(to) + " is lost: " + e.what());
    throw;
  }
}

void transport::abort(const std::string& cause) {
  if (aborted_) return;
  // aborted_ is set last: the allocation of the message may throw, and then this rank has not
  // aborted.
  network_.abort("rank " + std::to_string(self()) + " of " + std::to_string(ranks()) + ": " +
                 cause);
  aborted_ = true;
}

std::optional<arrival> transport::receive() {
  incoming next;
  while (network_.take(next)) {
    accept(next.from, next.word);
    const auto kind = static_cast<std::uint8_t>(next.word);
    if (kind == the_end) end_has_come_ = true;
    if (kind == credits_only || kind == the_end) continue;
    taken_in_hand();
    ++counts_.packets_received;
    return arrival{next.from, static_cast<lane>(kind), std::move(next.contents)};
  }
  return std::nullopt;
}

void transport::release(arrival a) {
  // The buffer is available again before its sender gets the credit.
  network_.give_back(a.from, std::move(a.contents));
  --in_hand_;
  if (++owed_[a.from][index(a.lane)] >= worth_a_word_) {
    network_.post_word(a.from, word_for(a.from, credits_only));
    ++counts_.words_sent;
  }
}

void transport::send_end(rank_id to) {
  network_.post_word(to, word_for(to, the_end));
  ++counts_.words_sent;
}

}  // namespace arcas::inline v0::cluster::detail
