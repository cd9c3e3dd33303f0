// SPDX-License-Identifier: Apache-2.0
#include <sim/machine/shared_rate.h>

#include <algorithm>
#include <cmath>

namespace arcas::sim {
namespace {

// A difference in cycles that counts as nothing: the rounding errors of work_ add up to less.
constexpr double nothing = 1e-6;

}  // namespace

double shared_rate::speed() const {
  return shares_ <= capacity_ ? 1.0 : capacity_ / shares_;
}

void shared_rate::bring_up_to_date(std::uint64_t now) {
  work_ += static_cast<double>(now - at_) * speed();
  at_ = now;
}

// Only one turn is pending: that of the user who finishes first.
void shared_rate::wake_next(timeline& time) {
  if (users_.empty()) return;
  const user& first = *std::ranges::min_element(users_, {}, &user::end);
  const double left = std::max(0.0, first.end - work_) / speed();
  time.wake(first.thread, time.now() + static_cast<std::uint64_t>(std::ceil(left - nothing)));
}

void shared_rate::use(timeline& time, double cycles, double share) {
  bring_up_to_date(time.now());
  const unsigned me = time.me();
  const double end = work_ + cycles;
  users_.push_back({me, end, share});
  shares_ += share;
  wake_next(time);
  do {
    time.sleep();
    bring_up_to_date(time.now());
    // A turn that was decided before others came is too early.
    if (work_ + nothing < end) wake_next(time);
  } while (work_ + nothing < end);
  std::erase_if(users_, [me](const user& u) { return u.thread == me; });
  shares_ = users_.empty() ? 0 : shares_ - share;
  wake_next(time);
}

}  // namespace arcas::sim
