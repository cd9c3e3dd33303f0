// SPDX-License-Identifier: Apache-2.0
// Reads the text of a machine.
#include <sim/machine/model.h>

#include <arcas/base/escapes.h>
#include <arcas/base/text_file.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <functional>
#include <map>
#include <sstream>
#include <stdexcept>

namespace arcas::sim {
namespace {

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

struct line_of_file {
  const std::string& file;
  unsigned number;
  std::string key;
  std::string value;

  [[noreturn]] void refuse(const std::string& why) const {
    throw std::runtime_error(
        arcas::detail::visible(file + ":" + std::to_string(number) + ": " + why));
  }
  [[noreturn]] void refuse_value(const std::string& allowed) const {
    refuse(key + " = " + value + " is out of range; it must be " + allowed);
  }
  double number_from(double least, double most) const {
    double read = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), read);
    const bool whole = error == std::errc() && end == value.data() + value.size();
    if (!whole || !(read >= least && read <= most)) {
      std::ostringstream allowed;
      allowed << "a number from " << least << " to " << most;
      refuse_value(allowed.str());
    }
    return read;
  }
  bool is_first(const char* first, const char* second) const {
    if (value != first && value != second) refuse_value(std::string(first) + " or " + second);
    return value == first;
  }
};

using setter = std::function<void(machine_model&, const line_of_file&)>;

setter cycles(std::uint64_t machine_model::* field) {
  return [field](machine_model& m, const line_of_file& l) {
    m.*field = static_cast<std::uint64_t>(l.number_from(0, 1e7));
  };
}
setter rate(double machine_model::* field, double least, double most) {
  return [=](machine_model& m, const line_of_file& l) { m.*field = l.number_from(least, most); };
}
setter word(bool machine_model::* field, const char* yes, const char* no) {
  return [=](machine_model& m, const line_of_file& l) { m.*field = l.is_first(yes, no); };
}
setter line_price(place_kind kind) {
  return [kind](machine_model& m, const line_of_file& l) {
    // The price is also that of narrower places, unless a later line of the file sets theirs.
    const auto price = static_cast<std::uint64_t>(l.number_from(1, 1e6));
    for (auto k = static_cast<std::size_t>(kind); k < place_kinds; ++k) m.line_from[k] = price;
  };
}

void set_places(machine_model& m, const line_of_file& l) {
  try {
    m.places = topology::synthetic(l.value);
  } catch (const std::invalid_argument& wrong) {
    l.refuse(wrong.what());
  }
}

// In the order in which a machine is described: prices of lines from the widest place inwards.
const std::vector<std::pair<std::string, setter>>& keys() {
  using m = machine_model;
  static const std::vector<std::pair<std::string, setter>> all = {
      {"about", [](m& model, const line_of_file& l) { model.about = l.value; }},
      {"topology", set_places},
      {"gigahertz", rate(&m::gigahertz, 0.1, 10)},
      {"line.machine", line_price(place_kind::machine)},
      {"line.package", line_price(place_kind::package)},
      {"line.numa", line_price(place_kind::numa_node)},
      {"line.cache", line_price(place_kind::cache_group)},
      {"line.l2", line_price(place_kind::l2_group)},
      {"line.core", line_price(place_kind::core)},
      {"own_line", cycles(&m::own_line)},
      {"memory", cycles(&m::memory)},
      {"occupied", cycles(&m::occupied)},
      {"held", cycles(&m::held)},
      {"handed_on", rate(&m::handed_on, 0, 1)},
      {"kept", rate(&m::kept, 0, 1)},
      {"locked", cycles(&m::locked)},
      {"pause", cycles(&m::pause)},
      {"between_stores", cycles(&m::between_stores)},
      {"clock", cycles(&m::clock)},
      {"loads", word(&m::loads_overlap, "together", "one by one")},
      {"adds", word(&m::adds_by_swap, "by swap", "locked")},
      {"membarrier", word(&m::membarrier, "yes", "no")},
      {"system_call", cycles(&m::system_call)},
      {"send", cycles(&m::send)},
      {"interrupt", cycles(&m::interrupt)},
      {"wake", cycles(&m::wake)},
      {"threads_at_full_speed", rate(&m::threads_at_full_speed, 1, 64)},
      {"node_bytes", rate(&m::node_bytes, 0, 1000)},
      {"local_bytes", rate(&m::local_bytes, 0, 1000)},
      {"remote_bytes", rate(&m::remote_bytes, 0, 1000)},
  };
  return all;
}

std::string names_of_keys() {
  std::string names;
  for (const auto& [name, set] : keys()) names += (names.empty() ? "" : ", ") + name;
  return names;
}

// The key, value and source of a line.
machine_model::origin parts_of(std::string_view text, const std::string& file, unsigned number) {
  const line_of_file at{file, number, {}, {}};
  const auto equals = text.find('=');
  if (equals == text.npos)
    at.refuse("\"" + std::string(text) +
              "\" is not a line of a machine; write KEY = VALUE  # SOURCE");
  const auto hash = text.find('#', equals);
  const std::string key(trimmed(text.substr(0, equals)));
  if (hash == text.npos || trimmed(text.substr(hash + 1)).empty())
    at.refuse(key +
              " has no source; append # and the origin of the value, or \"assumed\" and the range "
              "tried");
  return {key, std::string(trimmed(text.substr(equals + 1, hash - equals - 1))),
          std::string(trimmed(text.substr(hash + 1)))};
}

}  // namespace

machine_model read_machine(std::string_view text, const std::string& file) {
  machine_model model;
  model.name = file;
  std::map<std::string, line_of_file> given;
  unsigned number = 0;
  while (!text.empty()) {
    ++number;
    const auto end = text.find('\n');
    const std::string_view line = trimmed(text.substr(0, end));
    text = end == text.npos ? std::string_view() : text.substr(end + 1);
    if (line.empty() || line.front() == '#') continue;
    const machine_model::origin parts = parts_of(line, file, number);
    const line_of_file at{file, number, parts.key, parts.value};
    if (!given.emplace(parts.key, at).second)
      at.refuse(parts.key + " occurs twice; remove one line");
    model.origins.push_back(parts);
  }
  for (const auto& [key, set] : keys()) {
    const auto at = given.find(key);
    if (at == given.end()) continue;
    set(model, at->second);
    given.erase(at);
  }
  if (!given.empty()) {
    const line_of_file& unknown = given.begin()->second;
    unknown.refuse("\"" + unknown.key + "\" is unknown; the keys are " + names_of_keys());
  }
  for (const char* needed : {"topology", "gigahertz", "line.machine"}) {
    if (std::ranges::none_of(model.origins, [&](const auto& o) { return o.key == needed; }))
      throw std::runtime_error(file + ": " + needed +
                               " is missing; a machine requires topology, "
                               "gigahertz and line.machine");
  }
  return model;
}

machine_model machine_named(const std::string& name_or_file) {
  std::string names;
  for (const known_machine& known : known_machines()) {
    if (known.name == name_or_file) return read_machine(known.text, name_or_file);
    names += std::string(known.name) + ", ";
  }
  if (access(name_or_file.c_str(), R_OK) != 0) {
    throw std::invalid_argument("machine \"" + name_or_file +
                                "\": neither a machine nor a readable file; it must be one of " +
                                names + "or the path of a machine file");
  }
  constexpr std::uint64_t most_bytes = std::uint64_t{1} << 20;
  return read_machine(arcas::detail::text_of_file(name_or_file, most_bytes), name_or_file);
}

}  // namespace arcas::sim
