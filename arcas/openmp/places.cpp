// SPDX-License-Identifier: Apache-2.0
#include <arcas/openmp/places.h>

#include <arcas/openmp/team.h>
#include <arcas/topology/openmp_places.h>

#include <sched.h>
#include <strings.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
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
    if (error != std::errc{}) return std::nullopt;
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

// [:count[:stride]]
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

// Removes the processors that this process may not use, and places without any other.
void keep_usable(std::vector<place_processors>& all) {
  cpu_set_t mask;
  if (sched_getaffinity(0, sizeof(mask), &mask) != 0) return;
  for (place_processors& p : all)
    std::erase_if(p, [&](unsigned n) { return n >= CPU_SETSIZE || !CPU_ISSET(n, &mask); });
  std::erase_if(all, [](const place_processors& p) { return p.empty(); });
}

std::vector<place_processors> read_places() {
  const program_settings& s = settings();
  if (s.initial.bind == binding::no) return {};
  if (s.places.empty()) return places_of("cores");
  auto all = s.places_are_numbers ? places_of_numbers(s.places) : places_of(s.places);
  if (all.empty()) {
    std::fprintf(
        stderr,
        "arcas: %s: \"%s\" names no processor that this process may use; threads are not bound\n",
        s.places_are_numbers ? "GOMP_CPU_AFFINITY" : "OMP_PLACES", s.places.c_str());
  }
  return all;
}

}  // namespace

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
  keep_usable(all);
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
  keep_usable(all);
  return all;
}

// If binding is requested, the affinity mask is read when the library is loaded. Another libgomp, such as the copy in a
// Python wheel, later binds the thread that loads it.
[[gnu::constructor]] static void read_places_early() {
  for (const char* name : {"OMP_PROC_BIND", "OMP_PLACES", "GOMP_CPU_AFFINITY"}) {
    if (std::getenv(name)) (void)all_places();
  }
}

const std::vector<place_processors>& all_places() {
  static const auto* const all = new std::vector<place_processors>(read_places());
  return *all;
}

void bind_to_place(member& m) {
  if (m.place < 0 || m.place == m.bound_to) return;
  m.bound_to = m.place;
  m.is_displayed = false;
  cpu_set_t mask;
  CPU_ZERO(&mask);
  for (const unsigned n : all_places()[static_cast<std::size_t>(m.place)]) CPU_SET(n, &mask);
  // If the system refuses, the thread keeps its affinity mask.
  (void)sched_setaffinity(0, sizeof(mask), &mask);
}

bool kept_processors::keep_here() {
  at_ = sched_getcpu();
  if (at_ < 0 || sched_getaffinity(0, sizeof(before_), &before_) != 0 || CPU_COUNT(&before_) < 2)
    return false;
  cpu_set_t only;
  CPU_ZERO(&only);
  CPU_SET(at_, &only);
  return sched_setaffinity(0, sizeof(only), &only) == 0;
}

void kept_processors::let_go() {
  cpu_set_t now;
  if (sched_getaffinity(0, sizeof(now), &now) == 0 && CPU_COUNT(&now) == 1 && CPU_ISSET(at_, &now))
    (void)sched_setaffinity(0, sizeof(before_), &before_);
}

void make_way(int processor) {
  if (processor < 0 || sched_getcpu() != processor) return;
  cpu_set_t may;
  if (sched_getaffinity(0, sizeof(may), &may) != 0) return;
  cpu_set_t others = may;
  CPU_CLR(processor, &others);
  // The first call moves the thread; the second restores the mask without moving it. The first fails if the mask has no
  // other processor.
  if (sched_setaffinity(0, sizeof(others), &others) == 0)
    (void)sched_setaffinity(0, sizeof(may), &may);
}

void bind_initial_thread(member& m) {
  if (all_places().empty()) return;
  m.place = 0;
  m.partition = {0, static_cast<unsigned>(all_places().size())};
  bind_to_place(m);
}

void bind_team(team& t, member& leader, binding how) {
  if (all_places().empty() || leader.place < 0) return;
  const unsigned size = t.size();
  const place_partition all = leader.partition;
  const unsigned places = all.count;
  const unsigned own = static_cast<unsigned>(leader.place) - all.first;
  for (unsigned rank = 0; rank < size; ++rank) {
    member& m = t.of(rank);
    m.partition = all;
    // With enough places each member gets one; otherwise members with consecutive ranks share a place.
    const auto offset = static_cast<unsigned>(std::uint64_t{rank} * places / size);
    unsigned at = own;
    if (how == binding::spread) {
      const unsigned end = static_cast<unsigned>(std::uint64_t{rank + 1} * places / size);
      at = (own + offset) % places;
      m.partition = {all.first + at,
                     std::max(1U, std::min(end - std::min(end, offset), places - at))};
    } else if (how != binding::primary) {
      at = (own + (size <= places ? rank : offset)) % places;
    }
    m.place = static_cast<int>(all.first + at);
  }
}

}  // namespace arcas::inline v0::detail::openmp
