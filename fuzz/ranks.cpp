// SPDX-License-Identifier: Apache-2.0
// A libFuzzer target: ranks read a file whose name ends with ARCAS_FUZZ_ENDING, each rank its part.
// They must get the same graph as one process, or refuse the file as it does. The sum of the bytes
// chooses how the file is stored.
#include "whole_or_refused.h"

#include <arcas/cluster/run.h>
#include <arcas/cluster_graph/distributed_graph.h>
#include <arcas/graph/output_file.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <optional>
#include <tuple>
#include <vector>

namespace {

using namespace arcas;
using graph::real_weight;
using graph::vertex;

constexpr std::string_view ending = ARCAS_FUZZ_ENDING;
constexpr bool arrays = ending == "sg" || ending == "wsg";

struct arc {
  vertex from, to;
  real_weight weight;
  friend bool operator==(const arc&, const arc&) = default;
};

// A graph, or the error of a file that was refused.
struct answer {
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  std::vector<arc> arcs;
  std::vector<std::string> names;
  std::string refusal;
  friend bool operator==(const answer&, const answer&) = default;
};

answer completed(answer found, const graph::vertex_names& names) {
  std::ranges::sort(found.arcs, {},
                    [](const arc& a) { return std::tuple(a.from, a.to, a.weight); });
  for (std::uint64_t v = 0; v < found.vertices; ++v) found.names.push_back(names.text(v));
  return found;
}

template <class G>
answer answer_of(const G& g) {
  answer found{g.vertex_count(), g.edge_count(), {}, {}, {}};
  for (vertex v = 0; v < g.vertex_count(); ++v) {
    for (const auto [to, weight] : g.out_edges(v)) found.arcs.push_back({v, to, weight});
  }
  return completed(std::move(found), g.names());
}

answer alone(const std::string& path) {
  try {
    graph::graph_file file(path);
    graph::read_options options;
    if (file.facts().weights == graph::weight_kind::none && !file.facts().weight_is_open)
      options.random_weights = graph::random_weight_options{};
    return file.facts().directed ? answer_of(file.read<graph::real_directed_graph>(options))
                                 : answer_of(file.read<graph::real_undirected_graph>(options));
  } catch (const graph::input_error& refusal) {
    return {.arcs = {}, .names = {}, .refusal = refusal.what()};
  }
}

// The arcs that this rank stores, those of hubs included.
std::vector<arc> own_arcs(const cluster_graph::graph_rows& rows) {
  std::vector<arc> arcs;
  for (vertex local = 0; local + 1 < rows.offsets.size(); ++local) {
    for (const auto [to, weight] : rows.edges(local))
      arcs.push_back({cluster_graph::own_vertex(local).number(), to, weight});
  }
  for (std::size_t hub = 0; hub < rows.hubs.hubs.size(); ++hub) {
    for (const auto [to, weight] : rows.hubs.edges(hub))
      arcs.push_back({rows.hubs.hubs[hub], cluster_graph::own_vertex(to).number(), weight});
  }
  return arcs;
}

answer on_ranks(const std::string& path, cluster::rank_id ranks) {
  cluster::virtual_options how{.ranks = ranks};
  how.cluster.heap_bytes = std::size_t{1} << 22;
  how.cluster.tasks.stack_bytes = std::size_t{1} << 20;
  answer found;
  const auto read = [&] {
    try {
      const auto g =
          cluster_graph::distributed_graph::read(path, {.weights = graph::weight_kind::real});
      found.vertices = g.vertex_count();
      found.edges = g.edge_count();
      for (cluster::rank_id r = 0; r < cluster::ranks(); ++r) {
        std::ranges::copy(cluster::call(r, [g] { return own_arcs(g.local().out); }),
                          std::back_inserter(found.arcs));
      }
      found = completed(std::move(found), g.names());
      g.end();
    } catch (const graph::input_error& refusal) {
      found.refusal = refusal.what();
    }
  };
  cluster::run_virtual(how, cluster::job(read));
  return found;
}

// A folder that exists until the program ends.
const std::string& folder() {
  static const struct scratch {
    std::string path = (std::filesystem::temp_directory_path() / "arcas_fuzz_XXXXXX").string();
    scratch() { fuzz::require(mkdtemp(path.data()) != nullptr, "a folder can be made"); }
    ~scratch() { std::filesystem::remove_all(path); }
  } made;
  return made.path;
}

std::string stored(const std::string& name, std::string_view bytes) {
  const std::string path = folder() + "/" + name;
  std::ofstream(path, std::ios::binary).write(bytes.data(), std::ssize(bytes));
  return path;
}

std::string in_frames(std::string_view bytes, std::size_t most) {
  std::string packed;
  for (; !bytes.empty(); bytes.remove_prefix(std::min(most, bytes.size())))
    packed += *graph::detail::packed_for("x.zst", bytes.substr(0, most));
  return packed;
}

// Stores the text in files part-*, which end at ends of lines. Each file of a table begins with the
// table's first line.
std::string in_parts(std::string_view text, std::size_t count) {
  const std::string whole = folder() + "/parts";
  std::filesystem::remove_all(whole);
  std::filesystem::create_directory(whole);
  const auto behind_line = [&](std::size_t at) {
    return std::min(text.find('\n', at), text.size() - 1) + 1;
  };
  const std::string_view header =
      ending == "csv" ? text.substr(0, behind_line(0)) : std::string_view();
  for (std::size_t i = 0; i < count && !text.empty(); ++i) {
    const std::size_t end = i + 1 == count ? text.size() : behind_line(text.size() / (count - i));
    stored("parts/part-" + std::to_string(i) + "." + std::string(ending),
           std::string(i == 0 ? std::string_view() : header) + std::string(text.substr(0, end)));
    text.remove_prefix(end);
  }
  return whole;
}

std::string stored_somehow(std::string_view bytes, unsigned way) {
  const std::string name = "input." + std::string(ending);
  switch (way % 4) {
    case 0:
      return stored(name, bytes);
    case 1:
      return stored(name + ".zst", in_frames(bytes, 1 + way % 61));
    case 2:
      return stored(name + ".gz", *graph::detail::packed_for("x.gz", bytes));
    default:
      return arrays ? stored(name + ".zst", in_frames(bytes, bytes.size()))
                    : in_parts(bytes, 1 + way % 5);
  }
}

bool may_differ(std::string_view bytes, const answer& alone, const answer& ranks) {
  // Arrays: if a file has several faults, ranks and one process may name different ones. The file
  // of a directed graph stores its arcs twice, and ranks read only one half: they may miss a fault
  // in the other half.
  if (arrays && !alone.refusal.empty()) return !ranks.refusal.empty() || bytes.front() != '\0';
  return ranks.refusal.find("several ranks cannot read a cell that contains a line end") !=
         std::string::npos;
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  setenv("ARCAS_WORKERS", "1", 1);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const unsigned sum = std::accumulate(data, data + size, 0u);
  const std::string path = stored_somehow({reinterpret_cast<const char*>(data), size}, sum);
  const answer expected = alone(path);
  const answer found = on_ranks(path, 1 + sum / 4 % 4);
  if (found == expected || may_differ({reinterpret_cast<const char*>(data), size}, expected, found))
    return 0;
  std::fprintf(stderr, "alone: %s\nranks: %s\n", expected.refusal.c_str(), found.refusal.c_str());
  fuzz::require(false, "ranks have the graph of one process, or its refusal");
  return 0;
}
