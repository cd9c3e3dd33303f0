// SPDX-License-Identifier: Apache-2.0
#include "graph_file.h"

#include <cstdint>
#include <fstream>
#include <stdexcept>

namespace bench {
namespace {

using arcas::graph::directed_graph;
using arcas::graph::edge_index;
using arcas::graph::undirected_graph;
using arcas::graph::vertex;
using arcas::graph::vertex_names;

constexpr std::uint64_t mark = 0x3168706172676221;  // "!bgraph1"

struct file_head {
  std::uint64_t mark = 0;
  std::uint64_t directed = 0;
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  std::uint64_t arcs = 0;
};

template <class T>
void write_array(std::ofstream& out, const T* data, std::uint64_t count) {
  out.write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(count * sizeof(T)));
}

template <class T>
arcas::graph::plain_array<T> read_array(std::ifstream& in, std::uint64_t count,
                                        graph_memory memory) {
  arcas::graph::plain_array<T> data(count);
  place_pages(std::as_writable_bytes(data.all()), memory);
  in.read(reinterpret_cast<char*>(data.data()), static_cast<std::streamsize>(count * sizeof(T)));
  return data;
}

// Writes the offsets of one direction, then its neighbours.
template <class Neighbors>
void write_adjacency(std::ofstream& out, std::uint64_t vertices, const Neighbors& neighbors) {
  edge_index offset = 0;
  write_array(out, &offset, 1);
  for (std::uint64_t v = 0; v < vertices; ++v) {
    offset += neighbors(static_cast<vertex>(v)).size();
    write_array(out, &offset, 1);
  }
  for (std::uint64_t v = 0; v < vertices; ++v) {
    const auto near = neighbors(static_cast<vertex>(v));
    write_array(out, near.data(), near.size());
  }
}

arcas::graph::adjacency read_adjacency(std::ifstream& in, const file_head& head,
                                       graph_memory memory) {
  auto offsets = read_array<edge_index>(in, head.vertices + 1, memory);
  return {std::move(offsets), read_array<vertex>(in, head.arcs, memory)};
}

}  // namespace

void save_graph(const any_graph& graph, const std::string& path) {
  std::ofstream out(path, std::ios::binary);
  std::visit(
      [&](const auto& g) {
        const bool directed = std::holds_alternative<directed_graph>(graph);
        const file_head head{mark, directed, g.vertex_count(), g.edge_count(), g.arc_count()};
        write_array(out, &head, 1);
        write_adjacency(out, head.vertices, [&](vertex v) { return g.out_neighbors(v); });
        if (!directed) return;
        write_adjacency(out, head.vertices, [&](vertex v) { return g.in_neighbors(v); });
      },
      graph);
  out.close();
  if (!out) throw std::runtime_error(path + ": cannot be written; is the disk full?");
}

any_graph load_graph(const std::string& path, graph_memory memory) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error(path + ": cannot be opened; make it with bench_graph");
  file_head head;
  in.read(reinterpret_cast<char*>(&head), sizeof head);
  if (!in || head.mark != mark) {
    throw std::runtime_error(path + ": not a graph that bench_graph wrote; make it again");
  }
  auto out = read_adjacency(in, head, memory);
  any_graph graph;
  if (head.directed) {
    graph = directed_graph(std::move(out), read_adjacency(in, head, memory), vertex_names());
  } else {
    graph = undirected_graph(std::move(out), head.edges, vertex_names());
  }
  if (!in) throw std::runtime_error(path + ": ends too early; make it again with bench_graph");
  return graph;
}

}  // namespace bench
