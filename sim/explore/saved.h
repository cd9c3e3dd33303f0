// SPDX-License-Identifier: Apache-2.0
// A failing interleaving as a file: which check it is of, its seed, its story.
#pragma once

#include <sim/explore/explore.h>

#include <string>

namespace arcas::sim {

// The file's name: NAME.interleaving, in the working directory unless the name has a folder.
std::string file_of(const std::string& name);
// Writes it; the sentence that says so, and how to see the interleaving again, or why not.
std::string save(const exploration& how, const verdict& failing);
// The seed in a file that save() has written for that check. Throws std::invalid_argument with a
// sentence where it is none, or another check's.
std::string seed_in(const std::string& file, const exploration& how);

}  // namespace arcas::sim
