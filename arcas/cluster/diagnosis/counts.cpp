// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/diagnosis/counts.h>

#include <algorithm>

namespace arcas::cluster {
namespace {

struct field {
  const char* name;
  std::uint64_t& (*in)(rank_counts&);
  bool greatest = false;  // of several ranks, and not their sum
};

constexpr field fields[] = {
    {"tasks_spawned", [](rank_counts& c) -> std::uint64_t& { return c.tasks.spawned; }},
    {"tasks_ended", [](rank_counts& c) -> std::uint64_t& { return c.tasks.ended; }},
    {"tasks_most_begun", [](rank_counts& c) -> std::uint64_t& { return c.tasks.most_begun; }, true},
    {"switches", [](rank_counts& c) -> std::uint64_t& { return c.tasks.switches; }},
    {"messages", [](rank_counts& c) -> std::uint64_t& { return c.aggregated.messages; }},
    {"messages_run", [](rank_counts& c) -> std::uint64_t& { return c.messages_run; }},
    {"control_run", [](rank_counts& c) -> std::uint64_t& { return c.control_run; }},
    {"messages_forwarded", [](rank_counts& c) -> std::uint64_t& { return c.aggregated.forwarded; }},
    {"packets_full", [](rank_counts& c) -> std::uint64_t& { return c.aggregated.packets_full; }},
    {"packets_old", [](rank_counts& c) -> std::uint64_t& { return c.aggregated.packets_old; }},
    {"packets_flushed",
     [](rank_counts& c) -> std::uint64_t& { return c.aggregated.packets_flushed; }},
    {"packets_sent", [](rank_counts& c) -> std::uint64_t& { return c.sent.packets_sent; }},
    {"packets_received", [](rank_counts& c) -> std::uint64_t& { return c.sent.packets_received; }},
    {"packets_most", [](rank_counts& c) -> std::uint64_t& { return c.sent.most_packets; }, true},
    {"bytes_sent", [](rank_counts& c) -> std::uint64_t& { return c.sent.bytes_sent; }},
    {"words_sent", [](rank_counts& c) -> std::uint64_t& { return c.sent.words_sent; }},
    {"waves", [](rank_counts& c) -> std::uint64_t& { return c.waves; }},
    {"work_asked_for", [](rank_counts& c) -> std::uint64_t& { return c.stolen.asked; }},
    {"work_given", [](rank_counts& c) -> std::uint64_t& { return c.stolen.given; }},
    {"tasks_left", [](rank_counts& c) -> std::uint64_t& { return c.stolen.tasks_left; }},
};

}  // namespace

rank_counts& rank_counts::operator+=(const rank_counts& other) {
  rank_counts theirs = other;
  for (const field& f : fields) {
    std::uint64_t& own = f.in(*this);
    own = f.greatest ? std::max(own, f.in(theirs)) : own + f.in(theirs);
  }
  return *this;
}

std::string as_json(const rank_counts& counts) {
  rank_counts copy = counts;
  std::string text;
  for (const field& f : fields) {
    text += text.empty() ? "{\"" : ", \"";
    text += std::string(f.name) + "\": " + std::to_string(f.in(copy));
  }
  return text + "}";
}

std::string as_json(std::span<const rank_counts> counts) {
  rank_counts all;
  std::string text;
  for (const rank_counts& c : counts) {
    text += (text.empty() ? "" : ",\n  ") + as_json(c);
    all += c;
  }
  return "{\"ranks\": [\n  " + text + "],\n \"all\": " + as_json(all) + "}\n";
}

}  // namespace arcas::cluster
