// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/cache_line.h>
#include <arcas/cluster/transport/host_carrier.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <functional>
#include <new>
#include <stdexcept>
#include <utility>

namespace arcas::inline v0::cluster::detail {
namespace {

using ring = buffer_exchange<>::ring;
// The shared memory has a part for each process. A part begins with a directory, which has an entry
// for each process of the host. The entry is the offset, within the part, of the data for that
// process; it is 0 until the data has been written.
using directory_entry = std::uint64_t;
static_assert(std::atomic_ref<directory_entry>::is_always_lock_free);

// A process whose peers are all on its host polls the carrier below once in this number of polls,
// only to learn whether the job has ended.
constexpr unsigned looks_between_looks_beyond = 1024;

constexpr std::size_t rounded(std::size_t bytes, std::size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

// The data for one other process, in a process's part: a ring, then buffers.
struct link_layout {
  std::size_t packets;  // maximum number under way
  std::size_t words;    // in addition to one for each packet
  std::size_t buffer_bytes;

  link_layout(const capacity& of_each_link, std::size_t links)
      : packets(links * of_each_link.packets),
        words(links),
        buffer_bytes(rounded(packet::head + of_each_link.payload_bytes, cache_line)) {}

  std::uint32_t buffers() const { return buffer_exchange<>::buffers_for(packets); }
  std::size_t places() const { return buffer_exchange<>::places_for(packets, words); }
  std::size_t ring_bytes() const { return rounded(ring::bytes_for(places()), no_sharing); }
  std::size_t bytes() const { return rounded(ring_bytes() + buffers() * buffer_bytes, no_sharing); }
};

[[noreturn]] void refuse_lease() {
  throw std::logic_error(
      "error in Arcas: a packet is posted to a process for which it was not leased");
}

}  // namespace

// Another process of this host, and this process's end of the exchange with it.
class host_carrier::peer {
 public:
  // Creates the ring at `own`, in this process's part. The other process will create its data for
  // this process in its own part, `theirs`, which begins with a directory.
  peer(rank_id process, const link_layout& layout, std::byte* own, std::byte* theirs,
       std::size_t self)
      : process_(process),
        layout_(layout),
        exchange_(*::new (own) ring(layout.places()), layout.packets),
        buffers_(own + layout.ring_bytes()),
        their_part_(theirs),
        entry_(reinterpret_cast<directory_entry*>(theirs)[self]) {}

  void post(packet p) {
    const std::uint64_t word = p.word();
    const auto size = static_cast<std::uint32_t>(p.size);
    if (p.is_in_place()) {
      if (!is_own(p.wire())) refuse_lease();
      return exchange_.post_leased(word, size, number_of(p.wire(), buffers_));
    }
    const std::uint32_t buffer = exchange_.take_free();
    std::memcpy(at(buffers_, buffer), p.wire(), p.wire_size());
    exchange_.post(word, size, buffer);
  }
  void post_word(std::uint64_t word) { exchange_.post_word(word); }
  bool take(incoming& next) {
    exchanged what;
    if (!is_there() || !exchange_.take(what)) return false;
    next.from = process_;
    next.word = what.word;
    next.contents = what.buffer == exchanged::no_buffer
                        ? packet()
                        : packet::in_place(at(their_buffers_, what.buffer), what.size);
    return true;
  }
  void give_back(packet p) { exchange_.give_back(number_of(p.wire(), their_buffers_)); }
  packet lease() {
    const std::uint32_t buffer = exchange_.lease();
    return buffer == exchanged::no_buffer ? packet() : packet::in_place(at(buffers_, buffer), 0);
  }

 private:
  std::byte* at(std::byte* buffers, std::uint32_t number) const {
    return buffers + number * layout_.buffer_bytes;
  }
  bool is_own(const std::byte* wire) const {
    const std::less<> before;
    return !before(wire, buffers_) && before(wire, at(buffers_, layout_.buffers()));
  }
  std::uint32_t number_of(const std::byte* wire, const std::byte* buffers) const {
    return static_cast<std::uint32_t>(static_cast<std::size_t>(wire - buffers) /
                                      layout_.buffer_bytes);
  }
  bool is_there() {
    if (their_buffers_) return true;
    // acquire: pairs with the release in make_peers(); the ring has been made.
    const std::uint64_t link = std::atomic_ref(entry_).load(std::memory_order_acquire);
    if (link == 0) return false;
    exchange_.begin_to_take(*std::launder(reinterpret_cast<ring*>(their_part_ + link)));
    their_buffers_ = their_part_ + link + layout_.ring_bytes();
    return true;
  }

  const rank_id process_;
  const link_layout layout_;
  buffer_exchange<> exchange_;
  std::byte* const buffers_;
  std::byte* const their_part_;
  directory_entry& entry_;
  std::byte* their_buffers_ = nullptr;
};

host_carrier::host_carrier(carrier& beyond, std::vector<rank_id> of_host, sharing share)
    : forwarding_carrier(beyond), of_host_(std::move(of_host)), share_(std::move(share)) {}

host_carrier::~host_carrier() = default;

void host_carrier::prepare(const capacity& of_each_peer, std::span<const rank_id> peers) {
  std::vector<std::size_t> links(of_host_.size());
  std::vector<rank_id> beyond;
  for (const rank_id p : peers) {
    const auto here = std::ranges::find(of_host_, p);
    if (here == of_host_.end()) {
      beyond.push_back(p);
    } else {
      ++links[static_cast<std::size_t>(here - of_host_.begin())];
    }
  }
  make_peers(links, of_each_peer);
  has_peers_beyond_ = shares_memory() ? !beyond.empty() : !peers.empty();
  below_.prepare(of_each_peer, shares_memory() ? std::span<const rank_id>(beyond) : peers);
}

void host_carrier::make_peers(std::span<const std::size_t> links, const capacity& of_each_link) {
  const std::size_t n = links.size();
  const std::size_t directory = rounded(n * sizeof(directory_entry), no_sharing);
  std::size_t bytes = directory;
  for (const std::size_t l : links) bytes += link_layout(of_each_link, l).bytes();
  memory_ = share_(bytes);
  by_process_.assign(ranks(), nullptr);
  if (!shares_memory()) return;
  std::byte* const own = memory_.parts[memory_.own].get();
  std::size_t at = directory;
  for (std::size_t k = 0; k < n; ++k) {
    if (links[k] == 0) continue;
    const link_layout layout(of_each_link, links[k]);
    peers_.push_back(
        std::make_unique<peer>(of_host_[k], layout, own + at, memory_.parts[k].get(), memory_.own));
    by_process_[of_host_[k]] = peers_.back().get();
    // release: pairs with the acquire in is_there(); the ring has been made.
    std::atomic_ref(reinterpret_cast<directory_entry*>(own)[k])
        .store(at, std::memory_order_release);
    at += layout.bytes();
  }
}

std::size_t host_carrier::bytes_beside_packets(const capacity& of_a_link) {
  const link_layout layout(of_a_link, 1);
  const std::size_t most_places = 2 * layout.places();  // rounded up to a power of two
  const std::size_t of_a_buffer = layout.buffer_bytes - packet::head - of_a_link.payload_bytes;
  return sizeof(ring) + most_places * sizeof(exchanged) + layout.buffers() * of_a_buffer +
         2 * no_sharing + sizeof(directory_entry);
}

void host_carrier::post(rank_id to, packet p) {
  if (peer* const here = peer_here(to)) return here->post(std::move(p));
  if (p.is_in_place()) refuse_lease();
  below_.post(to, std::move(p));
}

void host_carrier::post_word(rank_id to, std::uint64_t word) {
  if (peer* const here = peer_here(to)) return here->post_word(word);
  below_.post_word(to, word);
}

void host_carrier::give_back(rank_id from, packet p) {
  if (peer* const here = peer_here(from)) return here->give_back(std::move(p));
  below_.give_back(from, std::move(p));
}

// The packet is a buffer of the shared memory. If the maximum number of buffers is leased, it is a
// packet outside of that memory, and is copied when it is posted.
packet host_carrier::lease(rank_id to) {
  if (peer* const here = peer_here(to)) {
    if (packet p = here->lease()) return p;
  }
  return below_.lease(to);
}

bool host_carrier::take(incoming& next) {
  ++looks_;
  if (!has_peers_beyond_ && looks_ % looks_between_looks_beyond != 0) return take_here(next);
  // The two sources take turns at being asked first.
  if (!has_peers_beyond_ || looks_ % 2 != 0) return below_.take(next) || take_here(next);
  return take_here(next) || below_.take(next);
}

// Asks the peers in turn, so that none waits for ever.
bool host_carrier::take_here(incoming& next) {
  const std::size_t n = peers_.size();
  for (std::size_t k = 0; k < n; ++k) {
    looked_at_ = looked_at_ + 1 < n ? looked_at_ + 1 : 0;
    if (peers_[looked_at_]->take(next)) return true;
  }
  return false;
}

// A rank with peers on this host does not wait in the carrier below: an arrival in shared memory
// would not end that wait.
void host_carrier::wait_for_arrival(unsigned calls) {
  if (peers_.empty()) return below_.wait_for_arrival(calls);
  idle(calls);
}

}  // namespace arcas::inline v0::cluster::detail
