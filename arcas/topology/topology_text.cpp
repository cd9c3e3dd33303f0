// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/escapes.h>
#include <arcas/topology/topology.h>

#include <charconv>
#include <cstddef>
#include <utility>

namespace arcas::inline v0 {
namespace {

constexpr unsigned most_threads_on_lines = 64;
constexpr std::size_t package_level = static_cast<std::size_t>(place_kind::package);
constexpr std::size_t numa_level = static_cast<std::size_t>(place_kind::numa_node);
constexpr std::size_t l2_level = static_cast<std::size_t>(place_kind::l2_group);
constexpr std::size_t core_level = static_cast<std::size_t>(place_kind::core);
constexpr std::size_t thread_level = static_cast<std::size_t>(place_kind::thread);

struct noun {
  std::string_view one;
  std::string_view many;
  std::string_view json;  // name of a list
};
constexpr std::array<noun, place_kinds> nouns = {{{"machine", "machines", "machines"},
                                                  {"package", "packages", "packages"},
                                                  {"NUMA node", "NUMA nodes", "numa_nodes"},
                                                  {"cache group", "cache groups", "cache_groups"},
                                                  {"L2 group", "L2 groups", "l2_groups"},
                                                  {"core", "cores", "cores"},
                                                  {"thread", "hardware threads", "threads"}}};

// Independent of the locale, unlike std::to_string.
std::string text_of(double number) {
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  return {digits.data(), end};
}

// Whether some L2 group is neither one core nor a whole cache group. Otherwise the text omits L2
// groups.
bool has_l2_groups(const topology& machine) {
  for (const place& l2 : machine.places(place_kind::l2_group)) {
    const auto same = [&](place_kind kind) {
      return machine.places(kind)[machine.place_of(kind, l2.first_thread)].thread_count ==
             l2.thread_count;
    };
    if (!same(place_kind::core) && !same(place_kind::cache_group)) return true;
  }
  return false;
}

std::string summary(const topology& machine) {
  std::string text(name_of(machine.source()));
  text += " machine: ";
  for (std::size_t kind = package_level; kind < place_kinds; ++kind) {
    if (kind == l2_level && !has_l2_groups(machine)) continue;
    const std::size_t count = machine.places(static_cast<place_kind>(kind)).size();
    if (kind != package_level) text += ", ";
    text += std::to_string(count) + ' ';
    text += count == 1 && kind == thread_level ? "hardware thread"
            : count == 1                       ? nouns[kind].one
                                               : nouns[kind].many;
  }
  return text + '\n';
}

class drawing {
 public:
  explicit drawing(const topology& machine)
      : machine_(machine),
        has_l2_groups_(has_l2_groups(machine)),
        last_level_(machine.thread_count() > most_threads_on_lines ? core_level : thread_level) {}

  std::string text() {
    const std::size_t packages = machine_.places(place_kind::package).size();
    for (unsigned package = 0; package < packages; ++package) add(package_level, package, 1);
    return std::move(text_);
  }

 private:
  const place& at(std::size_t level, unsigned index) const {
    return machine_.places(static_cast<place_kind>(level))[index];
  }

  std::size_t below(std::size_t level) const {
    return level + 1 == l2_level && !has_l2_groups_ ? level + 2 : level + 1;
  }

  // Appends one line for a place, together with narrower places that have the same threads. Then
  // appends the lines of the places inside.
  void add(std::size_t level, unsigned index, unsigned depth) {
    text_.append(std::size_t{2} * depth, ' ');
    add_name(level, index);
    const place here = at(level, index);
    while (level < last_level_) {
      const std::size_t next = below(level);
      const unsigned child = machine_.threads()[here.first_thread].place_of[next];
      if (at(next, child).thread_count != here.thread_count) break;
      level = next;
      index = child;
      text_ += ", ";
      add_name(level, index);
    }
    if (level < thread_level) add_threads(here, level == last_level_);
    text_ += '\n';
    if (level == last_level_) return;
    const unsigned end = here.first_thread + here.thread_count;
    for (unsigned first = here.first_thread; first < end;) {
      const std::size_t next = below(level);
      const unsigned child = machine_.threads()[first].place_of[next];
      add(next, child, depth + 1);
      first += at(next, child).thread_count;
    }
  }

  // Appends the place's logical number, and the operating system's number where a person needs it
  // to find the place.
  void add_name(std::size_t level, unsigned index) {
    text_ += nouns[level].one;
    text_ += ' ' + std::to_string(index);
    const unsigned os_index = at(level, index).os_index;
    if (level == thread_level) {
      text_ += " (CPU " + std::to_string(os_index) + ')';
    } else if (level <= numa_level && os_index != index) {
      text_ += " (" + std::to_string(os_index) + " of the system)";
    }
  }

  void add_threads(const place& here, bool with_cpus) {
    const unsigned last = here.first_thread + here.thread_count - 1;
    text_ += here.thread_count == 1 ? ": thread " : ": threads ";
    text_ += std::to_string(here.first_thread);
    if (here.thread_count > 1) text_ += '-' + std::to_string(last);
    if (!with_cpus) return;
    text_ += here.thread_count == 1 ? " (CPU" : " (CPUs";
    for (unsigned thread = here.first_thread; thread <= last; ++thread) {
      text_ += ' ' + std::to_string(machine_.threads()[thread].os_index);
    }
    text_ += ')';
  }

  const topology& machine_;
  const bool has_l2_groups_;
  const std::size_t last_level_;
  std::string text_;
};

// A JSON list with the text element(i) for each i below `count`, each on a line of its own.
template <class Element>
std::string json_list(std::string_view name, std::size_t count, Element element) {
  std::string text = "  " + detail::json_text(name) + ": [";
  for (std::size_t i = 0; i < count; ++i) text += (i == 0 ? "\n    " : ",\n    ") + element(i);
  return text + (count == 0 ? "]" : "\n  ]");
}

std::string json_places(const topology& machine, std::size_t level) {
  const std::span<const place> places = machine.places(static_cast<place_kind>(level));
  return json_list(nouns[level].json, places.size(), [&](std::size_t i) {
    return "{\"os_index\": " + std::to_string(places[i].os_index) +
           ", \"first_thread\": " + std::to_string(places[i].first_thread) +
           ", \"thread_count\": " + std::to_string(places[i].thread_count) + '}';
  });
}

std::string json_thread(const topology& machine, unsigned thread) {
  const auto in = [&](place_kind kind) { return std::to_string(machine.place_of(kind, thread)); };
  return "{\"os_index\": " + std::to_string(machine.threads()[thread].os_index) +
         ", \"package\": " + in(place_kind::package) +
         ", \"numa_node\": " + in(place_kind::numa_node) +
         ", \"cache_group\": " + in(place_kind::cache_group) +
         ", \"l2_group\": " + in(place_kind::l2_group) + ", \"core\": " + in(place_kind::core) +
         '}';
}

}  // namespace

std::string_view name_of(topology_source source) {
  constexpr std::array<std::string_view, 3> names = {"live", "synthetic", "recorded"};
  return names[static_cast<std::size_t>(source)];
}

std::string draw(const topology& machine) {
  std::string text = summary(machine) + drawing(machine).text();
  if (machine.cpu_quota() > 0) {
    text += "The processor quota is " + text_of(machine.cpu_quota()) +
            " hardware threads and pays for " + std::to_string(machine.paid_threads()) + ".\n";
  }
  for (const std::string& refusal : machine.refusals()) text += "Refused: " + refusal + '\n';
  return text;
}

std::string to_json(const topology& machine) {
  std::string text = "{\n  \"source\": " + detail::json_text(name_of(machine.source()));
  text += std::string(",\n  \"can_pin\": ") + (machine.can_pin() ? "true" : "false");
  text +=
      ",\n  \"cpu_quota\": " + (machine.cpu_quota() > 0 ? text_of(machine.cpu_quota()) : "null");
  text += ",\n  \"paid_threads\": " + std::to_string(machine.paid_threads());
  for (std::size_t level = package_level; level < thread_level; ++level) {
    text += ",\n" + json_places(machine, level);
  }
  text += ",\n" + json_list(nouns[thread_level].json, machine.thread_count(), [&](std::size_t i) {
            return json_thread(machine, static_cast<unsigned>(i));
          });
  text += ",\n" + json_list("refusals", machine.refusals().size(), [&](std::size_t i) {
            return detail::json_text(machine.refusals()[i]);
          });
  return text + "\n}\n";
}

}  // namespace arcas::inline v0
