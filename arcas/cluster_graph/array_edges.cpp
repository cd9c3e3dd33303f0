// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/index_range.h>
#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster_graph/array_edges.h>
#include <arcas/cluster_graph/key_numbers.h>
#include <arcas/cluster_graph/rank_results.h>
#include <arcas/cluster_graph/vertex_places.h>
#include <arcas/graph/edge_list.h>
#include <arcas/graph/errors.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace arcas::inline v0::cluster_graph::detail {

using namespace graph::detail;
namespace {

// Number of bytes of an array that are read at a time.
constexpr std::size_t piece_bytes = std::size_t{1} << 20;

// Reads an array of a file, in ascending order of indices; one piece at a time is in memory.
template <class T>
class file_array {
 public:
  file_array(part_reader& file, std::uint64_t at, std::uint64_t size)
      : file_(file), at_(at), size_(size) {}

  T operator[](std::uint64_t i) {
    if (i < first_ || i >= first_ + piece_.size()) {
      first_ = i;
      piece_.resize(std::min<std::uint64_t>(piece_bytes / sizeof(T), size_ - i));
      file_.read(at_ + i * sizeof(T), reinterpret_cast<char*>(piece_.data()),
                 piece_.size() * sizeof(T));
      cluster::poll();
    }
    return piece_[i - first_];
  }
  // Reads only one value, not a piece.
  T only(std::uint64_t i) { return file_.value<T>(at_ + i * sizeof(T)); }

 private:
  part_reader& file_;
  std::uint64_t at_;
  std::uint64_t size_;
  std::uint64_t first_ = 0;
  std::vector<T> piece_;
};

// The last vertex whose row begins at or before `arc`; if `arc` is the number of all arcs, the last
// vertex.
std::uint64_t row_with(file_array<std::uint64_t>& offsets, std::uint64_t vertices,
                       std::uint64_t arc) {
  std::uint64_t first = 0;
  std::uint64_t last = vertices;
  while (last - first > 1) {
    const std::uint64_t middle = first + (last - first) / 2;
    (offsets.only(middle) <= arc ? first : last) = middle;
  }
  return first;
}

struct whole_target {
  std::uint32_t target;
  std::int32_t weight;
};

template <class W>
class arc_reader {
 public:
  arc_reader(const serialized_layout& layout, const draw_options& draws, part_reader& file,
             std::vector<graph::basic_edge<vertex, W>>& to)
      : layout_(layout),
        draws_{.most = draws.most_weight, .seed = draws.seed},
        offsets_(file, layout.offsets_at(), layout.vertices + 1),
        plain_(file, layout.targets_at(), layout.arcs),
        weighted_(file, layout.targets_at(), layout.arcs),
        to_(to) {}

  // Reads the arcs of one of `parts` equal parts. Throws input_error.
  arc_sums read(std::uint64_t parts, std::uint64_t part) {
    const chunk own = part_of(layout_.arcs, parts, part);
    const std::uint64_t n = layout_.vertices;
    if (n == 0) return {};
    if (layout_.facts.directed) to_.reserve(own.size());
    // The parts together check the offsets of all rows, also of rows without arcs at both ends.
    const std::uint64_t first = part == 0 ? 0 : row_with(offsets_, n, own.first);
    const std::uint64_t last = part + 1 == parts ? n - 1 : row_with(offsets_, n, own.last);
    for (std::uint64_t v = first; v <= last; ++v) {
      const std::uint64_t begin = offsets_[v];
      const std::uint64_t end = offsets_[v + 1];
      if (begin > end) refuse_offset(layout_, v);
      if (end > layout_.arcs) require_all_arcs(layout_, 0, end);
      for (std::uint64_t i = std::max(begin, own.first); i < std::min(end, own.last); ++i) {
        add_arc(v, i);
      }
    }
    return sums_;
  }

 private:
  void add_arc(std::uint64_t v, std::uint64_t i) {
    whole_target arc{0, 0};
    if (layout_.facts.weights == graph::weight_kind::none) {
      arc.target = plain_[i];
    } else {
      arc = weighted_[i];
    }
    if (arc.target >= layout_.vertices) refuse_neighbour(layout_, v);
    graph::basic_edge<vertex, W> e{};
    e.from = static_cast<vertex>(v);
    e.to = arc.target;
    std::uint64_t salt = 0;
    if constexpr (graph::is_weight<W>) {
      e.weight = layout_.facts.weights == graph::weight_kind::none
                     ? static_cast<W>(graph::random_weight_of(e.from, e.to, draws_))
                     : static_cast<W>(arc.weight);
      salt = salt_of_weight(e.weight);
    }
    sums_.add(v, arc.target, salt);
    if (layout_.facts.directed || e.from <= e.to) to_.push_back(e);
  }

  const serialized_layout& layout_;
  graph::random_weight_options draws_;
  file_array<std::uint64_t> offsets_;
  file_array<std::uint32_t> plain_;
  file_array<whole_target> weighted_;
  std::vector<graph::basic_edge<vertex, W>>& to_;
  arc_sums sums_;
};

struct arrays_report {
  arc_sums sums;
  std::string fault;

  template <class Archive>
  void serialize(Archive& a) {
    a(sums, fault);
  }
};

template <class W>
void read_arcs(const array_source& source, const draw_options& draws,
               const distributed_edges<W>& to) {
  const auto read = [to, draws](const array_source& from) {
    arrays_report own;
    try {
      part_reader file(from.file);
      own.sums = arc_reader<W>(from.layout, draws, file, to.local().edges)
                     .read(cluster::ranks(), cluster::self());
      file.require_unchanged();
    } catch (const graph::input_error& wrong) {
      own.fault = wrong.what();
    }
    return own;
  };
  arc_sums all;
  for (const arrays_report& r : results_of_ranks(read, source)) {
    if (!r.fault.empty()) throw graph::input_error(r.fault);
    all = all + r.sums;
  }
  if (!source.layout.facts.directed && all.upward != all.downward) refuse_one_sided(source.layout);
}

// Sends the names of vertices to their homes: for each piece of the file, one message to each home.
template <class W>
void send_names(const array_source& source, const distributed_edges<W>& to) {
  const serialized_layout& from = source.layout;
  const chunk own = part_of(from.vertices, cluster::ranks(), cluster::self());
  part_reader file(source.file);
  const std::uint64_t listed = from.names_listed();
  const auto counted_from = file.value<std::uint64_t>(from.names_at + 8);
  file_array<std::uint64_t> names(file, from.names_at + 24, listed);
  constexpr std::uint64_t greatest = std::numeric_limits<std::uint64_t>::max();
  if (listed == 0 && from.vertices != 0 && counted_from > greatest - (from.vertices - 1)) {
    refuse_names(from.name);
  }
  constexpr std::uint64_t at_a_time = piece_bytes / sizeof(std::uint64_t);
  // The name of the previous vertex.
  std::optional<std::uint64_t> before;
  if (listed != 0 && own.first != 0) before = names.only(own.first - 1);
  for (std::uint64_t first = own.first; first < own.last; first += at_a_time) {
    id_list piece;
    const std::uint64_t last = std::min(own.last, first + at_a_time);
    for (std::uint64_t v = first; v < last; ++v) {
      const std::uint64_t name = listed == 0 ? counted_from + v : names[v];
      if (before && *before >= name) refuse_names(from.name);
      before = name;
      piece.push_back(name);
    }
    async_send_names(first, piece, [to](local_vertex local, const id_list& theirs) {
      std::ranges::copy(theirs, to.local().ids.begin() + local);
    });
  }
}

// Reads text names: the array of their ends, and their bytes.
class file_texts {
 public:
  file_texts(const serialized_layout& from, part_reader& file)
      : from_(from),
        file_(file),
        bytes_(from.text_bytes()),
        ends_(file, from.names_at + 24, from.vertices) {
    if (from.vertices == 0 && bytes_ != 0) refuse();
  }

  // The names of vertices from `first` on and below `last`: as many as fit into a piece, but at
  // least one. Throws input_error if these names, after the name before them, are not ascending.
  graph::text_table read(std::uint64_t first, std::uint64_t last) {
    std::uint64_t before = first == 0 ? 0 : ends_.only(first - 1);
    std::string previous = first == 0 ? std::string() : only(first - 1);
    graph::text_table names;
    const std::uint64_t begin = before;
    for (std::uint64_t v = first; v < last; ++v) {
      const std::uint64_t end = ends_[v];
      if (end < before || end > bytes_ || (v + 1 == from_.vertices && end != bytes_)) refuse();
      if (end - begin > piece_bytes && v != first) break;
      names.ends.push_back(end - begin);
      before = end;
    }
    names.bytes = text(begin, before);
    for (std::size_t i = 0; i < names.ends.size(); ++i) {
      if ((first != 0 || i != 0) && previous >= names[i]) refuse();
      previous = names[i];
    }
    return names;
  }

 private:
  std::string text(std::uint64_t begin, std::uint64_t end) {
    std::string some(end - begin, '\0');
    file_.read(from_.names_at + 24 + from_.vertices * 8 + begin, some.data(), some.size());
    return some;
  }
  std::string only(std::uint64_t v) {
    const std::uint64_t begin = v == 0 ? 0 : ends_.only(v - 1);
    const std::uint64_t end = ends_.only(v);
    if (end < begin || end > bytes_) refuse();
    return text(begin, end);
  }
  [[noreturn]] void refuse() const { refuse_names(from_.name); }

  const serialized_layout& from_;
  part_reader& file_;
  std::uint64_t bytes_;
  file_array<std::uint64_t> ends_;
};

template <class W>
void send_texts(const array_source& source, const distributed_edges<W>& to) {
  const chunk own = part_of(source.layout.vertices, cluster::ranks(), cluster::self());
  part_reader file(source.file);
  file_texts texts(source.layout, file);
  for (std::uint64_t first = own.first; first < own.last;) {
    const graph::text_table names = texts.read(first, own.last);
    async_send_names(first, names, [to](local_vertex local, graph::text_table& theirs) {
      to.local().texts.add(local, std::move(theirs));
    });
    first += names.ends.size();
    cluster::poll();
  }
}

template <class W>
void read_names(const array_source& source, const distributed_edges<W>& to) {
  const serialized_layout& layout = source.layout;
  cluster::on_all_ranks([to, n = layout.text_names ? 0 : layout.vertices] {
    to.local().ids.resize(vertex_places(cluster::ranks()).count_on(cluster::self(), n));
  });
  const auto read = [to](const array_source& from) {
    from.layout.text_names ? send_texts(from, to) : send_names(from, to);
  };
  call_and_refuse(read, source);
}

}  // namespace

template <class W>
void read_arrays(const array_source& source, const draw_options& draws, distributed_edges<W>& to) {
  const serialized_layout& layout = source.layout;
  to.vertices = layout.vertices;
  to.directed = layout.facts.directed;
  part_reader file(source.file);
  require_all_arcs(layout, file.value<std::uint64_t>(layout.offsets_at()),
                   file.value<std::uint64_t>(layout.offsets_at() + layout.vertices * 8));
  read_arcs(source, draws, to);
  if (layout.names_at != 0) read_names(source, to);
}

#define ARCAS_INSTANTIATE(W) \
  template void read_arrays(const array_source&, const draw_options&, distributed_edges<W>&);
ARCAS_INSTANTIATE(graph::unweighted)
ARCAS_INSTANTIATE(graph::weight)
ARCAS_INSTANTIATE(graph::real_weight)
#undef ARCAS_INSTANTIATE

}  // namespace arcas::inline v0::cluster_graph::detail
