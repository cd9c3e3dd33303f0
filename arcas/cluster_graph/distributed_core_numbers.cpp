// SPDX-License-Identifier: Apache-2.0
// Core numbers over all ranks, by the peeling of arcas/graph/kernels/core_numbers.h. A removal
// sends a message to the homes of the neighbours, and a neighbour whose remaining degree falls to k
// is removed as well. The removals for one k belong to one finish(), for chains of removals of any
// length (waiting_vertices.h).
#include <arcas/cluster_graph/kernels.h>
#include <arcas/cluster_graph/mail.h>
#include <arcas/cluster_graph/simple_rows.h>
#include <arcas/cluster_graph/vertex_values.h>
#include <arcas/cluster_graph/waiting_vertices.h>
#include <arcas/graph/kernels/core_numbers.h>

#include <algorithm>
#include <numeric>
#include <type_traits>
#include <utility>

namespace arcas::inline v0::cluster_graph {

using namespace detail;
namespace {

// The state of a rank's vertices, indexed by local number.
struct peeling_part {
  distributed_graph graph;
  // The number of remaining neighbours, with as many bits as the number of a vertex; for a removed
  // vertex its core number. It is below 2^32: a core with greater degrees would have 2^64 arcs.
  std::vector<vertex> left;
  std::vector<char> gone;
  std::vector<local_vertex> remaining;  // vertices that remain at the start of a level
  waiting_vertices going;
  std::uint32_t k = 0;
};
using peeling = cluster::distributed<peeling_part>;

using graph::detail::for_each_distinct;
using graph::detail::none_left;

void go(peeling_part& part, local_vertex local) {
  part.gone[local] = 1;
  part.left[local] = part.k;
  part.going.locals.push_back(local);
}

void tell_those_who_wait(const peeling& state);

// Called when a neighbour has been removed.
void lose_neighbor(const peeling& state, local_vertex local) {
  peeling_part& part = state.local();
  if (part.gone[local] != 0 || --part.left[local] > part.k) return;
  go(part, local);
  tell_those_who_wait(state);
}

class removal_mail {
 public:
  explicit removal_mail(const peeling& state) : state_(state), mail_(take{state}) {}

  void tell(local_vertex local) {
    const distributed_graph& g = state_.local().graph;
    const vertex_places& places = g.places();
    const vertex number = own_vertex(local).number();
    for_each_distinct(g.local().out_neighbors(local), number, [&](vertex v) {
      if (places.home(v) == cluster::self()) {
        lose_neighbor(state_, places.local(v));
      } else {
        mail_.add(places.home(v), places.local(v));
      }
    });
    const auto hub = static_cast<std::uint32_t>(g.local().out_hubs().find(number));
    if (hub == g.local().out_hubs().hubs.size()) return;
    for (rank_id r = 0; r < cluster::ranks(); ++r) {
      cluster::async(r, [state = state_, hub] {
        for_each_hub_end(state.local().graph, hub,
                         [&](local_vertex end) { lose_neighbor(state, end); });
      });
    }
  }
  void send_all() { mail_.send_all(); }

 private:
  struct take {
    peeling state;
    void operator()(const std::vector<local_vertex>& locals) const {
      for (const local_vertex local : locals) lose_neighbor(state, local);
    }
  };

  peeling state_;
  mail_of<local_vertex, take> mail_;
};

void tell_those_who_wait(const peeling& state) {
  begin_telling([state]() -> waiting_vertices& { return state.local().going; },
                [state] { return removal_mail(state); });
}

void start(const peeling& state, const distributed_graph& g) {
  cluster::on_all_ranks([state, g] {
    peeling_part& part = state.local();
    part.graph = g;
    part.left.assign(g.local().vertex_count(), 0);
    part.gone.assign(g.local().vertex_count(), 0);
    part.remaining.resize(g.local().vertex_count());
    std::iota(part.remaining.begin(), part.remaining.end(), local_vertex{0});
  });
  cluster::on_all_ranks(
      [state, g] { count_neighbors(g, [state]() -> auto& { return state.local().left; }); });
}

// The steps of graph::detail::peel().
struct peeling_ranks {
  const peeling state;

  std::uint32_t least() const {
    return cluster::fold_ranks(none_left, std::ranges::min, [state = state] {
      peeling_part& part = state.local();
      std::erase_if(part.remaining, [&](local_vertex local) { return part.gone[local] != 0; });
      vertex least = none_left;
      for (const local_vertex local : part.remaining) least = std::min(least, part.left[local]);
      return static_cast<std::uint32_t>(least);
    });
  }
  // All ranks know k and their removed vertices before the first message to a neighbour.
  void take_away(std::uint32_t k) const {
    cluster::on_all_ranks([state = state, k] {
      peeling_part& part = state.local();
      part.k = k;
      for (const local_vertex local : part.remaining) {
        if (part.left[local] <= k) go(part, local);
      }
    });
    cluster::on_all_ranks([state = state] { tell_those_who_wait(state); });
  }
};

}  // namespace

distributed_core_result core_numbers(const distributed_graph& g) {
  require_symmetric(g, "core numbers require");
  return all_or_nothing([&] {
    const peeling_ranks machine{peeling::make()};
    start(machine.state, g);
    distributed_core_result result;
    graph::detail::peel(machine, result);
    result.cores = {g, [state = machine.state] {
                      std::vector<vertex>& left = state.local().left;
                      if constexpr (std::is_same_v<vertex, std::uint32_t>) {
                        return std::move(left);
                      } else {
                        return std::vector<std::uint32_t>(left.begin(), left.end());
                      }
                    }};
    return after_end_of(result, machine.state);
  });
}

}  // namespace arcas::inline v0::cluster_graph
