// SPDX-License-Identifier: Apache-2.0
// What a loop leaves behind when the order of its iterations counts: a value for each run, that is
// for consecutive iterations that one worker did one after the other. Runs do not overlap, so that
// sorted by their first iteration they combine to what one worker alone would have found, as long
// as the operation is associative. Private to algorithms/.
#pragma once

#include <arcas/loops/loop_jobs.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace arcas::detail {

struct run {
  run() = default;
  run(const run&) = delete;
  run& operator=(const run&) = delete;
  virtual ~run() = default;
  // Becomes the value of both; `later` begins where this one ends or after it.
  virtual void append(run& later) = 0;

  std::uint64_t first = 0;
  std::uint64_t last = 0;
};

// In no order.
using run_list = std::vector<std::unique_ptr<run>>;

// The runs of one loop, as its workers hand them in.
class runs {
 public:
  // Takes all runs of `from`.
  void add(run_list& from);
  // All of them as one, in the order of the iterations; null if there are none. After the loop, and
  // for as long as this lives.
  run* in_order() {
    combine(true);
    return all_.empty() ? nullptr : all_.front().get();
  }

 private:
  // So many runs wait before those that meet are combined: a counter that deals out single
  // iterations makes a run of each of them.
  static constexpr std::size_t first_limit = 4096;

  void combine(bool across_gaps);

  join_lock lock_;
  run_list all_;
  std::size_t limit_ = first_limit;
};

// One worker's runs in one loop: what is its own in a forking loop.
class own_runs {
 public:
  own_runs() = default;
  own_runs(const own_runs&) = delete;
  own_runs& operator=(const own_runs&) = delete;
  // Where the body threw, the worker does not join; what it did until then counts all the same.
  ~own_runs();

  void belong_to(runs& all) { all_ = &all; }
  // The run that iterations [first, last) belong to: make() makes a fresh one where they do not
  // continue those before.
  template <class Make>
  auto& with(std::uint64_t first, std::uint64_t last, const Make& make) {
    using own_run = std::remove_pointer_t<decltype(make())>;
    if (current_ == nullptr || current_->last != first) {
      if (done_.size() >= kept_at_most) hand_in();
      std::unique_ptr<run> fresh(make());
      current_ = done_.emplace_back(std::move(fresh)).get();
      current_->first = first;
    }
    current_->last = last;
    return static_cast<own_run&>(*current_);
  }
  void hand_in() {
    current_ = nullptr;
    if (!done_.empty()) all_->add(done_);
  }

 private:
  static constexpr std::size_t kept_at_most = 256;

  runs* all_ = nullptr;
  run_list done_;
  run* current_ = nullptr;
};

}  // namespace arcas::detail
