// SPDX-License-Identifier: Apache-2.0
#include <sim/explore/saved.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <stdexcept>

namespace arcas::sim {
namespace {

// The first lines of a file: the name of the check, and its seed.
std::string head_of(const exploration& how) {
  return "interleaving of " + how.name + " under " + std::string(name_of(how.model));
}
constexpr std::string_view before_seed = "seed: ";

}  // namespace

std::string file_of(const std::string& name) {
  return name + ".interleaving";
}

std::string save(const exploration& how, const verdict& failing) {
  const std::string file = file_of(how.name);
  std::ofstream out(file);
  out << head_of(how) << "\n" << before_seed << failing.seed << "\n\n" << failing.story;
  out.close();
  if (!out) {
    const std::string reason = std::strerror(errno);
    std::remove(file.c_str());
    return "Not saved in " + file + ": " + reason + ".\n";
  }
  return "Saved in " + file + "; to see it again: ARCAS_SIM_SEED='" + file + "' " +
         (how.command.empty() ? "and this program" : how.command) + "\n";
}

std::string seed_in(const std::string& file, const exploration& how) {
  std::ifstream in(file);
  std::string head;
  std::string seed;
  if (!in)
    throw std::invalid_argument("ARCAS_SIM_SEED is \"" + file +
                                "\", which is neither a seed nor a file: give what a failing check "
                                "has printed after \"seed:\", or the file that it was saved in");
  if (!std::getline(in, head) || !std::getline(in, seed) || !seed.starts_with(before_seed))
    throw std::invalid_argument(file + " line " + (head.empty() ? "1" : "2") +
                                ": this is not a saved interleaving; give the file that a failing "
                                "check has named");
  if (head != head_of(how))
    throw std::invalid_argument(file + " line 1: this is the " + head + ", and not of " + how.name +
                                " under " + std::string(name_of(how.model)) +
                                "; run only the check of that file");
  return seed.substr(before_seed.size());
}

}  // namespace arcas::sim
