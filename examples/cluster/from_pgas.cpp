// SPDX-License-Identifier: Apache-2.0
// The right-hand sides of the tables «From UPC++» and «From Chapel» of
// docs/tutorial/11-coming-from-clusters.md; results are checked.
#include <arcas/cluster.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

using namespace arcas::cluster;

namespace {

constexpr std::uint64_t n = 1000;

void require(bool right, const char* what) {
  if (!right) throw std::logic_error(what);
}

// Runs on all ranks, like the main of a UPC++ program.
void of_all_ranks() {
  require(self() < ranks(), "ranks are numbered");
  barrier();
  const std::string word = broadcast(std::string("word"), 0);
  require(word == "word", "the value of rank 0");
  const std::optional<long> sum = reduce(1L, std::plus<>{}, 0);
  require(sum.has_value() == (self() == 0) && sum.value_or(1) >= 1, "on the root");
  const long all = allreduce(1L, std::plus<>{});
  require(all == static_cast<long>(ranks()), "on all ranks");
}

void remote_calls() {
  const rank_id rank = ranks() - 1;
  auto answer =
      future_call(rank, [](const std::string& s) { return s.size(); }, std::string("four"));
  require(answer.get() == 4, "the result of a remote call");
  const auto hits = counter::make();
  finish([&] { async(rank, [hits] { hits.add(1); }); });
  require(hits.value() == 1, "a call without an answer has been made");
  for (int long_computation = 0; long_computation < 10; ++long_computation) poll();
  hits.end();
}

void remote_memory() {
  const global_ptr<double> p = global_malloc<double>(n);
  write(p + 5, 1.5);
  auto value = future_read(p + 5);
  require(value.get() == 1.5, "rget");
  finish([p] { async_write(p + 6, 2.5); });
  double there = 0;
  finish([p, &there] { async_read(p + 6, there); });
  require(there == 2.5, "rget with a promise");
  const rank_id where = (p + 6).home();
  require(call(where, [p] { return *(p + 6).local(); }) == 2.5, "local() at the home");
  std::vector<double> ones(64, 1.0);
  write_view<double> v(p, ones.size());
  std::copy(ones.begin(), ones.end(), v.span().begin());
  v.release();
  require(read(p + 63) == 1.0, "many elements in one message");
  global_free(p);

  auto words = global_array<std::int64_t>::make(n);
  forall(words, [](std::uint64_t, std::int64_t& x) { x = 0; });
  require(fetch_add(words[9], 1) == 0 && compare_and_swap(words[9], 1, 2), "atomic operations");
  const std::vector<std::uint64_t> indices = {9, 8};
  require(gather(words, indices)[0] == 2, "elements by their indices");
  words.free();
}

void distributed_objects() {
  const auto table = distributed<std::vector<long>>::make();
  on_all_ranks([table] { table.local().assign(3, self()); });
  const long last = call(ranks() - 1, [table] { return table.local()[2]; });
  require(last == static_cast<long>(ranks()) - 1, "the object of another rank");
  table.end();
}

// Chapel: one task starts work on other locales.
void locales() {
  const auto met = counter::make();
  on_all_ranks([met] { met.add(1); });
  call_task(ranks() - 1, [met] { met.add(1); });
  finish([met] {
    spawn([met] { met.add(1); });
    spawn_on(ranks() - 1, [met] { met.add(1); });
  });
  require(met.value() == static_cast<std::int64_t>(ranks()) + 3, "each has run once");
  met.end();
}

void domains() {
  auto cyclic = global_array<double>::make(n, 1);
  auto blocks = global_array<double>::make(n, 128);
  forall(cyclic, [](std::uint64_t i, double& x) { x = static_cast<double>(i); });
  forall(0, n, [cyclic, blocks](std::uint64_t i) { write(blocks[i], 2 * read(cyclic[i])); });
  const auto sum = reducer<double>::make();
  forall(blocks, [sum](std::uint64_t, const double& x) { sum.add(x); });
  require(sum.value() == static_cast<double>(n * (n - 1)), "+ reduce");
  inclusive_scan(cyclic, std::plus<>{});
  require(read(cyclic[n - 1]) == static_cast<double>(n * (n - 1) / 2), "+ scan");
  sum.end();
  blocks.free();
  cyclic.free();
}

void variables() {
  full_empty<long> w;
  const auto flag = export_to_all(w);
  finish([flag] {
    spawn_on(ranks() - 1, [flag] { fill_empty(flag, 3); });
    require(take_full(flag) == 3, "a sync variable");
  });
  long total = 0;
  const auto at = export_to_all(total);
  forall(0, n, [at](std::uint64_t) { async_add(at, 1); });
  require(total == n, "an atomic variable");
  const auto ages = hash_map<std::string, long>::make();
  ages.insert("Ada", 36);
  require(ages.find("Ada") == 36, "an associative array");
}

}  // namespace

int main(int argc, char** argv) {
  return run(argc, argv, [] {
    on_all_ranks([] { of_all_ranks(); });
    remote_calls();
    remote_memory();
    distributed_objects();
    locales();
    domains();
    variables();
  });
}
