// SPDX-License-Identifier: Apache-2.0
// Reads the seeds of the fuzz targets, every truncation of each, and some changes of each: a small
// fuzz run for every compiler and sanitizer.
#include <fuzz/whole_or_refused.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>

namespace fuzz {
namespace {

std::string content_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

struct reader {
  const char* seeds;
  const char* name;
  friend void PrintTo(const reader& r, std::ostream* out) { *out << r.seeds; }
};

class Seeds : public testing::TestWithParam<reader> {
 protected:
  // Calls look(bytes) for each seed; fails if there are no seeds.
  void for_each_seed(const auto& look) {
    std::size_t seeds = 0;
    for (const auto& file : std::filesystem::directory_iterator(
             std::filesystem::path(ARCAS_FUZZ_SEEDS) / GetParam().seeds)) {
      SCOPED_TRACE(file.path());
      look(content_of(file.path()));
      ++seeds;
    }
    EXPECT_GT(seeds, 1u);
  }
};

TEST_P(Seeds, AreReadOrRefusedAfterEveryTruncation) {
  for_each_seed([&](const std::string& bytes) {
    for (std::size_t size = 0; size <= bytes.size(); ++size) {
      read_every_way(std::string_view(bytes).substr(0, size), GetParam().name);
    }
  });
}

TEST_P(Seeds, AreReadOrRefusedAfterChangesOfBytes) {
  std::mt19937 random(11);
  for_each_seed([&](const std::string& bytes) {
    for (int i = 0; i < 100; ++i) {
      std::string changed = bytes;
      for (unsigned times = 1 + random() % 3; times > 0; --times) {
        const std::size_t at = random() % changed.size();
        switch (random() % 3) {
          case 0:
            changed[at] = static_cast<char>(random());
            break;
          case 1:
            changed[at] = "0123456789 \n\r-.%#aep"[random() % 20];
            break;
          default:
            changed.insert(at, changed.substr(random() % changed.size(), 1 + random() % 8));
        }
      }
      read_every_way(changed, GetParam().name);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(
    Readers, Seeds,
    testing::Values(reader{"edge_list", "input.txt"}, reader{"gap_edge_list", "input.wel"},
                    reader{"serialized", "input.sg"}, reader{"weighted_serialized", "input.wsg"},
                    reader{"matrix_market", "input.mtx"}, reader{"dimacs", "input.gr"},
                    reader{"metis", "input.graph"}, reader{"table", "input.csv"},
                    reader{"scipy", "input.npz"}, reader{"graphml", "input.graphml"}),
    [](const auto& instance) { return std::string(instance.param.seeds); });

}  // namespace
}  // namespace fuzz
