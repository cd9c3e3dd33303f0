// SPDX-License-Identifier: Apache-2.0
// How does a measuring program get its graph without making a thread? Readers and generators run
// Arcas loops, whose workers would sit beside a rival's; so bench_graph builds each graph once and
// leaves it in a file that is read in one go. The format is for this machine and this build only.
#pragma once

#include "array_pages.h"

#include <arcas/graph/csr.h>

#include <string>
#include <variant>

namespace bench {

using any_graph = std::variant<arcas::graph::directed_graph, arcas::graph::undirected_graph>;

void save_graph(const any_graph& graph, const std::string& path);

// Throws std::runtime_error with a sentence that names the file.
any_graph load_graph(const std::string& path, graph_memory memory = graph_memory::first_touch);

}  // namespace bench
