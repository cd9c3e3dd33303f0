// SPDX-License-Identifier: Apache-2.0
// Each graph that Arcas writes is read back unchanged, or Arcas refuses to write it with a reason:
// for all formats, compressions, kinds of graphs and weights, and names with all bytes.
#include <arcas/graph/graph_file.h>
#include <arcas/graph/random.h>
#include <arcas/graph/write_graph.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <limits>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "graph_texts.h"

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

constexpr const char* endings[] = {".txt", ".csv", ".tsv",   ".el",  ".wel", ".sg",
                                   ".wsg", ".mtx", ".graph", ".npz", ".gr",  ".graphml"};
constexpr unsigned seeds = 6;

// An arc by the names of its ends, independent of their numbers.
using named_arc = std::tuple<std::string, std::string, double>;

struct form_to_compare {
  bool names;
  bool weights;
};

template <class G>
std::vector<named_arc> arcs_of(const G& g, const form_to_compare& form) {
  std::vector<named_arc> arcs;
  for (vertex v = 0; v < g.vertex_count(); ++v) {
    for (edge_index i = g.out().offsets()[v]; i < g.out().offsets()[v + 1]; ++i) {
      const vertex u = g.out().targets()[i];
      double weight = 0;
      if constexpr (is_weight<typename G::weight_type>) {
        if (form.weights) weight = static_cast<double>(g.out().weights()[i]);
      }
      arcs.emplace_back(form.names ? g.original_name(v) : std::to_string(v),
                        form.names ? g.original_name(u) : std::to_string(u), weight);
    }
  }
  std::ranges::sort(arcs);
  return arcs;
}

template <class W>
W weight_from(std::uint64_t drawn) {
  using limits = std::numeric_limits<W>;
  if constexpr (std::is_integral_v<W>) {
    const W some[] = {limits::min(), limits::max(), -1, 0, 1, 16777217, -2147483647};
    return some[drawn % std::size(some)];
  } else {
    const W some[] = {limits::denorm_min(),
                      -limits::denorm_min(),
                      limits::max(),
                      limits::lowest(),
                      limits::min(),
                      0.1,
                      -1.0 / 3,
                      9007199254740993.0,
                      -9007199254740993.0,
                      static_cast<double>(0.1F),
                      1e15,
                      123456789012345678.0,
                      1e300,
                      0};
    return some[drawn % std::size(some)];
  }
}

struct shape {
  std::size_t vertices;
  std::size_t edges;
  bool isolated;  // some vertices have no edge
  bool simple;    // no self-loop and no parallel edge
};

// A random graph whose vertices have these names, which must ascend. If `names` is empty, the
// vertices have no names.
template <class W>
basic_edge_list<W> drawn_list(const shape& of, std::vector<std::string> names, std::uint64_t seed) {
  const auto draw = [&seed](std::uint64_t below) { return scrambled(seed++) % below; };
  basic_edge_list<W> list{of.vertices, plain_array<basic_edge<vertex, W>>(of.edges), {}};
  const std::size_t used = of.isolated ? (of.vertices + 1) / 2 : of.vertices;
  for (std::size_t i = 0; i < of.edges; ++i) {
    auto& e = list.edges[i];
    // Each of the used vertices has an edge.
    e.from = static_cast<vertex>(i % used);
    e.to = static_cast<vertex>(of.simple ? (i + 1) % used : draw(used));
    if constexpr (is_weight<W>) e.weight = weight_from<W>(draw(1000));
  }
  if (names.empty()) return list;
  text_table table;
  for (const std::string& name : names) {
    table.bytes += name;
    table.ends.push_back(table.bytes.size());
  }
  list.names = vertex_names(std::move(table));
  return list;
}

class RoundTrip : public testing::Test {
 protected:
  RoundTrip() { std::filesystem::create_directories(folder_); }
  ~RoundTrip() override { std::filesystem::remove_all(folder_); }
  RoundTrip(const RoundTrip&) = delete;
  RoundTrip& operator=(const RoundTrip&) = delete;

  template <class G>
  void expect_same(const G& g, const std::string& ending) {
    SCOPED_TRACE(ending + (is_directed<G> ? ", directed" : ", undirected"));
    const std::string path = (folder_ / ("g" + ending)).string();
    try {
      write_graph(g, path);
    } catch (const output_error& refused) {
      EXPECT_NE(std::string(refused.what()).find("; "), std::string::npos) << refused.what();
      EXPECT_FALSE(std::filesystem::exists(path)) << refused.what();
      return;
    }
    ++written_;
    ASSERT_NO_THROW(compare(g, path));
    std::filesystem::remove(path);
  }

  unsigned written() const { return written_; }

 private:
  template <class G>
  void compare(const G& g, const std::string& path) {
    if (!is_directed<G> && !keeps_undirected(path)) {
      return compare_as<basic_graph<typename G::weight_type, true>>(g, path);
    }
    graph_file file(path);
    // Tables do not state a direction.
    if (file.facts().told_by == direction_from::stated) {
      EXPECT_EQ(file.facts().directed, is_directed<G>);
    }
    compare_as<G>(g, path);
  }

  template <class As, class G>
  void compare_as(const G& g, const std::string& path) {
    using W = typename G::weight_type;
    const form_to_compare form{keeps_names(path), keeps_weights(path)};
    if constexpr (is_weight<W>) {
      if (!form.weights) {
        return compare_arrays(g, read_graph<basic_graph<unweighted, As::directed>>(path), path,
                              form);
      }
    }
    compare_arrays(g, read_graph<As>(path), path, form);
  }

  template <class G, class As>
  void compare_arrays(const G& g, const As& read, const std::string& path,
                      const form_to_compare& form) {
    EXPECT_EQ(arcs_of(read, form), arcs_of(g, form));
    EXPECT_EQ(read.vertex_count() + lost_vertices(g, path), g.vertex_count());
    if (read.vertex_count() != g.vertex_count() || !form.names) return;
    for (vertex v = 0; v < g.vertex_count(); ++v)
      EXPECT_EQ(read.original_name(v), g.original_name(v));
  }

  std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("arcas_round_trip_" + std::to_string(getpid()));
  unsigned written_ = 0;
};

template <class W, class Each>
void each_graph(const shape& of, const std::vector<std::string>& names, std::uint64_t seed,
                const Each& each) {
  each(build_directed(drawn_list<W>(of, names, seed)));
  each(build_undirected(drawn_list<W>(of, names, seed)));
}

template <class Each>
void each_kind(const shape& of, const std::vector<std::string>& names, std::uint64_t seed,
               const Each& each) {
  each_graph<unweighted>(of, names, seed, each);
  each_graph<weight>(of, names, seed, each);
  each_graph<real_weight>(of, names, seed, each);
}

TEST_F(RoundTrip, OfAllWeightsInAllFormatsAndPackings) {
  for (unsigned seed = 0; seed < seeds; ++seed) {
    const shape of{3 + 7 * seed, 5 + 20 * seed, false, seed % 2 == 0};
    for (const std::string ending : endings) {
      for (const std::string packed : {"", ".zst", ".gz"}) {
        each_kind(of, {}, seed * 1000, [&](const auto& g) { expect_same(g, ending + packed); });
      }
    }
  }
  EXPECT_GT(written(), 12U * 3 * seeds);
}

TEST_F(RoundTrip, OfIsolatedVerticesAndNoEdges) {
  for (const std::string ending : endings) {
    for (const shape of : {shape{0, 0, false, false}, shape{1, 0, false, false},
                           shape{5, 0, false, false}, shape{9, 5, true, true}}) {
      each_kind(of, {}, 7, [&](const auto& g) { expect_same(g, ending); });
    }
  }
}

// The names in ascending order.
std::vector<std::string> sorted(std::vector<std::string> names) {
  std::ranges::sort(names);
  return names;
}

class NamesRoundTrip : public RoundTrip {
 protected:
  void expect_same_names(const std::vector<std::string>& names) {
    for (unsigned seed = 0; seed < seeds; ++seed) {
      const shape of{names.size(), names.size() + seed, false, seed % 2 == 0};
      for (const std::string ending : endings) {
        each_kind(of, names, seed * 1000, [&](const auto& g) { expect_same(g, ending); });
      }
    }
  }
};

TEST_F(NamesRoundTrip, OfEveryByteAndPairsOfThem) {
  std::vector<std::string> names, odd;
  for (int byte = 0; byte < 256; ++byte) {
    const auto c = static_cast<char>(byte);
    if (c == '\n' || c == '\r') continue;  // see WithLineEndsEmptyOrLikeAHeader
    const std::string name = std::string("x") + c + "y";
    names.push_back(name);
    odd.push_back(c == '\0' ? "zero" : std::string(1, c) + std::string(1, c));
  }
  expect_same_names(sorted(names));
  expect_same_names(sorted(odd));
}

TEST_F(NamesRoundTrip, ThatLookLikeNumbersCommentsOrQuotes) {
  expect_same_names(sorted({"#",    "%",        "a b",
                            " led", "trailed ", "\t",
                            "\"",   "\"\"",     "a\"b",
                            "'",    ",",        ";",
                            "=1+1", "@x",       "-",
                            "+1",   "007",      "7",
                            "1e5",  "nan",      "null",
                            "#a",   "%b",       "a\tb",
                            "a,b",  "]]>",      "&amp;",
                            "<x>",  "\x1b[31m", "\xff\xfe",
                            "\xe4", "\xc3\xa4", "\xe2\x80\xa8",
                            "\\n"}));
}

// Tables read line ends and empty cells in quotes, and do not take a quoted row for a header.
TEST_F(NamesRoundTrip, WithLineEndsEmptyOrLikeAHeader) {
  expect_same_names(sorted(
      {"", "a\nb", "\n", "\r", "\r\n", "a\rb", "\n#c", "x\r\n% y", "\"\n\"", "\n\"", " \n "}));
  expect_same_names(sorted({"from", "to", "weight", "source", "target", "0", "1", "2"}));
  expect_same_names(sorted({"", "a"}));
}

TEST_F(NamesRoundTrip, OfNumbersWithGaps) {
  weighted_edge_list list = drawn_list<weight>({5, 12, false, false}, {}, 3);
  list.names = vertex_names(std::vector<std::uint64_t>{
      0, 3, 9007199254740993, std::uint64_t{1} << 63, std::numeric_limits<std::uint64_t>::max()});
  const auto g = build_directed(std::move(list));
  for (const std::string ending : endings) expect_same(g, ending);
}

TEST_F(NamesRoundTrip, ThatAFormatCannotRepresentAreRefusedWithTheirVertex) {
  const std::vector<std::string> names = {"a", std::string("b\0\x1b", 3)};
  const auto g = build_directed(drawn_list<unweighted>({2, 2, false, true}, names, 0));
  const auto said = [&](const std::string& path) {
    return sentence_of<output_error>([&] { write_graph(g, path); });
  };
  EXPECT_EQ(said("g.csv"),
            "g.csv: the name of vertex 1 (counted from 0) has a NUL byte, which no text has: "
            "\"b\\x00\\x1b\"; write .sg");
  EXPECT_EQ(said("g.graphml"),
            "g.graphml: the name of vertex 1 (counted from 0) has a control character or is not "
            "UTF-8, which XML cannot represent: \"b\\x00\\x1b\"; write .csv or .sg");
}

}  // namespace
}  // namespace arcas::inline v0::graph
