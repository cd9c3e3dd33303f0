// SPDX-License-Identifier: Apache-2.0
#include <arcas/openmp/places.h>

#include <arcas/topology/openmp_places.h>

#include <sched.h>
#include <strings.h>

#include <algorithm>
#include <charconv>
#include <numeric>
#include <optional>
#include <utility>

namespace arcas::inline v0::detail::openmp {

namespace {

constexpr std::size_t most_places = 1 << 16;

// Parses a text from left to right.
class reader {
 public:
  explicit reader(std::string_view text) : rest_(text) {}
  bool at_end() {
    while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\t')) rest_.remove_prefix(1);
    return rest_.empty();
  }
  bool take(char c) {
    if (at_end() || rest_[0] != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  std::optional<long> number() {
    if (at_end()) return std::nullopt;
    long n = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), n);
    // With this bound the product of two numbers does not overflow.
    constexpr long most = 1'000'000;
    if (error != std::errc{} || n < -most || n > most) return std::nullopt;
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return n;
  }
  std::string_view word() {
    at_end();
    std::size_t n = 0;
    while (n < rest_.size() &&
           (std::isalpha(static_cast<unsigned char>(rest_[n])) || rest_[n] == '_'))
      ++n;
    const std::string_view found = rest_.substr(0, n);
    rest_.remove_prefix(n);
    return found;
  }

 private:
  std::string_view rest_;
};

// Parses [:count[:stride]].
bool read_repetition(reader& r, long& count, long& stride) {
  count = stride = 1;
  if (!r.take(':')) return true;
  const auto n = r.number();
  if (!n || *n < 1) return false;
  count = *n;
  if (!r.take(':')) return true;
  const auto s = r.number();
  if (!s) return false;
  stride = *s;
  return true;
}

// Parses the processor list of a place, after its opening brace.
std::optional<place_processors> read_place(reader& r) {
  place_processors place;
  do {
    const bool without = r.take('!');
    const auto first = r.number();
    long count = 1, stride = 1;
    if (!first || *first < 0 || !read_repetition(r, count, stride)) return std::nullopt;
    for (long i = 0; i < count && i < long{most_places}; ++i) {
      const long n = *first + i * stride;
      if (n < 0) return std::nullopt;
      if (without) {
        std::erase(place, static_cast<unsigned>(n));
      } else {
        place.push_back(static_cast<unsigned>(n));
      }
    }
  } while (r.take(','));
  if (!r.take('}')) return std::nullopt;
  return place;
}

// Parses a place of one processor, without braces.
std::optional<place_processors> read_number(reader& r) {
  const auto n = r.number();
  if (!n || *n < 0) return std::nullopt;
  return place_processors{static_cast<unsigned>(*n)};
}

std::vector<place_processors> named_places(std::string_view name, long most) {
  constexpr std::pair<const char*, place_kind> names[] = {{"threads", place_kind::thread},
                                                          {"cores", place_kind::core},
                                                          {"ll_caches", place_kind::cache_group},
                                                          {"numa_domains", place_kind::numa_node},
                                                          {"sockets", place_kind::package}};
  for (const auto& [word, kind] : names) {
    if (name.size() != std::string_view(word).size() ||
        strncasecmp(name.data(), word, name.size()) != 0)
      continue;
    const topology machine = topology_of_calling_thread();
    std::vector<place_processors> all;
    for (const place& p : machine.places(kind)) {
      if (static_cast<long>(all.size()) == most) break;
      place_processors one;
      for (unsigned t = p.first_thread; t < p.first_thread + p.thread_count; ++t)
        one.push_back(machine.threads()[t].os_index);
      all.push_back(std::move(one));
    }
    return all;
  }
  return {};
}

std::vector<place_processors> listed_places(reader& r) {
  std::vector<place_processors> all;
  do {
    const bool without = r.take('!');
    const auto place = r.take('{') ? read_place(r) : read_number(r);
    long count = 1, stride = 1;
    if (!place || !read_repetition(r, count, stride)) return {};
    if (without) {
      std::erase(all, *place);
      continue;
    }
    for (long i = 0; i < count && all.size() < most_places; ++i) {
      place_processors moved;
      for (const unsigned p : *place) {
        const long n = static_cast<long>(p) + i * stride;
        if (n < 0) return {};
        moved.push_back(static_cast<unsigned>(n));
      }
      all.push_back(std::move(moved));
    }
  } while (r.take(','));
  return r.at_end() ? all : std::vector<place_processors>{};
}

// Removes the processors that this process may not use, and then empty places. Returns the removed
// processors.
std::set<unsigned> keep_usable(std::vector<place_processors>& all) {
  std::set<unsigned> removed;
  cpu_set_t mask;
  if (sched_getaffinity(0, sizeof(mask), &mask) != 0) return removed;
  for (place_processors& p : all) {
    std::erase_if(p, [&](unsigned n) {
      const bool usable = n < CPU_SETSIZE && CPU_ISSET(n, &mask);
      if (!usable) removed.insert(n);
      return !usable;
    });
  }
  std::erase_if(all, [](const place_processors& p) { return p.empty(); });
  return removed;
}

// The usable places that a variable names; empty if it is not set or has no effect.
std::vector<place_processors> read_variable(const char* name, const std::string& value,
                                            std::vector<place_processors> all,
                                            const char* allowed) {
  if (value.empty()) return {};
  if (all.empty()) leave_out(name, value, allowed);
  if (all.empty() || settings().refuses_binding) return {};
  const std::set<unsigned> removed = keep_usable(all);
  if (all.empty()) {
    complain(name, value, "is ignored; it names no processor that this process may use");
  } else if (!removed.empty()) {
    complain(name, value,
             "names processors that this process may not use; these are ignored: " +
                 ranges_of(removed, ", "));
  }
  return all;
}

// Reads the places of all variables. Places request binding even without OMP_PROC_BIND;
// OMP_PROC_BIND without places binds to cores.
std::vector<place_processors> read_places() {
  program_settings& s = settings();
  auto all = read_variable("OMP_PLACES", s.places, places_of(s.places),
                           "a name such as cores(4), or lists of processors such as {0:2},{4,6}");
  auto numbers =
      read_variable("GOMP_CPU_AFFINITY", s.place_numbers, places_of_numbers(s.place_numbers),
                    "numbers of processors such as 0 3 1-2 4-15:2");
  if (all.empty()) all = std::move(numbers);
  if (all.empty() && s.initial.bind != binding::no) {
    all = places_of("cores");
    (void)keep_usable(all);
  } else if (!all.empty() && s.initial.bind == binding::no) {
    s.initial.bind = binding::yes;
  }
  return all;
}

}  // namespace

std::string ranges_of(const std::set<unsigned>& numbers, std::string_view separator) {
  std::string text;
  for (auto n = numbers.begin(); n != numbers.end();) {
    const unsigned first = *n;
    unsigned last = first;
    while (++n != numbers.end() && *n == last + 1) last = *n;
    if (!text.empty()) text += separator;
    text += std::to_string(first);
    if (last > first) text += '-' + std::to_string(last);
  }
  return text;
}

std::vector<place_processors> places_of(std::string_view text) {
  reader r(text);
  std::vector<place_processors> all;
  if (const std::string_view name = r.word(); name.empty()) {
    all = listed_places(r);
  } else {
    long most = -1;
    if (r.take('(')) {
      const auto n = r.number();
      if (!n || *n < 1 || !r.take(')')) return {};
      most = *n;
    }
    if (r.at_end()) all = named_places(name, most);
  }
  return all;
}

std::vector<place_processors> places_of_numbers(std::string_view text) {
  reader r(text);
  std::vector<place_processors> all;
  while (!r.at_end()) {
    const auto first = r.number();
    if (!first || *first < 0) return {};
    long last = *first, stride = 1;
    if (r.take('-')) {
      const auto n = r.number();
      if (!n || *n < last) return {};
      last = *n;
      if (r.take(':')) stride = r.number().value_or(0);
      if (stride < 1) return {};
    }
    for (long n = *first; n <= last && all.size() < most_places; n += stride)
      all.push_back({static_cast<unsigned>(n)});
    r.take(',');
  }
  return all;
}

const std::vector<place_processors>& all_places() {
  static const auto* const all = new std::vector<place_processors>(read_places());
  return *all;
}

namespace {

// proc_bind(spread) with at most one member per place. The partition is divided into one part per
// member; the first parts may have one place more than the others. The leader keeps its place. Each
// other member gets the first place of its part.
placement spread_out(unsigned rank, unsigned size, unsigned own, const place_partition& all) {
  const unsigned each = all.count / size;
  const unsigned longer = all.count % size;
  const unsigned in_longer = longer * (each + 1);
  const unsigned part_of_leader =
      own < in_longer ? own / (each + 1) : longer + (own - in_longer) / each;
  const unsigned part = (part_of_leader + rank) % size;
  const unsigned first = all.first + part * each + std::min(part, longer);
  return {static_cast<int>(rank == 0 ? all.first + own : first),
          {first, each + (part < longer ? 1 : 0)}};
}

}  // namespace

// The rules of the OpenMP specification. With more members than places, members with consecutive
// ranks share a place.
placement placement_of(binding how, unsigned rank, unsigned size, const placement& leader) {
  if (leader.place < 0 || how == binding::primary) return leader;
  const place_partition& all = leader.partition;
  const unsigned own = static_cast<unsigned>(leader.place) - all.first;
  if (how == binding::spread && size <= all.count) return spread_out(rank, size, own, all);
  const auto shared = static_cast<unsigned>(std::uint64_t{rank} * all.count / size);
  const unsigned at = all.first + (own + (size <= all.count ? rank : shared)) % all.count;
  return {static_cast<int>(at), how == binding::spread ? place_partition{at, 1} : all};
}

}  // namespace arcas::inline v0::detail::openmp
