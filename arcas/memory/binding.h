// SPDX-License-Identifier: Apache-2.0
// How do pages come to lie on their nodes? The only file that asks the operating system for it,
// through hwloc.
#pragma once

#include <arcas/memory/memory_nodes.h>
#include <arcas/memory/page_homes.h>

#include <optional>
#include <string>

namespace arcas {

// Pages of [block, block + bytes) that nobody has touched will come from their home's memory, and
// those that somebody has are moved there. Does nothing unless nodes.can_bind(). What the system
// refuses stays where it is: right, and perhaps slow; binding_refusal() tells.
void bind(void* block, const page_homes& homes, const memory_nodes& nodes);

// What the operating system said when memory was to be bound to a node for the last time that it
// refused; none: it has not. One sentence for `arcas topology`.
std::optional<std::string> binding_refusal();

// Tries a page on each node, so that a refusal is known before the first array.
std::optional<std::string> try_binding(const memory_nodes& nodes);

// The node (the operating system's number) on which the page of that byte is, as the kernel says;
// none where it does not, or where nobody has touched the page.
std::optional<unsigned> os_node_of(const void* byte);

}  // namespace arcas
