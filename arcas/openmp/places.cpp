// SPDX-License-Identifier: Apache-2.0
#include <arcas/openmp/places.h>

#include <arcas/base/kept_state.h>
#include <arcas/openmp/team.h>
#include <arcas/topology/openmp_places.h>

#include <sched.h>
#include <strings.h>

#include <algorithm>
#include <charconv>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

namespace arcas::inline v0::detail::openmp {

namespace {

constexpr std::size_t most_places = 1 << 16;

// By which the calling thread is pinned.
constinit thread_local kept_processors* pinned = nullptr;

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

// Sorted numbers as text, such as "0-3, 6".
std::string ranges_of(const std::set<unsigned>& numbers) {
  std::string text;
  for (auto n = numbers.begin(); n != numbers.end();) {
    const unsigned first = *n;
    unsigned last = first;
    while (++n != numbers.end() && *n == last + 1) last = *n;
    text += (text.empty() ? "" : ", ") + std::to_string(first);
    if (last > first) text += '-' + std::to_string(last);
  }
  return text;
}

// Removes the processors that this process may not use, and places without any other. Returns the removed ones.
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

std::vector<place_processors> read_places() {
  const program_settings& s = settings();
  if (s.initial.bind == binding::no) return {};
  if (s.places.empty()) {
    auto cores = places_of("cores");
    (void)keep_usable(cores);
    return cores;
  }
  auto all = s.places_are_numbers ? places_of_numbers(s.places) : places_of(s.places);
  const std::set<unsigned> removed = keep_usable(all);
  const char* const name = s.places_are_numbers ? "GOMP_CPU_AFFINITY" : "OMP_PLACES";
  if (all.empty()) {
    complain(name, s.places, "names no processor that this process may use; threads are not bound");
  } else if (!removed.empty()) {
    complain(name, s.places,
             "names processors that this process may not use, which are left out: " +
                 ranges_of(removed));
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

void bind_to_place(member& m) {
  if (m.place < 0 || m.place == m.bound_to) return;
  m.bound_to = m.place;
  m.is_displayed = false;
  cpu_set_t mask;
  CPU_ZERO(&mask);
  for (const unsigned n : all_places()[static_cast<std::size_t>(m.place)]) CPU_SET(n, &mask);
  const kept_errno keeps;
  // If the system refuses, the thread keeps its affinity mask.
  (void)sched_setaffinity(0, sizeof(mask), &mask);
}

bool kept_processors::keep_here() {
  const kept_errno keeps;
  at_ = sched_getcpu();
  if (at_ < 0 || sched_getaffinity(0, sizeof(before_), &before_) != 0 || CPU_COUNT(&before_) < 2)
    return false;
  cpu_set_t only;
  CPU_ZERO(&only);
  CPU_SET(at_, &only);
  pinned = this;
  if (sched_setaffinity(0, sizeof(only), &only) == 0) return true;
  pinned = nullptr;
  return false;
}

void kept_processors::let_go() {
  restore();
  pinned = nullptr;
}

void restore_processors_in_child() {
  if (pinned) pinned->restore();
}

unsigned unpinned_processors() {
  return pinned ? static_cast<unsigned>(CPU_COUNT(&pinned->before_)) : usable_processors();
}

void kept_processors::restore() {
  const kept_errno keeps;
  cpu_set_t now;
  if (sched_getaffinity(0, sizeof(now), &now) == 0 && CPU_COUNT(&now) == 1 && CPU_ISSET(at_, &now))
    (void)sched_setaffinity(0, sizeof(before_), &before_);
}

void make_way(int processor) {
  const kept_errno keeps;
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

namespace {

// A member's place, and the places available to its own regions; both within `all`.
struct assignment {
  unsigned place;
  place_partition partition;
};

// spread with at most as many members as places: the partition is cut into as many parts as there are members, the first
// ones longer by one. The leader keeps its place; each other member gets the first place of its part.
assignment spread_out(unsigned rank, unsigned size, unsigned own, unsigned places) {
  const unsigned each = places / size;
  const unsigned longer = places % size;
  const unsigned in_longer = longer * (each + 1);
  const unsigned part_of_leader =
      own < in_longer ? own / (each + 1) : longer + (own - in_longer) / each;
  const unsigned part = (part_of_leader + rank) % size;
  const unsigned first = part * each + std::min(part, longer);
  return {rank == 0 ? own : first, {first, each + (part < longer ? 1 : 0)}};
}

// The rules of the OpenMP specification. With more members than places, members with consecutive ranks share a place.
assignment assign(binding how, unsigned rank, unsigned size, unsigned own, unsigned places) {
  if (how == binding::primary) return {own, {0, places}};
  if (how == binding::spread && size <= places) return spread_out(rank, size, own, places);
  const auto shared = static_cast<unsigned>(std::uint64_t{rank} * places / size);
  const unsigned at = (own + (size <= places ? rank : shared)) % places;
  return {at, how == binding::spread ? place_partition{at, 1} : place_partition{0, places}};
}

}  // namespace

void bind_team(team& t, member& leader, binding how) {
  if (all_places().empty() || leader.place < 0) return;
  const place_partition all = leader.partition;
  const unsigned own = static_cast<unsigned>(leader.place) - all.first;
  for (unsigned rank = 0; rank < t.size(); ++rank) {
    const assignment mine = assign(how, rank, t.size(), own, all.count);
    member& m = t.of(rank);
    m.place = static_cast<int>(all.first + mine.place);
    m.partition = {all.first + mine.partition.first, mine.partition.count};
  }
}

}  // namespace arcas::inline v0::detail::openmp
