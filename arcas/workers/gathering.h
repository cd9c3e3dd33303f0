// SPDX-License-Identifier: Apache-2.0
// What do a leader and its followers do around the ranges of a half-barrier? The leader publishes
// the ranges, withdraws the notice from followers that have not come, and waits for the others.
// Results are gathered along a tree. PROTOCOL.md, «Fixed ranges». Private to workers/.
#pragma once

#include <arcas/workers/half_barrier.h>
#include <arcas/workers/publication.h>
#include <arcas/workers/worker_tree.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace arcas::inline v0::detail {

// Ranks number the team in the order of its ranges. The leader has rank 0; the others are the
// followers with a home, in the order of their places. At the end of a loop each rank r answers for
// the ranks [r, end_of(r)). Rank r waits for at most eight of them, its children. The rest are
// divided evenly among the children. So each branch of this tree consists of consecutive ranks, and
// most edges stay inside a cache group and a package (docs/experiments/2026-11-22-join-simulated.md
// compares other trees).
class range_team {
 public:
  static constexpr unsigned no_rank = ~0u;

  // The team of a leader.
  explicit range_team(const team_shape& team);
  // A team in which all workers take part; rank r answers for the ranks [r, end_of[r]).
  explicit range_team(std::vector<unsigned> end_of);

  unsigned size() const { return static_cast<unsigned>(worker_of_.size()); }
  // index: the worker's number minus the number of the team's first worker. no_rank: the worker
  // takes no part.
  unsigned rank_of(unsigned index) const { return rank_of_[index]; }
  // The index of a rank's worker; 0 for the leader.
  unsigned index_of(unsigned rank) const { return worker_of_[rank]; }
  // A rank answers for the ranges [rank, end_of(rank)) once it has waited for them.
  unsigned end_of(unsigned rank) const { return end_of_[rank]; }
  // The rank that waits for `rank`; for the leader, the leader itself.
  unsigned parent_of(unsigned rank) const { return parent_of_[rank]; }
  // The height of the tree below this rank: 0 for a rank without children.
  unsigned height_of(unsigned rank) const { return height_of_[rank]; }

 private:
  void find_edges();

  std::vector<unsigned> rank_of_;
  std::vector<unsigned> worker_of_;
  std::vector<unsigned> end_of_;
  std::vector<unsigned> parent_of_;
  std::vector<unsigned> height_of_;
};

// Computes end_of for the ranks [first, last). Rank `first` waits for at most `most_children`
// ranks. The rest are divided evenly among these children, and each child divides its part in the
// same way.
void share_out(std::vector<unsigned>& end_of, unsigned first, unsigned last,
               unsigned most_children);

// A leader's view of one loop with fixed ranges: it opens the ranges, closes them, and then settles
// followers that have not come.
template <template <class> class Atom = std::atomic>
class shown_ranges {
 public:
  // Called when the leader has published the ranges as loop e. lines: the arrivals, by index_of().
  void open(epoch e, const range_team& team, const arrival<Atom>* lines) noexcept {
    epoch_ = e;
    team_ = &team;
    lines_ = lines;
  }
  // Whether open() has been called, so that answers exist or will come.
  bool is_open() const noexcept { return epoch_ != epoch{}; }
  epoch shown() const noexcept { return epoch_; }
  // After this call no follower begins. No effect if all have answered or open() was not called.
  template <unsigned Slots>
  void close(publication_board<Atom, Slots>& board) noexcept {
    if (!is_open() || closed_) return;
    closed_ = true;
    for (unsigned rank = 1; rank < team_->size(); ++rank) {
      if (lines_[team_->index_of(rank)].of(epoch_) == standing::away)
        return board.close_ranges(epoch_);
    }
  }
  // For a follower that has not finished for a long time. Prevents the follower from beginning its
  // range or, if it has begun, waits until it has finished. Returns away or a done state.
  // time_to_sleep() is called between looks.
  template <unsigned Slots, class TimeToSleep>
  standing settle(publication_board<Atom, Slots>& board, const arrival<Atom>& child,
                  end_bell<Atom>& bell, TimeToSleep time_to_sleep) {
    close(board);
    // Returns the result of the last look: a follower that is away may still write that it has
    // started, and then retreat.
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

// How one rank gathers the results of the ranks below it, after its own range is finished.
template <template <class> class Atom = std::atomic>
class gathering {
 public:
  gathering(epoch e, const range_team& team, unsigned rank, arrival<Atom>* lines)
      : gathering(e, team, rank, lines, team.size()) {}
  // most: an upper bound of the number of ranges, for a loop with fewer ranges than workers.
  gathering(epoch e, const range_team& team, unsigned rank, arrival<Atom>* lines, unsigned most)
      : epoch_(e), team_(team), rank_(rank), lines_(lines), most_(most) {}

  unsigned rank() const { return rank_; }
  unsigned ranges(std::uint64_t n) const {
    return static_cast<unsigned>(std::min<std::uint64_t>(n, most_));
  }
  arrival<Atom>& line(unsigned rank) const { return lines_[team_.index_of(rank)]; }

  // Waits for the next rank that this rank must visit. The visited ranks are less than `ranges` and
  // ascend. False: none is left. A follower visits its children. If it has waited too long for one
  // of them, or if one of them has given up, the follower gives up too: it visits no rank, and the
  // leader visits the ranks below the follower. The leader visits its children, and below each
  // child that has not gathered, that child's children, and so on. settle(line):
  // shown_ranges::settle(), called by the leader only.
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
      settled_ = true;  // a follower that is away can no longer begin
    }
    const unsigned after =
        std::min(how == standing::all_done ? team_.end_of(child_) : child_ + 1, end);
    visited = {child_, how == standing::away, ended_by(after, end), &line(child_).value};
    child_ = after;
    return true;
  }
  // The state with which a follower's own line reports that it is finished.
  standing outcome() const { return gathered_ ? standing::all_done : standing::own_done; }

 private:
  // A rank no longer waits for a child after this number of looks, about 5,000 cycles, times 1 +
  // the child's height: a child may wait for children of its own.
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
  // Counts the ranks whose subtrees end just before rank `after`, from the current child upwards to
  // the visitor, which is not counted.
  unsigned ended_by(unsigned after, unsigned end) const noexcept {
    unsigned ended = 0;
    for (unsigned r = child_; r != rank_ && std::min(team_.end_of(r), end) == after;
         r = team_.parent_of(r))
      ++ended;
    return ended;
  }
  // Checked before any child is visited. So a follower combines the results of all of its children
  // or of none. The leader visits all ranks below a follower that has given up.
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
  unsigned child_ = 0;  // the rank to visit next; 0: gathering has not begun
};

// Called by a follower that has found loop e on the board and read its words completely. Returns
// false if the follower must not touch the loop.
template <template <class> class Atom>
bool start_range(epoch e, arrival<Atom>& mine, const notice<Atom>& board, end_bell<Atom>& bell) {
  if (mine.start(e, board)) return true;
  bell.look();  // the leader may have seen the start, and may sleep until this follower answers
                // again
  return false;
}
template <template <class> class Atom>
void finish_range(epoch e, arrival<Atom>& mine, standing how, end_bell<Atom>& bell) {
  mine.finish(e, how);
  bell.look();
}

}  // namespace arcas::inline v0::detail
