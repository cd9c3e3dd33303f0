// SPDX-License-Identifier: Apache-2.0
// The scheduling side of figure 5 of Callisto-RTS: a pass of PageRank and a pass of triangle
// counting by number of workers and grain, on the T5-8. The costs of iterations follow from the
// degrees of a real graph. OpenMP's dynamic loop is a shared counter. Memory is not simulated.
#include <sim/figures/graph_costs.h>

#include <algorithm>

namespace figures {
namespace {

using arcas::sim::placement;

struct counter_way {
  const char* name;
  const char* how;
  bool has_grain;
};
constexpr counter_way counter_ways[] = {
    {"shared counter (OpenMP dynamic)", "shared", true},
    {"striped:package", "striped:package", true},
    {"async:core/striped:core", "async:core/striped:core", true},
    {"default, no grain", "auto", false}};

class maps_of_kernel {
 public:
  maps_of_kernel(const request& ask, const graph_loop& loop)
      : ask_(ask), loop_(loop), model_(arcas::sim::machine_named("t5-8")) {}

  void draw() {
    for (const counter_way& w : counter_ways) fill(w);
    const std::string title = "SIMULATED: t5-8, " + loop_.kernel + " over the degrees of " +
                              ask_.graph.filename().string() +
                              ", time over the best of the shared counter";
    print(title, rows_);
    print_best();
    write(ask_, "figure-5-" + loop_.kernel, rows_, as_svg(title, maps_, best(maps_.front())));
  }

 private:
  static double best(const heat_map& map) { return *std::ranges::min_element(map.times); }
  void fill(const counter_way& w) {
    heat_map& map = maps_.emplace_back();
    map.title = w.name;
    const std::vector<std::uint64_t> grains =
        !w.has_grain ? std::vector<std::uint64_t>{0}
        : ask_.quick ? std::vector<std::uint64_t>{256, 16}
                     : std::vector<std::uint64_t>{1'024, 256, 64, 16, 4};
    for (const std::uint64_t g : grains)
      map.columns.push_back(w.has_grain ? std::to_string(g) : "-");
    for (const unsigned workers : ask_.quick
                                      ? std::vector<unsigned>{128, 512}
                                      : std::vector<unsigned>{32, 64, 128, 256, 512, 1'024}) {
      map.rows.push_back(std::to_string(workers));
      const placement where(model_, workers);
      for (const std::uint64_t grain : grains) {
        const auto r = arcas::sim::simulate(
            where, {.how = w.how, .grain = grain, .calls = grain == 0 ? 2u : 1u}, loop_.costs);
        const double ms = static_cast<double>(r.elapsed) / (model_.gigahertz * 1e6);
        map.times.push_back(ms);
        rows_.push_back({w.name, map.rows.back(), grain == 0 ? "none" : std::to_string(grain),
                         fixed(ms, 3), fixed(r.efficiency(), 3)});
      }
    }
  }
  void print_best() const {
    table rows = {{"distributor", "best cell, ms", "speed over the best shared cell"}};
    for (const heat_map& map : maps_)
      rows.push_back({map.title, fixed(best(map), 3), fixed(best(maps_.front()) / best(map), 2)});
    print("SIMULATED: " + loop_.kernel + ", the best cell of each", rows);
  }

  const request& ask_;
  const graph_loop& loop_;
  arcas::sim::machine_model model_;
  table rows_ = {{"distributor", "workers", "grain", "milliseconds", "efficiency"}};
  std::vector<heat_map> maps_;
};

}  // namespace

void figure_5(const request& ask) {
  for (const auto make : {pagerank_of, triangles_of}) {
    const graph_loop loop = make(ask);
    maps_of_kernel(ask, loop).draw();
  }
}

}  // namespace figures
