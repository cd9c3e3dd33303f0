// SPDX-License-Identifier: Apache-2.0
// A failing interleaving as a file: the name of its check, its seed, its story.
#pragma once

#include <sim/explore/explore.h>

#include <string>

namespace arcas::sim {

// The name of the file: NAME.interleaving, in the working directory unless NAME has a folder.
std::string file_of(const std::string& name);
// Writes the file. Returns a sentence that tells how to repeat the interleaving, or why the file
// was not written.
std::string save(const exploration& how, const verdict& failing);
// The seed in a file that save() has written for this check. Throws std::invalid_argument with a
// sentence if the file is not a saved interleaving, or is one of another check.
std::string seed_in(const std::string& file, const exploration& how);

}  // namespace arcas::sim
