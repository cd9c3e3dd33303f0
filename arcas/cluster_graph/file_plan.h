// SPDX-License-Identifier: Apache-2.0
// How is the file of a graph divided into pieces? It consists of sections, and the pieces of a
// section begin at its cuts. If the file is packed, the pieces begin where one process begins a
// frame, so that its bytes are the same.
#pragma once

#include <arcas/cluster_graph/distributed_graph.h>
#include <arcas/graph/files/graph_text.h>

#include <cstdint>
#include <string>
#include <vector>

namespace arcas::inline v0::cluster_graph::detail {

enum class file_content : std::uint8_t {
  bytes,         // the same for all vertices: one piece
  vertex_lines,  // a line for each vertex
  row_lines,     // the lines of the arcs
  offsets,       // of a .sg file, like the next four
  targets,
  ids,
  text_ends,
  text_bytes
};

// The beginning of a piece. The units of vertices are arcs, or bytes of text names.
struct file_cut {
  std::uint64_t vertex;  // the first vertex of the piece
  std::uint64_t before;  // the number of units of all vertices below it
  std::uint64_t at;      // the first unit of the piece, which may be within those of `vertex`
};

struct file_section {
  file_content is = file_content::bytes;
  arc_side side = arc_side::out;
  std::string bytes = {};
  std::vector<file_cut> cuts = {};
  std::uint64_t units = 0;

  std::uint64_t pieces() const { return is == file_content::bytes ? !bytes.empty() : cuts.size(); }
  // The vertex after the last vertex of piece k, and the unit after its last unit.
  std::uint64_t last_vertex(std::size_t k, std::uint64_t vertices) const {
    if (k + 1 == cuts.size()) return vertices;
    return cuts[k + 1].vertex + (cuts[k + 1].at > cuts[k + 1].before);
  }
  std::uint64_t last_unit(std::size_t k) const {
    return k + 1 == cuts.size() ? units : cuts[k + 1].at;
  }
  template <class Archive>
  void serialize(Archive& a) {
    a(is, side, bytes, cuts, units);
  }
};

struct file_plan {
  std::string path;
  graph::detail::written_facts facts;
  std::vector<file_section> sections;

  std::uint64_t pieces() const;
  template <class Archive>
  void serialize(Archive& a) {
    a(path, facts, sections);
  }
};

// Called by one task.
file_plan plan_of(const distributed_graph& g, const std::string& path);

}  // namespace arcas::inline v0::cluster_graph::detail
