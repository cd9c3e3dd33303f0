// SPDX-License-Identifier: Apache-2.0
// The name of a way to share out a loop, as a small value: "striped:thread",
// "async:core/combine:package".
#pragma once

#include <arcas/topology/place_kind.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace arcas::inline v0 {

namespace detail {

struct homes_of_loop;

// What locality() was given; a loop that begins asks it for the homes of its n iterations from
// index `first` on.
struct home_source {
  const void* what = nullptr;
  std::uint64_t block = 1;  // neighbours with one home, for the loop that asks
  void (*open)(const home_source& from, std::uint64_t first, std::uint64_t n,
               homes_of_loop& found) = nullptr;
  friend constexpr bool operator==(const home_source&, const home_source&) = default;
};

}  // namespace detail

// Of a loop whose iterations are at home at places: whether a worker with nothing left at its own
// may help elsewhere, nearest first.
enum class locality_mode : std::uint8_t { balanced, strict };

enum class distribution : std::uint8_t {
  automatic,  // the runtime chooses
  fixed,      // "static": each worker has a range, known before the loop begins
  biased,     // each worker has a range that it claims from; an idle worker steals half of a rest
  striped,    // a counter for each place; "shared" is one counter for the machine
  combined,   // workers of a place gather their claims on such counters
  local       // a queue for each place, of the iterations whose data has its home there
};

// Grammar, from the worker upwards:   { ("combine" | "async") ":" PLACE "/" }  counters
//   counters = "shared" | "striped:" PLACE, and "shared" where it is left out after a combiner;
//   PLACE    = package | numa | cache | l2 | core | thread; or "static" or "biased", alone.
// striped: a worker claims from the counter of its own place first, then from the others, nearest
// first (Callisto-RTS §3.1). combine: the workers of a place write requests, and one of them claims
// for all (§3.2). async: as combine, and a request stands while its worker executes (§3.3). biased:
// claims are plain loads and stores. local has no name to type: it is made by locality(home)
// (locality.h). "auto" is the default.
class distributor {
 public:
  static constexpr std::size_t most_layers = 3;
  struct layer {
    place_kind place = place_kind::core;
    bool asynchronous = false;
    friend constexpr bool operator==(const layer&, const layer&) = default;
  };

  // The runtime's choice.
  constexpr distributor() = default;
  // By name. Throws std::invalid_argument with a sentence that shows the grammar.
  distributor(
      std::string_view name);  // NOLINT: {.distributor = "async:core"} is the way to write it
  distributor(const char* name) : distributor(std::string_view(name)) {}         // NOLINT: implicit
  distributor(const std::string& name) : distributor(std::string_view(name)) {}  // NOLINT: implicit

  static constexpr distributor biased() { return distributor(distribution::biased); }
  static constexpr distributor fixed_ranges() { return distributor(distribution::fixed); }
  static constexpr distributor shared() { return striped(place_kind::machine); }
  static constexpr distributor striped(place_kind place) {
    distributor d(distribution::striped);
    d.counters_ = place;
    return d;
  }
  static constexpr distributor local(const detail::home_source& homes, place_kind place,
                                     locality_mode mode) {
    distributor d(distribution::local);
    d.counters_ = place;
    d.mode_ = mode;
    d.homes_ = homes;
    return d;
  }

  constexpr distribution kind() const { return kind_; }
  constexpr bool automatic() const { return kind_ == distribution::automatic; }
  // striped, combined: the places that have a counter each. local: the places that data has its
  // home at.
  constexpr place_kind counters() const { return counters_; }
  // combined: from the workers to the counters.
  constexpr std::size_t layers() const { return depth_; }
  constexpr const layer& layer_at(std::size_t i) const { return layers_[i]; }
  // local.
  locality_mode mode() const { return mode_; }
  const detail::home_source& homes() const { return homes_; }
  // Without the homes of one loop: what the tables of a team depend on.
  distributor of_any_loop() const {
    distributor d = *this;
    d.homes_ = {};
    return d;
  }
  std::string name() const;
  friend constexpr bool operator==(const distributor&, const distributor&) = default;

 private:
  constexpr explicit distributor(distribution kind) : kind_(kind) {}

  distribution kind_ = distribution::automatic;
  locality_mode mode_ = locality_mode::balanced;
  place_kind counters_ = place_kind::machine;
  std::size_t depth_ = 0;
  layer layers_[most_layers]{};
  detail::home_source homes_{};
};

}  // namespace arcas::inline v0
