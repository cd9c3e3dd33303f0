// SPDX-License-Identifier: Apache-2.0
// Small graphs and small files for tests.
#pragma once

#include <arcas/graph/builder.h>
#include <arcas/graph/files/text_graph.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
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

// Reads an edge list, whose ids are the names.
inline edge_list edges_in_text(std::string_view text, const std::string& name = "text",
                               const loop_options& loops = {}) {
  return edges_of<unweighted>(open_edge_list(text, name), loops);
}

// A file that is removed at the end of the test.
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

class named_pipe : public scratch_file {
 public:
  named_pipe() : scratch_file("") {
    std::filesystem::remove(path());
    EXPECT_EQ(mkfifo(path().c_str(), 0600), 0);
  }
};

// A stop token that requests a stop from the third check on.
struct third_look {
  unsigned* looks;
  bool stop_requested() const { return ++*looks > 2; }
};

inline std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// 21 zstd frames that state a content of 1.25 GiB in 120 KB. pack(text) makes a frame.
inline std::string growing_frames(const auto& pack) {
  const std::string newlines = pack(std::string(std::size_t{64} << 20, '\n'));
  std::string frames = pack("1 2\n");
  for (unsigned i = 0; i < 20; ++i) frames += newlines;
  return frames;
}

// The message of the Error that `action` throws. If it throws none, the test fails and the result
// is empty.
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
