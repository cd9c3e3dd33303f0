// SPDX-License-Identifier: Apache-2.0
// Laws of the places of every machine.
#pragma once

#include <arcas/topology/topology.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <ostream>
#include <set>
#include <span>
#include <stdexcept>
#include <string>

namespace arcas {

inline unsigned end_of(const place& p) {
  return p.first_thread + p.thread_count;
}

inline void expect_contiguous_cover(const topology& machine, place_kind kind) {
  const std::span<const place> places = machine.places(kind);
  unsigned next = 0;
  for (unsigned index = 0; index < places.size(); ++index) {
    EXPECT_EQ(places[index].first_thread, next) << name_of(kind) << ' ' << index;
    EXPECT_GT(places[index].thread_count, 0U) << name_of(kind) << ' ' << index;
    next = end_of(places[index]);
    for (unsigned t = places[index].first_thread; t < next; ++t) {
      ASSERT_EQ(machine.place_of(kind, t), index) << name_of(kind) << " of thread " << t;
    }
  }
  EXPECT_EQ(next, machine.thread_count()) << name_of(kind);
}

// Every thread is in exactly one place of each kind; places are contiguous and inside a place of
// the kind above.
inline void expect_place_laws(const topology& machine) {
  ASSERT_GT(machine.thread_count(), 0U);
  EXPECT_EQ(machine.places(place_kind::machine).size(), 1U);
  EXPECT_EQ(machine.places(place_kind::thread).size(), machine.thread_count());
  for (std::size_t k = 0; k < place_kinds; ++k) {
    const auto kind = static_cast<place_kind>(k);
    expect_contiguous_cover(machine, kind);
    if (kind == place_kind::machine) continue;
    const auto above = static_cast<place_kind>(k - 1);
    for (const place& inner : machine.places(kind)) {
      const place& outer = machine.places(above)[machine.place_of(above, inner.first_thread)];
      EXPECT_LE(outer.first_thread, inner.first_thread) << name_of(kind);
      EXPECT_GE(end_of(outer), end_of(inner)) << name_of(kind);
    }
  }
  std::set<unsigned> os_indices;
  for (const hardware_thread& thread : machine.threads()) os_indices.insert(thread.os_index);
  EXPECT_EQ(os_indices.size(), machine.thread_count());
}

// The number of places of each kind below the machine.
struct place_counts {
  std::size_t packages = 0;
  std::size_t numa_nodes = 0;
  std::size_t cache_groups = 0;
  std::size_t cores = 0;
  std::size_t threads = 0;
  friend bool operator==(const place_counts&, const place_counts&) = default;
};

inline std::ostream& operator<<(std::ostream& out, const place_counts& counts) {
  return out << counts.packages << " packages, " << counts.numa_nodes << " nodes, "
             << counts.cache_groups << " cache groups, " << counts.cores << " cores, "
             << counts.threads << " threads";
}

inline place_counts counts_of(const topology& machine) {
  return {.packages = machine.places(place_kind::package).size(),
          .numa_nodes = machine.places(place_kind::numa_node).size(),
          .cache_groups = machine.places(place_kind::cache_group).size(),
          .cores = machine.places(place_kind::core).size(),
          .threads = machine.places(place_kind::thread).size()};
}

// The sentence of the std::invalid_argument that `wrong` throws.
template <class Wrong>
std::string sentence_of(Wrong wrong) {
  try {
    wrong();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "nothing was thrown";
}

}  // namespace arcas
