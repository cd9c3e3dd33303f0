// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/escapes.h>
#include <arcas/cluster/diagnosis/diagnosis.h>
#include <arcas/cluster/diagnosis/last_words.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <tuple>

namespace arcas::inline v0::cluster {

using namespace detail;
namespace {

constexpr const char* lane_names[lanes] = {"request", "reply", "control"};

const char* name(lane l) {
  return lane_names[static_cast<std::size_t>(l)];
}

// 0 if `since` is later than d.now: the clock may have advanced while the diagnosis was made.
std::uint64_t age(const rank_diagnosis& d, std::uint64_t since) {
  return d.now > since ? d.now - since : 0;
}

// Tasks with equal waits: their number, and the age of the oldest wait.
struct alike {
  std::size_t tasks = 0;
  std::uint64_t oldest = 0;
};

// The wait of a task: operation, target, object, function.
using wait_key = std::tuple<std::string, std::string, std::uint64_t, std::string>;

// The compiler's name of a task's function, shortened; empty if `name` is null.
std::string name_of_function(const char* name) {
  return std::string(name ? readable_name(name) : "");
}

std::string line(const wait_key& what, const alike& a) {
  const auto& [operation, target, object, function] = what;
  std::string text = a.tasks == 1 ? "a task waits" : std::to_string(a.tasks) + " tasks wait";
  text += " in " + operation;
  if (!target.empty()) text += " of " + target + " " + std::to_string(object);
  text += (a.tasks == 1 ? ", since " : ", the oldest since ") + seconds(a.oldest) + " s";
  return text + (function.empty() ? "" : ": " + function);
}

// "1 task", "2 tasks".
std::string counted(std::uint64_t n, const char* what) {
  return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

// Maximum number of lines for operations in which tasks wait.
constexpr std::size_t most_lines = 12;

std::string bound_line(const rank_diagnosis& d) {
  const std::string bound = std::to_string(d.most_tasks);
  const std::string text = "\n  " + counted(d.tasks_not_begun, "task") + " cannot begin: ";
  if (d.lacks_stacks) {
    return text + "the system has stacks for only " + bound +
           " tasks, and all of these wait; set ARCAS_CLUSTER_STACK lower or vm.max_map_count "
           "higher";
  }
  return text + bound + " are begun and wait, and no more may; set ARCAS_CLUSTER_TASKS above " +
         bound + " (the ranks of a process share 24000)";
}

std::string& next_entry(std::string& list) {
  if (!list.empty()) list += ", ";
  return list;
}

struct field {
  const char* name;
  std::uint64_t& (*in)(rank_counts&);
  bool greatest = false;  // the value for all ranks is the maximum, not the sum
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

// Shown only for ranks that have measured their times.
constexpr field measured[] = {
    {"ns", [](rank_counts& c) -> std::uint64_t& { return c.times.all; }},
    {"ns_tasks", [](rank_counts& c) -> std::uint64_t& { return c.times.tasks; }},
    {"ns_messages", [](rank_counts& c) -> std::uint64_t& { return c.times.messages; }},
    {"ns_network", [](rank_counts& c) -> std::uint64_t& { return c.times.network; }},
    {"ns_runtime", [](rank_counts& c) -> std::uint64_t& { return c.times.runtime; }},
    {"ns_waiting_for_messages",
     [](rank_counts& c) -> std::uint64_t& { return c.times.waiting_for_messages; }},
    {"ns_waiting_for_room",
     [](rank_counts& c) -> std::uint64_t& { return c.times.waiting_for_room; }},
    {"ns_idle", [](rank_counts& c) -> std::uint64_t& { return c.times.idle; }},
};

}  // namespace

std::string detail::seconds(std::uint64_t nanoseconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", static_cast<double>(nanoseconds) * 1e-9);
  return text;
}

std::string as_text(const rank_diagnosis& d) {
  std::string text = "rank " + std::to_string(d.self) + ": " + counted(d.tasks_begun, "task") +
                     " begun, " + (d.running ? "1 of them running, " : "") +
                     std::to_string(d.tasks_ready) + (d.running ? "" : " of them") + " ready, " +
                     std::to_string(d.tasks_not_begun) + " not begun, " +
                     counted(d.requests_held, "packet") + " of requests held back";
  if (d.running) text += "\n  a task runs: " + name_of_function(d.running->name);
  std::map<wait_key, alike> groups;
  for (const waiting_task& w : d.waiting) {
    alike& a = groups[{w.operation, w.target, w.object, name_of_function(w.name)}];
    ++a.tasks;
    a.oldest = std::max(a.oldest, age(d, w.since));
  }
  std::size_t lines = 0;
  for (const auto& [what, a] : groups) {
    if (++lines > most_lines) {
      text += "\n  and tasks wait in " + std::to_string(groups.size() - most_lines) + " other ways";
      break;
    }
    text += "\n  " + line(what, a);
  }
  for (const std::string& sentence : d.thrown) text += "\n  " + sentence;
  if (d.most_tasks != 0) text += bound_line(d);
  for (const backlog& b : d.backlogs) {
    text += "\n  " + counted(b.packets, "packet") + (b.packets == 1 ? " waits" : " wait") +
            " for credits of rank " + std::to_string(b.peer) + " (" + name(b.lane) + ")";
  }
  return text;
}

std::string as_json(const rank_diagnosis& d) {
  std::string tasks;
  for (const waiting_task& w : d.waiting) {
    next_entry(tasks) += "{\"operation\": \"" + std::string(w.operation) + "\", \"target\": \"" +
                         w.target + "\", \"object\": " + std::to_string(w.object) +
                         ", \"seconds\": " + seconds(age(d, w.since)) +
                         ", \"function\": " + arcas::detail::json_text(name_of_function(w.name)) +
                         "}";
  }
  std::string thrown;
  for (const std::string& sentence : d.thrown)
    next_entry(thrown) += arcas::detail::json_text(sentence);
  std::string packets;
  for (const backlog& b : d.backlogs) {
    next_entry(packets) += "{\"peer\": " + std::to_string(b.peer) + ", \"lane\": \"" +
                           name(b.lane) + "\", \"packets\": " + std::to_string(b.packets) + "}";
  }
  return "{\"rank\": " + std::to_string(d.self) + ", \"ranks\": " + std::to_string(d.ranks) +
         ", \"tasks_begun\": " + std::to_string(d.tasks_begun) + ", \"running\": " +
         (d.running ? arcas::detail::json_text(name_of_function(d.running->name)) : "null") +
         ", \"tasks_ready\": " + std::to_string(d.tasks_ready) +
         ", \"tasks_not_begun\": " + std::to_string(d.tasks_not_begun) +
         ", \"requests_held\": " + std::to_string(d.requests_held) + ", \"waiting\": [" + tasks +
         "], \"thrown\": [" + thrown + "], \"packets_waiting\": [" + packets + "]}\n";
}

rank_counts& rank_counts::operator+=(const rank_counts& other) {
  rank_counts theirs = other;
  for (const field& f : fields) {
    std::uint64_t& own = f.in(*this);
    own = f.greatest ? std::max(own, f.in(theirs)) : own + f.in(theirs);
  }
  for (const field& f : measured) f.in(*this) += f.in(theirs);
  return *this;
}

std::string as_json(const rank_counts& counts) {
  rank_counts copy = counts;
  std::string text;
  for (const field& f : fields) {
    text += text.empty() ? "{\"" : ", \"";
    text += std::string(f.name) + "\": " + std::to_string(f.in(copy));
  }
  for (const field& f : measured) {
    if (counts.times.all == 0) break;
    text += ", \"" + std::string(f.name) + "\": " + std::to_string(f.in(copy));
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

}  // namespace arcas::inline v0::cluster
