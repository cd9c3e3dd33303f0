// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/files/serialized.h>
#include <arcas/graph/input_file.h>
#include <arcas/graph/random.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace arcas::inline v0::graph::detail {
namespace {

static_assert(std::endian::native == std::endian::little, "the format is little-endian");

using drawn = std::optional<random_weight_options>;

constexpr std::uint64_t header_bytes = 1 + 8 + 8;
constexpr std::uint64_t none_wrong = std::numeric_limits<std::uint64_t>::max();

template <class T>
T value_at(std::string_view bytes, std::uint64_t position) {
  T value;
  std::memcpy(&value, bytes.data() + position, sizeof value);
  return value;
}

[[noreturn]] void refuse(const std::string& name, const std::string& fault) {
  throw input_error(name + ": " + fault + "; write the file again");
}

std::uint64_t target_bytes(const serialized_graph& file) {
  return file.facts.weights == weight_kind::none ? 4 : 8;
}

std::uint64_t direction_bytes(const serialized_graph& file) {
  return (file.vertices + 1) * 8 + file.arcs * target_bytes(file);
}

// The trailer's place, where there is one of the right size.
std::uint64_t find_names(const serialized_graph& file, std::uint64_t end) {
  if (file.bytes.size() == end) return 0;
  const std::uint64_t rest = file.bytes.size() - end;
  if (rest >= 24 && file.bytes.substr(end, names_mark.size()) == names_mark) {
    const auto listed = value_at<std::uint64_t>(file.bytes, end + 16);
    if ((listed == 0 || listed == file.vertices) && rest == 24 + listed * 8) return end;
  }
  refuse(file.name, std::to_string(rest) + " bytes more than its header says");
}

// The first vertex for which wrong(v) holds, or none_wrong. Called once for each.
template <class Wrong>
std::uint64_t first_wrong(std::uint64_t n, const loop_options& loops, const Wrong& wrong) {
  return whole_reduce(static_cast<std::size_t>(n), minimum<std::uint64_t>{}, loops,
                      [&](std::size_t v) { return wrong(v) ? std::uint64_t{v} : none_wrong; });
}

template <class W>
class direction_reader {
 public:
  direction_reader(const serialized_graph& file, std::uint64_t at, const drawn& weights,
                   const loop_options& loops)
      : file_(file), at_(at), drawn_(weights), loops_(loops) {}

  basic_adjacency<W> read() {
    const std::uint64_t n = file_.vertices;
    read_offsets();
    targets_ = plain_array<vertex>(static_cast<std::size_t>(file_.arcs));
    if constexpr (is_weight<W>) weights_ = plain_array<W>(targets_.size());
    const std::uint64_t wrong = first_wrong(n, loops_, [&](std::size_t v) { return !read_row(v); });
    if (wrong != none_wrong) {
      refuse(file_.name, "vertex " + std::to_string(wrong) +
                             " has a neighbour that is none of the " + std::to_string(n) +
                             " vertices");
    }
    return {std::move(offsets_), std::move(targets_), std::move(weights_)};
  }

 private:
  void read_offsets() {
    const std::uint64_t n = file_.vertices;
    offsets_ = plain_array<edge_index>(static_cast<std::size_t>(n + 1));
    std::memcpy(offsets_.data(), file_.bytes.data() + at_, (n + 1) * 8);
    const std::uint64_t wrong =
        first_wrong(n, loops_, [&](std::size_t v) { return offsets_[v] > offsets_[v + 1]; });
    if (wrong != none_wrong) {
      refuse(file_.name, "vertex " + std::to_string(wrong) + " ends before it begins");
    }
    if (offsets_[0] != 0 || offsets_[n] != file_.arcs) {
      refuse(file_.name, "the neighbours of its vertices are not as many as its header says");
    }
  }

  // In the order of the file, which is put right where it is not ascending.
  bool read_row(std::size_t v) {
    const std::uint64_t size = target_bytes(file_);
    std::uint64_t from = at_ + (file_.vertices + 1) * 8 + offsets_[v] * size;
    bool ascending = true;
    for (edge_index i = offsets_[v]; i < offsets_[v + 1]; ++i, from += size) {
      targets_[i] = value_at<vertex>(file_.bytes, from);
      if (targets_[i] >= file_.vertices) return false;
      if constexpr (is_weight<W>) weights_[i] = weight_at(v, targets_[i], from);
      ascending = ascending && (i == offsets_[v] || targets_[i - 1] < targets_[i]);
    }
    if (!ascending) sort_row(v);
    return true;
  }

  W weight_at(std::size_t v, vertex target, std::uint64_t from) const {
    if (file_.facts.weights == weight_kind::none) {
      return static_cast<W>(random_weight_of(v, target, *drawn_));
    }
    return static_cast<W>(value_at<std::int32_t>(file_.bytes, from + 4));
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
  plain_array<edge_index> offsets_;
  plain_array<vertex> targets_;
  plain_array<W> weights_;
};

// A sum over the arcs that does not depend on their order, u → v entered as print(u, v).
template <class W, class Print>
std::uint64_t fingerprint(const basic_adjacency<W>& rows, const loop_options& loops,
                          const Print& print) {
  return whole_reduce(rows.vertex_count(), plus<std::uint64_t>{}, loops, [&](std::size_t v) {
    std::uint64_t sum = 0;
    for (edge_index i = rows.offsets()[v]; i < rows.offsets()[v + 1]; ++i) {
      std::uint64_t salt = 0;
      if constexpr (is_weight<W>) {
        salt = scrambled(static_cast<std::uint64_t>(static_cast<std::int64_t>(rows.weights()[i])));
      }
      sum += print(std::uint64_t{v}, std::uint64_t{rows.targets()[i]}, salt);
    }
    return sum;
  });
}

std::uint64_t print_of(std::uint64_t from, std::uint64_t to, std::uint64_t salt) {
  return scrambled((from << 32 | to) ^ salt);
}

vertex_names names_of(const serialized_graph& file) {
  if (file.names_at == 0) return {};
  const auto first = value_at<std::uint64_t>(file.bytes, file.names_at + 8);
  const auto listed = value_at<std::uint64_t>(file.bytes, file.names_at + 16);
  if (listed == 0) return vertex_names::counted_from(first);
  std::vector<std::uint64_t> names(static_cast<std::size_t>(listed));
  std::memcpy(names.data(), file.bytes.data() + file.names_at + 24, names.size() * 8);
  return vertex_names(std::move(names));
}

void require_weights(const serialized_graph& file, const drawn& weights) {
  if (file.facts.weights == weight_kind::none && !weights) {
    throw input_error(file.name +
                      ": has no weights; ask for random ones, or name a weighted graph");
  }
  if (weights) require_sense(*weights);
}

}  // namespace

serialized_graph open_serialized(std::string_view bytes, const std::string& name) {
  serialized_graph file;
  file.bytes = bytes;
  file.name = name;
  if (bytes.size() < header_bytes) refuse(name, "ends inside its header");
  const auto directed = value_at<unsigned char>(bytes, 0);
  file.arcs = value_at<std::uint64_t>(bytes, 1);
  file.vertices = value_at<std::uint64_t>(bytes, 9);
  if (directed > 1 || file.vertices >= bytes.size() || file.arcs >= bytes.size()) {
    refuse(name, "the header is not that of a serialized graph of this size");
  }
  require_vertex_range(file.vertices, name, 0);
  const file_ending* const ending = ending_of(name);
  const bool weighted = ending != nullptr && ending->weights == weight_rule::always;
  file.facts = {graph_format::serialized, directed == 1,
                weighted ? weight_kind::whole : weight_kind::none};
  const std::uint64_t end = header_bytes + direction_bytes(file) * (directed == 1 ? 2 : 1);
  if (bytes.size() < end) {
    refuse(name, std::to_string(end - bytes.size()) + " bytes fewer than its header says");
  }
  file.names_at = find_names(file, end);
  return file;
}

template <class W, bool Directed>
basic_graph<W, Directed> graph_of(const serialized_graph& file, const drawn& weights,
                                  const loop_options& loops) {
  if constexpr (is_weight<W>) require_weights(file, weights);
  auto out = direction_reader<W>(file, header_bytes, weights, loops).read();
  if constexpr (Directed) {
    const std::uint64_t second = header_bytes + direction_bytes(file);
    auto in = direction_reader<W>(file, second, weights, loops).read();
    const auto backward = [](auto v, auto u, auto salt) { return print_of(u, v, salt); };
    if (fingerprint(out, loops, print_of) != fingerprint(in, loops, backward)) {
      refuse(file.name, "its edges are not the same in both directions");
    }
    return {std::move(out), std::move(in), names_of(file)};
  } else {
    const std::uint64_t lower = fingerprint(
        out, loops, [](auto u, auto v, auto salt) { return u < v ? print_of(u, v, salt) : 0; });
    const std::uint64_t upper = fingerprint(
        out, loops, [](auto u, auto v, auto salt) { return u > v ? print_of(v, u, salt) : 0; });
    if (lower != upper) {
      refuse(file.name, "it says that it is undirected, and some edge is at one of its ends only");
    }
    const std::uint64_t self_loops =
        fingerprint(out, loops, [](auto u, auto v, auto) { return std::uint64_t{u == v}; });
    return {std::move(out), (file.arcs + self_loops) / 2, names_of(file)};
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
