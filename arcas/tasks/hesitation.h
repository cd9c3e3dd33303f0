// SPDX-License-Identifier: Apache-2.0
// How soon does a thief ask again, where what it got was not worth the asking? A task that is done
// in a thousand cycles costs its owner, who answers an ask with locked operations on a line that
// the thief has, as much as it saves. A thief that finds such tasks, or finds that they are gone,
// asks the less often: an empty invoke is back at its price when nobody helps. Private to tasks/.
#pragma once

#include <cstdint>

namespace arcas {

// Local to its thread. All times are time stamps, in cycles; `now` never goes back.
class hesitation {
 public:
  static constexpr std::uint64_t small_task = 1'000;
  static constexpr std::uint64_t longest = 32'000;

  // A stolen task took that long: a small one makes it hesitate, any other ends that.
  void found(std::uint64_t took, std::uint64_t now) noexcept {
    if (took < small_task) return found_nothing(now);
    length_ = 0;
  }
  // What was shown is gone again. Each time twice as long.
  void found_nothing(std::uint64_t now) noexcept {
    const std::uint64_t twice = 2 * length_ > small_task ? 2 * length_ : small_task;
    length_ = twice < longest ? twice : longest;
    since_ = now;
  }
  bool lasts(std::uint64_t now) const noexcept { return length_ != 0 && now - since_ < length_; }
  // Whether a look at the clock is needed to tell.
  bool is_none() const noexcept { return length_ == 0; }

 private:
  std::uint64_t length_ = 0;
  std::uint64_t since_ = 0;
};

}  // namespace arcas
