// SPDX-License-Identifier: Apache-2.0
#include <sim/machine/loop_words.h>

#include <arcas/distribution/biased_words.h>
#include <arcas/distribution/combiners.h>
#include <arcas/distribution/layouts.h>
#include <arcas/distribution/owned_claims.h>
#include <arcas/distribution/paced_claims.h>
#include <arcas/distribution/stripes.h>

#include <numeric>
#include <stdexcept>
#include <utility>

namespace arcas::sim {
namespace {

using namespace arcas::detail;

// Calls the functions in the order in which a share of a loop calls them (arcas/loops): claim, run,
// finish, and claim again. If home is drained, the share reports, and then searches elsewhere.
// A claim may return a batch of chunks; next_of_batch() returns the next one, or an empty chunk.
// finish(size) is called when a batch of `size` iterations is finished.
template <class Claims, class Elsewhere, class NextOfBatch, class Finish, class Found>
std::uint64_t run_share(claims_part& part, Claims& claims, Elsewhere elsewhere,
                        NextOfBatch next_of_batch, Finish finish, Found found) {
  std::uint64_t chunks = 0;
  std::uint64_t unreported = 0;
  bool joined = false;
  bool at_home = false;
  bool claims_elsewhere = false;
  for (chunk c = claims.claim();; c = claims.claim()) {
    if (c.empty()) {
      if (part.found == 0) part.found = found();
      if (unreported != 0) part.report(std::exchange(unreported, 0));
      if (std::exchange(at_home, false) && part.leaves()) return chunks;
      c = elsewhere();
      claims_elsewhere = true;
      if (c.empty()) return chunks;
    }
    if (!std::exchange(joined, true)) {
      part.join();
      at_home = !claims_elsewhere;
    }
    std::uint64_t size = 0;
    for (; !c.empty(); c = next_of_batch()) {
      part.run(c);
      size += c.size();
      ++chunks;
    }
    finish(size);
    unreported += size;
  }
}

class biased_loop final : public loop_words {
 public:
  explicit biased_loop(const member_places& places)
      : members_(places.members()), layout_(places, all(members_)), words_(layout_) {}

  std::uint64_t open(std::uint64_t n) override {
    const std::uint64_t tag = words_.open();
    words_.open_slot(0, layout_.home(0, n));
    return tag;
  }
  void take_part(claims_part& part) override {
    owned_claims<timed_atomic> claims(
        part.grain, part.known,
        biased_cursor<timed_atomic>(layout_, words_, part.n, part.tag, part.worker));
    if (part.measures) claims.measure();
    chunks_ += run_share(
        part, claims, [&] { return claims.claim_elsewhere(part.is_over, [] { return true; }); },
        [&] { return claims.own().claim(claims.chunk_size()); },
        [&](std::uint64_t) { claims.finish(); }, [&] { return claims.found(); });
  }

 private:
  static std::vector<member_id> all(unsigned members) {
    std::vector<member_id> of(members);
    std::iota(of.begin(), of.end(), 0U);
    return of;
  }

  unsigned members_;
  biased_layout layout_;
  biased_words<timed_atomic> words_;
};

// For distributors with counters, where each claim returns one chunk.
class counted_loop : public loop_words {
 public:
  std::uint64_t counted_claims() const override { return counts_.own + counts_.helped; }

 protected:
  template <class Cursor>
  void claim_all(claims_part& part, const Cursor& cursor) {
    paced_claims<Cursor, timed_atomic> claims(part.grain, part.known, cursor);
    chunks_ += run_share(
        part, claims, [&] { return claims.claim_elsewhere(); }, [] { return chunk{}; },
        [&](std::uint64_t size) { claims.finish(size); }, [&] { return claims.grain().found(); });
    const claim_counts& mine = claims.cursor().counts();
    counts_.own += mine.own;
    counts_.helped += mine.helped;
  }

 private:
  claim_counts counts_;
};

class striped_loop final : public counted_loop {
 public:
  striped_loop(const member_places& places, place_kind kind)
      : layout_(places, kind), words_(layout_) {}
  std::uint64_t open(std::uint64_t) override { return words_.open(); }
  void take_part(claims_part& part) override {
    claim_all(part, stripe_cursor<timed_atomic>(layout_, words_, part.n, part.tag, part.worker));
  }

 private:
  stripe_layout layout_;
  stripe_words<timed_atomic> words_;
};

class combined_loop final : public counted_loop {
 public:
  combined_loop(const member_places& places, const distributor& how)
      : layout_(places, how.counters()),
        layers_(combiner_layouts(places, how)),
        counters_(layout_),
        combiners_(layers_) {}
  std::uint64_t open(std::uint64_t) override {
    return counters_.open() | combiners_.open() << combiner_tag_shift;
  }
  void take_part(claims_part& part) override {
    const stripe_cursor<timed_atomic> counters(layout_, counters_, part.n, part.tag & stripe_tag,
                                               part.worker);
    claim_all(part, combiner_cursor<timed_atomic>(combiners_, part.tag >> combiner_tag_shift,
                                                  counters, part.worker));
  }

 private:
  static constexpr unsigned combiner_tag_shift = 16;
  static constexpr std::uint64_t stripe_tag = (1 << combiner_tag_shift) - 1;

  stripe_layout layout_;
  std::vector<combiner_layer_layout> layers_;
  stripe_words<timed_atomic> counters_;
  combiner_words<timed_atomic> combiners_;
};

}  // namespace

std::unique_ptr<loop_words> words_for(const distributor& how, const member_places& places) {
  switch (how.kind()) {
    case distribution::biased:
      return std::make_unique<biased_loop>(places);
    case distribution::striped:
      return std::make_unique<striped_loop>(places, how.counters());
    case distribution::combined:
      return std::make_unique<combined_loop>(places, how);
    default:
      throw std::invalid_argument(how.name() +
                                  " is not simulated by claims; it must be biased, shared, "
                                  "striped:PLACE, combine:PLACE or async:PLACE");
  }
}

}  // namespace arcas::sim
