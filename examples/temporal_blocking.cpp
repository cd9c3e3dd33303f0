// SPDX-License-Identifier: Apache-2.0
// Temporal blocking: several time steps while the data is in a cache. A rod is cut into slabs, and
// each slab has a cache group (place_kind::cache_group) as its home. A step of a slab is a block of
// work, which is enqueued at the home as soon as the steps that it needs are done. So workers first
// take the steps of their own group's slabs, one after the other, while these are still in the
// group's cache; groups wait for each other only at their borders. Wittmann & Hager propose this as
// future work for their locality queues.
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

// The temperatures of the rod, whose ends are held at 0 and 1.
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

// A step of a slab reads the neighbours' results of the previous step, and overwrites values that
// the neighbours read in the previous step. So it may begin when the slab and its neighbours have
// done the previous step.
class stepping {
 public:
  void run() {
    for (std::size_t s = 0; s < slabs; ++s) enqueue({s, 0});
    drain(queues_, [this](const slab_step& b) {
      advance(rods_[b.step % 2], rods_[(b.step + 1) % 2], b.slab);
      if (b.step + 1 == steps) return;
      for (std::size_t s = b.slab == 0 ? 0 : b.slab - 1; s <= b.slab + 1 && s < slabs; ++s) {
        // acq_rel: pairs with itself; the last step to arrive sees the writes of the other steps.
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
