// SPDX-License-Identifier: Apache-2.0
// Several time steps while the data is in a cache: a rod is cut into slabs, each with its home at a
// cache group (place_kind::cache_group). A step of a slab is a block of work that is enqueued at
// home as soon as the steps that it needs are finished. So workers take the steps of their own
// group's slabs first, one after the other, while these are still in its cache; only where groups
// meet does one wait for the other. Wittmann & Hager mention this use in the outlook of their
// locality queues.
#include <arcas/loops/locality_queues.h>

#include <atomic>
#include <cstddef>
#include <cstdio>
#include <utility>
#include <vector>

namespace {

constexpr std::size_t slabs = 48;
constexpr std::size_t slab_length = 8192;
constexpr std::size_t steps = 40;

struct slab_step {
  std::size_t slab, step;
};

// The temperature after even and after odd steps; the rod's ends are held at 0 and 1.
using rod = std::vector<double>;

void advance(const rod& from, rod& to, std::size_t slab) {
  const std::size_t first = 1 + slab * slab_length;
  for (std::size_t i = first; i < first + slab_length; ++i)
    to[i] = 0.25 * from[i - 1] + 0.5 * from[i] + 0.25 * from[i + 1];
}

rod cold_rod() {
  rod r(slabs * slab_length + 2);
  r.back() = 1;
  return r;
}

// A slab's step reads its neighbours' previous step, and overwrites data that they read in that
// step: both are finished when the slab and its neighbours have done that step.
class stepping {
 public:
  void run() {
    for (std::size_t s = 0; s < slabs; ++s) enqueue({s, 0});
    drain(queues_, [this](const slab_step& b) {
      advance(rods_[b.step % 2], rods_[(b.step + 1) % 2], b.slab);
      if (b.step + 1 == steps) return;
      for (std::size_t s = b.slab == 0 ? 0 : b.slab - 1; s <= b.slab + 1 && s < slabs; ++s) {
        // acq_rel: pairs with itself; the last to arrive sees the writes of the others.
        const unsigned before = arrived_[b.step][s].fetch_add(1, std::memory_order_acq_rel);
        if (before + 1 == needed(s)) enqueue({s, b.step + 1});
      }
    });
  }
  const rod& result() const { return rods_[steps % 2]; }

 private:
  static unsigned needed(std::size_t slab) { return slab == 0 || slab + 1 == slabs ? 2 : 3; }
  void enqueue(const slab_step& b) {
    queues_.enqueue(static_cast<unsigned>(b.slab * queues_.places() / slabs), b);
  }

  rod rods_[2] = {cold_rod(), cold_rod()};
  std::vector<std::vector<std::atomic<unsigned>>> arrived_ = [] {
    std::vector<std::vector<std::atomic<unsigned>>> all;
    for (std::size_t t = 0; t < steps; ++t) all.emplace_back(slabs);
    return all;
  }();
  arcas::locality_queues<slab_step> queues_{arcas::place_kind::cache_group};
};

}  // namespace

int main() {
  stepping blocked;
  blocked.run();

  rod from = cold_rod();
  rod to = cold_rod();
  for (std::size_t t = 0; t < steps; ++t) {
    for (std::size_t s = 0; s < slabs; ++s) advance(from, to, s);
    std::swap(from, to);
  }
  const bool same = blocked.result() == from;
  std::printf("%zu steps of %zu slabs: %s\n", steps, slabs,
              same ? "the same as step after step" : "WRONG");
  return same ? 0 : 1;
}
