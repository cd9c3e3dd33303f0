// SPDX-License-Identifier: Apache-2.0
// The figures that `make figures` draws: each prints its table, and writes NAME.csv and NAME.svg
// into a folder. All results are simulated.
#pragma once

#include <sim/figures/heat_maps.h>
#include <sim/machine/line_chart.h>
#include <sim/machine/simulated_loop.h>

#include <filesystem>
#include <string>
#include <vector>

namespace figures {

struct request {
  std::filesystem::path out;
  std::filesystem::path graph;  // a graph file; its degrees give the costs of iterations
  bool quick = false;           // fewer cells, shorter loops
};

// Rows of text; the first has the titles.
using table = std::vector<std::vector<std::string>>;

std::string fixed(double value, int digits);
// Prints a table as Markdown on standard output, under a title that says that it is simulated.
void print(const std::string& title, const table& rows);
void write(const request& ask, const std::string& name, const table& rows, const std::string& svg);

// Of Callisto-RTS.
void figure_4(const request& ask);
void figure_5(const request& ask);
void figure_6(const request& ask);
void figure_7(const request& ask);
// Of Wittmann & Hager.
void table_1(const request& ask);
void burden(const request& ask);
void scaling(const request& ask);
void disturbed(const request& ask);

}  // namespace figures
