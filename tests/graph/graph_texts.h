// SPDX-License-Identifier: Apache-2.0
// Small graphs and small files for tests.
#pragma once

#include <arcas/graph/builder.h>
#include <arcas/graph/files/text_graph.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace arcas::inline v0::graph {

using namespace detail;

inline edge_list list_of(std::size_t vertices, std::initializer_list<edge> edges) {
  edge_list list;
  list.vertex_count = vertices;
  list.edges = plain_array<edge>(edges.size());
  std::copy(edges.begin(), edges.end(), list.edges.begin());
  return list;
}

template <class E>
std::vector<E> listed(const plain_array<E>& elements) {
  return {elements.begin(), elements.end()};
}

// The edges of an edge list, with its ids as names.
inline edge_list edges_in_text(std::string_view text, const std::string& name = "text",
                               const loop_options& loops = {}) {
  return edges_of<unweighted>(open_edge_list(text, name), loops);
}

// A file that is gone at the end of the test.
class scratch_file {
 public:
  explicit scratch_file(std::string_view content, const std::string& ending = "")
      : path_(std::filesystem::temp_directory_path() / ("arcas_graph_" + std::to_string(getpid()) +
                                                        "_" + std::to_string(++made_) + ending)) {
    std::ofstream(path_, std::ios::binary).write(content.data(), std::ssize(content));
  }
  scratch_file(const scratch_file&) = delete;
  scratch_file& operator=(const scratch_file&) = delete;
  ~scratch_file() { std::filesystem::remove(path_); }
  std::string path() const { return path_.string(); }

 private:
  static inline int made_ = 0;
  std::filesystem::path path_;
};

// The sentence that `action` throws as an Error; empty, with a failure, where it throws none.
template <class Error, class Action>
std::string sentence_of(const Action& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return {};
}

}  // namespace arcas::inline v0::graph
