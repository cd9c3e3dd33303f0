// SPDX-License-Identifier: Apache-2.0
// Arrays, records and lines in files that all ranks write and read together; each rank handles its
// part.
#include <arcas/cluster.h>
#include <arcas/cluster_files/array_files.h>
#include <arcas/cluster_files/file_pieces.h>
#include <arcas/cluster_files/line_files.h>

#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace cluster = arcas::cluster;

namespace {

// A record of a file.
struct particle {
  double x, y, z;
  std::uint32_t kind;
};

struct own_particles {
  std::vector<particle> particles;
};

void rows_of_ones_own(const cluster::global_array<double>& matrix, std::uint64_t first,
                      std::uint64_t n) {
  std::vector<double> own(n);
  cluster::read_into(matrix, first, own);   // no other task may change the elements meanwhile
  cluster::write_from(matrix, first, own);  // the elements are stored when it returns
  if (own[7] != cluster::read(matrix[first + 7])) throw std::logic_error("other elements");
}

void arrays(const std::string& folder) {
  auto a = cluster::global_array<double>::make(1'000'000);
  cluster::forall(a, [](std::uint64_t i, double& x) { x = 0.5 * static_cast<double>(i); });
  cluster::write_array(folder + "/numbers.bin.zst", a);
  auto b = cluster::read_array<double>(folder + "/numbers.bin.zst");
  std::printf("%llu numbers, the last is %.1f\n", static_cast<unsigned long long>(b.size()),
              cluster::read(b[b.size() - 1]));
  if (b.size() != a.size() || cluster::read(b[7]) != 3.5) throw std::logic_error("other numbers");
  rows_of_ones_own(b, 1000, 500);
  a.free();
  b.free();
}

void records(const std::string& folder) {
  const auto state = cluster::distributed<own_particles>::make();
  cluster::on_all_ranks([state] {
    for (std::uint32_t kind = 0; kind < 100; ++kind) {
      state.local().particles.push_back({1, 2, 3, kind});
    }
  });
  const std::string path = folder + "/particles.dat";
  cluster::write_records<particle>(path, [state] { return state.local().particles; });
  const auto mass = cluster::reducer<double>::make();
  cluster::for_each_record<particle>(
      path, [mass](std::uint64_t, const particle& p) { mass.add(p.x + p.kind); });
  const double expected = cluster::ranks() * (100.0 + 99 * 50);
  if (mass.value() != expected) throw std::logic_error("a particle is lost");
  std::printf("%u particles a rank\n", 100u);
  mass.end();
  state.end();
}

void lines(const std::string& folder) {
  cluster::write_pieces(folder + "/squares.txt", 10, [](std::uint64_t piece) {
    std::string text;
    for (std::uint64_t i = 10 * piece; i < 10 * (piece + 1); ++i)
      text += std::to_string(i * i) + '\n';
    return text;
  });
  const auto sum = cluster::counter::make();
  cluster::for_each_line(folder + "/squares.txt",
                         [sum](std::string_view line) { sum.add(std::stoll(std::string(line))); });
  if (sum.value() != 328350) throw std::logic_error("a line is lost");
  sum.end();
}

}  // namespace

int main(int argc, char** argv) {
  return cluster::run(argc, argv, [] {
    const auto folder =
        std::filesystem::temp_directory_path() / ("arcas-" + std::to_string(getpid()));
    std::filesystem::create_directory(folder);
    arrays(folder);
    records(folder);
    lines(folder);
    std::filesystem::remove_all(folder);
  });
}
