// SPDX-License-Identifier: Apache-2.0
// The figures that `make figures` draws: each prints its table and writes NAME.csv and NAME.svg into
// a folder. All of it is simulated.
#pragma once

#include <sim/machine/line_chart.h>
#include <sim/machine/simulated_loop.h>

#include <filesystem>
#include <string>
#include <vector>

namespace figures {

struct request {
  std::filesystem::path out;
  std::filesystem::path data;  // the folder of the bundled graph
  bool quick = false;          // fewer cells, shorter loops
};

// Rows of text; the first has the titles.
using table = std::vector<std::vector<std::string>>;

std::string fixed(double value, int digits);
// As Markdown, on standard output, under a title that says that it is simulated.
void print(const std::string& title, const table& rows);
void write(const request& ask, const std::string& name, const table& rows,
           const arcas::sim::line_chart& chart);

void figure_4(const request& ask);
void figure_5(const request& ask);
void burden(const request& ask);
void scaling(const request& ask);

}  // namespace figures
