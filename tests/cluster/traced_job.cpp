// SPDX-License-Identifier: Apache-2.0
#include "traced_job.h"

#include <arcas/cluster.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <tuple>

namespace arcas::inline v0::cluster::test {
namespace {

using perfetto_reader::event;
using perfetto_reader::kind;
using perfetto_reader::trace;

const named_counter steps("steps");

void say(std::vector<std::string>& faults, bool well, const std::string& fault) {
  if (!well) faults.push_back(fault);
}

// The slices of each track are nested, in the order of time, and all end.
void check_slices(const trace& t, std::vector<std::string>& faults) {
  std::map<std::uint64_t, std::uint64_t> last;
  std::map<std::uint64_t, int> open;
  for (const event& e : t.events) {
    say(faults, t.tracks.contains(e.track), "an event is on a track that is not described");
    say(faults, e.at >= last[e.track], "a track goes back in time");
    last[e.track] = e.at;
    if (e.type == kind::begin) ++open[e.track];
    if (e.type == kind::end) --open[e.track];
    say(faults, open[e.track] >= 0, "a slice ends that has not begun");
  }
  for (const auto& [track, slices] : open) {
    say(faults, slices == 0, "a slice of track " + t.tracks.at(track).name + " does not end");
  }
}

struct packet_end {
  std::string rank;
  std::uint64_t peer = 0;
  std::uint64_t number = 0;
  std::uint64_t at = 0;
  std::string name;
};

// Each packet that arrived was sent once, by the rank that it names, before its arrival.
void check_packets(const trace& t, std::uint64_t bound, std::vector<std::string>& faults) {
  std::map<std::uint64_t, packet_end> sent;
  std::map<std::tuple<std::string, std::uint64_t, std::string>, std::uint64_t> next;
  for (const event& e : t.events) {
    if (e.flow == 0) continue;
    const packet_end p{rank_of(t, e.track), e.about.at("to rank"), e.about.at("number"), e.at,
                       e.name};
    say(faults, sent.emplace(e.flow, p).second, "two packets have one flow");
    say(faults, p.number == next[{p.rank, p.peer, p.name}]++,
        p.rank + " sends a packet out of order");
  }
  std::size_t come = 0;
  for (const event& e : t.events) {
    if (e.flow_end == 0) continue;
    ++come;
    const auto p = sent.find(e.flow_end);
    if (p == sent.end()) {
      faults.push_back("a packet came to " + rank_of(t, e.track) + " that nobody has sent");
      continue;
    }
    say(faults, rank_of(t, e.track) == "rank " + std::to_string(p->second.peer),
        "a packet came to another rank than its own");
    say(faults, p->second.rank == "rank " + std::to_string(e.about.at("from rank")),
        "a packet came from another rank than its own");
    say(faults, p->second.number == e.about.at("number") && p->second.name == e.name,
        "a packet came as another");
    say(faults, e.at + 2 * bound >= p->second.at,
        "a packet came " + std::to_string(p->second.at - e.at) + " ns before it was sent");
  }
  say(faults, come + 10 * t.tracks.size() >= sent.size(), "packets have not come");
}

// Counts messages by sender, receiver and kind. The number of messages that ran is that of the
// messages sent, or less if the job ended before they ran.
void check_messages(const trace& t, std::vector<std::string>& faults) {
  std::map<std::tuple<std::string, std::string, std::string>, std::uint64_t> left;
  std::map<std::tuple<std::string, std::string, std::string>, std::uint64_t> run;
  for (const event& e : t.events) {
    if (!e.about.contains("messages")) continue;
    const std::string here = rank_of(t, e.track);
    if (e.about.contains("by rank")) {
      left[{here, "rank " + std::to_string(e.about.at("by rank")), e.name}] +=
          e.about.at("messages");
    } else {
      run[{"rank " + std::to_string(e.about.at("from rank")), here, e.name}] +=
          e.about.at("messages");
    }
  }
  for (const auto& [what, n] : run) {
    const auto& [from, to, name] = what;
    say(faults, n <= left[what], "more messages of " + name + " ran than were sent");
    const bool of_job = name.find("traced_job") != name.npos;
    say(faults, !of_job || n == left[what], "messages of " + name + " have not run");
  }
}

void check_tasks(const trace& t, rank_id ranks, std::vector<std::string>& faults) {
  std::map<std::string, std::uint64_t> calls;
  std::map<std::string, std::uint64_t> waits;
  for (const event& e : t.events) {
    if (e.type != kind::begin || t.tracks.at(e.track).name != "tasks") continue;
    const std::string rank = rank_of(t, e.track);
    if (e.name.find("call_next") != e.name.npos) ++calls[rank];
    if (e.name == "call" && e.about.contains("rank")) ++waits[rank];
  }
  for (rank_id r = 0; r < ranks; ++r) {
    const std::string name = "rank " + std::to_string(r);
    say(faults, calls[name] == calls_a_rank, name + " has other tasks than it began");
    say(faults, ranks == 1 || waits[name] >= calls_a_rank, name + " has too few waits for calls");
  }
}

void check_counters(const trace& t, rank_id ranks, std::vector<std::string>& faults) {
  std::map<std::string, std::int64_t> greatest;
  for (const event& e : t.events) {
    if (t.tracks.at(e.track).name == "steps") {
      say(faults, t.tracks.at(e.track).counts, "steps are no counter");
      auto& value = greatest[rank_of(t, e.track)];
      say(faults, e.value >= value, "a counter goes back");
      value = e.value;
    }
  }
  for (const auto& [rank, value] : greatest) {
    say(faults, value == steps_a_rank, rank + " has counted " + std::to_string(value) + " steps");
  }
  say(faults, greatest.size() == ranks, "steps are counted on other ranks than all");
}

struct call_next {
  void operator()() const {
    call((self() + 1) % ranks(), [] { return self(); });
  }
};

}  // namespace

void traced_job() {
  const auto cells = global_array<std::uint64_t>::make(1024, 1);
  on_all_ranks([cells] {
    steps.add(steps_a_rank);
    for (std::uint64_t i = 0; i < calls_a_rank; ++i) spawn(call_next{});
    for (std::uint64_t i = 0; i < updates_a_rank; ++i) {
      async_update(cells[(i * 977 + self()) % 1024], [](std::uint64_t& x) { ++x; });
    }
  });
  on_all_ranks([] { barrier(); });
  // Longer than the interval between samples of the counters.
  on_all_ranks([] {
    const std::uint64_t since = detail::here().network().now();
    while (detail::here().network().now() < since + 300'000) yield();
  });
}

std::string contents_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

std::string rank_of(const trace& t, std::uint64_t track) {
  std::uint64_t at = track;
  while (t.tracks.at(at).parent != 0) at = t.tracks.at(at).parent;
  const std::string& name = t.tracks.at(at).name;
  return name.substr(0, name.find(" on "));
}

std::size_t events_on(const trace& t, const std::string& track, const std::string& part_of_name) {
  std::size_t n = 0;
  for (const event& e : t.events) {
    const bool here = track.empty() || t.tracks.at(e.track).name == track;
    n += here && e.type != kind::end && e.name.find(part_of_name) != e.name.npos;
  }
  return n;
}

std::vector<std::string> faults_of_job(const trace& t, rank_id ranks, std::uint64_t bound) {
  std::vector<std::string> faults;
  check_slices(t, faults);
  check_packets(t, bound, faults);
  check_messages(t, faults);
  check_tasks(t, ranks, faults);
  check_counters(t, ranks, faults);
  std::size_t roots = 0;
  for (const auto& [id, track] : t.tracks) roots += track.parent == 0;
  say(faults, roots == ranks, "there are " + std::to_string(roots) + " ranks");
  return faults;
}

std::uint64_t told_bound(const std::string& told) {
  constexpr char before[] = "clocks aligned to ";
  const std::size_t at = told.find(before);
  if (at == told.npos) return 0;
  // As printed: rounded to a tenth of a microsecond.
  return static_cast<std::uint64_t>(
      std::llround(1000 * std::strtod(told.c_str() + at + sizeof before - 1, nullptr)) + 50);
}

}  // namespace arcas::inline v0::cluster::test
