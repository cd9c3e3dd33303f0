// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/csr.h>
#include <arcas/graph/files/serialized.h>
#include <arcas/graph/input_file.h>
#include <arcas/graph/random.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>
#include <limits>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace arcas::inline v0::graph::detail {
namespace {

static_assert(std::endian::native == std::endian::little, "the format is little-endian");

using drawn = std::optional<random_weight_options>;

// Number of values read at a time: they fit a second-level cache.
constexpr std::size_t piece_values = std::size_t{1} << 16;
constexpr std::uint64_t none_wrong = std::numeric_limits<std::uint64_t>::max();

template <class T>
T value_from(const byte_source& read, std::uint64_t position) {
  T value;
  read(position, reinterpret_cast<char*>(&value), sizeof value);
  return value;
}

// Sets the position of the names, if the file has names of the right size.
void find_names(serialized_layout& file, std::uint64_t end, const byte_source& read) {
  if (file.size == end) return;
  const std::uint64_t rest = file.size - end;
  std::string mark(8, '\0');
  if (rest >= 24) read(end, mark.data(), mark.size());
  const auto listed = rest >= 24 ? value_from<std::uint64_t>(read, end + 16) : 0;
  if (mark == names_mark && (listed == 0 || listed == file.vertices) && rest == 24 + listed * 8) {
    file.names_at = end;
    return;
  }
  if (mark == texts_mark && listed == file.vertices) {
    const auto size = value_from<std::uint64_t>(read, end + 8);
    if (size <= rest && rest == 24 + listed * 8 + size) {
      file.names_at = end;
      file.text_names = true;
      return;
    }
  }
  refuse_arrays(file.name, "has " + std::to_string(rest) + " bytes more than its header states");
}

// The smallest v below n for which wrong(v) holds, or none_wrong; calls wrong() once for each v.
template <class Wrong>
std::uint64_t first_wrong(std::uint64_t n, const loop_options& loops, const Wrong& wrong) {
  return whole_reduce(static_cast<std::size_t>(n), minimum<std::uint64_t>{}, loops,
                      [&](std::size_t v) { return wrong(v) ? std::uint64_t{v} : none_wrong; });
}

// Reads values from a position of the file on, in pieces, by all workers.
template <class T>
void read_array(const serialized_graph& file, std::uint64_t at, std::span<T> to,
                const loop_options& loops) {
  whole_for((to.size() + piece_values - 1) / piece_values, loops, [&](std::size_t p) {
    const std::size_t first = p * piece_values;
    const std::span<T> some = to.subspan(first, std::min(piece_values, to.size() - first));
    file.read(at + first * sizeof(T), reinterpret_cast<char*>(some.data()), some.size_bytes());
  });
}

// The results for some rows.
struct row_sums {
  std::uint64_t wrong = none_wrong;  // the first vertex with a neighbour that is not a vertex
  arc_sums arcs;

  friend row_sums operator+(const row_sums& a, const row_sums& b) {
    return {std::min(a.wrong, b.wrong), a.arcs + b.arcs};
  }
};

template <class W>
class direction_reader {
 public:
  direction_reader(const serialized_graph& file, std::uint64_t at, const drawn& weights,
                   const loop_options& loops)
      : file_(file), at_(at), drawn_(weights), loops_(loops) {}

  // Must be called only once.
  basic_adjacency<W> read() {
    read_offsets();
    targets_ = plain_array<vertex>(static_cast<std::size_t>(file_.arcs));
    if constexpr (is_weight<W>) weights_ = plain_array<W>(targets_.size());
    sums_ = whole_reduce(targets_.size() / piece_values + 1, sum_of<row_sums>{}, loops_,
                         [&](std::size_t p) { return read_rows(p); });
    if (sums_.wrong != none_wrong) refuse_neighbour(file_, sums_.wrong);
    return {std::move(offsets_), std::move(targets_), std::move(weights_)};
  }
  // The sums over the arcs that read() has read.
  const arc_sums& sums() const { return sums_.arcs; }

 private:
  void read_offsets() {
    const std::uint64_t n = file_.vertices;
    offsets_ = plain_array<edge_index>(static_cast<std::size_t>(n + 1));
    read_array(file_, at_, offsets_.all(), loops_);
    const std::uint64_t wrong =
        first_wrong(n, loops_, [&](std::size_t v) { return offsets_[v] > offsets_[v + 1]; });
    if (wrong != none_wrong) refuse_offset(file_, wrong);
    require_all_arcs(file_, offsets_[0], offsets_[n]);
  }

  // The first row that starts at this arc or after it; the number of rows if there is none.
  std::size_t row_from(std::uint64_t arc) const {
    const auto starts = offsets_.all().first(static_cast<std::size_t>(file_.vertices));
    if (arc > file_.arcs) return starts.size();
    return static_cast<std::size_t>(std::ranges::lower_bound(starts, arc) - starts.begin());
  }

  // Reads and checks the rows that start in piece p of the arcs, while they are in a cache.
  row_sums read_rows(std::size_t p) {
    const std::size_t first = row_from(p * piece_values), last = row_from((p + 1) * piece_values);
    const auto begin = static_cast<std::size_t>(offsets_[first]);
    read_arcs(begin, static_cast<std::size_t>(offsets_[last]) - begin);
    row_sums sums;
    for (std::size_t v = first; v < last; ++v) sums = sums + looked_at(v);
    return sums;
  }

  void read_arcs(std::size_t first, std::size_t count) {
    const std::uint64_t at = at_ + (file_.vertices + 1) * 8 + first * file_.target_bytes();
    if (file_.facts.weights != weight_kind::none) return read_weighted(at, first, count);
    file_.read(at, reinterpret_cast<char*>(targets_.data() + first), count * sizeof(vertex));
  }

  // Each target is followed by its weight.
  void read_weighted(std::uint64_t at, std::size_t first, std::size_t count) {
    std::vector<weighted_neighbor<weight>> pairs(std::min(count, piece_values));
    for (const std::size_t end = first + count; first < end; first += pairs.size()) {
      pairs.resize(std::min(pairs.size(), end - first));
      const std::size_t bytes = pairs.size() * sizeof pairs[0];
      file_.read(at, reinterpret_cast<char*>(pairs.data()), bytes);
      at += bytes;
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        targets_[first + i] = pairs[i].to;
        if constexpr (is_weight<W>) weights_[first + i] = static_cast<W>(pairs[i].weight);
      }
    }
  }

  // Checks a row, and sorts it if it is not ascending.
  row_sums looked_at(std::size_t v) {
    row_sums sums;
    bool ascending = true;
    std::uint64_t before = 0;  // the previous neighbour, plus one
    vertex greatest = 0;
    for (edge_index i = offsets_[v]; i < offsets_[v + 1]; ++i) {
      const vertex target = targets_[i];
      std::uint64_t salt = 0;
      if constexpr (is_weight<W>) {
        if (target >= file_.vertices) return {.wrong = v, .arcs = {}};
        if (file_.facts.weights == weight_kind::none) {
          weights_[i] = static_cast<W>(random_weight_of(v, target, *drawn_));
        }
        salt = salt_of_weight(weights_[i]);
      }
      sums.arcs.add(v, target, salt);
      ascending = ascending && target >= before;
      before = target + std::uint64_t{1};
      greatest = std::max(greatest, target);
    }
    if (offsets_[v] != offsets_[v + 1] && greatest >= file_.vertices)
      return {.wrong = v, .arcs = {}};
    if (!ascending) sort_row(v);
    return sums;
  }

  void sort_row(std::size_t v) {
    const std::span<vertex> row =
        targets_.all().subspan(offsets_[v], offsets_[v + 1] - offsets_[v]);
    if constexpr (is_weight<W>) {
      std::vector<std::pair<vertex, W>> both;
      for (std::size_t i = 0; i < row.size(); ++i) {
        both.emplace_back(row[i], weights_[offsets_[v] + i]);
      }
      std::ranges::sort(both);
      for (std::size_t i = 0; i < row.size(); ++i) {
        std::tie(row[i], weights_[offsets_[v] + i]) = both[i];
      }
    } else {
      std::ranges::sort(row);
    }
  }

  const serialized_graph& file_;
  std::uint64_t at_;
  const drawn& drawn_;
  const loop_options& loops_;
  row_sums sums_;
  plain_array<edge_index> offsets_;
  plain_array<vertex> targets_;
  plain_array<W> weights_;
};

vertex_names texts_of(const serialized_graph& file, const loop_options& loops) {
  text_table texts;
  texts.ends.resize(static_cast<std::size_t>(file.vertices));
  const std::uint64_t at = file.names_at + file.names_header_bytes;
  read_array(file, at, std::span(texts.ends), loops);
  texts.bytes.resize(static_cast<std::size_t>(file.text_bytes()));
  read_array(file, at + file.vertices * 8, std::span(texts.bytes), loops);
  // The ends must be within the bytes, and the texts strictly ascending.
  bool good = (texts.ends.empty() ? 0 : texts.ends.back()) == texts.bytes.size();
  good = good && std::ranges::is_sorted(texts.ends);
  for (std::size_t i = 1; good && i < texts.ends.size(); ++i) good = texts[i - 1] < texts[i];
  if (!good) refuse_names(file.name);
  return vertex_names(std::move(texts));
}

vertex_names names_of(const serialized_graph& file, const loop_options& loops) {
  if (file.names_at == 0) return {};
  if (file.text_names) return texts_of(file, loops);
  std::vector<std::uint64_t> names(static_cast<std::size_t>(file.names_listed()));
  read_array(file, file.names_at + file.names_header_bytes, std::span(names), loops);
  if (std::ranges::adjacent_find(names, std::greater_equal<>()) != names.end()) {
    refuse_names(file.name);
  }
  if (!names.empty()) return vertex_names(std::move(names));
  std::uint64_t first = 0;
  file.read(file.names_at + 8, reinterpret_cast<char*>(&first), sizeof first);
  const std::uint64_t last = std::numeric_limits<std::uint64_t>::max();
  if (file.vertices != 0 && first > last - (file.vertices - 1)) refuse_names(file.name);
  return vertex_names::counted_from(first);
}

void require_weights(const serialized_graph& file, const drawn& weights) {
  if (file.facts.weights == weight_kind::none && !weights) {
    throw input_error(file.name +
                      ": has no weights; ask for random weights, or name a weighted graph");
  }
  if (weights) require_sense(*weights);
}

}  // namespace

void refuse_arrays(const std::string& name, const std::string& fault) {
  throw input_error(name + ": " + fault + "; write the file again");
}

void refuse_neighbour(const serialized_layout& file, std::uint64_t vertex) {
  refuse_arrays(file.name, "vertex " + std::to_string(vertex) +
                               " has a neighbour that is not one of the " +
                               std::to_string(file.vertices) + " vertices");
}

void refuse_offset(const serialized_layout& file, std::uint64_t vertex) {
  refuse_arrays(file.name,
                "the neighbours of vertex " + std::to_string(vertex) + " end before they begin");
}

void refuse_one_sided(const serialized_layout& file) {
  refuse_arrays(
      file.name,
      "the header states an undirected graph, but an edge is listed at one of its ends only");
}

void refuse_names(const std::string& name) {
  refuse_arrays(name, "the names of the vertices are not in ascending order");
}

void require_all_arcs(const serialized_layout& file, std::uint64_t first_offset,
                      std::uint64_t last_offset) {
  if (first_offset == 0 && last_offset == file.arcs) return;
  refuse_arrays(file.name,
                "the vertices do not have the number of neighbours that the header states");
}

serialized_layout layout_of(const std::string& name, std::uint64_t size,
                            const file_options& options, const byte_source& read) {
  serialized_layout file;
  file.name = name;
  file.size = size;
  if (size < file.header_bytes) refuse_arrays(name, "ends inside its header");
  const auto directed = value_from<unsigned char>(read, 0);
  file.arcs = value_from<std::uint64_t>(read, 1);
  file.vertices = value_from<std::uint64_t>(read, 9);
  if (directed > 1 || file.vertices >= size || file.arcs >= size) {
    refuse_arrays(name, "the header is not that of a serialized graph of this size");
  }
  require_vertex_range(file.vertices, name, 0);
  const file_ending* const ending = ending_of(name, options);
  const bool weighted = ending != nullptr && ending->weights == weight_rule::always;
  file.facts = {graph_format::serialized, directed == 1,
                weighted ? weight_kind::whole : weight_kind::none};
  const std::uint64_t end = file.header_bytes + file.direction_bytes() * (directed == 1 ? 2 : 1);
  if (size < end) {
    refuse_arrays(name,
                  "has " + std::to_string(end - size) + " bytes fewer than its header states");
  }
  find_names(file, end, read);
  return file;
}

void serialized_graph::read(std::uint64_t at, char* to, std::size_t n) const {
  if (file) return file->read(at, to, n);
  std::memcpy(to, bytes.data() + at, n);
}

serialized_graph open_serialized(std::string_view bytes, const std::string& name,
                                 const file_options& options) {
  serialized_graph graph;
  graph.bytes = bytes;
  static_cast<serialized_layout&>(graph) =
      layout_of(name, bytes.size(), options,
                [&](std::uint64_t at, char* to, std::size_t n) { graph.read(at, to, n); });
  return graph;
}

serialized_graph open_serialized(std::shared_ptr<const input_descriptor> file,
                                 const file_options& options) {
  serialized_graph graph;
  graph.file = std::move(file);
  static_cast<serialized_layout&>(graph) =
      layout_of(graph.file->path(), graph.file->size(), options,
                [&](std::uint64_t at, char* to, std::size_t n) { graph.read(at, to, n); });
  return graph;
}

template <class W, bool Directed>
basic_graph<W, Directed> graph_of(const serialized_graph& file, const drawn& weights,
                                  const loop_options& loops) {
  if constexpr (is_weight<W>) require_weights(file, weights);
  direction_reader<W> out_reader(file, file.offsets_at(), weights, loops);
  auto out = out_reader.read();
  const arc_sums& sums = out_reader.sums();
  vertex_names names = names_of(file, loops);
  if constexpr (Directed) {
    const std::uint64_t second = file.offsets_at() + file.direction_bytes();
    direction_reader<W> in_reader(file, second, weights, loops);
    auto in = in_reader.read();
    const arc_sums& back = in_reader.sums();
    if (sums.upward != back.downward || sums.downward != back.upward || sums.own != back.own) {
      refuse_arrays(file.name, "the edges are not the same in both directions");
    }
    if (file.file) file.file->require_unchanged();
    return {std::move(out), std::move(in), std::move(names)};
  } else {
    if (sums.upward != sums.downward) refuse_one_sided(file);
    if (file.file) file.file->require_unchanged();
    return {std::move(out), (file.arcs + sums.self_loops) / 2, std::move(names)};
  }
}

template directed_graph graph_of(const serialized_graph&, const drawn&, const loop_options&);
template undirected_graph graph_of(const serialized_graph&, const drawn&, const loop_options&);
template weighted_directed_graph graph_of(const serialized_graph&, const drawn&,
                                          const loop_options&);
template weighted_undirected_graph graph_of(const serialized_graph&, const drawn&,
                                            const loop_options&);
template real_directed_graph graph_of(const serialized_graph&, const drawn&, const loop_options&);
template real_undirected_graph graph_of(const serialized_graph&, const drawn&, const loop_options&);

}  // namespace arcas::inline v0::graph::detail
