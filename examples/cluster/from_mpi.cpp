// SPDX-License-Identifier: Apache-2.0
// The right-hand sides of the table «From MPI» of docs/tutorial/11-coming-from-clusters.md; results
// are checked.
#include <arcas/cluster.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using namespace arcas::cluster;

namespace {

constexpr std::uint64_t n = 1000;

void require(bool right, const char* what) {
  if (!right) throw std::logic_error(what);
}

// Runs on all ranks, like the main of an MPI program.
void messages(const global_array<full_empty<long>>& words,
              const distributed<std::vector<double>>& come) {
  const rank_id next = (self() + 1) % ranks();
  fill_empty(words[next], 7L + self());
  require(take_full(words[self()]) == 7L + (self() + ranks() - 1) % ranks(), "from the one before");
  finish([&] {
    async(
        next, [come](const std::vector<double>& row) { come.local() = row; },
        std::vector<double>(n, 0.5));
  });
  barrier();
  require(come.local().size() == n, "a vector has come");
  auto later = future_call(next, [come] { return come.local().size(); });
  require(later.get() == n, "an answer comes back");
}

// Collectives: one task of each rank calls them, on all ranks in the same order.
void collectives() {
  const std::vector<long> own(3, self());
  require(allreduce(1L, std::plus<>{}) == ranks(), "a sum on all");
  require(allreduce(std::span<const long>(own), std::plus<>{}).size() == 3, "element by element");
  const std::optional<long> sum = reduce(1L, std::plus<>{}, 0);
  require(sum.has_value() == (self() == 0), "a sum on rank 0");
  require(broadcast(std::string("word"), 0) == "word", "from rank 0");
  require(gather(self(), 0).size() == (self() == 0 ? ranks() : 0), "one of each on rank 0");
  require(allgather(self())[ranks() - 1] == ranks() - 1, "one of each on all");
  require(inclusive_scan(1L, std::plus<>{}) == self() + 1, "of ranks up to this one");
  require(exclusive_scan(1L, 0L, std::plus<>{}) == self(), "of ranks before this one");
}

// The use of windows, by one task of the program.
void windows() {
  auto window = global_array<long>::make(n, n / ranks());
  forall(window, [](std::uint64_t, long& x) { x = 0; });
  forall(0, n, [window](std::uint64_t i) { async_add(window[n - 1 - i], 1); });
  std::vector<long> part(n / 2);
  read_into(window, n / 4, part);
  require(part.front() == 1 && part.back() == 1, "added once each");
  write_from(window, n / 4, part);
  require(fetch_add(window[0], 1) == 1 && compare_and_swap(window[0], 2, 9), "atomic");
  write(window[1], read(window[0]));
  require(read(window[1]) == 9, "got and put");
  window.free();
}

// Many values from each rank to all ranks.
void all_to_all() {
  const auto buckets = distributed<std::vector<std::uint64_t>>::make();
  forall(0, n, [buckets](std::uint64_t i) {
    async(
        static_cast<rank_id>(i % ranks()),
        [buckets](std::uint64_t x) { buckets.local().push_back(x); }, i);
  });
  on_all_ranks([buckets] {
    for (const std::uint64_t x : buckets.local()) require(x % ranks() == self(), "sent here");
  });
  buckets.end();
}

}  // namespace

int main(int argc, char** argv) {
  return run(argc, argv, [] {
    auto words = global_array<full_empty<long>>::make(ranks(), 1);
    forall(words, [](std::uint64_t, full_empty<long>& w) { w = {}; });
    const auto come = distributed<std::vector<double>>::make();
    on_all_ranks([words, come] { messages(words, come); });
    words.free();
    come.end();
    on_all_ranks([] { collectives(); });
    windows();
    all_to_all();
  });
}
