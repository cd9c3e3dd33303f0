// SPDX-License-Identifier: Apache-2.0
// A loop's description that no longer exists while a late follower looks at it.
#include "seeded.h"

#include <memory>

namespace arcas::sim {
namespace {

void fence() {
  arcas::detail::machine<explored_atomic>::fence(sc);
}

// The published scheme of Callisto-RTS: a work item on the leader's stack, a pointer to it, and for
// each follower a mark that it is looking.
struct published {
  explored_atomic<shared<int>*> item{nullptr};
  explored_atomic<bool> looking{false};
};

struct safeguards {
  bool looks_again = true;
  bool follower_fence = true;
  bool leader_fence = true;
};

void lead(published& p, const safeguards& s) {
  {
    shared<int> item(42);
    p.item.store(&item, rel);
    p.item.store(nullptr, rlx);
    if (s.leader_fence) fence();
    while (p.looking.load(acq)) arcas::detail::machine<explored_atomic>::pause();
  }
}

void follow(published& p, const safeguards& s) {
  shared<int>* item = p.item.load(acq);
  if (item == nullptr) return;
  p.looking.store(true, rel);
  if (s.follower_fence) fence();
  if (!s.looks_again || p.item.load(acq) == item) require(item->read() == 42, "the item is there");
  p.looking.store(false, rel);
}

template <safeguards S>
void work_item(world& w) {
  auto& p = w.make<published>("published");
  w.thread("leader", [&] { lead(p, S); });
  w.thread("follower", [&] { follow(p, S); });
}

// A notice of two words that is rewritten while it is read: a sequence lock.
template <bool Checks, bool FenceAfterMark>
void torn_notice(world& w) {
  struct notice {
    explored_atomic<int> sequence{0};
    explored_atomic<int> first{0};
    explored_atomic<int> second{0};
  };
  auto& n = w.make<notice>("notice");
  w.thread("leader", [&] {
    n.sequence.store(1, rlx);
    if (FenceAfterMark) arcas::detail::machine<explored_atomic>::fence(rel);
    n.first.store(7, rlx);
    n.second.store(7, rlx);
    n.sequence.store(2, rel);
  });
  w.thread("follower", [&] {
    const int before = n.sequence.load(acq);
    if (before == 1) return;
    const int a = n.first.load(rlx);
    const int b = n.second.load(rlx);
    arcas::detail::machine<explored_atomic>::fence(acq);
    if (!Checks || n.sequence.load(rlx) == before) require(a == b, "both words are of one notice");
  });
}

// A descriptor that is reused as soon as the notice no longer shows it, without asking who reads
// it.
template <bool Asks>
void used_again(world& w) {
  struct descriptors {
    explored_atomic<int> shown{1};
    explored_atomic<int> inside{0};
    shared<int> slot{1};
  };
  auto& d = w.make<descriptors>("descriptors");
  w.thread("leader", [&] {
    d.shown.store(2, rlx);
    fence();
    if (!Asks || d.inside.load(acq) == 0) d.slot.set(3);
  });
  w.thread("follower", [&] {
    if (d.shown.load(acq) != 1) return;
    d.inside.store(1, rel);
    fence();
    if (d.shown.load(rlx) == 1) require(d.slot.read() == 1, "the descriptor is the one shown");
    d.inside.store(0, rel);
  });
}

constexpr safeguards all{};
constexpr safeguards no_second_look{.looks_again = false};
constexpr safeguards no_follower_fence{.follower_fence = false};
constexpr safeguards no_leader_fence{.leader_fence = false};

}  // namespace

std::span<const seeded_bug> lifetime_bugs() {
  static const seeded_bug bugs[] = {
      {"WorkItemWithoutSecondLook", "Callisto-RTS as published", work_item<all>,
       work_item<no_second_look>, failure_kind::touch_after_end, memory_model::sequential},
      {"WorkItemWithoutFollowersFence", "Callisto-RTS as published, on TSO", work_item<all>,
       work_item<no_follower_fence>, failure_kind::touch_after_end, memory_model::tso},
      {"WorkItemWithoutLeadersFence", "Callisto-RTS as published, on TSO", work_item<all>,
       work_item<no_leader_fence>, failure_kind::touch_after_end, memory_model::tso},
      {"TornNotice", "a sequence lock that is not looked at again", torn_notice<true, true>,
       torn_notice<false, true>, failure_kind::broken_promise, memory_model::sequential},
      {"MarkAfterItsWords", "a sequence lock whose mark may come late", torn_notice<true, true>,
       torn_notice<true, false>, failure_kind::broken_promise, memory_model::release_acquire},
      {"DescriptorUsedAgain", "permanent descriptors without announcements", used_again<true>,
       used_again<false>, failure_kind::data_race, memory_model::sequential},
  };
  return bugs;
}

}  // namespace arcas::sim
