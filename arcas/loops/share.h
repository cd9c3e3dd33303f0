// SPDX-License-Identifier: Apache-2.0
// One worker's share of one loop: chunks, one after the other, until there are no more. The fast
// paths, a claim from a range of one's own and a claim of a given grain from the open stripe, are
// compiled into the loop; the rest is behind slow_next().
#pragma once

#include <arcas/distribution/open_stripe.h>
#include <arcas/distribution/owned_range.h>

#include <cstdint>

namespace arcas::detail {

class share {
 public:
  share(const share&) = delete;
  share& operator=(const share&) = delete;

  // The next chunk; the one before is finished by asking. Empty: this worker's part is over, and
  // the loop's body must not be touched any more, since the caller may have returned.
  chunk next() noexcept {
    if (owned_) {
      const chunk c = owned_->claim(owned_grain_);
      return c.empty() ? slow_next() : c;
    }
    if (fast_grain_ != 0 && here_->position < here_->length) {
      const chunk c = here_->claim(fast_grain_);
      if (!c.empty()) {
        ++fast_claims_;
        finished_ += last_;
        last_ = c.size();
        return c;
      }
    }
    return slow_next();
  }

  // run(c) for this chunk and for all that follow. before_telling() comes before each time that
  // others may be told of what was run, or that before_reports() speaks of; after_telling() where
  // more chunks follow. Claims from a range of one's own keep their place in registers meanwhile.
  template <class Run, class Before, class After>
  [[gnu::always_inline]] void for_chunks(chunk c, const Run& run, const Before& before_telling,
                                         const After& after_telling) {
    for (;;) {
      for (own_claims claims(owned_, owned_grain_); !c.empty(); c = claims.next()) run(c);
      before_telling();
      c = next();
      if (c.empty()) return;
      after_telling();
    }
  }
  template <class Run>
  [[gnu::always_inline]] void for_chunks(chunk c, const Run& run) {
    for_chunks(c, run, [] {}, [] {});
  }

  // f(what) is called whenever finished chunks are about to be reported before this worker's part
  // is over: it hands in what they left with the worker. It must not throw.
  void before_reports(void (*f)(void* what), void* what) {
    hand_in_ = f;
    handed_in_ = what;
  }

 protected:
  share() = default;
  ~share() = default;

  owned_range<>* owned_ = nullptr;
  std::uint64_t owned_grain_ = 0;
  open_stripe<>* here_ = nullptr;
  std::uint64_t fast_grain_ = 0;   // 0: every claim goes the slow way
  std::uint64_t fast_claims_ = 0;  // made by next() in the stripe at hand
  std::uint64_t last_ = 0;         // iterations of the chunk under way, but of an owned range
  std::uint64_t finished_ = 0;     // iterations finished and not reported
  void (*hand_in_)(void*) = nullptr;
  void* handed_in_ = nullptr;

 private:
  // A copy of the range, for a while; put back also where the body throws.
  class own_claims {
   public:
    own_claims(owned_range<>* from, std::uint64_t grain) : from_(from), grain_(grain) {
      if (from) range_ = *from;
    }
    ~own_claims() {
      if (from_) from_->at = range_.at;
    }
    own_claims(const own_claims&) = delete;

    chunk next() { return range_.claim(grain_); }

   private:
    owned_range<>* from_;
    std::uint64_t grain_;
    owned_range<> range_;
  };

  virtual chunk slow_next() noexcept = 0;
};

}  // namespace arcas::detail
