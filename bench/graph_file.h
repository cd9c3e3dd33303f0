// SPDX-License-Identifier: Apache-2.0
// How does a measuring program get its graph without making a thread? Readers and generators of
// graphs run Arcas loops, whose workers would then spin beside a rival's threads. So bench_graph
// builds each graph once and writes it to a file, which load_graph() reads without a loop. The
// format is for this machine and this build only.
#pragma once

#include "array_pages.h"

#include <arcas/graph/csr.h>

#include <string>
#include <variant>

namespace bench {

using any_graph = std::variant<arcas::graph::directed_graph, arcas::graph::undirected_graph>;

void save_graph(const any_graph& graph, const std::string& path);

// Throws std::runtime_error, whose message names the file.
any_graph load_graph(const std::string& path, graph_memory memory = graph_memory::first_touch);

}  // namespace bench
