// SPDX-License-Identifier: Apache-2.0
// Prepares the library when it is loaded, and manages the OpenMP state of threads that the program
// itself has created: the state is made at a thread's first use of OpenMP and destroyed when the
// thread ends.
#include <arcas/base/kept_state.h>
#include <arcas/openmp/explanation.h>
#include <arcas/openmp/places.h>
#include <arcas/openmp/team.h>

#include <elf.h>
#include <link.h>
#include <pthread.h>

#include <cstdio>
#include <optional>
#include <string_view>

namespace arcas::inline v0::detail::openmp {

constinit thread_local member* here = nullptr;

[[gnu::weak]] bool is_this_library(std::string_view name) {
  return name == "libgomp.so.1";
}

namespace {

// Destroys a thread's teams when the thread ends. The initial thread's teams are destroyed only if
// it calls pthread_exit(), since exit() runs no destructors of keys. exit() must not destroy a
// team, since its caller may be a thread of that team.
void end_teams(void* initial) {
  auto* const outermost = static_cast<team*>(initial);
  if (here != &outermost->of(0)) return;
  here = nullptr;
  delete outermost;
}

// The key whose destructor is end_teams(). It is made when the library is loaded, while most keys
// are free; nullopt if the program has used all keys.
std::optional<pthread_key_t> teams_of_thread() {
  static const std::optional<pthread_key_t> key = []() -> std::optional<pthread_key_t> {
    pthread_key_t made{};
    if (pthread_key_create(&made, &end_teams) != 0) return std::nullopt;
    return made;
  }();
  return key;
}

// Without a key the team is not destroyed when the thread ends: its threads sleep until the process
// ends.
void destroy_at_thread_end(team& outermost) {
  const auto key = teams_of_thread();
  if (key && pthread_setspecific(*key, &outermost) == 0) return;
  static const bool told = [] {
    std::fputs(
        "arcas: the system refuses thread-specific data (at most PTHREAD_KEYS_MAX keys per "
        "process); OpenMP threads remain when the thread that started them ends\n",
        stderr);
    return true;
  }();
  (void)told;
}

// The child of a fork() has one thread. Regions that were active at the fork cannot continue; new
// regions get new threads.
void forget_threads_of_parent() {
  restore_processors_in_child();
  for (member* m = here; m; m = m->rank == 0 ? m->outer : nullptr) {
    m->forget_threads();
    if (!m->outer) m->in.forget_counts();  // the outermost team, which no member keeps
  }
  forget_notes();
}

// The address that an entry of an object's dynamic section contains. glibc has relocated most of
// these addresses; an address below the object's own is still relative to the object.
const char* address_in(const dl_phdr_info& object, const ElfW(Dyn) & entry) {
  const ElfW(Addr) at = entry.d_un.d_ptr;
  return reinterpret_cast<const char*>(at < object.dlpi_addr ? at + object.dlpi_addr : at);
}

int needs_openmp(dl_phdr_info* object, std::size_t, void*) {
  for (unsigned p = 0; p < object->dlpi_phnum; ++p) {
    if (object->dlpi_phdr[p].p_type != PT_DYNAMIC) continue;
    const auto* const entries =
        reinterpret_cast<const ElfW(Dyn)*>(object->dlpi_addr + object->dlpi_phdr[p].p_vaddr);
    const char* strings = nullptr;
    for (const auto* e = entries; e->d_tag != DT_NULL; ++e) {
      if (e->d_tag == DT_STRTAB) strings = address_in(*object, *e);
    }
    for (const auto* e = entries; strings && e->d_tag != DT_NULL; ++e) {
      if (e->d_tag == DT_NEEDED && is_this_library(strings + e->d_un.d_val)) return 1;
    }
  }
  return 0;
}

// Reads the environment and the affinity mask before main() or the program's threads change the
// mask. It also makes all objects that the omp_get_ functions read, so that a signal handler may
// call these functions.
[[gnu::constructor]] void prepare() {
  const kept_errno keeps;
  (void)all_places();
  (void)teams_of_thread();
  (void)explains();
  (void)seen();
  if (pthread_atfork(nullptr, nullptr, &forget_threads_of_parent) != 0)
    std::fputs("arcas: the system refuses a fork handler; child processes must not use OpenMP\n",
               stderr);
  if (dl_iterate_phdr(&needs_openmp, nullptr) == 0) return;
  tell_settings();
  // As in libgomp, the loading thread is bound before the program reads or changes its mask.
  if (!all_places().empty()) (void)current();
}

member& make_outermost() {
  // The places are read before the settings are copied, since a list of places sets bind-var to
  // true.
  const auto places = static_cast<unsigned>(all_places().size());
  auto* const outermost = new team(1, 0);
  member& m = outermost->of(0);
  m.implicit.icvs = settings().initial;
  if (places != 0) m.at = {0, {0, places}};
  return m;
}

}  // namespace

const member& seen_without_state() {
  static const member& all = make_outermost();
  return all;
}

member& make_initial_member() {
  const kept_errno keeps;
  const no_cancellation until_told;
  member& m = make_outermost();
  destroy_at_thread_end(m.in);
  m.bind_thread();
  tell_settings();
  static const bool explained = [] {
    if (explains()) tell_at_exit();
    return true;
  }();
  (void)explained;
  return *(here = &m);
}

}  // namespace arcas::inline v0::detail::openmp
