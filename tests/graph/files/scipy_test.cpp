// SPDX-License-Identifier: Apache-2.0
// The matrices in fuzz/seeds/scipy, which scipy.sparse.save_npz has written. Except for not_square,
// each has three rows, with the entries (0, 1): 5, (2, 0): 7 and (2, 2): 9. In csr_float32 the
// entries are the floats 5.5, 7 and 9.5, and in csr_bool they are bool.
#include <arcas/graph/graph_file.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

#include "../graph_texts.h"

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

std::string matrix_seed(const std::string& name) {
  return bytes_of(std::string(ARCAS_FUZZ_SEEDS) + "/scipy/" + name);
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

TEST(Scipy, ValuesAreWeightsOfTheirType) {
  EXPECT_EQ(graph_file(matrix_seed("csr_bool"), "m.npz").facts().weights, weight_kind::none);
  const std::string real = matrix_seed("csr_float32");
  EXPECT_EQ(graph_file(real, "m.npz").facts().weights, weight_kind::real);
  EXPECT_EQ(graph_file(real, "m.npz").read<real_directed_graph>().out_edges(0)[0].weight, 5.5);
  EXPECT_NE(sentence_of<input_error>([&] {
              graph_file(real, "m.npz").read<weighted_directed_graph>();
            }).find("m.npz: a weight is not of the requested type"),
            std::string::npos);
}

TEST(Scipy, NamesTheFileAndTheArrayOfAFault) {
  const auto said = [](const std::string& bytes, const file_options& options = {}) {
    return sentence_of<input_error>([&] { graph_file(bytes, "m.npz", options); });
  };
  EXPECT_EQ(said("1 2\n").substr(0, 43), "m.npz: the zip archive has no directory at ");
  const std::string good = matrix_seed("csr_int32");
  EXPECT_EQ(said(good.substr(0, good.size() / 2)).substr(0, 43),
            "m.npz: the zip archive has no directory at ");
  EXPECT_NE(said(good, {.most_unpacked = 100}).find("--most-unpacked"), std::string::npos);
  EXPECT_NE(said(matrix_seed("not_square")).find("the matrix is not square"), std::string::npos);
  // The directory names one member twice.
  std::string twice = good;
  const std::size_t second = twice.rfind("indptr.npy");
  twice.replace(second, 10, "format.npy");
  EXPECT_NE(said(twice).find("two members have the name 'format.npy'"), std::string::npos);
  std::string damaged = good;
  for (std::size_t i = 60; i < 80; ++i) damaged[i] = static_cast<char>(damaged[i] ^ 0x55);
  EXPECT_NE(said(damaged).find("damaged"), std::string::npos);
}

// A member of a zip archive, and its entry in the directory.
struct zip_part {
  std::string name;
  std::string packed;
  std::uint32_t size;
};

std::string number(std::uint64_t value, std::size_t bytes) {
  std::string text;
  for (std::size_t i = 0; i < bytes; ++i) text += static_cast<char>(value >> 8 * i & 0xFF);
  return text;
}

// shared: whether all members refer to the data of the first.
std::string archive_of(const std::vector<zip_part>& parts, bool shared) {
  std::string bytes, directory;
  for (const zip_part& part : parts) {
    const std::size_t at = shared ? 0 : bytes.size();
    if (!shared || bytes.empty()) {
      bytes += "PK\x03\x04" + std::string(22, '\0') + number(part.name.size(), 2) + number(0, 2) +
               part.name + part.packed;
    }
    directory += "PK\x01\x02" + std::string(6, '\0') + number(8, 2) + std::string(8, '\0') +
                 number(part.packed.size(), 4) + number(part.size, 4) +
                 number(part.name.size(), 2) + std::string(12, '\0') + number(at, 4) + part.name;
  }
  return bytes + directory + "PK\x05\x06" + std::string(4, '\0') + number(parts.size(), 2) +
         number(parts.size(), 2) + number(directory.size(), 4) + number(bytes.size(), 4) +
         number(0, 2);
}

TEST(Scipy, RefusesArchivesOutOfProportionBeforeTheyAreUnpacked) {
  const auto said = [](const std::string& bytes) {
    return sentence_of<input_error>([&] { graph_file(bytes, "m.npz"); });
  };
  const std::string packed(100000, 'x');
  const zip_part large{"row.npy", packed, 900'000'000};
  EXPECT_NE(said(archive_of({large}, false)).find("has more than 100"), std::string::npos);
  const zip_part small{"row.npy", packed, 1000};
  const zip_part other{"col.npy", packed, 1000};
  EXPECT_NE(
      said(archive_of({small, other}, true)).find("members of the zip archive share their data"),
      std::string::npos);
  EXPECT_NE(said(archive_of({small, other}, false)).find("the file has no array 'format'"),
            std::string::npos);
}

}  // namespace
}  // namespace arcas::inline v0::graph
