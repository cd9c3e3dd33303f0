// SPDX-License-Identifier: Apache-2.0
// The begin and the end of a loop with fixed ranges on machines of many processors, which nobody
// here has: cycles it takes beyond the longest range, by who waits for whom at the end, and by who
// shows the loop. Simulated: the prices are given, not measured.
#include <sim/machine/timed_atomic.h>

#include <arcas/topology/topology.h>
#include <arcas/workers/gathering.h>
#include <arcas/workers/worker_tree.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

namespace {

using arcas::place_kind;
using arcas::topology;
using arcas::detail::share_out;
using arcas::sim::machine_model;
using arcas::sim::placement;
using arcas::sim::simulated_machine;
using arcas::sim::timed_atomic;

constexpr int loops = 12;
constexpr int warm_up = 4;
constexpr int farewell = 1;  // the level of a notice that says that no loop follows

struct machine_case {
  const char* name;
  const char* description;
};

// Cycles to fetch a line from a worker of the same cache group, package, machine.
struct ways {
  const char* name;
  std::uint64_t in_group, in_package, beyond;
};

// Ranks are workers: all of a machine take part.
struct places {
  explicit places(const char* description) {
    const topology t = topology::synthetic(description);
    for (unsigned w = 0; w < t.thread_count(); ++w) {
      group.push_back(t.place_of(place_kind::cache_group, w));
      package.push_back(t.place_of(place_kind::package, w));
    }
  }
  unsigned size() const { return static_cast<unsigned>(group.size()); }
  std::vector<unsigned> group, package;
};

// Moves on by so many cycles, in simulated time.
void pass(std::uint64_t cycles) {
  simulated_machine::current().time().pass(cycles);
}
std::uint64_t now() {
  return simulated_machine::current().time().now();
}
// Until the line looked at last has another value.
void await_change() {
  simulated_machine::current().lines().await_change();
}

// end[r]: rank r answers for [r, end[r]) at the end of the loop.
using subtrees = std::vector<unsigned>;

subtrees leaves(unsigned size) {
  subtrees end(size);
  std::iota(end.begin(), end.end(), 1U);
  end[0] = size;
  return end;
}

// visit(first, last) of each run of equal numbers.
template <class Visit>
void each_run(const std::vector<unsigned>& number, Visit visit) {
  const auto size = static_cast<unsigned>(number.size());
  for (unsigned first = 0; first < size;) {
    unsigned last = first;
    while (last < size && number[last] == number[first]) ++last;
    visit(first, last);
    first = last;
  }
}

// The first of each run answers for the run.
void gather_runs(subtrees& end, const std::vector<unsigned>& number) {
  each_run(number, [&](unsigned first, unsigned last) { end[first] = std::max(end[first], last); });
}

// Runs by a tree of that arity each.
void split_runs(subtrees& end, const std::vector<unsigned>& number, unsigned arity) {
  each_run(number, [&](unsigned first, unsigned last) { share_out(end, first, last, arity); });
}

std::vector<unsigned> first_of(const std::vector<unsigned>& number) {
  std::vector<unsigned> all;
  each_run(number, [&](unsigned first, unsigned) { all.push_back(first); });
  return all;
}

// Those of `roots` with the same number: the first answers for all, by a tree of that arity.
void tie(subtrees& end, const std::vector<unsigned>& roots, const std::vector<unsigned>& number,
         unsigned arity) {
  std::vector<unsigned> of_root;
  for (const unsigned r : roots) of_root.push_back(number[r]);
  each_run(of_root, [&](unsigned first, unsigned last) {
    subtrees small(last - first);
    share_out(small, 0, last - first, arity);
    const subtrees was = end;
    for (unsigned r = 0; r < small.size(); ++r)
      end[roots[first + r]] = was[roots[first + small[r] - 1]];
  });
}

struct shape {
  std::string name;
  subtrees end;
};

std::vector<shape> shapes_of(const places& p) {
  std::vector<shape> all;
  all.push_back({"leader", leaves(p.size())});
  subtrees by_group = leaves(p.size());
  gather_runs(by_group, p.group);
  all.push_back({"cache groups", by_group});
  subtrees by_package = by_group;
  gather_runs(by_package, p.package);
  all.push_back({"packages, groups", by_package});
  for (const unsigned arity : {4U, 8U}) {
    subtrees places = leaves(p.size());
    split_runs(places, p.group, arity);
    tie(places, first_of(p.group), p.package, arity);
    tie(places, first_of(p.package), std::vector<unsigned>(p.size()), arity);
    all.push_back({"places by " + std::to_string(arity), places});
  }
  for (const unsigned arity : {4U, 8U}) {
    subtrees inside = leaves(p.size());
    split_runs(inside, p.group, arity);
    gather_runs(inside, p.package);
    inside[0] = p.size();
    all.push_back({"packages, groups, by " + std::to_string(arity), inside});
  }
  for (const unsigned arity : {2U, 3U, 4U, 6U, 8U, 16U}) {
    subtrees end = leaves(p.size());
    share_out(end, 0, p.size(), arity);
    all.push_back({"ranks by " + std::to_string(arity), end});
  }
  return all;
}

// A machine with these ways.
machine_model model_of(const char* description, const ways& w, bool together) {
  machine_model model;
  model.places = topology::synthetic(description);
  model.line_from.fill(w.in_group);
  model.line_from[static_cast<std::size_t>(place_kind::machine)] = w.beyond;
  model.line_from[static_cast<std::size_t>(place_kind::package)] = w.in_package;
  model.line_from[static_cast<std::size_t>(place_kind::numa_node)] = w.in_package;
  model.memory = w.in_group;
  model.loads_overlap = together;
  return model;
}

std::uint64_t range_of(std::uint64_t work, unsigned rank) {
  return work - work / 4 * (rank * 7 % 5) / 4;
}

// The same loops between two full barriers, as the OpenMP libraries begin and end a parallel
// region: each worker counts itself in one word, and the last writes another that all watch.
class central_team {
 public:
  central_team(const places& p, std::uint64_t work) : places_(p), work_(work) {}

  double run(const placement& where) {
    simulated_machine machine(where);
    for (unsigned me = 0; me < places_.size(); ++me)
      machine.time().start(me, [this, me] { take_part(me); });
    machine.time().run();
    return static_cast<double>(took_) / (loops - warm_up);
  }

 private:
  void take_part(unsigned me) {
    std::uint64_t turn = 0;
    for (int loop = 0; loop < loops; ++loop) {
      const std::uint64_t start = now();
      wait(++turn);
      pass(std::max<std::uint64_t>(1, range_of(work_, me)));
      wait(++turn);
      if (me != 0) continue;
      if (loop >= warm_up) took_ += now() - start - work_;
      pass(500);
    }
  }
  void wait(std::uint64_t turn) {
    // acq_rel: pairs with itself, each worker's with those before it; the last one's release of
    // turn_ pairs with the acquire of those that watch it.
    const std::uint64_t came = arrived_.value.fetch_add(1, std::memory_order_acq_rel) + 1;
    if (came == turn * places_.size()) return turn_.value.store(turn, std::memory_order_release);
    while (turn_.value.load(std::memory_order_acquire) < turn) await_change();
  }

  const places& places_;
  std::uint64_t work_;
  arcas::padded<timed_atomic<std::uint64_t>> arrived_;
  arcas::padded<timed_atomic<std::uint64_t>> turn_;
  std::uint64_t took_ = 0;
};

// All workers of a machine through some loops, in simulated time.
class team {
 public:
  team(const places& p, const subtrees& end, bool forwarded, std::uint64_t work)
      : places_(p),
        ranks_(end),
        forwarded_(forwarded),
        work_(work),
        lines_(std::make_unique<arcas::detail::arrival<timed_atomic>[]>(p.size())) {
    for (unsigned w = 0; w < p.size(); ++w) add_watcher(w);
    if (forwarded) {
      boards_.push_back(board_of(groups_of_[0] + packages_ - 1));
      for (unsigned k = 1; k < packages_; ++k) boards_.push_back(board_of(groups_of_[k]));
    } else {
      boards_.push_back(board_of(std::accumulate(groups_of_.begin(), groups_of_.end(), 0U)));
    }
  }

  // Cycles a loop, beyond the longest range.
  double run(const placement& where) {
    simulated_machine machine(where);
    machine.time().start(0, [this] { lead(); });
    for (unsigned me = 1; me < places_.size(); ++me)
      machine.time().start(me, [this, me] { follow(me); });
    machine.time().run();
    return static_cast<double>(took_) / (loops - warm_up);
  }

 private:
  using board = arcas::detail::publication_board<timed_atomic, 1>;
  struct watcher {
    unsigned board = 0, group = 0;
    bool forwards = false;
  };

  static std::unique_ptr<board> board_of(unsigned groups) {
    return std::make_unique<board>(groups, 1);  // nobody reports there
  }

  // Each cache group watches a notice; the first of another package that of its leader.
  void add_watcher(unsigned w) {
    const bool first = w == 0 || places_.package[w] != places_.package[w - 1];
    if (first) {
      ++packages_;
      groups_of_.push_back(1);
    } else if (places_.group[w] != places_.group[w - 1]) {
      ++groups_of_.back();
    }
    const unsigned inside = groups_of_.back() - 1;
    if (!forwarded_) {
      const unsigned before = std::accumulate(groups_of_.begin(), groups_of_.end() - 1, 0U);
      watchers_.push_back({0, before + inside, false});
    } else if (first && w != 0) {
      watchers_.push_back({0, 0, true});
    } else {
      watchers_.push_back({packages_ - 1, inside, false});
    }
  }

  void gather(arcas::detail::epoch e, unsigned rank, arcas::detail::standing& how) {
    arcas::detail::gathering<timed_atomic> end(e, ranks_, rank, lines_.get());
    // Nobody is held up here, and whoever pauses sleeps until there is something to see, so that
    // nobody gives up.
    const auto settle = [&](const auto& child) {
      auto seen = child.of(e);
      for (; seen < arcas::detail::standing::own_done; seen = child.of(e)) await_change();
      return seen;
    };
    for (arcas::detail::child_range c; end.next(places_.size(), settle, c);) {
    }
    how = end.outcome();
  }

  void lead() {
    for (int loop = 0; loop < loops; ++loop) {
      const std::uint64_t start = now();
      const arcas::detail::epoch e = boards_[0]->publish(arcas::detail::epoch::no_slot, 0, {});
      pass(std::max<std::uint64_t>(1, range_of(work_, 0)));
      arcas::detail::standing how{};
      gather(e, 0, how);
      if (loop >= warm_up) took_ += now() - start - work_;
      pass(500);
    }
    boards_[0]->publish(arcas::detail::epoch::no_slot, farewell, {});
  }

  void follow(unsigned me) {
    const watcher& mine = watchers_[me];
    const auto& notice = boards_[mine.board]->notice_for(
        mine.forwards ? groups_of_[0] + places_.package[me] - 1 : mine.group);
    arcas::detail::epoch seen;
    for (;;) {
      const arcas::detail::epoch e = notice.current();
      if (e == seen || e.being_written()) {
        await_change();
        continue;
      }
      if (!notice.whole_words(e)) continue;
      seen = e;
      if (mine.forwards)
        boards_[places_.package[me]]->publish(arcas::detail::epoch::no_slot, e.level(), {});
      if (e.level() == farewell) return;
      lines_[me].start(e, notice);
      pass(std::max<std::uint64_t>(1, range_of(work_, me)));
      arcas::detail::standing how{};
      gather(e, me, how);
      lines_[me].finish(e, how);
    }
  }

  const places& places_;
  arcas::detail::range_team ranks_;
  bool forwarded_;
  std::uint64_t work_;
  std::unique_ptr<arcas::detail::arrival<timed_atomic>[]> lines_;
  std::vector<std::unique_ptr<board>> boards_;
  std::vector<watcher> watchers_;
  std::vector<unsigned> groups_of_;  // by package
  unsigned packages_ = 0;
  std::uint64_t took_ = 0;
};

}  // namespace

int main() {
  std::printf(
      "SIMULATED: cycles a loop beyond its longest range, shown by the leader or forwarded by\n"
      "packages; loads wait for each other, or are under way together.\n");
  for (const ways& w :
       {ways{"near 100, 200, 400", 100, 200, 400}, ways{"near 100, 300, 800", 100, 300, 800}}) {
    for (const machine_case& m :
         {machine_case{"8 threads, 1 cache", "pack:1 l3:1 core:8 pu:1"},
          machine_case{"16 threads, 2 caches", "pack:1 l3:2 core:8 pu:1"},
          machine_case{"128 threads, 2 packages, 16 caches", "pack:2 l3:8 core:8 pu:1"},
          machine_case{"192 threads, 2 packages, 24 caches", "pack:2 l3:12 core:8 pu:1"},
          machine_case{"1024 threads, 8 packages, 8 caches", "pack:8 l3:1 core:16 pu:8"},
          machine_case{"1024 threads, 8 packages, 64 caches", "pack:8 l3:8 core:8 pu:2"}}) {
      const places p(m.description);
      const machine_model apart = model_of(m.description, w, false);
      const machine_model together = model_of(m.description, w, true);
      const placement one_by_one(apart, p.size()), at_once(together, p.size());
      std::printf("\n%s; %s\n%-24s %30s %30s\n%-24s", m.name, w.name, "", "one load at a time",
                  "loads together", "gathered by");
      for (int i = 0; i < 2; ++i) std::printf(" %10s %9s %9s", "empty", "forwarded", "of 2000");
      std::printf("\n");
      for (const shape& s : shapes_of(p)) {
        std::printf("%-24s", s.name.c_str());
        for (const placement* where : {&one_by_one, &at_once}) {
          std::printf(" %10.0f %9.0f %9.0f", team(p, s.end, false, 0).run(*where),
                      team(p, s.end, true, 0).run(*where),
                      team(p, s.end, false, 2'000).run(*where));
        }
        std::printf("\n");
        std::fflush(stdout);
      }
      std::printf("%-24s", "two central barriers");
      for (const placement* where : {&one_by_one, &at_once}) {
        std::printf(" %10.0f %9s %9.0f", central_team(p, 0).run(*where), "",
                    central_team(p, 2'000).run(*where));
      }
      std::printf("\n");
    }
  }
  return 0;
}
