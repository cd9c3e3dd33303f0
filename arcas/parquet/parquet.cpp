// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/errors.h>
#include <arcas/graph/files/input_budget.h>
#include <arcas/graph/files/table_columns.h>
#include <arcas/parquet/parquet.h>
#include <arcas/parquet/sources.h>
#include <arrow/status.h>

#include <algorithm>
#include <utility>

namespace arcas::inline v0::graph {
namespace detail {
namespace {

// Whether the column is an index that pandas has stored after the columns of the table.
bool is_pandas_index(const std::string& name) {
  return name.starts_with("__index_level_") && name.ends_with("__");
}

void require_kind(const std::string& file, const table_field& field, bool good, const char* what,
                  const char* options) {
  if (good) return;
  throw input_error(file + ": column '" + field.name + "' has cells of the type " + field.type +
                    "; " + what + "; cast them, or name another column (arcas: " + options + ")");
}

// The properties of the graph, as far as the columns determine them.
columns_graph described(const std::string& name, const char* kind, const table_columns& chosen,
                        const std::vector<table_field>& fields, const file_options& options) {
  const table_field& from = fields[chosen.from];
  const table_field& to = fields[chosen.to];
  for (const table_field* end : {&from, &to}) {
    require_kind(name, *end, end->kind == cell_kind::whole || end->kind == cell_kind::text,
                 "ends of edges are integers or strings", "--from, --to");
  }
  columns_graph graph;
  graph.name = name;
  graph.columns = fields.size();
  graph.text_ids = options.text_ids || from.kind == cell_kind::text || to.kind == cell_kind::text;
  graph.facts.told_by = direction_from::assumed;
  graph.facts.form =
      std::string(kind) + ", edges from column '" + from.name + "' to '" + to.name + "'";
  if (graph.text_ids) graph.facts.form += ", names of vertices";
  graph.facts.weight_is_open = fields.size() > 3 && !chosen.weight;
  if (chosen.weight) {
    const table_field& weight = fields[*chosen.weight];
    require_kind(name, weight, weight.kind == cell_kind::whole || weight.kind == cell_kind::real,
                 "weights are integers, floats or doubles", "--weight");
    graph.facts.weights = weight.kind == cell_kind::whole ? weight_kind::whole : weight_kind::real;
    graph.facts.form += ", weights in column '" + weight.name + "'";
    graph.weight_column = weight.name;
  }
  return graph;
}

columns_graph open_table_file(std::string_view bytes, const std::string& name,
                              const file_options& options) {
  const std::uint64_t most = most_bytes(options.most_unpacked);
  const file_ending* const ending = ending_of(name, options);
  const bool arrow = bytes.starts_with(arrow_magic) ||
                     (ending != nullptr && ending->format == graph_format::arrow);
  const auto table =
      arrow ? open_arrow_table(bytes, name, most) : open_parquet_table(bytes, name, most);
  std::vector<table_field> fields = table->fields();
  std::erase_if(fields, [](const table_field& f) { return is_pandas_index(f.name); });
  std::vector<std::string> names;
  for (const table_field& field : fields) names.push_back(field.name);
  const table_columns chosen =
      choose_columns({names, names.size(), name}, options, [&](std::size_t c) {
        return fields[c].kind == cell_kind::whole || fields[c].kind == cell_kind::real;
      });
  if (names.size() < 2 || chosen.from == chosen.to) {
    throw input_error(name +
                      ": an edge has its two ends in two columns; name them (arcas: --from, --to)");
  }
  columns_graph graph = described(name, arrow ? "Arrow" : "Parquet", chosen, fields, options);
  graph.facts.format = arrow ? graph_format::arrow : graph_format::parquet;
  graph.rows = table->rows();
  graph.most_bytes = most;
  edge_form form;
  form.file = name;
  form.text_ids = graph.text_ids;
  form.from = {fields[chosen.from].name, fields[chosen.from].place};
  form.to = {fields[chosen.to].name, fields[chosen.to].place};
  form.weighted = chosen.weight.has_value();
  if (form.weighted) form.weight = {fields[*chosen.weight].name, fields[*chosen.weight].place};
  graph.source = table->source(form);
  return graph;
}

}  // namespace

std::vector<int> chosen_places(edge_form& form) {
  std::vector<decoded_column*> columns = {&form.from, &form.to};
  if (form.weighted) columns.push_back(&form.weight);
  std::vector<int> places;
  for (const decoded_column* column : columns) places.push_back(column->place);
  std::ranges::sort(places);
  places.erase(std::unique(places.begin(), places.end()), places.end());
  for (decoded_column* column : columns) {
    column->place =
        static_cast<int>(std::ranges::lower_bound(places, column->place) - places.begin());
  }
  return places;
}

void refuse_file(const std::string& name, const char* kind, std::string fault) {
  while (fault.ends_with('.') || fault.ends_with(' ')) fault.pop_back();
  throw input_error(name + ": is not a readable " + kind + " file: " + fault +
                    "; fetch or write the file again");
}

void require(const ::arrow::Status& status, const std::string& name, const char* kind,
             std::uint64_t most_bytes) {
  if (status.ok()) return;
  if (status.IsOutOfMemory()) refuse_memory(name, most_bytes);
  refuse_file(name, kind, status.message());
}

}  // namespace detail

file_options with_parquet(file_options options) {
  options.open_columns = detail::open_table_file;
  return options;
}

}  // namespace arcas::inline v0::graph
