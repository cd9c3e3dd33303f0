// SPDX-License-Identifier: Apache-2.0
// How do pages come to lie on their nodes? The only file that asks the operating system for it,
// through hwloc.
#pragma once

#include <arcas/memory/memory_nodes.h>
#include <arcas/memory/page_homes.h>

#include <optional>
#include <string>

namespace arcas {

// Pages of [block, block + bytes) that are untouched will be allocated in their home's memory, and
// touched pages are moved there. Does nothing unless nodes.can_bind(). A page that the system
// refuses to bind stays where it is: correct, and perhaps slow; binding_refusal() reports it.
void bind(void* block, const page_homes& homes, const memory_nodes& nodes);

// What the operating system said when memory was to be bound to a node for the last time that it
// refused; none: it has not. One sentence for `arcas topology`.
std::optional<std::string> binding_refusal();

// Tries a page on each node, so that a refusal is known before the first array.
std::optional<std::string> try_binding(const memory_nodes& nodes);

// The node (the operating system's number) on which the page of that byte is, as the kernel says;
// none if it does not, or if the page is untouched.
std::optional<unsigned> os_node_of(const void* byte);

}  // namespace arcas
