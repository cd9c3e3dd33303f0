// SPDX-License-Identifier: Apache-2.0
// The shared words of a team, whose members run one function at the same time. They are the cache
// lines of its barriers, the words of claimed loops, and the number of the last part that only one
// member executes. A barrier is a half-barrier's join and then its fork, along one tree, without a
// locked operation (Arif & Vandierendonck, "Reducing the burden of parallel loop schedulers for
// many-core processors", 2021). In the join each member tells its parent that it and all below it
// have arrived; in the fork it tells its children that they may continue. PROTOCOL.md, «Teams».
#pragma once

#include <arcas/base/cache_line.h>
#include <arcas/base/machine.h>
#include <arcas/workers/gathering.h>
#include <arcas/workers/wait_queue.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace arcas::inline v0::detail {

// How a member's wait ended.
enum class team_wait : std::uint8_t {
  over,
  broken,   // break_up(): the team's waits end
  deserted  // a member that this member waits for has left
};

// The words of one member: one half is read by its parent, the other by its children.
template <template <class> class Atom = std::atomic>
struct team_line {
  // Lowest bit of `arrived` and `open`: the member has returned, and comes to no more barriers.
  static constexpr std::uint64_t left = 1;
  static constexpr std::uint64_t word_of(std::uint64_t barriers) { return barriers << 1; }

  // Number of barriers at which the member has arrived with all below it.
  alignas(no_sharing) Atom<std::uint64_t> arrived{0};
  Atom<bool> present{false};  // a thread has taken this part; read by the leader
  // A value on its way up. Owners: the member until it arrives; its parent until the next barrier.
  alignas(std::max_align_t) std::byte up[range_value::size]{};
  // Number of barriers that the members below may leave.
  alignas(no_sharing) Atom<std::uint64_t> open{0};
  // A value on its way down. Owners: the children, until they arrive at the next barrier.
  alignas(std::max_align_t) std::byte down[range_value::size]{};
  sleeper<Atom> bed;
};

// The words of a claimed loop: the members claim its iterations. Later loops reuse the words.
template <template <class> class Atom = std::atomic>
struct team_claims {
  // 2k: the words are open for loop k, or loop k is over. 2k - 1: a member opens them for loop k.
  alignas(no_sharing) Atom<std::uint64_t> state{0};
  Atom<std::uint64_t> gone{0};  // number of members that have left loop k
  // The first unclaimed iteration.
  alignas(no_sharing) Atom<std::uint64_t> next{0};
};

// How members wait. tree: in half-barriers along a tree, for members that mostly spin. crowd: for
// members that sleep at once, since there are too few processors. Members of a crowd count
// themselves in one word, and the last one to arrive wakes the others by one system call.
enum class team_form : std::uint8_t { tree, crowd };

template <template <class> class Atom = std::atomic, unsigned Slots = 8>
class team_lines {
 public:
  // docs/experiments/2026-11-22-join-simulated.md
  static constexpr unsigned children_of_a_member = 8;

  // The default Value of a barrier: no value travels with it.
  struct nothing {
    void from_child(const std::byte*) const {}
    void to_parent(std::byte*) const {}
    void from_parent(const std::byte*) const {}
    void to_children(std::byte*) const {}
  };

  // The default of enter_loop()'s prepare().
  struct no_preparation {
    void operator()() const {}
  };

  team_lines(unsigned members, bool sleepers_pay, unsigned children = children_of_a_member,
             team_form form = team_form::tree)
      : is_crowd_(form == team_form::crowd),
        sleepers_pay_(sleepers_pay),
        lines_(new team_line<Atom>[members] {}),
        end_of_(members),
        parent_of_(members) {
    share_out(end_of_, 0, members, is_crowd_ ? members : children);
    for (unsigned rank = 0; rank < members; ++rank) {
      for (unsigned c = rank + 1; c < end_of_[rank]; c = end_of_[c]) parent_of_[c] = rank;
    }
  }

  static constexpr unsigned slots = Slots;
  unsigned members() const noexcept { return static_cast<unsigned>(end_of_.size()); }
  // The tree of the members, by the same two functions as in range_team.
  unsigned end_of(unsigned rank) const noexcept { return end_of_[rank]; }
  unsigned parent_of(unsigned rank) const noexcept { return parent_of_[rank]; }

  // A thread takes the part of this rank. The leader decides whether the team begins.
  void come(unsigned rank) noexcept {
    // release: pairs with has_come().
    lines_[rank].present.store(true, std::memory_order_release);
    tell(0);
  }
  bool has_come(unsigned rank) const noexcept {
    // acquire: pairs with come().
    return lines_[rank].present.load(std::memory_order_acquire);
  }
  // Called by the leader.
  void begin(bool all_are_there) noexcept {
    // release: pairs with await_begin().
    begun_.store(all_are_there ? begins : does_not_begin, std::memory_order_release);
    tell_all();
  }
  // False: the team does not begin.
  template <class TimeToSleep>
  bool await_begin(unsigned rank, TimeToSleep time_to_sleep) noexcept {
    unsigned said = undecided;
    wait(rank, time_to_sleep, [&] {
      // acquire: pairs with begin().
      return (said = begun_.load(std::memory_order_acquire)) != undecided;
    });
    return said == begins;
  }

  // Barrier number `turn`, from 1. Returns when all members have arrived; then the thread sees all
  // that they did before. value: combines the children's values, in ascending order of their ranks.
  template <class TimeToSleep, class Value = nothing>
  team_wait pass(unsigned rank, std::uint64_t turn, TimeToSleep&& time_to_sleep,
                 Value&& value = {}) {
    const team_wait how = gather(rank, turn, time_to_sleep, value);
    return how == team_wait::over ? open(rank, turn, time_to_sleep, value) : how;
  }
  // The first half of a barrier, the join. Returns when this member and all below it have arrived;
  // for rank 0 these are all members. No member leaves the barrier before open().
  template <class TimeToSleep, class Value = nothing>
  team_wait gather(unsigned rank, std::uint64_t turn, TimeToSleep& time_to_sleep,
                   Value&& value = {}) {
    team_line<Atom>& mine = lines_[rank];
    // A broken team completes no barrier: the values of the member that broke it would be missing.
    if (is_broken()) return team_wait::broken;
    if (is_crowd_ && rank == 0) {
      const auto all_others_came = [&] {
        // acquire: pairs with arrive(); all members' additions are one release sequence.
        return arrived_.load(std::memory_order_acquire) >= turn * (members() - 1);
      };
      const team_wait how = wait(0, time_to_sleep, all_others_came, sleeps::apart);
      if (how != team_wait::over) return how;
    }
    for (unsigned c = rank + 1; c < end_of_[rank]; c = end_of_[c]) {
      if (!is_crowd_) {
        const team_wait how = reach(rank, lines_[c].arrived, turn, time_to_sleep);
        if (how != team_wait::over) return how;
      }
      value.from_child(lines_[c].up);
    }
    if (rank == 0) return team_wait::over;
    value.to_parent(mine.up);
    if (is_crowd_) {
      if (arrive() == turn * (members() - 1)) tell(0);
      return team_wait::over;
    }
    // release: pairs with reach()'s acquire; the parent sees all that was done here and below.
    mine.arrived.store(team_line<Atom>::word_of(turn), std::memory_order_release);
    tell(parent_of_[rank]);
    return team_wait::over;
  }
  // The second half of a barrier, the fork: waits for the parent and releases the members below.
  template <class TimeToSleep, class Value = nothing>
  team_wait open(unsigned rank, std::uint64_t turn, TimeToSleep& time_to_sleep,
                 Value&& value = {}) {
    team_line<Atom>& mine = lines_[rank];
    if (rank != 0) {
      const team_line<Atom>& above = lines_[parent_of_[rank]];
      const team_wait how = reach(rank, above.open, turn, time_to_sleep);
      if (how != team_wait::over) return how;
      value.from_parent(above.down);
    }
    if (rank + 1 == end_of_[rank]) return team_wait::over;
    // `down` is free: all children have arrived at this barrier, and so have left the previous one.
    value.to_children(mine.down);
    // release: pairs with reach()'s acquire; the children see what all have done.
    mine.open.store(team_line<Atom>::word_of(turn), std::memory_order_release);
    tell_children(rank);
    return team_wait::over;
  }

  // Barrier number `turn`. When all have arrived and none has left the team, one member calls
  // at_end(): rank 0, or in a crowd the last to arrive. A crowd's object serves either meet(), or
  // gather() and open(), since meet() and gather() use the same count of arrivals.
  template <class TimeToSleep, class AtEnd>
  team_wait meet(unsigned rank, std::uint64_t turn, TimeToSleep& time_to_sleep, AtEnd at_end) {
    if (!is_crowd_) {
      if (rank != 0) return pass(rank, turn, time_to_sleep);
      const team_wait how = gather(0, turn, time_to_sleep);
      if (how != team_wait::over) return how;
      at_end();
      return open(0, turn, time_to_sleep);
    }
    if (is_broken()) return team_wait::broken;
    if (arrive() != turn * members()) return reach(rank, lines_[0].open, turn, time_to_sleep);
    at_end();
    // release: pairs with reach()'s acquire; the others see what all have done.
    lines_[0].open.store(team_line<Atom>::word_of(turn), std::memory_order_release);
    queue_.wake();
    return team_wait::over;
  }

  // Whether this member executes part `number`, which only the first member that asks for it does.
  // Such parts are numbered from 1, and each member asks for all of them in order.
  bool takes_single(std::uint64_t number) noexcept {
    // relaxed, both: the word only decides which member executes the part.
    std::uint64_t taken = singles_.load(std::memory_order_relaxed);
    return taken < number &&
           singles_.compare_exchange_strong(taken, number, std::memory_order_relaxed);
  }

  // Enters claimed loop `number`, from 1. Each member enters and leaves all claimed loops in order.
  // The first member to enter opens the loop's words. It calls prepare() while no other member is
  // inside, and all that enter see the writes of prepare().
  template <class TimeToSleep, class Prepare = no_preparation>
  team_wait enter_loop(unsigned rank, std::uint64_t number, TimeToSleep&& time_to_sleep,
                       Prepare prepare = {}) {
    team_claims<Atom>& slot = claims_[number % Slots];
    const std::uint64_t before = number > Slots ? 2 * (number - Slots) : 0;
    const std::uint64_t gone_before = number > Slots ? members() : 0;
    const auto ready = [&] {
      // acquire: pairs with the release below; `next` is reset.
      const std::uint64_t state = slot.state.load(std::memory_order_acquire);
      if (state == 2 * number) return true;
      // acquire: pairs with leave_loop(); all claims of the previous use are made.
      if (state != before || slot.gone.load(std::memory_order_acquire) != gone_before) return false;
      std::uint64_t expected = before;
      // relaxed: the load of `gone` has ordered what follows.
      if (!slot.state.compare_exchange_strong(expected, 2 * number - 1, std::memory_order_relaxed))
        return false;
      // relaxed, both: ordered by the release below.
      slot.next.store(0, std::memory_order_relaxed);
      slot.gone.store(0, std::memory_order_relaxed);  // relaxed: ordered by the release below
      prepare();
      // release: pairs with the acquire above.
      slot.state.store(2 * number, std::memory_order_release);
      tell_all();
      return true;
    };
    bool never = false;
    const team_wait how = wait(rank, time_to_sleep, [&] {
      // relaxed: a member that returned after fewer loops will never finish the previous use.
      return ready() || (never = number > fewest_loops_.load(std::memory_order_relaxed) + Slots);
    });
    return how == team_wait::over && never ? team_wait::deserted : how;
  }
  // Claims `grain` iterations, or fewer if the loop has fewer left. Returns the first one.
  std::uint64_t claim(std::uint64_t number, std::uint64_t grain) noexcept {
    // relaxed: a claim needs only atomicity; barriers order what the loop reads and writes.
    return claims_[number % Slots].next.fetch_add(grain, std::memory_order_relaxed);
  }
  std::uint64_t claimed(std::uint64_t number) const noexcept {
    return claims_[number % Slots].next.load(std::memory_order_relaxed);  // relaxed: a hint
  }
  void leave_loop(std::uint64_t number) noexcept {
    // release: pairs with the acquire in enter_loop(): this member's claims precede the next use.
    const std::uint64_t before =
        claims_[number % Slots].gone.fetch_add(1, std::memory_order_release);
    if (before + 1 == members()) tell_all();
  }

  // The member has returned after `turns` barriers and `loops` claimed loops.
  void leave(unsigned rank, std::uint64_t turns, std::uint64_t loops) noexcept {
    // relaxed, both: a number that tells members to give up their waits.
    for (std::uint64_t fewest = fewest_loops_.load(std::memory_order_relaxed);
         loops < fewest &&
         !fewest_loops_.compare_exchange_weak(fewest, loops, std::memory_order_relaxed);) {
    }
    const std::uint64_t last = team_line<Atom>::word_of(turns) | team_line<Atom>::left;
    // relaxed: the parent has released this member, and so has seen its last arrival.
    lines_[rank].arrived.store(last, std::memory_order_relaxed);
    // release: pairs with reach()'s acquire, by children that have not seen the last opening.
    lines_[rank].open.store(last, std::memory_order_release);
    tell_all();
  }
  // Ends all present and later waits.
  void break_up() noexcept {
    // release: pairs with is_broken(); the cause comes before it.
    broken_.store(true, std::memory_order_release);
    tell_all();
  }
  bool is_broken() const noexcept {
    return broken_.load(std::memory_order_acquire);  // acquire: pairs with break_up()
  }

  // Wakes all sleeping members, after a store that any of them may be waiting for.
  void tell_all() noexcept {
    if (is_crowd_) queue_.wake();
    if (!anyone_sleeps()) return;
    for (unsigned rank = 0; rank < members(); ++rank) wake(rank);
  }
  // Wakes one sleeping member, after a store for which all members may wait and which only one can
  // use. Returns whether it woke one.
  bool tell_one() noexcept {
    if (is_crowd_ && queue_.wake(wait_queue<Atom>::all, 1)) return true;
    if (!anyone_sleeps()) return false;
    for (unsigned rank = 0; rank < members(); ++rank) {
      if (wake(rank)) return true;
    }
    return false;
  }

 private:
  enum : unsigned { undecided, begins, does_not_begin };
  // Where a member of a crowd sleeps: in the common queue, or on its own bell, to be woken alone.
  enum class sleeps : std::uint8_t { together, apart };

  // Until done(), calls time_to_sleep(), which lets a little time pass, and sleeps if it returns
  // true. If time_to_sleep has a member is_news(), the thread does not sleep while is_news()
  // returns true; a thread that makes it true must call tell_all().
  template <class TimeToSleep, class Done>
  team_wait wait(unsigned rank, TimeToSleep& time_to_sleep, Done done,
                 sleeps place = sleeps::together) {
    while (!done()) {
      if (is_broken()) return team_wait::broken;
      if (time_to_sleep()) {
        const auto is_news = [&] {
          if constexpr (requires { time_to_sleep.is_news(); }) {
            if (time_to_sleep.is_news()) return true;
          }
          return done() || is_broken();
        };
        if (is_crowd_ && place == sleeps::together) {
          queue_.sleep(is_news);
        } else {
          lines_[rank].bed.sleep(sleepers_, is_news, sleepers_pay_);
        }
      }
    }
    return team_wait::over;
  }
  template <class TimeToSleep>
  team_wait reach(unsigned rank, const Atom<std::uint64_t>& word, std::uint64_t turn,
                  TimeToSleep& time_to_sleep) {
    const std::uint64_t wanted = team_line<Atom>::word_of(turn);
    std::uint64_t now = 0;
    const team_wait how = wait(rank, time_to_sleep, [&] {
      // acquire: pairs with the releases of gather(), open(), meet() and leave().
      now = word.load(std::memory_order_acquire);
      return now >= wanted || (now & team_line<Atom>::left) != 0;
    });
    return how == team_wait::over && now < wanted ? team_wait::deserted : how;
  }

  bool anyone_sleeps() noexcept {
    order_notice_before_sleepers<Atom>(sleepers_pay_);
    // relaxed: a hint, ordered by the fence.
    return sleepers_.load(std::memory_order_relaxed) != 0;
  }
  bool wake(unsigned rank) noexcept {
    auto& bed = lines_[rank].bed;
    if (!bed.sleeps() || !bed.awaken(sleepers_)) return false;
    bed.ring();
    return true;
  }
  // Wakes this member if it sleeps, after a store that it may be waiting for.
  void tell(unsigned rank) noexcept {
    if (anyone_sleeps()) wake(rank);
  }
  void tell_children(unsigned rank) noexcept {
    if (is_crowd_) {
      queue_.wake();
      return;
    }
    if (rank + 1 == end_of_[rank] || !anyone_sleeps()) return;
    for (unsigned c = rank + 1; c < end_of_[rank]; c = end_of_[c]) wake(c);
  }
  // In a crowd: counts one more arrival. Returns the number of all arrivals.
  std::uint64_t arrive() noexcept {
    // acq_rel: the last to arrive sees what all others did before; pairs with itself and with
    // gather()'s acquire.
    return arrived_.fetch_add(1, std::memory_order_acq_rel) + 1;
  }

  const bool is_crowd_;
  const bool sleepers_pay_;
  std::unique_ptr<team_line<Atom>[]> lines_;
  std::vector<unsigned> end_of_;
  std::vector<unsigned> parent_of_;
  Atom<unsigned> begun_{undecided};
  Atom<bool> broken_{false};
  Atom<std::uint64_t> fewest_loops_{~std::uint64_t{0} - Slots};  // of a member that has returned
  Atom<std::uint32_t> sleepers_{0};
  // In a crowd: arrivals at all barriers. Members sleep in the queue, except rank 0 in gather().
  alignas(no_sharing) Atom<std::uint64_t> arrived_{0};
  wait_queue<Atom> queue_;
  alignas(no_sharing) Atom<std::uint64_t> singles_{0};
  team_claims<Atom> claims_[Slots];
};

}  // namespace arcas::inline v0::detail
