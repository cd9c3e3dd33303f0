// SPDX-License-Identifier: Apache-2.0
// sim_figures NAME... [--out FOLDER] [--graph FILE] [--quick]: draws figures of simulated machines;
// `all` draws all.
#include "figures.h"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <fstream>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace figures {

std::string fixed(double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

void print(const std::string& title, const table& rows) {
  std::printf("\n**%s**\n\n", title.c_str());
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (const std::string& cell : rows[r]) std::printf("| %s ", cell.c_str());
    std::printf("|\n");
    if (r != 0) continue;
    for (std::size_t c = 0; c < rows[r].size(); ++c) std::printf(c == 0 ? "|---" : "|--:");
    std::printf("|\n");
  }
  std::fflush(stdout);
}

void write(const request& ask, const std::string& name, const table& rows, const std::string& svg) {
  std::filesystem::create_directories(ask.out);
  std::ofstream csv(ask.out / (name + ".csv"));
  for (const auto& row : rows) {
    for (std::size_t c = 0; c < row.size(); ++c) {
      const char* const quote = row[c].find(',') == std::string::npos ? "" : "\"";
      csv << (c == 0 ? "" : ",") << quote << row[c] << quote;
    }
    csv << '\n';
  }
  std::ofstream(ask.out / (name + ".svg")) << svg;
  if (!csv) throw std::runtime_error((ask.out / name).string() + ": cannot be written");
}

}  // namespace figures

namespace {

constexpr std::pair<std::string_view, void (*)(const figures::request&)> all[] = {
    {"figure-4", figures::figure_4}, {"figure-5", figures::figure_5},
    {"figure-6", figures::figure_6}, {"figure-7", figures::figure_7},
    {"table-1", figures::table_1},   {"burden", figures::burden},
    {"scaling", figures::scaling},   {"disturbed", figures::disturbed}};

int misused(std::string_view word) {
  std::fprintf(stderr, "sim_figures: \"%.*s\" is not a figure; it must be all",
               static_cast<int>(word.size()), word.data());
  for (const auto& [name, draw] : all) std::fprintf(stderr, ", %s", std::string(name).c_str());
  std::fprintf(stderr, "; options are --out FOLDER, --graph FILE and --quick\n");
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  figures::request ask{.out = "figures", .graph = SIM_FIGURES_GRAPH};
  std::vector<std::string_view> wanted;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--quick") {
      ask.quick = true;
    } else if (word == "--out" && i + 1 < argc) {
      ask.out = argv[++i];
    } else if (word == "--graph" && i + 1 < argc) {
      ask.graph = argv[++i];
    } else {
      wanted.push_back(word);
    }
  }
  for (const std::string_view word : wanted) {
    const bool known =
        word == "all" || std::ranges::any_of(all, [&](const auto& f) { return f.first == word; });
    if (!known) return misused(word);
  }
  if (wanted.empty()) return misused("");
  try {
    for (const auto& [name, draw] : all) {
      const bool asked = std::ranges::any_of(
          wanted, [&, n = name](std::string_view w) { return w == n || w == "all"; });
      if (asked) draw(ask);
    }
  } catch (const std::exception& wrong) {
    std::fprintf(stderr, "sim_figures: %s\n", wrong.what());
    return 1;
  }
  return 0;
}
