// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/processor.h>
#include <arcas/openmp/loop_share.h>
#include <arcas/workers/wait_queue.h>

#include <limits>

namespace arcas::inline v0::detail::openmp {

doacross_words::doacross_words(const loop_order& order, unsigned members)
    : way_(order.way),
      chunk_(order.chunk),
      members_(members),
      counts_(order.doacross, order.doacross + order.doacross_loops) {
  wide_number all = 1;
  constexpr wide_number most = std::numeric_limits<std::uint64_t>::max();
  fits_ = true;
  for (const std::uint64_t n : counts_) {
    all *= n;
    fits_ = fits_ && all < most;
    if (all >= most) all = most;  // the next product then does not overflow
  }
  const std::uint64_t outermost = counts_.front();
  entries_ = way_ == sharing_way::blocks ? members
             : chunk_ <= 1 || way_ == sharing_way::guided
                 ? outermost
                 : static_cast<std::size_t>((outermost + chunk_ - 1) / chunk_);
  done_ = std::make_unique<std::atomic<std::uint64_t>[]>(entries_);
  if (!fits_) done_above_ = std::make_unique<std::atomic<std::uint64_t>[]>(entries_);
}

std::size_t doacross_words::entry_of(std::uint64_t outermost) const {
  if (way_ == sharing_way::guided) return outermost;
  if (way_ != sharing_way::blocks) return outermost / chunk_;
  if (chunk_ != 0) return outermost / chunk_ % members_;
  const std::uint64_t each = counts_.front() / members_;
  const std::uint64_t longer = counts_.front() % members_;
  const std::uint64_t in_longer = longer * (each + 1);
  return outermost < in_longer ? outermost / (each + 1) : longer + (outermost - in_longer) / each;
}

wide_number doacross_words::position(const std::uint64_t* iteration) const {
  wide_number at = iteration[0];
  for (std::size_t l = 1; l < counts_.size(); ++l) at = at * counts_[l] + iteration[l];
  return at + 1;
}

void doacross_words::post(const std::uint64_t* iteration) {
  if (entries_ == 0) return;
  const std::size_t entry = entry_of(iteration[0]);
  const wide_number at = position(iteration);
  if (fits_) {
    // release: pairs with is_posted(); publishes the writes of the iteration.
    done_[entry].store(static_cast<std::uint64_t>(at), std::memory_order_release);
    return;
  }
  // acquire: pairs with the release below.
  while (lock_.exchange(true, std::memory_order_acquire)) pause();
  // relaxed, both: under the lock.
  done_[entry].store(static_cast<std::uint64_t>(at), std::memory_order_relaxed);
  done_above_[entry].store(static_cast<std::uint64_t>(at >> 64), std::memory_order_relaxed);
  lock_.store(false, std::memory_order_release);  // release: pairs with the acquire above
}

std::uint32_t doacross_words::mark_of(const std::uint64_t* iteration) const {
  return wait_queue<>::mark_of(entries_ == 0 ? 0 : entry_of(iteration[0]));
}

bool doacross_words::is_posted(const std::uint64_t* iteration) {
  if (entries_ == 0) return true;
  const std::size_t entry = entry_of(iteration[0]);
  const wide_number at = position(iteration);
  // acquire: pairs with post().
  if (fits_) return done_[entry].load(std::memory_order_acquire) >= at;
  while (lock_.exchange(true, std::memory_order_acquire)) pause();  // acquire: as in post()
  // relaxed, both: under the lock.
  const wide_number done =
      static_cast<wide_number>(done_above_[entry].load(std::memory_order_relaxed)) << 64 |
      done_[entry].load(std::memory_order_relaxed);
  lock_.store(false, std::memory_order_release);  // release: pairs with the acquire above
  return done >= at;
}

}  // namespace arcas::inline v0::detail::openmp
