// SPDX-License-Identifier: Apache-2.0
// handover_ring.h: one giver, one taker, and items that are plain data: read before they are whole,
// or written before they have been read, they would be a race. With fewer places than items, so
// that each place is used again.
#include "checks.h"

#include <arcas/cluster/transport/handover_ring.h>

#include <utility>

namespace arcas::sim {

using namespace detail;
namespace {

// What is moved out of a place is read there and written, as with a packet.
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
    require(has_place || given.number.read() == given_count + 1, "what has no place is as it was");
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

// Neither waits for the other: what has been refused and what has not been there count too.
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
    require(t.taken_count == t.given_count, "what was given is taken, by and by");
  });
}

}  // namespace

std::span<const check> handover_checks() {
  static const check checks[] = {
      {"handover_by_one_place", all_of<1, 3>},
      {"handover_by_two_places", all_of<2, 3>},
      {"handover_without_waiting", without_waiting<1, 3>},
      {"handover_by_two_without_waiting", without_waiting<2, 4>},
  };
  return checks;
}

}  // namespace arcas::sim
