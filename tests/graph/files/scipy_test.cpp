// SPDX-License-Identifier: Apache-2.0
// The matrices in fuzz/seeds/scipy, which scipy.sparse.save_npz wrote: entries (0, 1): 5, (2, 0): 7,
// (2, 2): 9 of three rows, also as fractions and as bool.
#include <arcas/graph/graph_file.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "../graph_texts.h"

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

std::string matrix_seed(const std::string& name) {
  std::ifstream in(std::string(ARCAS_FUZZ_SEEDS) + "/scipy/" + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(Scipy, ReadsEachFormOfAMatrix) {
  for (const char* name : {"csr_int32", "csc_int64", "coo_stored"}) {
    SCOPED_TRACE(name);
    const std::string bytes = matrix_seed(name);
    graph_file file(bytes, "m.npz");
    EXPECT_EQ(file.facts().format, graph_format::scipy);
    EXPECT_EQ(file.facts().weights, weight_kind::whole);
    const auto g = file.read<weighted_directed_graph>();
    ASSERT_EQ(g.vertex_count(), 3u);
    ASSERT_EQ(g.edge_count(), 3u);
    EXPECT_EQ(g.out_edges(0)[0].to, 1u);
    EXPECT_EQ(g.out_edges(0)[0].weight, 5);
    EXPECT_EQ(g.out_edges(2)[0].to, 0u);
    EXPECT_EQ(g.out_edges(2)[0].weight, 7);
    EXPECT_EQ(g.out_edges(2)[1].weight, 9);
    EXPECT_EQ(graph_file(bytes, "m.npz").read<undirected_graph>().edge_count(), 3u);
  }
}

TEST(Scipy, ValuesAreWeightsOfTheirKind) {
  EXPECT_EQ(graph_file(matrix_seed("csr_bool"), "m.npz").facts().weights, weight_kind::none);
  const std::string real = matrix_seed("csr_float32");
  EXPECT_EQ(graph_file(real, "m.npz").facts().weights, weight_kind::real);
  EXPECT_EQ(graph_file(real, "m.npz").read<real_directed_graph>().out_edges(0)[0].weight, 5.5);
  EXPECT_NE(sentence_of<input_error>([&] {
              graph_file(real, "m.npz").read<weighted_directed_graph>();
            }).find("m.npz: a value is not a weight of the kind"),
            std::string::npos);
}

TEST(Scipy, RefusesWithTheName) {
  const auto said = [](const std::string& bytes, const file_options& options = {}) {
    return sentence_of<input_error>([&] { graph_file(bytes, "m.npz", options); });
  };
  EXPECT_EQ(said("1 2\n").substr(0, 23), "m.npz: no directory at ");
  const std::string good = matrix_seed("csr_int32");
  EXPECT_EQ(said(good.substr(0, good.size() / 2)).substr(0, 23), "m.npz: no directory at ");
  EXPECT_NE(said(good, {.most_unpacked = 100}).find("--most-unpacked"), std::string::npos);
  EXPECT_NE(said(matrix_seed("not_square")).find("the matrix is not square"), std::string::npos);
  std::string damaged = good;
  for (std::size_t i = 60; i < 80; ++i) damaged[i] = static_cast<char>(damaged[i] ^ 0x55);
  EXPECT_NE(said(damaged).find("damaged"), std::string::npos);
}

}  // namespace
}  // namespace arcas::inline v0::graph
