// SPDX-License-Identifier: Apache-2.0
// The name of a way to share out a loop, as a small value: "striped:thread",
// "async:core/combine:package".
#pragma once

#include <arcas/topology/place_kind.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace arcas {

class topology;
struct homes_of_loop;

// Of a loop whose iterations are at home at places: whether a worker with nothing left at its own
// may help elsewhere, nearest first.
enum class locality_mode : std::uint8_t { balanced, strict };

// What locality() was given; a loop that begins asks it for the homes of its n iterations from
// index `first` on.
struct home_source {
  const void* what = nullptr;
  std::uint64_t block = 1;  // neighbours with one home, for the loop that asks
  void (*open)(const home_source& from, std::uint64_t first, std::uint64_t n,
               homes_of_loop& found) = nullptr;
  friend constexpr bool operator==(const home_source&, const home_source&) = default;
};

// Grammar, from the worker upwards:   { ("combine" | "async") ":" PLACE "/" }  counters
//   counters = "shared" | "striped:" PLACE, and "shared" where it is left out after a combiner;
//   PLACE    = package | numa | cache | core | thread; or "static" or "biased", alone.
// shared: one counter. striped: a counter for each place, home first, then help elsewhere.
// combine: the workers of a place gather their requests and one of them claims for all
// (Callisto-RTS §3.2). async: likewise, and a request is left standing while its worker executes
// (§3.3). biased: a range for each worker, claimed without locked operations; half of the rest goes
// to whoever asks for it. static: a range for each worker, and that is that. locality(home), which
// has no name to type (locality.h): a queue for each place, of what is at home there. "auto" is the
// default: the runtime chooses, as the paper found best.
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
  distributor(const char* name) : distributor(std::string_view(name)) {}         // NOLINT: likewise
  distributor(const std::string& name) : distributor(std::string_view(name)) {}  // NOLINT: likewise

  static constexpr distributor shared() { return striped(place_kind::machine); }
  static constexpr distributor striped(place_kind place) {
    distributor d;
    d.automatic_ = false;
    d.counters_ = place;
    return d;
  }
  static constexpr distributor biased() {
    distributor d;
    d.automatic_ = false;
    d.biased_ = true;
    return d;
  }
  static constexpr distributor local(const home_source& homes, place_kind place,
                                     locality_mode mode) {
    distributor d;
    d.automatic_ = false;
    d.local_ = true;
    d.counters_ = place;
    d.mode_ = mode;
    d.homes_ = homes;
    return d;
  }
  static constexpr distributor fixed_ranges() {
    distributor d;
    d.automatic_ = false;
    d.fixed_ = true;
    return d;
  }
  // A combiner between the workers and what this distributor is so far:
  //   distributor::shared().under({place_kind::core, true}) is async:core/shared.
  // Throws std::length_error for more than most_layers, std::invalid_argument over static,
  // biased and locality.
  constexpr distributor under(layer below) const {
    if (depth_ == most_layers) refuse_layer();
    if (biased_ || fixed_ || local_) refuse_claimless();
    distributor d = *this;
    d.automatic_ = false;
    for (std::size_t i = d.depth_; i > 0; --i) d.layers_[i] = d.layers_[i - 1];
    d.layers_[0] = below;
    ++d.depth_;
    return d;
  }

  constexpr bool automatic() const { return automatic_; }
  constexpr bool is_biased() const { return biased_; }
  constexpr bool is_static() const { return fixed_; }
  bool is_local() const { return local_; }
  locality_mode mode() const { return mode_; }
  const home_source& homes() const { return homes_; }
  // The same for whatever loop: what tables for a team depend on.
  distributor of_any_loop() const {
    distributor d = *this;
    d.homes_ = {};
    return d;
  }
  // The places of counters or, of locality, those that data is at home at; of no meaning for
  // biased.
  constexpr place_kind counters() const { return counters_; }
  constexpr std::size_t layers() const { return depth_; }
  constexpr const layer& layer_at(std::size_t i) const { return layers_[i]; }
  std::string name() const;
  friend constexpr bool operator==(const distributor&, const distributor&) = default;

 private:
  [[noreturn]] static void refuse_layer();
  [[noreturn]] static void refuse_claimless();

  bool automatic_ = true;
  bool biased_ = false;
  bool fixed_ = false;
  bool local_ = false;
  locality_mode mode_ = locality_mode::balanced;
  place_kind counters_ = place_kind::machine;
  std::size_t depth_ = 0;
  layer layers_[most_layers]{};
  home_source homes_{};
};

// What "auto" stands for on that machine. Where claims without locked operations are to be had
// (asymmetric_fence::available()) nothing is cheaper; else, where a core has one or two hardware
// threads their own counters win, and where it has more, they share an L1 well enough for
// asynchronous combining (Callisto-RTS §4.1).
distributor automatic_distributor(const topology& machine, bool plain_claims);

}  // namespace arcas
