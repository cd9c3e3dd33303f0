// SPDX-License-Identifier: Apache-2.0
// How fast is the network for programs? It is measured by the calls that programs use, one pair of
// ranks at a time.
#include "doctor.h"

#include <arcas/cluster/memory/forall.h>
#include <arcas/cluster/memory/operations.h>
#include <arcas/cluster/ranks/call_task.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <limits>

namespace cli::ranks {
namespace {

using cluster::rank_id;

constexpr unsigned calls_at_a_time = 50;
constexpr unsigned times = 5;
constexpr std::size_t long_message = std::size_t{1} << 20;
constexpr std::size_t messages_under_way = 4;
// In this time a fast network sends hundreds of long messages, a slow one a few.
constexpr double seconds_of_bandwidth = 0.05;
constexpr std::size_t least_messages = 4;

double now() {
  const auto since = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(since).count();
}

// The latency in one direction: half of the time of a call with its answer, in the fastest of
// several series.
double latency_to(rank_id to) {
  double least = std::numeric_limits<double>::max();
  for (unsigned i = 0; i <= times; ++i) {
    const double begun = now();
    for (unsigned k = 0; k < calls_at_a_time; ++k) cluster::call(to, [] {});
    // The first series does not count: it connects the two ranks.
    if (i != 0) least = std::min(least, (now() - begun) / calls_at_a_time / 2);
  }
  return least;
}

double bandwidth_to(rank_id to) {
  const std::vector<char> bytes(long_message);
  const auto send = [&] {
    return cluster::future_call(to, [](const std::vector<char>& all) { return all.size(); }, bytes);
  };
  send().get();
  std::deque<cluster::future<std::size_t>> under_way;
  std::size_t sent = 0;
  const double begun = now();
  while (sent < least_messages || now() - begun < seconds_of_bandwidth) {
    if (under_way.size() == messages_under_way) {
      under_way.front().get();
      under_way.pop_front();
    }
    under_way.push_back(send());
    ++sent;
  }
  while (!under_way.empty()) {
    under_way.front().get();
    under_way.pop_front();
  }
  return static_cast<double>(sent * long_message) / (now() - begun);
}

pair_measure measure_pair(rank_id from, rank_id to) {
  return cluster::call_task(
      from, [to] { return pair_measure{cluster::self(), to, latency_to(to), bandwidth_to(to)}; });
}

// Up to `most` ranks: first one of each host, then others.
std::vector<unsigned> chosen_ranks(const std::vector<rank_facts>& ranks, unsigned most) {
  std::vector<unsigned> chosen;
  std::vector<std::string> hosts;
  for (unsigned r = 0; r < ranks.size() && chosen.size() < most; ++r) {
    if (std::ranges::find(hosts, ranks[r].host) != hosts.end()) continue;
    hosts.push_back(ranks[r].host);
    chosen.push_back(r);
  }
  for (unsigned r = 0; r < ranks.size() && chosen.size() < most; ++r) {
    if (std::ranges::find(chosen, r) == chosen.end()) chosen.push_back(r);
  }
  std::ranges::sort(chosen);
  return chosen;
}

double updates_a_second() {
  constexpr std::uint64_t words_a_rank = 1 << 16;
  const std::uint64_t words = words_a_rank * cluster::ranks();
  auto table = cluster::global_array<std::uint64_t>::make(words);
  cluster::forall(table, [](std::uint64_t, std::uint64_t& x) { x = 0; });
  constexpr double long_enough = 0.1;
  double seconds = 0;
  std::uint64_t updates = words;
  for (;; updates *= 4) {
    const double begun = now();
    cluster::forall(std::uint64_t{0}, updates, [table, words](std::uint64_t i) {
      cluster::async_add(table[(i * 0x9e3779b97f4a7c15u >> 20) % words], std::uint64_t{1});
    });
    seconds = now() - begun;
    if (seconds > long_enough || updates > words * 256) break;
  }
  table.free();
  return static_cast<double>(updates) / seconds;
}

}  // namespace

measures measure(const std::vector<rank_facts>& ranks, unsigned most, session& s) {
  measures found;
  found.ranks = chosen_ranks(ranks, most);
  s.shown.begin("measuring pairs of ranks");
  for (std::size_t i = 0; i < found.ranks.size(); ++i) {
    for (std::size_t j = i + 1; j < found.ranks.size(); ++j) {
      s.shown.reached(fmt::format("{} and {}", found.ranks[i], found.ranks[j]));
      found.pairs.push_back(measure_pair(found.ranks[i], found.ranks[j]));
    }
  }
  s.shown.end();
  s.shown.begin("measuring updates");
  found.updates = updates_a_second();
  s.shown.end();
  return found;
}

}  // namespace cli::ranks
