// SPDX-License-Identifier: Apache-2.0
#include <arcas/distribution/home_map.h>

#include <algorithm>
#include <stdexcept>
#include <string>

namespace arcas::inline v0 {
namespace {

// More places than any machine has, and few enough for a table.
constexpr unsigned most_places = 1U << 16;

}  // namespace

void home_map::add(std::uint64_t iterations, unsigned place) {
  if (place >= most_places) {
    throw std::length_error("the home of an iteration cannot be place " + std::to_string(place) +
                            "; places are numbered from 0");
  }
  if (iterations == 0) return;
  if (place >= runs_.size()) {
    runs_.resize(place + 1);
    counts_.resize(place + 1);
  }
  if (size_ == 0 || place != last_place_) runs_[place].push_back({size_, counts_[place]});
  last_place_ = place;
  counts_[place] += iterations;
  size_ += iterations;
}

std::uint64_t home_map::before(unsigned place, std::uint64_t i) const {
  if (place >= runs_.size()) return 0;
  const std::vector<run>& runs = runs_[place];
  const auto after = std::upper_bound(runs.begin(), runs.end(), i,
                                      [](std::uint64_t at, const run& r) { return at < r.first; });
  if (after == runs.begin()) return 0;
  const run& in = after[-1];
  const std::uint64_t end = after == runs.end() ? counts_[place] : after->position;
  return std::min(end, in.position + (i - in.first));
}

home_map::stretch home_map::stretch_at(unsigned place, std::size_t number) const {
  const std::vector<run>& runs = runs_[place];
  const run& in = runs[number];
  const std::uint64_t end = number + 1 == runs.size() ? counts_[place] : runs[number + 1].position;
  return {in.first, in.position, end - in.position, number};
}

home_map::stretch home_map::stretch_of(unsigned place, std::uint64_t position,
                                       std::size_t guess) const {
  const std::vector<run>& runs = runs_[place];
  if (guess < runs.size() && runs[guess].position <= position) {
    const stretch s = stretch_at(place, guess);
    if (position - s.position < s.size) return s;
  }
  const auto after =
      std::upper_bound(runs.begin(), runs.end(), position,
                       [](std::uint64_t at, const run& r) { return at < r.position; });
  return stretch_at(place, static_cast<std::size_t>(after - runs.begin()) - 1);
}

}  // namespace arcas::inline v0
