// SPDX-License-Identifier: Apache-2.0
// How many positions of a sliding puzzle of two rows and three columns can be reached? A rank takes
// a position from a queue and tries its moves. It pushes each resulting position that no rank has
// seen yet.
#include <arcas/cluster/memory/global_array.h>
#include <arcas/cluster/memory/operations.h>
#include <arcas/cluster/run.h>
#include <arcas/cluster/structures/global_queue.h>
#include <arcas/cluster/structures/hash_map.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <utility>
#include <vector>

namespace cluster = arcas::cluster;

namespace {

constexpr int rows = 2;
constexpr int columns = 3;
using position = std::array<std::int8_t, rows * columns>;  // 0: the gap

std::vector<position> after_a_move(const position& before) {
  int gap = 0;
  while (before[static_cast<std::size_t>(gap)] != 0) ++gap;
  std::vector<position> reached;
  const auto move = [&](bool possible, int from) {
    if (!possible) return;
    position next = before;
    std::swap(next[static_cast<std::size_t>(gap)], next[static_cast<std::size_t>(from)]);
    reached.push_back(next);
  };
  move(gap >= columns, gap - columns);
  move(gap < columns * (rows - 1), gap + columns);
  move(gap % columns != 0, gap - 1);
  move(gap % columns != columns - 1, gap + 1);
  return reached;
}

struct position_hash {
  std::size_t operator()(const position& p) const {
    std::size_t digits = 0;
    for (const std::int8_t tile : p) digits = digits * 8 + static_cast<std::size_t>(tile);
    return digits;
  }
};

}  // namespace

int main(int argc, char** argv) {
  return cluster::run(argc, argv, [] {
    const auto to_visit = cluster::global_queue<position>::make();
    const auto seen = cluster::hash_set<position, position_hash>::make();
    // The number of positions that are in the queue or whose moves are being tried.
    const auto open = cluster::global_malloc<long>(1);
    const position solved = {1, 2, 3, 4, 5, 0};
    seen.insert(solved);
    cluster::write(open, 1);
    to_visit.push(solved);

    cluster::on_all_ranks([to_visit, seen, open] {
      while (const auto p = to_visit.pop()) {
        for (const position& next : after_a_move(*p)) {
          if (!seen.insert(next)) continue;
          cluster::fetch_add(open, 1);
          to_visit.push(next);
        }
        if (cluster::fetch_add(open, -1) == 1) to_visit.close();
      }
    });
    std::printf("%llu positions\n", static_cast<unsigned long long>(seen.size()));
    if (seen.size() != 360) throw std::logic_error("half of all arrangements can be reached");
    to_visit.end();
    seen.end();
    cluster::global_free(open);
  });
}
