// SPDX-License-Identifier: Apache-2.0
// The graph of a command that runs no kernel: info, convert, generate and extract. It is in this
// process, or on the ranks of a cluster. The programs `arcas` and `arcas-cluster` have their own
// definitions of the functions below: graph_of_process.cpp and cluster/command_graph.cpp.
#pragma once

#include "kernel_report.h"
#include "session.h"

#include <arcas/graph/summary.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace cli {

class command_graph {
 public:
  explicit command_graph(graph_origin from) : origin(std::move(from)) {}
  virtual ~command_graph() = default;
  virtual std::uint64_t vertex_count() const = 0;
  virtual std::uint64_t edge_count() const = 0;
  virtual bool is_directed() const = 0;
  virtual bool is_weighted() const = 0;
  // Whether the ids of vertices differ from the numbers that formats without ids assign.
  virtual bool has_ids() const = 0;
  virtual vertex_id id_of(std::uint64_t v) const = 0;
  virtual graph::graph_summary summary(const session& s) const = 0;
  // The number of isolated vertices that a file of this name drops.
  virtual std::uint64_t lost_vertices(const std::string& path) const = 0;
  // Throws output_error.
  virtual void write(const std::string& path, const session& s) const = 0;

  // Parts of the graph: some of its vertices, and all edges between them. core(): the k-core of the
  // graph without directions. listed(): the vertices that a file lists (listed_vertices.h).
  virtual std::unique_ptr<command_graph> largest_component(bool strong, const session& s) const = 0;
  virtual std::unique_ptr<command_graph> core(unsigned k, const session& s) const = 0;
  virtual std::unique_ptr<command_graph> listed(const std::string& path,
                                                const session& s) const = 0;

  const graph_origin origin;
};

// Opens the graph of a command. The result is passed to one of the next two functions.
graph_opening open_command_graph(const kernel_choice& choice, session& s);
// Prints the memory that the command would need. Returns an exit code.
int show_estimate(const graph_opening& opening, const kernel_choice& choice,
                  graph::weight_kind weights);
// Reads or generates the graph, with the direction of its source, like load_graph().
std::unique_ptr<command_graph> load_command_graph(graph_opening opening,
                                                  const kernel_choice& choice,
                                                  graph::weight_kind weights, session& s);
// Throws output_error if this program cannot write a graph in the format of this file.
void require_writable_here(const std::string& path);

}  // namespace cli
