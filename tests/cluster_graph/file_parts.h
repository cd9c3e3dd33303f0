// SPDX-License-Identifier: Apache-2.0
// Graphs from files that ranks read in parts, and the same graphs read by one process.
#pragma once

#include "../graph/graph_texts.h"
#include "same_graph.h"
#include "virtual_ranks.h"

#include <arcas/cluster_graph/distributed_graph.h>
#include <arcas/graph/graph_file.h>
#include <arcas/graph/output_file.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <string>

namespace arcas::inline v0::cluster_graph {

using graph::scratch_file;

// An edge list whose ids are the multiples of 17 from 0 to 19 * 17.
inline std::string random_lines(unsigned lines, unsigned seed, bool weights = false) {
  std::mt19937 random(seed);
  std::string text;
  for (unsigned i = 0; i < lines; ++i) {
    text += std::to_string(random() % 20 * 17) + ' ' + std::to_string(random() % 20 * 17);
    text += weights ? ' ' + std::to_string(random() % 9) + '\n' : "\n";
  }
  return text;
}

// `lines` lines of a table, each with an edge between two people. Some names have a comma and
// quotes.
inline std::string lines_of_people(unsigned lines, unsigned seed) {
  std::mt19937 random(seed);
  const auto person = [&random] {
    const std::string number = std::to_string(random() % 60);
    return random() % 7 == 0 ? "\"Ada \"\"" + number + "\"\", of London\"" : "grace-" + number;
  };
  std::string text;
  for (unsigned i = 0; i < lines; ++i) text += person() + "," + person() + "\n";
  return text;
}

// Compresses each piece of `bytes` bytes as a separate frame.
inline std::string in_frames(const std::string& text, std::size_t bytes) {
  std::string packed;
  for (std::size_t at = 0; at < text.size(); at += bytes) {
    packed += graph::detail::packed_for("x.zst", text.substr(at, bytes)).value();
  }
  return packed;
}

// A folder that is removed at the end of the test.
class scratch_folder {
 public:
  explicit scratch_folder(const char* ending = "_folder") : path_(scratch_file("", ending).path()) {
    std::filesystem::create_directories(path_);
  }
  ~scratch_folder() { std::filesystem::remove_all(path_); }
  const std::string& path() const { return path_; }
  void add(const std::string& name, const std::string& content) const {
    std::ofstream(path_ + "/" + name, std::ios::binary) << content;
  }

 private:
  std::string path_;
};

class file_parts_on : public testing::TestWithParam<rank_id> {
 protected:
  template <class G = graph::directed_graph>
  void expect_same(const std::string& path, const std::string& whole_path) {
    const auto whole = graph::read_graph<G>(whole_path);
    cluster::run_virtual(virtual_ranks(GetParam(), 1), cluster::job([&] {
                           const auto edges = read_edges(path);
                           ASSERT_TRUE(edges.has_value()) << path << " is not read in parts";
                           edges->end();
                           const auto g = distributed_graph::read(path);
                           same_graph(g, whole);
                           const graph::vertex_names names = g.names();
                           for (vertex v = 0; v < whole.vertex_count(); ++v) {
                             EXPECT_EQ(names.text(v), whole.names().text(v));
                           }
                           g.end();
                         }));
  }
  std::string refusal_of(const std::string& path, const file_reading& how = {}) {
    try {
      cluster::run_virtual(virtual_ranks(GetParam(), 4),
                           cluster::job([&] { distributed_graph::read(path, how); }));
    } catch (const std::exception& e) {
      return e.what();
    }
    ADD_FAILURE() << path << " was read";
    return {};
  }
};

}  // namespace arcas::inline v0::cluster_graph
