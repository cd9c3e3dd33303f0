// SPDX-License-Identifier: Apache-2.0
#include <arcas/loops/call_site.h>

#include <algorithm>

namespace arcas::detail {
namespace {

// What claims were found to cost beyond fixed ranges where both were measured at rest.
constexpr std::uint64_t claims_over_ranges = 400;

// Cycles beyond a share of so many.
std::uint64_t lost(std::uint64_t elapsed, std::uint64_t busy, unsigned workers) {
  return elapsed - std::min(elapsed, busy / workers);
}

}  // namespace

void average::add(std::uint64_t measured) noexcept {
  const std::uint64_t before = get();
  const std::uint64_t now =
      before == 0 ? measured : (3 * before + std::min(measured, 4 * before) + 2) / 4;
  value_.set(std::max<std::uint64_t>(1, now));
}

void upper_end::add(std::uint64_t measured) noexcept {
  const std::uint64_t before = get();
  const std::uint64_t most = std::min(measured, 4 * before);
  const std::uint64_t now = before == 0     ? measured
                            : most > before ? (before + most) / 2
                                            : before - (before - most + 7) / 8;
  value_.set(std::max<std::uint64_t>(1, now));
}

void length_class::prefer(std::uint64_t spread) noexcept {
  const bool claims = lost_by_claims.known() ? lost_by_ranges.get() > lost_by_claims.get()
                                             : spread > claims_over_ranges;
  by_claims.set(claims ? 1 : 0);
}

// One worker is quicker as long as what it does for the others takes less than is lost by sharing.
// Where claims would lose less, it has to be known how much.
void length_class::weigh(unsigned workers) noexcept {
  const bool unknown = by_claims.get() != 0 ? !lost_by_claims.known() : !lost_by_ranges.known();
  if (unknown || workers < 2) return;
  const std::uint64_t least = by_claims.get() != 0 ? lost_by_claims.get() : lost_by_ranges.get();
  alone_cycles.set(least * workers / (workers - 1));
}

void call_site::took_by_ranges(length_class& length, std::uint64_t n, unsigned workers,
                               std::uint64_t elapsed, std::uint64_t busy,
                               std::uint64_t spread) noexcept {
  const std::uint64_t each = busy * cost_unit / n;
  cost.add(each);
  length.cost.add(each);
  // What one worker takes is believed for as long as it is measured, or this is near it.
  if (cost_alone.known()) cost_alone.add(each);
  length.lost_by_ranges.add(lost(elapsed, busy, workers));
  length.prefer(spread);
  length.weigh(workers);
}

void call_site::waited_in_vain(length_class& length, std::uint64_t elapsed) noexcept {
  length.lost_by_ranges.add(elapsed);
}

void call_site::took_by_claims(length_class& length, std::uint64_t n, unsigned workers,
                               std::uint64_t elapsed) noexcept {
  if (!length.cost.known()) return;
  length.lost_by_claims.add(lost(elapsed, n * length.cost.get() / cost_unit, workers));
  length.prefer(0);
  length.weigh(workers);
}

void call_site::took_alone(std::uint64_t n, std::uint64_t elapsed) noexcept {
  const std::uint64_t each = elapsed * cost_unit / n;
  cost_alone.add(cost.known() && !cost_alone.known() ? std::min(each, 4 * cost.get()) : each);
}

}  // namespace arcas::detail
