// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/memory/operations.h>
#include <arcas/cluster/structures/disjoint_set.h>
#include <arcas/cluster/structures/reducer.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace arcas::inline v0::cluster {

disjoint_set disjoint_set::make(std::uint64_t n) {
  disjoint_set s;
  s.parents_ = global_array<std::uint64_t>::make(n);
  forall(s.parents_, [](std::uint64_t i, std::uint64_t& parent) { parent = i; });
  return s;
}

void disjoint_set::end() const {
  auto parents = parents_;
  parents.free();
}

std::uint64_t disjoint_set::find(std::uint64_t a) const {
  require_thing(a);
  for (std::uint64_t parent = read(parents_[a]); parent != a;) {
    const std::uint64_t next = read(parents_[parent]);
    if (next == parent) return parent;
    // Shortens the path, unless another task has changed it. No task waits for this update.
    async_update(parents_[a], [parent, next](std::uint64_t& at) {
      if (at == parent) at = next;
    });
    a = next;
    parent = read(parents_[a]);
  }
  return a;
}

bool disjoint_set::unite(std::uint64_t a, std::uint64_t b) const {
  require_thing(b);
  for (;;) {
    a = find(a);
    b = find(b);
    if (a == b) return false;
    if (a < b) std::swap(a, b);
    if (compare_and_swap(parents_[a], a, b)) return true;
  }
}

void disjoint_set::async_unite(std::uint64_t a, std::uint64_t b) const {
  require_thing(a);
  require_thing(b);
  spawn([s = *this, a, b] { s.unite(a, b); });
}

bool disjoint_set::together(std::uint64_t a, std::uint64_t b) const {
  for (;;) {
    a = find(a);
    b = find(b);
    if (a == b) return true;
    // If a is still the smallest of its set, b was not in that set when find(b) returned.
    if (read(parents_[a]) == a) return false;
  }
}

std::uint64_t disjoint_set::sets() const {
  const auto least = reducer<std::uint64_t>::make();
  forall(parents_, [least](std::uint64_t i, const std::uint64_t& parent) {
    if (parent == i) least.add(1);
  });
  const std::uint64_t n = least.value();
  least.end();
  return n;
}

void disjoint_set::require_thing(std::uint64_t a) const {
  if (a < parents_.size()) return;
  throw std::out_of_range("element " + std::to_string(a) +
                          " is out of range: the disjoint_set has " +
                          std::to_string(parents_.size()) + " elements");
}

}  // namespace arcas::inline v0::cluster
