// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/errors.h>
#include <arcas/graph/files/edge_columns.h>
#include <arcas/graph/files/edge_parts.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cmath>
#include <numeric>
#include <utility>

namespace arcas::inline v0::graph::detail {
namespace {

// Counts the memory of all parts and throws when it exceeds the limit.
class taken_memory {
 public:
  // Counts the memory of all rows. The file states their number, which may be wrong.
  taken_memory(const columns_graph& graph, std::size_t row_bytes)
      : graph_(graph), bytes_(graph.rows * row_bytes) {
    if (graph.rows > graph.most_bytes / row_bytes) refuse_memory(graph.name, graph.most_bytes);
  }
  void add(std::uint64_t bytes) {
    // relaxed: only the sum matters.
    const std::uint64_t before = bytes_.fetch_add(bytes, std::memory_order_relaxed);
    if (before + bytes > graph_.most_bytes) refuse_memory(graph_.name, graph_.most_bytes);
  }

 private:
  const columns_graph& graph_;
  std::atomic<std::uint64_t> bytes_;
};

// Converts the batches of a part to edges.
template <class W>
class column_part_reader {
 public:
  column_part_reader(const columns_graph& graph, read_part<W>& part, std::uint64_t first,
                     std::uint64_t rows, basic_edge<vertex, W>* to, taken_memory& taken,
                     const loop_options& loops)
      : graph_(graph),
        part_(part),
        first_(first),
        rows_(rows),
        to_(to),
        taken_(taken),
        loops_(loops) {}

  void read(std::size_t p) {
    graph_.source->read(p, first_ + 1, part_.texts,
                        [&](const column_batch& batch) { take(batch); });
    if (part_.edges != rows_) refuse_count();
  }

 private:
  void take(const column_batch& batch) {
    if (loops_.stop.stop_requested()) throw interrupted();
    const std::size_t count = batch.from.size();
    if (count > rows_ - part_.edges) refuse_count();
    taken_.add(batch.text_bytes - std::exchange(text_bytes_, batch.text_bytes));
    for (std::size_t i = 0; i < count; ++i) {
      part_.least_id = std::min({part_.least_id, batch.from[i], batch.to[i]});
      part_.greatest_id = std::max({part_.greatest_id, batch.from[i], batch.to[i]});
    }
    if (part_.greatest_id > most_vertices && part_.wide.size() == 0) widen();
    part_.wide.size() != 0 ? put(batch, part_.wide.data()) : put(batch, to_);
    part_.edges += count;
  }

  // Called for the first id that does not fit 32 bits: moves the edges read so far to an array of
  // 64-bit ids.
  void widen() {
    taken_.add(rows_ * sizeof(id_edge<W>));
    part_.wide = plain_array<id_edge<W>>(rows_);
    for (std::uint64_t i = 0; i < part_.edges; ++i) {
      part_.wide[i].from = to_[i].from;
      part_.wide[i].to = to_[i].to;
      if constexpr (is_weight<W>) part_.wide[i].weight = to_[i].weight;
    }
  }

  template <class E>
  void put(const column_batch& batch, E* edges) {
    E* to = edges + part_.edges;
    for (std::size_t i = 0; i < batch.from.size(); ++i, ++to) {
      to->from = static_cast<decltype(to->from)>(batch.from[i]);
      to->to = static_cast<decltype(to->to)>(batch.to[i]);
      if constexpr (is_weight<W>) {
        const double value = batch.weights[i];
        if (!is_weight_value<W>(value)) refuse_weight(value, first_ + part_.edges + i + 1);
        to->weight = static_cast<W>(value);
      }
    }
  }

  [[noreturn]] void refuse_weight(double value, std::uint64_t row) const {
    char digits[32];
    constexpr double most_digits = 1e18;
    const bool whole = std::abs(value) < most_digits && value == std::floor(value);
    const auto end =
        whole ? std::to_chars(digits, digits + sizeof digits, static_cast<std::int64_t>(value)).ptr
              : std::to_chars(digits, digits + sizeof digits, value).ptr;
    throw input_error(
        graph_.name + ": " + std::string(digits, end) + " in column '" + graph_.weight_column +
        "', row " + std::to_string(row) +
        (std::is_integral_v<W>
             ? ", is not a whole number of 32 bits, which this type of weight requires; "
               "round it, or use real weights"
             : ", is not a weight; write a finite number, or name another column "
               "(arcas: --weight)"));
  }
  [[noreturn]] void refuse_count() const {
    throw input_error(graph_.name +
                      ": the number of rows is not the stated number; write the file again");
  }

  const columns_graph& graph_;
  read_part<W>& part_;
  const std::uint64_t first_;
  const std::uint64_t rows_;
  basic_edge<vertex, W>* const to_;
  taken_memory& taken_;
  const loop_options& loops_;
  std::uint64_t text_bytes_ = 0;
};

template <class W>
edge_parts<W> read_columns(const columns_graph& graph, const loop_options& loops) {
  const std::vector<std::uint64_t>& rows = graph.source->part_rows();
  taken_memory taken(graph, sizeof(basic_edge<vertex, W>));
  edge_parts<W> all{.edges = plain_array<basic_edge<vertex, W>>(graph.rows),
                    .starts = std::vector<std::uint64_t>(rows.size()),
                    .parts = std::vector<read_part<W>>(rows.size()),
                    .text_ids = graph.text_ids};
  std::exclusive_scan(rows.begin(), rows.end(), all.starts.begin(), std::uint64_t{0});
  loop_options each = loops;
  each.grain = 1;  // a part is a million rows
  whole_for(rows.size(), each, [&](std::size_t p) {
    try {
      column_part_reader<W>(graph, all.parts[p], all.starts[p], rows[p],
                            all.edges.data() + all.starts[p], taken, loops)
          .read(p);
    } catch (const input_error& wrong) {
      all.parts[p].fault = wrong.what();
    }
  });
  // Report the first fault in the order of the file.
  for (const edge_lines& part : all.parts) {
    if (!part.fault.empty()) throw input_error(part.fault);
  }
  all.count();
  return all;
}

}  // namespace

bool looks_like_columns(std::string_view bytes) {
  if (bytes.starts_with(arrow_magic)) return true;
  // A text may also start with these letters: look for the end mark or a zero byte, too.
  return bytes.starts_with(parquet_magic) &&
         (bytes.ends_with(parquet_magic) || bytes.substr(0, 4096).find('\0') != bytes.npos);
}

void refuse_memory(const std::string& name, std::uint64_t most_bytes) {
  throw input_error(name + ": takes more than " + std::to_string(most_bytes) +
                    " bytes of memory when unpacked; raise the limit by most_unpacked (arcas: "
                    "--most-unpacked), or select fewer rows");
}

columns_graph open_columns(std::string_view bytes, const std::string& name,
                           const file_options& options) {
  if (options.open_columns == nullptr) {
    throw input_error(
        name +
        ": Parquet and Arrow files are not read by this build; write the table as .csv (pandas: "
        "read_parquet, to_csv), or build Arcas with -DARCAS_PARQUET=ON");
  }
  columns_graph graph = options.open_columns(bytes, name, options);
  if (graph.rows == 0) throw input_error(name + ": has no rows; check that this is the right file");
  return graph;
}

template <class W>
basic_edge_list<W> edges_of(const columns_graph& graph, const loop_options& loops) {
  edge_parts<W> all = read_columns<W>(graph, loops);
  numbered_ids vertices = number_ids(all, graph.name, 0, loops);
  return {static_cast<std::size_t>(vertices.count), std::move(all.edges),
          std::move(vertices.names)};
}

template edge_list edges_of(const columns_graph&, const loop_options&);
template weighted_edge_list edges_of(const columns_graph&, const loop_options&);
template real_edge_list edges_of(const columns_graph&, const loop_options&);

}  // namespace arcas::inline v0::graph::detail
