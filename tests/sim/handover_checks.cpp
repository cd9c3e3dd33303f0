// SPDX-License-Identifier: Apache-2.0
// handover_ring.h: a giver and a taker. Items are plain data, so to read an item before it is
// complete, or to overwrite it before it has been read, would be a race. There are fewer places
// than items, so that each place is reused.
// buffer_exchange.h: each of two processes fills buffers, which the other process reads in place.
// Each buffer is reused.
#include "checks.h"

#include <arcas/cluster/transport/buffer_exchange.h>

#include <cstddef>
#include <new>
#include <utility>
#include <vector>

namespace arcas::sim {

using namespace detail;
namespace {

// An item that is moved out of a place is read and written there, like a packet.
struct item {
  shared<int> number{0};

  item& operator=(item&& other) {
    number.set(std::exchange(other.number.write(), 0));
    return *this;
  }
};

struct two_workers {
  explicit two_workers(std::size_t places) : ring(places) {}

  cluster::detail::handover_ring<item, explored_atomic> ring;
  item given;  // the giver's own
  item taken;  // the taker's own
  int given_count = 0;
  int taken_count = 0;

  bool give() {
    given.number.set(given_count + 1);
    const bool has_place = ring.give(std::move(given));
    given_count += has_place;
    require(has_place || given.number.read() == given_count + 1, "a refused item is unchanged");
    return has_place;
  }
  bool take() {
    if (!ring.take(taken)) return false;
    require(taken.number.read() == ++taken_count, "items come whole, in order, and once each");
    return true;
  }
};

template <std::size_t places, int items>
void all_of(world& w) {
  auto& t = w.make<two_workers>("workers", places);
  w.thread("giver", [&t] {
    while (t.given_count != items) {
      if (!t.give()) machine<explored_atomic>::pause();
    }
  });
  w.thread("taker", [&t] {
    while (t.taken_count != items) {
      if (!t.take()) machine<explored_atomic>::pause();
    }
  });
  w.at_end([&t] { require(!t.ring.take(t.taken), "nothing is left"); });
}

// Neither thread waits for the other: refused and missing items count as attempts too.
template <std::size_t places, int tries>
void without_waiting(world& w) {
  auto& t = w.make<two_workers>("workers", places);
  w.thread("giver", [&t] {
    for (int i = 0; i < tries; ++i) t.give();
  });
  w.thread("taker", [&t] {
    for (int i = 0; i < tries; ++i) t.take();
  });
  w.at_end([&t] {
    require(t.given_count >= static_cast<int>(places), "there are as many places as promised");
    while (t.take()) {
    }
    require(t.taken_count == t.given_count, "each given item is taken");
  });
}

using cluster::detail::exchanged;
using exchange = cluster::detail::buffer_exchange<explored_atomic>;

// What one of two processes writes: the ring to the other process, and the buffers.
struct part_of_process {
  explicit part_of_process(std::size_t packets)
      : room(exchange::ring::bytes_for(places(packets)) / sizeof(padded<std::byte>) + 1),
        to_other(*::new (room.data()) exchange::ring(places(packets))),
        buffers(exchange::buffers_for(packets)) {}
  ~part_of_process() { to_other.~ring_type(); }
  using ring_type = exchange::ring;

  static std::size_t places(std::size_t packets) { return exchange::places_for(packets, 1); }
  std::vector<padded<std::byte>> room;
  exchange::ring& to_other;
  std::vector<shared<int>> buffers;
};

// One process, which posts while it has credits. As in the transport, the receiver of a packet
// first returns the buffer. Then it returns the credit, by an item without a buffer.
struct process {
  process(part_of_process& own, part_of_process& other, std::size_t packets)
      : own(own), other(other), exchanges(own.to_other, packets), credits(packets) {
    exchanges.begin_to_take(other.to_other);
  }

  part_of_process& own;
  part_of_process& other;
  exchange exchanges;
  std::size_t credits;
  int posted = 0;
  int read = 0;

  // Every second packet is filled elsewhere, and copied.
  bool post() {
    if (credits == 0) return false;
    --credits;
    ++posted;
    const auto word = static_cast<std::uint64_t>(posted);
    if (posted % 2 == 0) {
      const std::uint32_t free = exchanges.take_free();
      own.buffers[free].set(posted);
      exchanges.post(word, 8, free);
      return true;
    }
    const std::uint32_t leased = exchanges.lease();
    require(leased != exchanged::no_buffer, "a packet that may be under way finds a buffer");
    own.buffers[leased].set(posted);
    exchanges.post_leased(word, 8, leased);
    return true;
  }
  bool take() {
    exchanged next;
    if (!exchanges.take(next)) return false;
    if (next.buffer == exchanged::no_buffer) {
      ++credits;
      return true;
    }
    require(next.word == static_cast<std::uint64_t>(++read),
            "packets come in order, and once each");
    require(other.buffers[next.buffer].read() == read, "a buffer is read as it was filled");
    exchanges.give_back(next.buffer);
    exchanges.post_word(0);
    return true;
  }
};

template <std::size_t packets>
struct two_processes {
  part_of_process parts[2] = {part_of_process(packets), part_of_process(packets)};
  process ends[2] = {{parts[0], parts[1], packets}, {parts[1], parts[0], packets}};
};

// One step for each letter: with p the process posts if it has a credit, with t it takes an item if
// there is one. The items that are left are taken at the end of the check.
void run(process& p, const char* steps) {
  for (; *steps; ++steps) *steps == 'p' ? p.post() : p.take();
}

template <std::size_t packets>
void exchange_in_place(world& w, const char* first, const char* second) {
  auto& t = w.make<two_processes<packets>>("processes");
  w.thread("first", [&t, first] { run(t.ends[0], first); });
  w.thread("second", [&t, second] { run(t.ends[1], second); });
  w.at_end([&t] {
    process& a = t.ends[0];
    process& b = t.ends[1];
    while (a.take() | b.take()) {
    }
    require(a.read == b.posted && b.read == a.posted, "each posted packet is read");
    require(a.credits == packets && b.credits == packets, "all credits come back");
  });
}
void buffer_used_again(world& w) {
  exchange_in_place<1>(w, "ptp", "tt");
}
void two_buffers(world& w) {
  exchange_in_place<2>(w, "pptp", "tt");
}
void buffers_both_ways(world& w) {
  exchange_in_place<1>(w, "ptt", "ptt");
}

}  // namespace

std::span<const check> handover_checks() {
  static const check checks[] = {
      {"handover_by_one_place", all_of<1, 3>},
      {"handover_by_two_places", all_of<2, 3>},
      {"handover_without_waiting", without_waiting<1, 3>},
      {"handover_by_two_without_waiting", without_waiting<2, 4>},
      {"handover_of_buffers", buffer_used_again},
      {"handover_of_two_buffers", two_buffers},
      {"handover_of_buffers_both_ways", buffers_both_ways},
  };
  return checks;
}

}  // namespace arcas::sim
