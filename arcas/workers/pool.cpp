// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/machine.h>
#include <arcas/base/processor.h>
#include <arcas/workers/follower.h>
#include <arcas/workers/leadership.h>
#include <arcas/workers/pool.h>
#include <arcas/workers/processor_claims.h>
#include <arcas/workers/quota_watch.h>
#include <arcas/workers/wake_sleepers.h>

#include <dlfcn.h>
#include <pthread.h>

#include <algorithm>
#include <utility>

namespace arcas::inline v0::detail {

template <class Self>
constinit thread_local Self* self_words<Self>::for_now = nullptr;
template <class Self>
constinit thread_local Self self_words<Self>::outside{};
template struct self_words<self>;

namespace {

// Number of threads outside the pool that can lead at the same time, besides the one at the root.
// Further threads run their loops alone.
constexpr unsigned guest_boards = 8;
static_assert(guest_boards <= guests_present<>::most);
// Followers of one leader are grouped by cache group; each group has its own notice.
unsigned group_of(const topology& machine, const worker_tree& tree, worker_id w) {
  return machine.place_of(place_kind::cache_group, tree.thread_of(w));
}

// Only pinned workers claim processors, since the system moves the others.
std::string table_for(const topology& machine, const pool_options& options) {
  const bool claims = options.claim && options.pin && machine.can_pin();
  return claims ? processor_claims::table_of_user() : std::string();
}

// The work function of the item that ends a thread.
void finish(const work&, participant&) {}

// A forked child has no pool of the parent, and its thread has no role in one.
[[maybe_unused]] const int forgotten_in_children = pthread_atfork(nullptr, nullptr, [] {
  self::become(nullptr);
  self::outside() = self{};
});

// A shared object that contains this code stays loaded: a late worker may still see a loop that the
// object has led, and then calls this code, which finds that nothing is left. An object that only
// calls Arcas may be unloaded: its own code runs only while chunks are unfinished.
[[maybe_unused]] const bool stays_loaded = [] {
  Dl_info object{};
  if (dladdr(reinterpret_cast<const void*>(&finish), &object) == 0) return false;
  // Null for the program itself.
  void* const handle = dlopen(object.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
  if (handle) dlclose(handle);
  return handle != nullptr;
}();

}  // namespace

bool is_finish(const work& item) {
  return item.run == &finish;
}

bool participant::leave_for_now(std::uint64_t finished) {
  if (leads()) return over_soon(finished);
  left_ = may_leave_;
  return left_;
}

bool participant::may_wait() const {
  const pool* const mine = self::current().owner;
  return mine && mine->options().wait != wait_policy::park && !mine->crowded();
}

worker_tree claimed_tree(const topology& machine, const pool_options& options,
                         processor_claims& claims) {
  std::vector<bool> taken;
  for (const hardware_thread& t : machine.threads()) taken.push_back(claims.is_taken(t.os_index));
  worker_tree tree(machine, options.workers, options.levels, options.placement, taken);
  std::vector<unsigned> processors;
  for (worker_id w = 0; tree.size() > 1 && w < tree.size(); ++w)
    processors.push_back(machine.threads()[tree.thread_of(w)].os_index);
  claims.settle(processors);
  return tree;
}

pool::pool(topology machine, pool_options options, runtime* owner)
    : machine_(std::move(machine)),
      options_(std::move(options)),
      claims_(std::make_unique<processor_claims>(table_for(machine_, options_))),
      tree_(claimed_tree(machine_, options_, *claims_)),
      owner_(owner),
      pinning_(machine_.threads()[tree_.thread_of(0)].os_index),
      processors_(machine_.can_pin() ? machine_.paid_threads()
                                     : topology::discover().paid_threads()),
      sleepers_pay_(asymmetric_fence::available() && tree_.size() <= most_paying_sleepers),
      size_(tree_.size()),
      asked_limit_(size_),
      paid_limit_(size_),
      limit_(size_) {
  if (machine_.can_pin() && options_.follow_quota) {
    watch_quota(std::make_unique<quota_watch>(cgroup_roots{}, machine_.thread_count()));
  }
  states_.resize(tree_.size());
  for (worker_id w = 0; w < tree_.size(); ++w) {
    if (w != 0 && tree_.end_of(w) == w + 1) continue;
    const unsigned first = group_of(machine_, tree_, w);
    const unsigned last = group_of(machine_, tree_, tree_.end_of(w) - 1);
    states_[w] = std::make_unique<leader_state>(w, tree_.level_of(w), last - first + 1, first,
                                                tree_.end_of(w) - w);
  }
  for (unsigned g = 0; g < guest_boards; ++g) {
    guests_.push_back(std::make_unique<leader_state>(
        0, tree_.top_level(), states_[0]->board.groups(), states_[0]->first_group, tree_.size()));
    guests_[g]->guest = static_cast<int>(g);
  }
  const auto levels = static_cast<unsigned>(tree_.levels().size());
  for (auto* boards : {&states_, &guests_}) {
    for (auto& s : *boards) {
      if (!s) continue;
      s->has_followers = s->guest >= 0 || tree_.end_of(s->leader) > s->leader + 1;
      s->outsider = {.owner = this, .state = s.get(), .level = s->level};
      s->shapes.resize((levels + 1) * levels);
      s->range_teams.resize(s->shapes.size());
      s->first_shape_index = shape_indexes_;
      shape_indexes_ += (levels + 1) * levels;
    }
  }
  followers_.resize(tree_.size());
  for (worker_id w = 1; w < tree_.size(); ++w) followers_[w] = std::make_unique<follower>(*this, w);
  try {
    for (worker_id w = 1; w < tree_.size(); ++w) followers_[w]->start();
  } catch (...) {
    end_threads();
    throw;
  }
}

pool::~pool() {
  end_threads();
  // relaxed: the threads that use it have been joined.
  delete background_.load(std::memory_order_relaxed);
}

void pool::end_threads() {
  // Publishes the end of the threads on every board. A late follower of the last loop may still be
  // marked as leading, and then the workers below it read only its notice. No other thread
  // publishes now. The limit is lifted, since workers beyond it must end too. relaxed: stored
  // before the fence, like the notices.
  limit_.store(size_, std::memory_order_relaxed);
  for (auto& s : states_) {
    if (s) s->board.publish(0, 0, work{.run = &finish});
  }
  order_notice_before_sleepers<std::atomic>(sleepers_pay_);
  for (auto& f : followers_) {
    if (f) f->bed.ring();
  }
  // Joins all before any is destroyed: a late thread may still look for sleepers to wake.
  for (auto& f : followers_) {
    if (f) f->join();
  }
}

std::vector<std::string> pool::refusals() const {
  std::vector<std::string> all;
  for (const auto& f : followers_) {
    if (f && !f->refusal.empty()) all.push_back(f->refusal);
  }
  // Workers of a machine that is only described may share processors: this is not a refusal.
  if (machine_.can_pin() && outnumbers_processors()) {
    all.push_back(std::to_string(tree_.size()) + " workers share " + std::to_string(processors_) +
                  (processors_ == 1 ? " processor" : " processors") + ", so they take turns");
  }
  if (!claims_->refusal().empty()) all.push_back(claims_->refusal());
  const auto elsewhere =
      std::ranges::count_if(followers_, [](const auto& f) { return f && f->was_taken; });
  if (elsewhere != 0) {
    all.push_back(std::to_string(elsewhere) + " of " + std::to_string(tree_.size()) +
                  " workers are not pinned to their processors, which other Arcas processes have "
                  "claimed; ARCAS_CLAIMS=0 ignores claims");
  }
  return all;
}

bool pool::has_all_threads() const {
  return std::ranges::all_of(followers_, [](const auto& f) { return !f || f->has_thread(); });
}

std::vector<pthread_t> pool::threads() const {
  std::vector<pthread_t> handles;
  for (const auto& f : followers_) {
    if (f) handles.push_back(f->handle());
  }
  return handles;
}

background_source& pool::make_background(std::unique_ptr<background_source> (*make)(pool&)) {
  if (background_source* there = background()) return *there;
  std::unique_ptr<background_source> made = make(*this);
  background_source* expected = nullptr;
  // acq_rel: release pairs with background()'s acquire; acquire, also on failure, pairs with the
  // release of the thread that was first.
  if (background_.compare_exchange_strong(
          expected, made.get(), std::memory_order_acq_rel,
          std::memory_order_acquire))  // pairs with the release above
    return *made.release();
  return *expected;
}

void pool::set_limit(unsigned workers) {
  const std::lock_guard writing(limiting_);
  asked_limit_ = std::clamp(workers, 1U, size_);
  put_limit();
}

// The caller must hold limiting_.
void pool::put_limit() {
  // relaxed: the notice of the caller's next loop makes the limit visible, and that loop wakes the
  // workers that may take part.
  limit_.store(std::min(asked_limit_, paid_limit_), std::memory_order_relaxed);
  wake_returning();
}

void pool::watch_quota(std::unique_ptr<quota_watch> watch) {
  quota_ = std::move(watch);
  first_paid_ = quota_->paid();
}

// A user may ask for more workers than the quota pays for. All of them take part until the quota
// pays for fewer workers than at first.
void pool::look_at_quota() {
  const auto paid = quota_ ? quota_->look() : std::nullopt;
  if (!paid) return;
  const std::lock_guard writing(limiting_);
  paid_limit_ = *paid < first_paid_ ? std::min(*paid, size_) : size_;
  put_limit();
}

// Under the policy `spin`, workers sleep only while a limit excludes them. No loop would wake all
// of these workers, so they are woken here. Under other policies the next loop wakes workers.
void pool::wake_returning() {
  if (options_.wait != wait_policy::spin) return;
  order_notice_before_sleepers<std::atomic>(sleepers_pay_);
  wake_below(0, 0, 0, size_);
}

void pool::rouse(unsigned at_most) {
  wake(0, 0, 0, at_most);
}

void pool::wake(int level, worker_id by, worker_id leader, unsigned at_most) {
  // If more workers were awake than there are processors, they would only slow each other down. But
  // a loop above level 0 needs the workers of its level, whichever other workers are awake.
  if (level == 0) {
    const unsigned most = std::min(processors_, limit());
    at_most = std::min(at_most, most > awake() ? most - awake() : 0);
  }
  wake_below(level, by, leader, at_most);
}

void pool::wake_below(int level, worker_id by, worker_id leader, unsigned at_most) {
  wake_sleepers(sleepers_, leader, tree_.end_of(leader), by, at_most, [&](worker_id w) {
    const bool follows = followers_[w] && tree_.level_of(w) >= level && takes_part(w);
    return follows ? &followers_[w]->bed : nullptr;
  });
}

}  // namespace arcas::inline v0::detail
