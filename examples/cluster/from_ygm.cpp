// SPDX-License-Identifier: Apache-2.0
// The right-hand sides of the table «From YGM» of docs/tutorial/11-coming-from-clusters.md; results
// are checked.
#include <arcas/cluster.h>
#include <arcas/cluster_files/file_pieces.h>
#include <arcas/cluster_files/line_files.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace arcas::cluster;

namespace {

constexpr std::uint64_t n = 1000;

void require(bool right, const char* what) {
  if (!right) throw std::logic_error(what);
}

// Runs on all ranks, like the main of a YGM program.
void messages(const distributed<std::vector<std::string>>& letters) {
  const rank_id dest = (self() + 1) % ranks();
  finish([&] {
    async(
        dest, [letters](const std::string& word) { letters.local().push_back(word); },
        std::string("hello"));
  });
  barrier();
  require(letters.local().size() == 1, "a letter has come from the rank before");
  require(call(dest, [] { return self(); }) == dest, "an answer comes back");
  require(
      allreduce(self(), [](rank_id a, rank_id b) { return a + b; }) == ranks() * (ranks() - 1) / 2,
      "the sum of all ranks");
  const auto all = allgather(self());
  require(all.size() == ranks(), "one value of each rank");
}

void arrays() {
  auto a = global_array<long>::make(n);
  forall(a, [](std::uint64_t, long& x) { x = 0; });
  forall(0, n, [a](std::uint64_t i) {
    async_write(a[i], 1);
    async_update(a[i], [](long& x) { x += 2; });
    async_add(a[(i + 1) % n], 3);
  });
  forall(a, [](std::uint64_t, long& x) { require(x == 6 || x == 3, "all have come"); });
  sort(a);
  require(top_k(a, 1)[0].second == 6, "the greatest");
  a.free();
}

void maps() {
  const auto map = hash_map<std::string, long>::make();
  const auto many = multi_map<std::string, long>::make();
  forall(0, n, [map, many](std::uint64_t i) {
    const std::string key = i % 2 == 0 ? "even" : "odd";
    map.async_update(key, [](long& count, long add) { count += add; }, 1L);
    many.async_insert(key, static_cast<long>(i));
  });
  require(map.find("odd") == n / 2, "counted");
  require(map.visit("none", [](const long* x) { return x == nullptr; }), "not there");
  require(many.count("even") == n / 2, "all values of a key");
  const auto longest = counter::make();
  map.for_each([longest](const std::string&, long& count) { longest.add(count); });
  require(longest.value() == n, "for_each meets each key");
  map.erase("odd");
  require(map.size() == 1, "erased");
}

void counting() {
  const auto words = counting_set<std::string>::make();
  forall(0, n, [words](std::uint64_t i) { words.async_insert(i % 10 == 0 ? "rare" : "often"); });
  const std::vector<std::pair<std::string, std::uint64_t>> best = words.top(1);
  require(best[0].first == "often" && best[0].second == n * 9 / 10, "the most frequent word");
  words.end();
}

void sets() {
  const auto set = hash_set<std::string>::make();
  const auto things = bag<long>::make();
  const auto parts = disjoint_set::make(n);
  forall(0, n, [=](std::uint64_t i) {
    set.async_insert("key " + std::to_string(i % 5));
    things.add(static_cast<long>(i));
    if (i >= 2) parts.async_unite(i, i - 2);
  });
  require(set.size() == 5 && things.size() == n, "all have come");
  require(parts.sets() == 2 && !parts.together(0, 1), "even and odd numbers");
  things.for_each([](long& x) { x += 1; });
  parts.end();
}

void lines() {
  const std::string path =
      std::filesystem::temp_directory_path() / ("arcas-" + std::to_string(getpid()) + ".txt");
  write_pieces(path, 2, [](std::uint64_t) { return std::string("to be\nor not\nto be\n"); });
  const auto words = counting_set<std::string>::make();
  for_each_line(path, [words](std::string_view line) { words.async_insert(std::string(line)); });
  require(words.count("to be") == 4, "each line is read once");
  words.end();
  std::filesystem::remove(path);
}

}  // namespace

int main(int argc, char** argv) {
  return run(argc, argv, [] {
    const auto letters = distributed<std::vector<std::string>>::make();
    on_all_ranks([letters] { messages(letters); });
    letters.end();
    arrays();
    maps();
    counting();
    sets();
    lines();
  });
}
