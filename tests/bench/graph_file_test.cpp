// SPDX-License-Identifier: Apache-2.0
#include "graph_file.h"

#include "pagerank_pass.h"

#include <arcas/graph/builder.h>
#include <arcas/graph/graph_file.h>

#include <gtest/gtest.h>
#include <linux/mempolicy.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

namespace {

using namespace arcas::graph;

// A file that is removed at the end of the test.
struct scratch_file {
  std::string path = (std::filesystem::temp_directory_path() /
                      ("arcas_bench_" + std::to_string(::getpid()) + ".graph"))
                         .string();
  ~scratch_file() { std::filesystem::remove(path); }
};

constexpr const char* edges = "0 1\n0 2\n2 1\n3 0\n";

TEST(graph_file, a_directed_graph_comes_back) {
  scratch_file file;
  bench::save_graph(graph_file(edges, "edges").read<directed_graph>(), file.path);
  const auto graph = std::get<directed_graph>(bench::load_graph(file.path));
  ASSERT_EQ(graph.vertex_count(), 4u);
  EXPECT_EQ(graph.edge_count(), 4u);
  EXPECT_EQ(graph.out_neighbors(0).size(), 2u);
  EXPECT_EQ(graph.in_neighbors(1).size(), 2u);
  EXPECT_EQ(graph.in_neighbors(0)[0], 3u);
}

TEST(graph_file, an_undirected_graph_comes_back) {
  scratch_file file;
  bench::save_graph(graph_file(edges, "edges").read<undirected_graph>(), file.path);
  const auto graph = std::get<undirected_graph>(bench::load_graph(file.path));
  EXPECT_EQ(graph.edge_count(), 4u);
  EXPECT_EQ(graph.arc_count(), 8u);
  EXPECT_EQ(graph.neighbors(0).size(), 3u);
}

// The kernel's policy for the memory page of that address; -1 if the kernel does not report it.
int policy_at(const void* address) {
  int policy = -1;
  const long failed = syscall(SYS_get_mempolicy, &policy, nullptr, 0UL, address, MPOL_F_ADDR);
  return failed == 0 ? policy : -1;
}

TEST(array_pages, lie_where_they_are_asked_to_be) {
  for (const auto& [name, policy] : {std::pair<const char*, int>{"first-touch", MPOL_DEFAULT},
                                     {"interleaved", MPOL_INTERLEAVE},
                                     {"blocked", MPOL_BIND}}) {
    arcas::graph::plain_array<std::uint64_t> data(1 << 16);
    try {
      bench::place_pages(std::as_writable_bytes(data.all()), bench::memory_named(name));
    } catch (const std::system_error& refused) {
      GTEST_SKIP() << refused.what();
    }
    data[1 << 15] = 1;
    EXPECT_EQ(policy_at(&data[1 << 15]), policy) << name;
  }
  EXPECT_THROW(bench::memory_named("nowhere"), std::invalid_argument);
}

TEST(graph_file, is_the_same_on_interleaved_pages) {
  scratch_file file;
  bench::save_graph(graph_file(edges, "edges").read<undirected_graph>(), file.path);
  try {
    const auto graph =
        std::get<undirected_graph>(bench::load_graph(file.path, bench::graph_memory::interleaved));
    EXPECT_EQ(graph.neighbors(0).size(), 3u);
  } catch (const std::system_error& refused) {
    GTEST_SKIP() << refused.what();
  }
}

TEST(graph_file, what_is_no_graph_is_refused_by_name) {
  scratch_file file;
  std::ofstream(file.path) << "0 1\n";
  try {
    bench::load_graph(file.path);
    FAIL() << "a text file was taken for a graph";
  } catch (const std::runtime_error& mistake) {
    EXPECT_NE(std::string(mistake.what()).find(file.path), std::string::npos);
  }
}

TEST(graph_file, a_truncated_graph_is_refused) {
  scratch_file file;
  bench::save_graph(graph_file(edges, "edges").read<directed_graph>(), file.path);
  std::filesystem::resize_file(file.path, std::filesystem::file_size(file.path) - 1);
  EXPECT_THROW(bench::load_graph(file.path), std::runtime_error);
}

TEST(pagerank_pass, passes_in_chunks_end_where_whole_passes_end) {
  const bench::any_graph graph = graph_file(edges, "edges").read<directed_graph>();
  bench::pagerank_run whole(graph), chunked(graph);
  whole.restart();
  chunked.restart();
  for (int pass = 0; pass < 5; ++pass) {
    whole.chunk(0, 4);
    whole.finish_pass();
    for (std::uint64_t v = 4; v-- > 0;) chunked.chunk(v, v + 1);
    chunked.finish_pass();
    EXPECT_NEAR(whole.residual(), chunked.residual(), 1e-15);
  }
  EXPECT_LT(whole.residual(), 0.1);
}

}  // namespace
