// SPDX-License-Identifier: Apache-2.0
#include <arcas/openmp/team.h>

#include <arcas/base/kept_state.h>
#include <arcas/base/machine.h>
#include <arcas/base/processor.h>
#include <arcas/openmp/explanation.h>
#include <arcas/openmp/query.h>
#include <arcas/openmp/task_reductions.h>
#include <arcas/topology/topology.h>

#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <string>
#include <utility>

namespace arcas::inline v0::detail::openmp {

namespace {

// Above the number of threads that a process may have on Linux by default.
constexpr unsigned most_members = 1U << 16;

// The number of threads that a team keeps even if its region has fewer.
std::size_t most_kept_threads(unsigned processors) {
  return 4 * std::size_t{processors};
}

[[noreturn]] void refuse_thread(unsigned rank, unsigned size, int error) {
  std::fprintf(stderr,
               "arcas: the system refuses thread %u of an OpenMP team of %u threads: %s; "
               "OMP_NUM_THREADS or num_threads may ask for fewer\n",
               rank, size, std::strerror(error));
  std::exit(EXIT_FAILURE);
}

// The value that a region's start passes down the tree of members.
struct region_value {
  region& r;
  void from_child(const std::byte*) const {}
  void to_parent(std::byte*) const {}
  void from_parent(const std::byte* from) const { std::memcpy(&r, from, sizeof(region)); }
  void to_children(std::byte* to) const { std::memcpy(to, &r, sizeof(region)); }
};
static_assert(sizeof(region) <= range_value::size);

}  // namespace

team::team(unsigned size, unsigned level, bool crowded)
    : level_(level),
      slots_(size == 1 ? 1 : most_members),
      sleepers_(nobody_, slots_, asymmetric_fence::available(), asymmetric_fence::available()) {
  resize(size, crowded);
}

team::~team() {
  await_visitors();
  let_go();
  for (auto& t : threads_) t->join();
}

void team::forget_threads() {
  for (auto& t : threads_) (void)t.release();
  threads_.clear();
  is_whole_ = false;
  forget_counts();
  for (auto& m : members_) m->forget_threads();
}

void team::forget_counts() {
  // relaxed, both: the child of the fork has one thread.
  idle_.reset();
  dozing_.store(0, std::memory_order_relaxed);
  visitors_.store(0, std::memory_order_relaxed);
}

// Releases the threads from the team. Called between regions, when all threads wait for the next
// one. Afterwards the threads do not access regions_ and inside_.
void team::let_go() {
  if (size_ <= 1 || !regions_ || !is_whole_) return;
  region none;
  member_wait wait(of(0));
  regions_->open(0, turn_, wait, region_value{none});
  for (unsigned rank = 1; rank < size_; ++rank) threads_[rank - 1]->await_free();
}

bool team::sleeps_at_once() const {
  return crowded_ || settings().wait == wait_policy::park;
}

std::unique_ptr<team::lines> team::make_lines() const {
  return std::make_unique<lines>(size_, sleepers_pay(), lines::children_of_a_member,
                                 sleeps_at_once() ? team_form::crowd : team_form::tree);
}

// Whether heavy fences in the threads that fall asleep cost less than full fences in the threads
// that wake others.
bool team::sleepers_pay() const {
  return asymmetric_fence::available() && !sleeps_at_once() && size_ <= most_paying_sleepers;
}

void team::resize(unsigned size, bool crowded) {
  if (size == size_ && crowded == crowded_ && is_whole_) return;
  const kept_errno keeps;
  if (size > most_members) refuse_thread(most_members, size, EAGAIN);
  let_go();
  is_whole_ = true;
  make_members(size);
  size_ = size;
  crowded_ = crowded;
  regions_ = make_lines();
  inside_ = make_lines();
  turns_ = std::make_unique<wait_queue<>>(sleepers_pay());
  if (!shares_) shares_ = std::make_unique<share_words[]>(shares);
  for (unsigned s = 0; s < shares; ++s) shares_[s].ranges.reset();
  layout_.reset();
  turn_ = 1;
  for (unsigned rank = 1; rank < size; ++rank) {
    if (threads_.size() < rank) {
      auto made = std::make_unique<kept_thread>();
      if (const int error = kept_thread::make(*made, settings().stack_bytes, !sleeps_at_once());
          error != 0)
        refuse_thread(rank, size, error);
      threads_.push_back(std::move(made));
    }
    threads_[rank - 1]->assign(this, rank);
  }
  // Some surplus threads are kept for a larger team.
  const std::size_t kept =
      std::max<std::size_t>(size - 1, most_kept_threads(settings().processors));
  while (threads_.size() > kept) {
    member& gone = *members_[threads_.size()];
    threads_.back()->join();
    threads_.pop_back();
    gone.alone.reset();
    gone.kept.reset();
  }
  member_wait wait(of(0));
  regions_->gather(0, turn_, wait);
}

// Adds members up to `size`. Existing members remain, with the teams that they keep.
void team::make_members(unsigned size) {
  finished_elsewhere.store(0, std::memory_order_relaxed);  // relaxed: released by open()
  told_ = 0;
  for (auto& m : members_) m->start_afresh();
  while (members_.size() < size) {
    const auto rank = static_cast<unsigned>(members_.size());
    members_.push_back(std::make_unique<member>(*this, rank));
    slots_.made().add(members_.back()->tasks);
    slots_.list(members_.back()->tasks);
  }
}

const biased_layout& team::layout() {
  if (!layout_) {
    // Unbound threads may run anywhere, so assume a machine on which all threads are equally near.
    const topology flat = topology::synthetic("pu:" + std::to_string(size_));
    std::vector<unsigned> all(size_);
    std::iota(all.begin(), all.end(), 0U);
    layout_ = std::make_unique<biased_layout>(member_places(flat, all), all);
  }
  return *layout_;
}

// Called after a cancelled region, in which the members have entered different numbers of
// constructs.
void team::mend() {
  inside_ = make_lines();
  make_members(size_);
}

// Sets the ICVs that the environment lists by nesting level: OMP_NUM_THREADS=4,2 and
// OMP_PROC_BIND=spread,close. Below the last listed level, tasks inherit them like other ICVs.
void team::inherit_by_level() {
  const program_settings& s = settings();
  if (level_ < s.threads_by_level.size()) icvs_.threads = s.threads_by_level[level_];
  if (level_ < s.bind_by_level.size()) icvs_.bind = s.bind_by_level[level_];
}

void team::place(const placement& leader, binding how) {
  if (leader.place < 0) return;
  for (unsigned rank = 0; rank < size_; ++rank)
    of(rank).at = placement_of(how, rank, size_, leader);
}

void team::begin_region(member& leader, const region& r, binding how) {
  if (is_cancelled()) mend();
  loop_is_cancelled.store(false, std::memory_order_relaxed);  // relaxed: released by open()
  active_level_ = leader.in.active_level() + (size_ > 1 ? 1 : 0);
  icvs_ = leader.now->icvs;
  // A proc_bind clause applies to this region and to regions inside it that have none. If bind-var
  // is false, the clause has no effect.
  if (how != binding::no && icvs_.bind != binding::no) icvs_.bind = how;
  const binding bound = icvs_.bind;
  inherit_by_level();
  counts_ = leader.now->icvs.thread_limit != ~0U;
  if (r.reductions) {
    allocate_reductions(r.reductions, size_);
    link_reductions(r.reductions, nullptr);
  }
  group_.reductions = r.reductions;
  for (unsigned rank = 0; rank < size_; ++rank) of(rank).outer = &leader;
  place(leader.at, bound);
  // relaxed: leave_leaders_processor() reads it after open(); yield_beside_leader() takes it as a
  // hint.
  leader_runs_on_.store(sleeps_at_once() || of(0).at.place >= 0 ? -1 : sched_getcpu(),
                        std::memory_order_relaxed);
  if (shares_processor()) {
    // relaxed, both: hints.
    was_beside_leader_.store(beside_leader_.exchange(false, std::memory_order_relaxed),
                             std::memory_order_relaxed);
  }
  if (explains()) {
    body_ = r.body;
    began_ = cycles();
  }
  region mine = r;
  if (r.loop) {
    order_ = *r.loop;
    mine.loop = &order_;
  }
  member_wait wait(of(0));
  regions_->open(0, turn_, wait, region_value{mine});
  run(of(0), mine);
}

void team::run(member& me, const region& r) {
  here = &me;
  me.now = &me.implicit;
  me.implicit.icvs = icvs_;
  me.implicit.group = r.reductions ? &group_ : nullptr;
  me.bind_thread();
  if (settings().displays_affinity && !std::exchange(me.is_displayed, true)) {
    const no_cancellation until_displayed;
    omp_display_affinity(nullptr);
  }
  if (r.loop) enter_share(me, *r.loop);
}

void team::end_region() {
  member& me = of(0);
  if (me.loop.words && !is_cancelled()) leave_share(me);
  member_wait wait(me);
  regions_->gather(0, ++turn_, wait);
  wait.rise();
  finish_tasks(me);
  if (explains()) {
    note_region(body_, size_, cycles() - began_);
    note_tasks_made(tasks_since_told());
  }
  if (counts_) give_back_threads(me, size_ - 1);
  here = me.outer;
}

std::uint64_t team::tasks_since_told() {
  std::uint64_t made = 0;
  for (auto& m : members_) made += m->sum.made();
  return made - std::exchange(told_, made);
}

void team::serve(unsigned rank) {
  member& me = of(rank);
  std::uint64_t turn = 0;
  region next;
  for (;;) {
    {
      member_wait wait(me);
      regions_->pass(rank, ++turn, wait, region_value{next});
    }
    if (!next.body) return;
    leave_leaders_processor();
    run(me, next);
    next.body(next.data);
    if (me.loop.words && !is_cancelled()) leave_share(me);
  }
}

// Called by a member when a region begins. The kernel may have woken the member on the leader's
// processor, and may leave both threads there for milliseconds.
void team::leave_leaders_processor() {
  // relaxed: read after open().
  const int processor = leader_runs_on_.load(std::memory_order_relaxed);
  if (processor < 0 || sched_getcpu() != processor) return;
  if (move_off(pthread_self(), processor)) return;
  beside_leader_.store(true, std::memory_order_relaxed);  // relaxed: a hint
}

void team::note_tasks() noexcept {
  if (has_tasks()) return;
  has_tasks_.store(true, std::memory_order_relaxed);  // relaxed: before the fence of tell_all()
  inside_->tell_all();
  regions_->tell_all();
}

bool team::all_tasks_are_finished() const {
  // acquire: pairs with the release by a thread outside the team in finish().
  return all_finished(size_, finished_elsewhere.load(std::memory_order_acquire),
                      [this](unsigned rank) -> const task_sum<>& { return members_[rank]->sum; });
}

void team::finish_tasks(member& me) {
  if (!has_tasks()) return;
  patience waiting = waiting_of(me);
  nap_before_sleep nap;
  while (!all_tasks_are_finished()) {
    if (run_one_task(me)) {
      waiting.reset();
      nap.reset();
    } else if (waiting.step() && nap.is_over() && !may_find_task(me, nullptr)) {
      // relaxed, both: ordered by the fences of doze() and sees_the_end().
      awaits_all_.store(&me, std::memory_order_relaxed);
      doze(me, [&] { return all_tasks_are_finished() || may_find_task(me, nullptr); });
      awaits_all_.store(nullptr, std::memory_order_relaxed);
    }
  }
  await_visitors();
  // relaxed: open(), the second half of the barrier, releases it.
  has_tasks_.store(false, std::memory_order_relaxed);
}

// Visitors leave after a few instructions, unless they lose their processor.
void team::await_visitors() const {
  // acquire: pairs with leave_visitor(); the visitors' accesses happen before the return.
  while (visitors_.load(std::memory_order_acquire) != 0) sched_yield();
}

void team::wake_for_task() noexcept {
  // Wakes a member that sleeps in a barrier, which may run any task. If there is none, wakes all
  // members in doze().
  if (!inside_->tell_one() && !regions_->tell_one()) wake_dozing();
}

void team::wake_dozing() noexcept {
  if (dozing_.load(std::memory_order_relaxed) == 0) return;  // relaxed: after the caller's fence
  for (unsigned rank = 0; rank < size_; ++rank) {
    sleeper<>& bed = of(rank).bed;
    if (bed.sleeps() && bed.awaken(dozing_)) bed.ring();
  }
}

void team::wake_at_the_end() noexcept {
  // relaxed: after the fence of sees_the_end().
  member* const waits = awaits_all_.load(std::memory_order_relaxed);
  if (waits && waits->bed.awaken(dozing_)) waits->bed.ring();
}

void team::leave_ready(task& t) {
  {
    const std::lock_guard leaving(leaving_);
    // Sorted by descending priority; oldest first within a priority.
    const auto lower =
        std::ranges::find_if(ready_, [&](const task* r) { return r->priority < t.priority; });
    ready_.insert(lower, &t);
    ready_count_.store(ready_.size(), std::memory_order_relaxed);  // relaxed: the lock orders it
  }
  tell_of_task();
}

bool team::has_ready(const task* ancestor) {
  if (ready_tasks() == 0 || !ancestor) return ready_tasks() != 0;
  const std::lock_guard leaving(leaving_);
  return std::ranges::any_of(ready_, [&](const task* t) { return t->descends_from(*ancestor); });
}

task* team::take_ready(const task* ancestor) {
  if (ready_tasks() == 0) return nullptr;
  const std::lock_guard leaving(leaving_);
  const auto found = std::ranges::find_if(
      ready_, [&](const task* t) { return !ancestor || t->descends_from(*ancestor); });
  if (found == ready_.end()) return nullptr;
  task* const t = *found;
  ready_.erase(found);
  ready_count_.store(ready_.size(), std::memory_order_relaxed);  // relaxed: the lock orders it
  return t;
}

}  // namespace arcas::inline v0::detail::openmp
