// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/diagnosis/job_table.h>

#include <algorithm>
#include <cstdio>
#include <map>

namespace arcas::inline v0::cluster::detail {
namespace {

// Maximum number of lines for operations in which tasks have waited.
constexpr std::size_t most_operations = 8;

std::string percent(std::uint64_t part, std::uint64_t of) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f",
                of == 0 ? 0.0 : 100 * static_cast<double>(part) / static_cast<double>(of));
  return text;
}

// A table whose cells are aligned: the first column to the left, the other columns to the right.
class aligned_table {
 public:
  void add(std::vector<std::string> row) {
    widths_.resize(std::max(widths_.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths_[i] = std::max(widths_[i], row[i].size());
    rows_.push_back(std::move(row));
  }
  std::string text() const {
    std::string all;
    for (const auto& row : rows_) {
      std::string line;
      for (std::size_t i = 0; i < row.size(); ++i) {
        const std::string gap(widths_[i] - row[i].size(), ' ');
        line += i == 0 ? "  " + row[i] + gap : "  " + gap + row[i];
      }
      all += "\n" + line;
    }
    return all;
  }

 private:
  std::vector<std::size_t> widths_;
  std::vector<std::vector<std::string>> rows_;
};

// The names of all ranks' counters, in order of first occurrence.
std::vector<std::string> counter_names(std::span<const rank_report> ranks) {
  std::vector<std::string> names;
  for (const rank_report& r : ranks) {
    for (const auto& [name, value] : r.counters) {
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
  }
  return names;
}

std::uint64_t counted(const rank_report& r, const std::string& name) {
  for (const auto& [its_name, value] : r.counters) {
    if (its_name == name) return value;
  }
  return 0;
}

std::vector<std::string> row_of(const std::string& title, const std::string& host,
                                const rank_counts& c) {
  const rank_times& t = c.times;
  const auto share = [&t](std::uint64_t part) { return percent(part, t.all); };
  const auto number = [](std::uint64_t n) { return std::to_string(n); };
  return {title,
          host,
          seconds(t.all),
          share(t.tasks),
          share(t.messages),
          share(t.network),
          share(t.runtime),
          share(t.waiting_for_messages),
          share(t.waiting_for_room),
          share(t.idle),
          number(c.tasks.ended),
          number(c.aggregated.messages),
          number(c.sent.packets_sent),
          number(c.sent.bytes_sent)};
}

std::string operations_text(std::span<const rank_report> ranks) {
  std::map<std::string, wait_sum> by_operation;
  for (const rank_report& r : ranks) {
    for (const wait_sum& w : r.waits) {
      wait_sum& sum = by_operation[w.operation];
      sum.operation = w.operation;
      sum.tasks += w.tasks;
      sum.nanoseconds += w.nanoseconds;
    }
  }
  std::vector<wait_sum> all;
  for (auto& [name, sum] : by_operation) all.push_back(std::move(sum));
  std::ranges::stable_sort(all, std::ranges::greater{}, &wait_sum::nanoseconds);
  std::string text;
  for (std::size_t i = 0; i < std::min(all.size(), most_operations); ++i) {
    text += "\n  tasks waited in " + all[i].operation + ": " + std::to_string(all[i].tasks) +
            (all[i].tasks == 1 ? " time, " : " times, ") + seconds(all[i].nanoseconds) + " s";
  }
  return text;
}

}  // namespace

std::vector<wait_sum> wait_sums(const std::vector<operation_wait>& waits) {
  std::vector<wait_sum> sums;
  for (const operation_wait& w : waits) {
    auto sum = std::ranges::find(sums, w.operation, &wait_sum::operation);
    if (sum == sums.end()) sum = sums.insert(sums.end(), {w.operation, 0, 0});
    sum->tasks += w.tasks;
    sum->nanoseconds += w.nanoseconds;
  }
  return sums;
}

std::string table_of_job(std::span<const rank_report> ranks) {
  const std::vector<std::string> names = counter_names(ranks);
  aligned_table table;
  std::vector<std::string> heads{"rank",       "host",      "seconds",   "tasks %",
                                 "messages %", "network %", "runtime %", "waits for messages %",
                                 "for room %", "no task %", "tasks",     "messages",
                                 "packets",    "bytes"};
  heads.insert(heads.end(), names.begin(), names.end());
  table.add(std::move(heads));
  rank_counts all;
  for (std::size_t r = 0; r < ranks.size(); ++r) {
    std::vector<std::string> row = row_of(std::to_string(r), ranks[r].host, ranks[r].counts);
    for (const std::string& name : names) row.push_back(std::to_string(counted(ranks[r], name)));
    table.add(std::move(row));
    all += ranks[r].counts;
  }
  std::vector<std::string> last = row_of("all", "", all);
  for (const std::string& name : names) {
    std::uint64_t sum = 0;
    for (const rank_report& r : ranks) sum += counted(r, name);
    last.push_back(std::to_string(sum));
  }
  table.add(std::move(last));
  return "what each rank did:" + table.text() + operations_text(ranks);
}

}  // namespace arcas::inline v0::cluster::detail
