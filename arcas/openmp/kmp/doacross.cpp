// SPDX-License-Identifier: Apache-2.0
// Entry points of doacross loops (ordered with depend). The program tells the bounds of the loops
// before it starts a loop of any schedule, so the members share one bit for each iteration.
#include <arcas/openmp/kmp/kmp.h>

#include <memory>
#include <vector>

namespace arcas::inline v0::detail::openmp::kmp {

namespace {

// One of the nested loops; both bounds are included.
struct dimension {
  std::int64_t lower;
  std::int64_t upper;
  std::int64_t step;

  std::uint64_t count() const { return count_iterations(lower, upper, step); }
};

class finished_iterations {
 public:
  finished_iterations(const dimension* loops, std::int32_t count, unsigned members)
      : loops_(loops, loops + count), members_(members) {
    std::uint64_t all = 1;
    for (const dimension& d : loops_) all *= d.count();
    bits_ = std::make_unique<std::atomic<std::uint32_t>[]>(all / bits_of_word + 1);
  }

  // The number of an iteration; false: the loops have no such iteration.
  bool find(const std::int64_t* iteration, std::uint64_t& number) const {
    number = 0;
    for (std::size_t l = 0; l < loops_.size(); ++l) {
      const dimension& d = loops_[l];
      const std::uint64_t n = d.count();
      const std::uint64_t at = count_iterations(d.lower, iteration[l], d.step);
      if (at == 0 || at > n) return false;
      number = number * n + at - 1;
    }
    return true;
  }
  void post(std::uint64_t number) {
    // release: pairs with is_posted(); publishes the writes of the iteration.
    word_of(number).fetch_or(bit_of(number), std::memory_order_release);
  }
  bool is_posted(std::uint64_t number) {
    // acquire: pairs with post().
    return (word_of(number).load(std::memory_order_acquire) & bit_of(number)) != 0;
  }
  // Whether the calling member is the last to leave.
  bool leave() {
    // acq_rel: pairs with the leave() of other members; their accesses come before the deletion.
    return members_.fetch_sub(1, std::memory_order_acq_rel) == 1;
  }

 private:
  static constexpr std::uint64_t bits_of_word = 32;

  std::atomic<std::uint32_t>& word_of(std::uint64_t number) { return bits_[number / bits_of_word]; }
  static std::uint32_t bit_of(std::uint64_t number) {
    return std::uint32_t{1} << (number % bits_of_word);
  }

  std::vector<dimension> loops_;
  std::atomic<unsigned> members_;
  std::unique_ptr<std::atomic<std::uint32_t>[]> bits_;
};

// The doacross loops in which the calling thread is, the innermost last; null: a team of one
// thread, which waits for nothing.
thread_local std::vector<finished_iterations*> loops_of_thread;

}  // namespace

extern "C" {

void __kmpc_doacross_init(const ident*, std::int32_t, std::int32_t count, const dimension* loops) {
  member& me = current();
  const unsigned members = me.in.size();
  loops_of_thread.push_back(members == 1 ? nullptr : share_object<finished_iterations>(me, [&] {
    return new finished_iterations(loops, count, members);
  }));
}

void __kmpc_doacross_post(const ident*, std::int32_t, const std::int64_t* iteration) {
  finished_iterations* const loop = loops_of_thread.back();
  std::uint64_t number = 0;
  if (!loop || !loop->find(iteration, number)) return;
  loop->post(number);
  current().in.turns().wake(wait_queue<>::mark_of(number));
}

void __kmpc_doacross_wait(const ident*, std::int32_t, const std::int64_t* iteration) {
  finished_iterations* const loop = loops_of_thread.back();
  std::uint64_t number = 0;
  if (!loop || !loop->find(iteration, number)) return;
  member& me = current();
  wait_until(waiting_of(me), me.in.turns(), wait_queue<>::mark_of(number),
             [&] { return loop->is_posted(number) || me.in.is_cancelled(); });
}

void __kmpc_doacross_fini(const ident*, std::int32_t) {
  finished_iterations* const loop = loops_of_thread.back();
  loops_of_thread.pop_back();
  if (loop && loop->leave()) delete loop;
}

}  // extern "C"

}  // namespace arcas::inline v0::detail::openmp::kmp
