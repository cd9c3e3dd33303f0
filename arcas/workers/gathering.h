// SPDX-License-Identifier: Apache-2.0
// What a leader and its followers do around the ranges of a half-barrier: the leader shows them,
// takes the notice down before followers that do not come, and waits for those that have; parents
// gather what their children have left. PROTOCOL.md, «Fixed ranges». Private to workers/.
#pragma once

#include <arcas/workers/half_barrier.h>
#include <arcas/workers/publication.h>
#include <arcas/workers/worker_tree.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace arcas::inline v0::detail {

// Ranks count the team in the order of its ranges: 0 is the leader, the others are the followers
// with a home, in the order of their places. At the end of a loop each rank answers for those up to
// end_of() and waits for at most eight of them, its children, which share the others evenly: a tree
// whose branches are neighbours, so that few of its edges cross the border of a cache or a package
// (docs/experiments/2026-11-22-join-simulated.md has the others that were tried).
class range_team {
 public:
  static constexpr unsigned no_rank = ~0u;

  // Of the team that a leader calls.
  explicit range_team(const team_shape& team);
  // All workers take part, and each answers for those up to end_of[rank].
  explicit range_team(std::vector<unsigned> end_of);

  unsigned size() const { return static_cast<unsigned>(worker_of_.size()); }
  // By worker - first worker of the team; no_rank: it takes no part.
  unsigned rank_of(unsigned index) const { return rank_of_[index]; }
  // The index of a rank's worker; of a leader's 0.
  unsigned index_of(unsigned rank) const { return worker_of_[rank]; }
  // Whose ranges a rank answers for, when it has waited: [rank, end_of(rank)).
  unsigned end_of(unsigned rank) const { return end_of_[rank]; }
  // The rank that waits for it; of the leader, the leader.
  unsigned parent_of(unsigned rank) const { return parent_of_[rank]; }
  // How many have to wait for each other, one after the other, before it can be heard of: 0 for
  // a rank without children.
  unsigned height_of(unsigned rank) const { return height_of_[rank]; }

 private:
  void find_edges();

  std::vector<unsigned> rank_of_;
  std::vector<unsigned> worker_of_;
  std::vector<unsigned> end_of_;
  std::vector<unsigned> parent_of_;
  std::vector<unsigned> height_of_;
};

// Which ranks of [first, last) each one answers for, as range_team has it: `first` waits for at
// most so many, which share the others evenly, and each of them does the same.
void share_out(std::vector<unsigned>& end_of, unsigned first, unsigned last,
               unsigned most_children);

// A leader's side of one loop with fixed ranges: shown, closed, and followers that have not come by
// then settled.
template <template <class> class Atom = std::atomic>
class shown_ranges {
 public:
  // The leader has published them as e; lines: of the board, by worker.
  void open(epoch e, const range_team& team, const arrival<Atom>* lines) noexcept {
    epoch_ = e;
    team_ = &team;
    lines_ = lines;
  }
  // open() has been called: there are answers, or will be.
  bool is_open() const noexcept { return epoch_ != epoch{}; }
  epoch shown() const noexcept { return epoch_; }
  // No follower begins with them after this. Nothing to do if all have answered, or if
  // nothing is shown.
  template <unsigned Slots>
  void close(publication_board<Atom, Slots>& board) noexcept {
    if (!is_open() || closed_) return;
    closed_ = true;
    for (unsigned rank = 1; rank < team_->size(); ++rank) {
      if (lines_[team_->index_of(rank)].of(epoch_) == standing::away)
        return board.close_ranges(epoch_);
    }
  }
  // A follower that has not finished for long: it is kept from beginning, if it has not begun, or
  // else waited for. Away, or done. time_to_sleep(): between looks.
  template <unsigned Slots, class TimeToSleep>
  standing settle(publication_board<Atom, Slots>& board, const arrival<Atom>& child,
                  end_bell<Atom>& bell, TimeToSleep time_to_sleep) {
    close(board);
    // What was seen decides, at one look: a follower that was away may yet start, and retreat.
    standing how = standing::away;
    const auto settled = [&] {
      how = child.of(epoch_);
      return how != standing::started;
    };
    while (!settled()) {
      if (time_to_sleep()) bell.sleep(settled);
    }
    return how;
  }

 private:
  epoch epoch_{};
  const range_team* team_ = nullptr;
  const arrival<Atom>* lines_ = nullptr;
  bool closed_ = false;
};

// How one rank gathers what those below it have left, when its own range is finished.
template <template <class> class Atom = std::atomic>
class gathering {
 public:
  gathering(epoch e, const range_team& team, unsigned rank, arrival<Atom>* lines)
      : gathering(e, team, rank, lines, team.size()) {}
  // Of a loop that is cut into fewer ranges than there are workers.
  gathering(epoch e, const range_team& team, unsigned rank, arrival<Atom>* lines, unsigned most)
      : epoch_(e), team_(team), rank_(rank), lines_(lines), most_(most) {}

  unsigned rank() const { return rank_; }
  // The loop is cut into so many ranges: no more than it has iterations.
  unsigned ranges(std::uint64_t n) const {
    return static_cast<unsigned>(std::min<std::uint64_t>(n, most_));
  }
  arrival<Atom>& line(unsigned rank) const { return lines_[team_.index_of(rank)]; }

  // The next of those among `ranges` that it waits for, and of those below them that they have left
  // to it or have not come to gather, in ascending order; it has been waited for. False: that was
  // all. A follower that has waited for long, or that has a child which has, visits none and
  // leaves all to the leader. settle(line): as shown_ranges', by the leader, whose rank is 0.
  template <class Settle>
  bool next(unsigned ranges, Settle settle, child_range& visited) {
    const unsigned end = std::min(team_.end_of(rank_), ranges);
    if (child_ == 0) {
      gathered_ = rank_ == 0 || all_children_came(end);
      child_ = gathered_ ? rank_ + 1 : end;
    }
    if (child_ >= end) return false;
    standing how = line(child_).of(epoch_);
    const bool never_comes = settled_ && how == standing::away;
    if (how < standing::own_done && !never_comes) how = await(child_);
    if (how < standing::own_done) {
      how = settle(line(child_));
      settled_ = true;  // a follower that is away does not begin any more
    }
    const unsigned after =
        std::min(how == standing::all_done ? team_.end_of(child_) : child_ + 1, end);
    visited = {child_, how == standing::away, ended_by(after, end), &line(child_).value};
    child_ = after;
    return true;
  }
  // How a follower's own line is to say that it is finished.
  standing outcome() const { return gathered_ ? standing::all_done : standing::own_done; }

 private:
  // Looks at a child before it is given up, about 5,000 cycles; one with children waits for them
  // first.
  static constexpr unsigned looks_for_a_child = 200;

  standing await(unsigned child) const noexcept {
    const arrival<Atom>& its = line(child);
    const unsigned most = machine<Atom>::patience(looks_for_a_child * (1 + team_.height_of(child)));
    standing how = its.of(epoch_);
    for (unsigned looks = 0; how < standing::own_done && looks < most; ++looks) {
      machine<Atom>::pause();
      how = its.of(epoch_);
    }
    return how;
  }
  // Of the child at hand and those above it, but for the visitor: all that ends at `after`.
  unsigned ended_by(unsigned after, unsigned end) const noexcept {
    unsigned ended = 0;
    for (unsigned r = child_; r != rank_ && std::min(team_.end_of(r), end) == after;
         r = team_.parent_of(r))
      ++ended;
    return ended;
  }
  // Before any of them is visited, so that what the caller has made of some is never lost.
  bool all_children_came(unsigned end) const noexcept {
    for (unsigned child = rank_ + 1; child < end; child = team_.end_of(child)) {
      if (await(child) != standing::all_done) return false;
    }
    return true;
  }

  epoch epoch_;
  const range_team& team_;
  unsigned rank_;
  arrival<Atom>* lines_;
  unsigned most_;
  bool gathered_ = false;
  bool settled_ = false;
  unsigned child_ = 0;  // to be visited next; 0: gathering has not begun
};

// A follower's side: it has found loop e on that board, and its words whole. False: the loop is not
// to be touched.
template <template <class> class Atom>
bool start_range(epoch e, arrival<Atom>& mine, const notice<Atom>& board, end_bell<Atom>& bell) {
  if (mine.start(e, board)) return true;
  bell.look();  // the leader may have seen us start, and sleep until it hears more
  return false;
}
template <template <class> class Atom>
void finish_range(epoch e, arrival<Atom>& mine, standing how, end_bell<Atom>& bell) {
  mine.finish(e, how);
  bell.look();
}

}  // namespace arcas::inline v0::detail
