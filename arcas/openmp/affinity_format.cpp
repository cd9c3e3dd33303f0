// SPDX-License-Identifier: Apache-2.0
#include <arcas/openmp/affinity_format.h>

#include <arcas/openmp/places.h>
#include <arcas/openmp/team.h>

#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cctype>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>
#include <utility>

namespace arcas::inline v0::detail::openmp {

namespace {

constexpr std::pair<std::string_view, char> long_names[] = {
    {"team_num", 't'},         {"num_teams", 'T'},      {"nesting_level", 'L'}, {"thread_num", 'n'},
    {"num_threads", 'N'},      {"ancestor_tnum", 'a'},  {"host", 'H'},          {"process_id", 'P'},
    {"native_thread_id", 'i'}, {"thread_affinity", 'A'}};

[[noreturn]] void refuse(std::string_view format) {
  std::fprintf(stderr,
               "arcas: affinity format \"%.*s\": a field is not of the form %%[[[0].]size]type, "
               "where type is one of tTLnNaHPiA or a long name in braces such as {thread_num}\n",
               static_cast<int>(format.size()), format.data());
  std::exit(EXIT_FAILURE);
}

std::string host() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "node";
}

// The list of processors that the calling thread may run on, such as "0-3,6".
std::string processors() {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  if (sched_getaffinity(0, sizeof(mask), &mask) != 0) return "0";
  std::set<unsigned> numbers;
  for (unsigned n = 0; n < CPU_SETSIZE; ++n) {
    if (CPU_ISSET(n, &mask)) numbers.insert(n);
  }
  return ranges_of(numbers, ",");
}

std::string thread_id() {
  std::array<char, 24> text{};
  std::snprintf(text.data(), text.size(), "0x%lx", static_cast<unsigned long>(pthread_self()));
  return text.data();
}

std::string value_of(const member& me, char type, std::string_view format) {
  switch (type) {
    case 't':
      return std::to_string(me.now->icvs.team_number);
    case 'T':
      return std::to_string(me.now->icvs.teams);
    case 'L':
      return std::to_string(me.in.level());
    case 'n':
      return std::to_string(me.rank);
    case 'N':
      return std::to_string(me.in.size());
    case 'a':
      return me.in.level() == 0 ? "-1" : std::to_string(me.outer->rank);
    case 'H':
      return host();
    case 'P':
      return std::to_string(getpid());
    case 'i':
      return thread_id();
    case 'A':
      return processors();
    default:
      refuse(format);
  }
}

struct field {
  bool zeros = false;
  bool right = false;
  std::size_t size = 0;
  char type = 0;
};

// Parses the field after a '%' and moves `at` past it.
field read_field(std::string_view format, std::size_t& at) {
  field f;
  const auto next = [&] { return at < format.size() ? format[at] : '\0'; };
  if (next() == '0') f.zeros = true, ++at;
  if (f.zeros && next() != '.') refuse(format);
  if (next() == '.') f.right = true, ++at;
  const char* const digits = format.data() + at;
  const auto [end, error] = std::from_chars(digits, format.data() + format.size(), f.size);
  if (error == std::errc{}) at += static_cast<std::size_t>(end - digits);
  if (f.right && f.size == 0) refuse(format);
  if (next() != '{') {
    f.type = next();
    ++at;
    return f;
  }
  const auto close = format.find('}', at);
  if (close == std::string_view::npos) refuse(format);
  const std::string_view name = format.substr(at + 1, close - at - 1);
  for (const auto& [known, type] : long_names) {
    if (name == known) f.type = type;
  }
  at = close + 1;
  return f;
}

std::string padded_to(const field& f, std::string text) {
  if (text.size() >= f.size) return text;
  const std::size_t missing = f.size - text.size();
  if (!f.right) return text + std::string(missing, ' ');
  const bool number = f.zeros && std::strchr("HA", f.type) == nullptr;
  if (!number) return std::string(missing, ' ') + text;
  // Insert zeros after a sign or after the prefix 0x.
  const std::size_t prefix = text.starts_with("0x") ? 2 : text.starts_with("-") ? 1 : 0;
  return text.insert(prefix, missing, '0');
}

// known_formats lists all texts that omp_set_affinity_format() has set, and format_set points to
// the last of them. Both are null until a text is set.
struct known_format {
  std::string text;
  known_format* next;
};
constinit std::atomic<known_format*> known_formats{nullptr};
constinit std::atomic<const known_format*> format_set{nullptr};

const known_format& known(std::string_view text) {
  // acquire: pairs with the release below; the texts have been written.
  known_format* const first = known_formats.load(std::memory_order_acquire);
  for (const known_format* f = first; f; f = f->next) {
    if (f->text == text) return *f;
  }
  auto* const made = new known_format{std::string(text), first};
  // release: pairs with the acquire above. relaxed on failure: only the pointer matters.
  while (!known_formats.compare_exchange_weak(made->next, made, std::memory_order_release,
                                              std::memory_order_relaxed)) {
  }
  return *made;
}

}  // namespace

const std::string& affinity_format() {
  // acquire: pairs with set_affinity_format(); the text has been written.
  const known_format* const set = format_set.load(std::memory_order_acquire);
  return set ? set->text : settings().affinity_format;
}

void set_affinity_format(std::string_view format) {
  // release: pairs with affinity_format().
  format_set.store(&known(format), std::memory_order_release);
}

std::string affinity_text(const member& me, std::string_view format) {
  std::string text;
  for (std::size_t at = 0; at < format.size();) {
    if (format[at] != '%') {
      text += format[at++];
      continue;
    }
    if (++at < format.size() && format[at] == '%') {
      text += format[at++];
      continue;
    }
    const field f = read_field(format, at);
    text += padded_to(f, value_of(me, f.type, format));
  }
  return text;
}

std::size_t copy_text(std::string_view text, char* into, std::size_t size) {
  if (size != 0) {
    const std::size_t fits = std::min(text.size(), size - 1);
    std::memcpy(into, text.data(), fits);
    into[fits] = '\0';
  }
  return text.size();
}

}  // namespace arcas::inline v0::detail::openmp
