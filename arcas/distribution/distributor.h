// SPDX-License-Identifier: Apache-2.0
// The rule that assigns iterations to workers, as a small value with a name: "striped:thread",
// "async:core/combine:package".
#pragma once

#include <arcas/base/wrong_use.h>
#include <arcas/topology/place_kind.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace arcas::inline v0 {

namespace detail {

struct homes_of_loop;

// The argument of locality(). A loop that begins calls `open` for the homes of its n iterations
// from index `first` on.
struct home_source {
  const void* what = nullptr;
  std::uint64_t block = 1;  // number of consecutive iterations with one home, for this loop
  void (*open)(const home_source& from, std::uint64_t first, std::uint64_t n,
               homes_of_loop& found) = nullptr;
  friend constexpr bool operator==(const home_source&, const home_source&) = default;
};

}  // namespace detail

// For loops whose iterations have homes: may a worker whose own place has no iterations left help
// other places? balanced: yes, nearest first. strict: no.
enum class locality_mode : std::uint8_t { balanced, strict };

enum class distribution : std::uint8_t {
  automatic,  // the runtime chooses
  fixed,      // "static": each worker has a range, fixed before the loop begins
  biased,     // each worker claims from its own range; an idle worker steals half of another's
  striped,    // a counter for each place; "shared" is one counter for the machine
  combined,   // workers of a place combine their claims on the counters of `striped`
  local       // a queue for each place, with the iterations whose data has its home there
};

// Grammar, from the worker upwards:   { ("combine" | "async") ":" PLACE "/" }  counters
//   counters = "shared" | "striped:" PLACE; may be left out after a combiner, and is then "shared"
//   PLACE    = package | numa | cache | l2 | core | thread
// or "auto" (the default), "static" or "biased" alone.
//
// striped: a worker claims first from the counter of its own place, then from others, nearest first
// (Callisto-RTS §3.1). combine: the workers of a place post requests, and one of them claims for
// all (§3.2). async: like combine, and a worker's next request is posted while it executes (§3.3).
// biased: claims are plain loads and stores. The distributor local has no name in this grammar;
// locality(home) makes it (locality.h).
class distributor {
 public:
  static constexpr std::size_t most_layers = 3;
  struct layer {
    place_kind place = place_kind::core;
    bool asynchronous = false;
    friend constexpr bool operator==(const layer&, const layer&) = default;
  };

  // The runtime chooses.
  constexpr distributor() = default;
  // Throws std::invalid_argument with a sentence that shows the grammar.
  distributor(
      std::string_view name);  // NOLINT: {.distributor = "async:core"} is the way to write it
  // A null pointer, such as that of std::getenv(), is an unknown name.
  distributor(const char* name)  // NOLINT: implicit
      : distributor(name ? std::string_view(name) : std::string_view()) {}
  distributor(const std::string& name) : distributor(std::string_view(name)) {}  // NOLINT: implicit

  // A wrong use: a number, a kind, an array without locality().
  template <class Other>
    requires(!std::is_base_of_v<distributor, Other> &&
             detail::misplaced<Other, std::string_view, const char*, const std::string&>)
  distributor(const Other&) ARCAS_WRONG(
      "a distributor is a name, such as \"static\" or \"shared\", or a function's result: "
      "distributor::fixed_ranges(), locality(array)");

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
  // striped, combined: the kind of place that has a counter. local: the kind of place at which data
  // has its home.
  constexpr place_kind counters() const { return counters_; }
  // combined: the layers of combiners, from the workers to the counters.
  constexpr std::size_t layers() const { return depth_; }
  constexpr const layer& layer_at(std::size_t i) const { return layers_[i]; }
  // For local only.
  locality_mode mode() const { return mode_; }
  const detail::home_source& homes() const { return homes_; }
  // This distributor without the homes of one loop: the tables of a team depend on this part only.
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
