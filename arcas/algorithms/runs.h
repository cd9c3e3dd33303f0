// SPDX-License-Identifier: Apache-2.0
// The results of a loop whose iterations are combined in order: a value for each run of consecutive
// iterations that one worker executed. Runs do not overlap. Combined in the order of their first
// iterations, they give the value that one worker alone would have computed, if the operation is
// associative. Private to algorithms/.
#pragma once

#include <arcas/base/race_detector.h>
#include <arcas/loops/parallel_for.h>

#include <cstddef>
#include <cstdint>
#include <source_location>
#include <type_traits>
#include <utility>

namespace arcas::inline v0::detail {

struct run {
  run() = default;
  run(const run&) = delete;
  run& operator=(const run&) = delete;
  virtual ~run() = default;
  // Appends the value of `later`, which begins where this run ends, or after a gap.
  virtual void append(run& later) = 0;

  std::uint64_t first = 0;
  std::uint64_t last = 0;
  run* next = nullptr;  // the next run in the chain that owns both runs
};

// An unordered list that owns its runs.
class run_chain {
 public:
  run_chain() = default;
  run_chain(const run_chain&) = delete;
  run_chain& operator=(const run_chain&) = delete;
  ~run_chain() { clear(); }

  std::size_t size() const { return size_; }
  run* front() const { return head_; }
  void push(run* r) {
    r->next = head_;
    head_ = r;
    if (size_++ == 0) tail_ = r;
  }
  run* pop() {
    --size_;
    return std::exchange(head_, head_->next);
  }
  void splice(run_chain& other);
  void clear() {
    while (size_ != 0) delete pop();
  }

 private:
  run* head_ = nullptr;
  run* tail_ = nullptr;
  std::size_t size_ = 0;
};

// The runs of one loop, as its workers hand them in.
class runs {
 public:
  void add(run_chain& from);
  // Combines all runs in the order of the iterations; null if there are none. To be called after
  // the loop; the result belongs to this object.
  run* in_order() {
    combine();
    return all_.size() == 0 ? nullptr : all_.front();
  }

 private:
  // Number of runs beyond which adjacent runs are combined before the loop ends. A distributor that
  // hands out single iterations can make a run of each iteration.
  static constexpr std::size_t first_limit = 4096;

  void combine_neighbours() { combine_sorted(false); }
  void combine() { combine_sorted(true); }
  void combine_sorted(bool across_gaps);

  join_lock lock_;
  run_chain all_;
  std::size_t limit_ = first_limit;
};

// One worker's runs in one loop.
class own_runs {
 public:
  own_runs() = default;
  own_runs(const own_runs&) = delete;
  own_runs& operator=(const own_runs&) = delete;
  // Hands in the runs of a worker whose body throws: join() is not called for this worker, but its
  // finished iterations count.
  ~own_runs();

  void belong_to(runs& all) { all_ = &all; }
  // The run that continues with iterations [first, last). If these iterations do not follow the
  // current run, make() makes a new run.
  template <class Make>
  auto& with(std::uint64_t first, std::uint64_t last, const Make& make) {
    using own_run = std::remove_pointer_t<decltype(make())>;
    if (current_ == nullptr || current_->last != first) {
      if (done_.size() >= kept_at_most) hand_in();
      current_ = make();
      current_->first = first;
      done_.push(current_);
    }
    current_->last = last;
    return static_cast<own_run&>(*current_);
  }
  void hand_in() {
    current_ = nullptr;
    if (done_.size() != 0) all_->add(done_);
  }

 private:
  static constexpr std::size_t kept_at_most = 256;

  runs* all_ = nullptr;
  run_chain done_;
  run* current_ = nullptr;
};

// A loop that keeps a value of monoid M for each run; a forking_object of parallel_for. add(value,
// more, begin, end) adds a chunk to the value of its run. More: other data of each worker.
template <loop_index I, class M, class More, class Add>
class loop_in_order {
 public:
  using value_type = typename M::value_type;
  struct own {
    More more{};
    own_runs runs;
  };

  loop_in_order(I first, const M& m, const Add& add) : first_(first), m_(m), add_(add) {}

  void run_to(I last, const loop_options& options, const std::source_location& where) {
    parallel_for<loop_in_order, own, I>(*this, first_, last, options, where);
  }
  // To be called when the loop has returned or thrown: null if no iteration has run.
  value_type* total() {
    auto* all = static_cast<valued_run*>(runs_.in_order());
    return all ? &all->value : nullptr;
  }

  void fork(own& mine) { mine.runs.belong_to(runs_); }
  void begin_range(own& mine) { mine.runs.hand_in(); }
  void work(own& mine, I begin, I end) {
    const race_detector::told to_append(&m_);
    valued_run& now = mine.runs.with(iterations(first_, begin), iterations(first_, end),
                                     [&] { return new valued_run(m_); });
    add_(now.value, mine.more, begin, end);
  }
  void work(own& mine, I i) { work(mine, i, static_cast<I>(i + 1)); }
  void join(own& mine) { mine.runs.hand_in(); }

 private:
  struct valued_run final : run {
    explicit valued_run(const M& how) : m(how), value(how.identity()) {}
    void append(run& later) override {
      race_detector::see(&m);
      const race_detector::told to_others(&m);
      value = m(std::move(value), std::move(static_cast<valued_run&>(later).value));
    }
    const M& m;
    value_type value;
  };

  I first_;
  const M& m_;
  const Add& add_;
  runs runs_;
};

}  // namespace arcas::inline v0::detail
