// SPDX-License-Identifier: Apache-2.0
#include "file_kind.h"

#include "argument_values.h"

#include <fmt/format.h>

#include <array>
#include <optional>

namespace cli {
namespace {

using graph::header_from;

std::string header_text(const graph::graph_facts& facts) {
  if (facts.header_told_by == header_from::asked)
    return facts.header ? ", header as asked" : ", no header as asked";
  if (facts.header_told_by != header_from::guessed) return {};
  return facts.header ? ", header as guessed (otherwise --header no)"
                      : ", no header as guessed (otherwise --header yes)";
}

std::string notes_text(const graph::reading_notes& notes) {
  std::string text;
  if (notes.padded_ids)
    text += ", ids such as 007 read as numbers (--text-ids keeps 007 and 7 apart)";
  if (notes.skipped_rows == 0) return text;
  text += fmt::format(", {} skipped (", counted(notes.skipped_rows, "row"));
  for (const graph::skipped_row& row : notes.first_skipped) {
    text += fmt::format("{}line {}: {}", text.ends_with('(') ? "" : "; ", row.line, row.fault);
  }
  return text + (notes.skipped_rows > notes.first_skipped.size() ? "; …)" : ")");
}

}  // namespace

std::string_view format_name(graph::graph_format format) {
  constexpr std::array<std::string_view, 9> names = {"edge list", "GAP arrays", "MatrixMarket",
                                                     "DIMACS",    "METIS",      "SciPy",
                                                     "GraphML",   "Parquet",    "Arrow"};
  return names[static_cast<std::size_t>(format)];
}

void add_text_options(const options& arguments, graph::file_options& how) {
  arguments
      .add_option(
          "--header",
          [&how](const std::string& word) {
            how.header = word == "auto" ? std::nullopt : std::optional(word == "yes");
          },
          "Whether the first row of an edge list or a table names its columns: yes, no, or auto "
          "(the default): as stated in the file; otherwise guessed, and the line printed about the "
          "graph shows the guess")
      .check(one_of({"auto", "yes", "no"}))
      .type_name("WORD")
      .group("Graph");
  arguments
      .add_option(
          "--decimal", [&how](const std::string& mark) { how.decimal = mark.front(); },
          "Decimal mark of the weights in a table: . (the default) or ,")
      .check(one_of({".", ","}))
      .type_name("MARK")
      .group("Graph");
  arguments
      .add_flag("--skip-bad-rows", how.skip_bad_rows,
                "Skip wrong rows of an edge list or a table; their number and the first three are "
                "printed")
      .group("Graph");
}

void tell_kind(graph_origin& origin, const graph::graph_facts& facts, bool asked_undirected,
               bool needs_undirected) {
  constexpr std::array<std::string_view, 3> reasons = {"assumed", "stated", "asked"};
  const auto reason =
      static_cast<std::size_t>(asked_undirected ? graph::direction_from::asked : facts.told_by);
  origin.facts = facts;
  const bool directed = facts.directed && !asked_undirected;
  origin.kind = fmt::format(
      "{}{}, {} as {}{}{}",
      facts.form.empty() ? format_name(facts.format) : std::string_view(facts.form),
      header_text(facts), directed ? "directed" : "undirected", reasons[reason],
      directed && needs_undirected ? ", taken as undirected" : "", notes_text(facts.notes));
}

std::vector<json_member> reading_members(const graph_origin& origin) {
  constexpr std::array<std::string_view, 4> sources = {"", "guessed", "stated", "asked"};
  const graph::graph_facts facts = origin.facts.value_or(graph::graph_facts{});
  const bool is_known = facts.header_told_by != header_from::none;
  const auto row = [](const graph::skipped_row& of) {
    return json_object({{"line", of.line}, {"fault", of.fault}});
  };
  return {{"form", origin.kind},
          {"header", is_known ? json(facts.header) : json::raw("null")},
          {"header_from", is_known ? json(sources[static_cast<std::size_t>(facts.header_told_by)])
                                   : json::raw("null")},
          {"padded_ids", facts.notes.padded_ids},
          {"skipped_rows", facts.notes.skipped_rows},
          {"skipped", json_list(facts.notes.first_skipped, row)}};
}

}  // namespace cli
