// SPDX-License-Identifier: Apache-2.0
// publication.h: a leader whose consecutive loops use two published_slots, and followers that come
// late. After seen_again() a follower relies on three things: the words that it has read are those
// of its epoch, their job exists, and no other thread writes its slot.
#include "checks.h"

#include <arcas/workers/publication.h>

namespace arcas::sim {

using namespace detail;
namespace {

constexpr unsigned published_slots = 2;

// A loop of one iteration, in its leader's frame: the thread that claims it runs it.
struct job {
  explicit job(int n) : number(n) {}
  shared<int> number;
  shared<int> result{0};
};

// Data in a pool besides the protocol: claims of a slot's iteration, and its leader's preparation.
struct slot_words {
  explored_atomic<std::uint64_t> claimed{0};  // number of the loop whose iteration is claimed
  shared<int> prepared{0};                    // plain: written while no thread is inside
};

struct team {
  arcas::detail::publication_board<explored_atomic, published_slots> board{1, 1};
  announcement<explored_atomic> inside;
  slot_words words[published_slots];

  // Announces the loop of this number. No follower has come yet.
  void begin(int number, job* j, unsigned index) {
    words[index].prepared.write() = number;
    work item;
    item.context = j;
    for (auto& a : item.arguments) a = static_cast<std::uint64_t>(number);
    board.publish(index, 0, item);
  }
  unsigned reserve() {
    return board.reserve([this](auto visit) { visit(inside.named()); });
  }
  // The first caller gets the loop's iteration.
  bool claim(unsigned index, std::uint64_t number) {
    std::uint64_t before = words[index].claimed.load(std::memory_order_relaxed);
    // relaxed: claims like stripes; the data of the loop's body comes with the loop.
    return before < number &&
           words[index].claimed.compare_exchange_strong(before, number, std::memory_order_relaxed);
  }

  // A loop on its leader's side.
  void lead(int number) {
    const unsigned index = reserve();
    if (index == published_slots) return;  // alone
    job mine(number);
    begin(number, &mine, index);
    auto& slot = board.slot(index);
    if (claim(index, static_cast<std::uint64_t>(number))) {
      mine.result.write() = number;
    } else {
      slot.expected += 1;
      while (!slot.done.reached(slot.expected)) machine<explored_atomic>::pause();
    }
    require(mine.result.read() == number, "the loop's iteration is done when it returns");
    slot.in_use = false;
  }

  // Looks once for work; the rest is follower::take_part().
  void follow() {
    auto& notice = board.notice_for(0);
    const epoch e = notice.current();
    if (e.being_written() || e == epoch{}) return;
    const work item = notice.read();
    auto& slot = board.slot(e.slot());
    inside.enter(&slot);
    if (!notice.seen_again(e)) {
      inside.leave();
      return;
    }
    const auto number = item.arguments[0];
    require(epoch(number, 0, e.slot()) == e, "the words that were read are those of the epoch");
    for (const auto a : item.arguments) require(a == number, "each word is of the same loop");
    require(words[e.slot()].prepared.read() == static_cast<int>(number),
            "nobody uses the slot for a later loop");
    if (claim(e.slot(), number)) {
      job& j = *static_cast<job*>(item.context);
      j.result.write() = j.number.read();
      slot.done.add(0, 1);
    }
    inside.leave();
  }
};

// Loop 1 is over, but still announced; its slot is reused for loop 3.
team& led_past_a_loop(world& w) {
  team& t = w.make<team>("team");
  t.begin(1, nullptr, t.reserve());
  t.words[1].claimed.store(1);
  t.board.slot(1).in_use = false;
  w.thread("leader", [&t] {
    t.lead(2);
    t.lead(3);
  });
  return t;
}

void late_follower(world& w) {
  team& t = led_past_a_loop(w);
  w.thread("follower", [&t] { t.follow(); });
}

// Loops begin while a follower looks.
void two_published_loops(world& w) {
  team& t = w.make<team>("team");
  w.thread("leader", [&] {
    t.lead(1);
    t.lead(2);
  });
  w.thread("follower", [&] {
    t.follow();
    t.follow();
  });
}

// A follower that comes twice: its announcement moves from one slot to the other.
void follower_comes_twice(world& w) {
  team& t = led_past_a_loop(w);
  w.thread("follower", [&t] {
    t.follow();
    t.follow();
  });
}

}  // namespace

std::span<const check> publication_checks() {
  static const check checks[] = {
      {"publication_late_follower", late_follower},
      {"publication_two_loops", two_published_loops},
      {"publication_follower_comes_twice", follower_comes_twice},
  };
  return checks;
}

}  // namespace arcas::sim
