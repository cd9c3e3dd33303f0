// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/diagnosis/last_words.h>
#include <arcas/cluster/diagnosis/neighbours.h>
#include <arcas/cluster/tasks/task.h>
#include <arcas/cluster/transport/carrier.h>
#include <arcas/cluster/transport/explained_end.h>
#include <arcas/cluster/transport/mpi_carrier.h>

#include <fcntl.h>
#include <link.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster::detail {
namespace {

// Maximum number of ranks of one process for which a report names the running task.
constexpr unsigned most_named_ranks = 8;
// Maximum number of recorded files: the program, then its libraries in the order of loading. Files
// beyond this number are plug-ins of MPI, which are loaded last.
constexpr std::size_t most_files = 64;

// A process that the launcher has warned looks this number of times, a millisecond apart, for
// processes that have ended. The launcher warns when a process closes its connection to the
// launcher. On a busy host, that process may end only some time after the warning.
constexpr int most_looks = 200;

// The addresses of a file in the memory of a process. The system chooses different addresses in
// each process.
struct loaded_file {
  std::size_t first = 0;
  std::size_t bytes = 0;
};

// The data that a process shows to its neighbours; the process's shown_tasks follow in memory. The
// process writes the data, and the neighbours read it after the process has ended.
struct alignas(shown_tasks) place {
  std::atomic<pid_t> process{0};  // 0: the process shows nothing yet
  std::atomic<bool> explained{false};
  std::atomic<bool> by_launcher{false};  // `explained` is set because the launcher ends the process
  // Used in the first process's place only. Set while a process looks for ended processes. If it
  // finds one, this member stays set.
  std::atomic<bool> looked_from{false};
  // Used in the first process's place only: whether a process has said that the job is interrupted.
  std::atomic<bool> is_told{false};
  rank_id first = 0;
  rank_id ranks = 0;
  unsigned workers = 0;
  std::size_t files = 0;
  loaded_file file[most_files];

  unsigned named() const { return std::min(workers, most_named_ranks); }
  shown_tasks* tasks() { return reinterpret_cast<shown_tasks*>(this + 1); }
  const shown_tasks* tasks() const { return reinterpret_cast<const shown_tasks*>(this + 1); }
};

// The shared memory, and the place of each process in it; no places if this process has no
// neighbours. The objects below are never destroyed, since a signal may be handled after the job,
// or while the program calls exit().
const host_memory* shared = nullptr;
std::vector<place*>& places = *new std::vector<place*>;
place* own = nullptr;
std::atomic<bool>* explained_without_neighbours = nullptr;
long killed_before = -1;
std::atomic<bool> warned{false};  // whether launcher_warns() has been called

int add_file(dl_phdr_info* info, std::size_t, void* to) {
  place& here = *static_cast<place*>(to);
  if (here.files == most_files) return 1;
  std::size_t first = ~std::size_t{0};
  std::size_t end = 0;
  for (int k = 0; k < info->dlpi_phnum; ++k) {
    const auto& part = info->dlpi_phdr[k];
    if (part.p_type != PT_LOAD) continue;
    first = std::min<std::size_t>(first, info->dlpi_addr + part.p_vaddr);
    end = std::max<std::size_t>(end, info->dlpi_addr + part.p_vaddr + part.p_memsz);
  }
  here.file[here.files++] = {first, end - std::min(first, end)};
  return 0;
}

// `name` is an address in a loaded file of the ended process `there`. Returns the address of the
// same text in this process.
const char* as_here(const char* name, const place& there) {
  const auto at = reinterpret_cast<std::size_t>(name);
  for (std::size_t k = 0; k < std::min(there.files, own->files); ++k) {
    const std::size_t behind = at - there.file[k].first;
    if (behind >= there.file[k].bytes) continue;
    if (there.file[k].bytes != own->file[k].bytes)
      return "(its name is in a library of another version)";
    return reinterpret_cast<const char*>(own->file[k].first + behind);
  }
  return "(its name is in a library that was loaded late)";
}

// The name of the task that was running on a worker (a rank of the lost process) when the process
// ended; null between tasks.
const char* running_name(const place& lost, unsigned worker) {
  const shown_tasks& shown = lost.tasks()[worker];
  // relaxed, both: the process has ended.
  const task* const running = shown.running.task.load(std::memory_order_relaxed);
  if (running == nullptr || running == shown.outside) return nullptr;
  const auto* const known = std::ranges::find(shown.named, running, &shown_tasks::named_task::of);
  if (known == std::end(shown.named)) return "(its name is not recorded: more than 1024 stacks)";
  return as_here(known->name.load(std::memory_order_relaxed), lost);
}

// Reads a file from its start, as far as `text` has room; false if it cannot be opened. May be
// called in a signal handler, since it does not allocate.
template <std::size_t room>
bool read_start(const char* path, char (&text)[room]) {
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  std::size_t n = 0;
  ssize_t more = 0;
  while ((more = read(file, text + n, room - 1 - n)) > 0) n += static_cast<std::size_t>(more);
  close(file);
  text[n] = '\0';
  return true;
}

// Number of processes that the out-of-memory killer has ended since the system started; negative if
// the system does not state it.
long killed_for_memory() {
  char text[16 * 1024];
  if (!read_start("/proc/vmstat", text)) return -1;
  constexpr char label[] = "\noom_kill ";
  const char* const at = std::strstr(text, label);
  long killed = -1;
  if (at) std::from_chars(at + sizeof label - 1, std::end(text), killed);
  return killed;
}

// Whether the process has ended, even if its launcher does not know that yet. Such a process is a
// zombie, with "1234 (a name) Z …" in /proc/1234/stat.
bool is_gone(pid_t number) {
  if (kill(number, 0) != 0) return errno == ESRCH;
  char room[32];
  fixed_text path(room);
  path.add("/proc/", number, "/stat");
  char text[256];
  if (!read_start(path.c_str(), text)) return false;
  const char* const name_end = std::strrchr(text, ')');
  return name_end && std::strlen(name_end) > 2 && name_end[2] == 'Z';
}

// The order of the two tests matters: `explained` cannot change after the process has ended.
bool is_lost(const place& p) {
  // acquire: pairs with the release of seen_by_neighbours(); the place has been written.
  const pid_t number = p.process.load(std::memory_order_acquire);
  if (number == 0 || !is_gone(number)) return false;
  // relaxed: the process has ended, so its last store is visible.
  return !p.explained.load(std::memory_order_relaxed);
}

void tell_of(const place& lost) {
  char room[4096];
  fixed_text line(room);
  const bool one = lost.workers == 1;
  line.add(one ? "arcas: rank " : "arcas: ranks ", lost.first);
  if (!one) line.add(" to ", lost.first + lost.workers - 1);
  // relaxed: is_lost() has read it with acquire.
  const pid_t number = lost.process.load(std::memory_order_relaxed);
  line.add(" of ", lost.ranks, " on ", name_of_host(), ": its process ", number,
           " has ended without a word, for example by SIGKILL or _exit()");
  for (unsigned w = 0; w < lost.named(); ++w) {
    if (!one) line.add("; rank ", lost.first + w);
    add_task(line, running_name(lost, w));
  }
  const long killed = killed_for_memory() - killed_before;
  if (killed_before >= 0 && killed > 0) {
    line.add("; since the job began, the system has ended ", killed,
             killed == 1 ? " process" : " processes",
             " of this host for lack of memory: run fewer ranks here, or set ARCAS_CLUSTER_HEAP "
             "lower");
  } else if (killed_before >= 0) {
    line.add(
        "; since the job began, the system has ended no process of this host for lack of memory");
  }
  line.write_line();
}

}  // namespace

seen_by_neighbours::seen_by_neighbours(rank_id first, unsigned workers, rank_id ranks) {
  const unsigned named = std::min(workers, most_named_ranks);
  static_assert(alignof(place) <= host_memory::alignment);
  shared = new host_memory(share_with_host(sizeof(place) + named * sizeof(shown_tasks)));
  if (shared->parts.empty()) return;
  for (const auto& part : shared->parts) places.push_back(reinterpret_cast<place*>(part.get()));
  own = ::new (places[shared->own]) place;
  std::uninitialized_default_construct_n(own->tasks(), named);
  own->first = first;
  own->workers = workers;
  own->ranks = ranks;
  dl_iterate_phdr(&add_file, own);
  killed_before = killed_for_memory();
  explained_without_neighbours = std::exchange(end_is_explained, &own->explained);
  // release: pairs with the acquire of is_lost(); publishes the data of this process.
  own->process.store(getpid(), std::memory_order_release);
}

seen_by_neighbours::~seen_by_neighbours() {
  if (!own) return;
  // relaxed: the neighbours read it after this process has ended.
  own->explained.store(true, std::memory_order_relaxed);
  end_is_explained = explained_without_neighbours;
  own = nullptr;
}

shown_tasks* tasks_shown_of(rank_id rank) {
  if (!own || rank - own->first >= own->named()) return nullptr;
  return own->tasks() + (rank - own->first);
}

namespace {

void look_for_lost() {
  std::atomic<bool>& looked_from = places.front()->looked_from;
  // relaxed: pairs with itself; one process is the first, and no other data is handed on.
  if (looked_from.exchange(true, std::memory_order_relaxed)) return;
  for (int looks = 0; looks < most_looks; ++looks) {
    bool told = false;
    bool may_be_lost = false;
    for (const place* const p : places) {
      if (is_lost(*p)) {
        tell_of(*p);
        told = true;
      } else {
        // relaxed, both: no other data is read. A process that stores `explained` is ended by the
        // launcher's signal, so no further look at it is needed.
        may_be_lost |= p->process.load(std::memory_order_relaxed) != 0 &&
                       !p->explained.load(std::memory_order_relaxed);  // relaxed: only a flag
      }
    }
    if (told) return;
    if (!may_be_lost) break;
    ::poll(nullptr, 0, 1);
  }
  // relaxed: pairs with the exchange above; no other data is handed on.
  looked_from.store(false, std::memory_order_relaxed);
}

// Whether the process has ended without a report, or has reported why it ends.
bool has_failed(const place* p) {
  if (is_lost(*p)) return true;
  // acquire: pairs with the release of launcher_ends(); relaxed: published by it.
  return p->explained.load(std::memory_order_acquire) &&
         !p->by_launcher.load(std::memory_order_relaxed);
}

// If all processes of the job are here and none has failed, the launcher was told to end the job.
void tell_of_interruption() {
  if (places.size() * own->workers != own->ranks || std::ranges::any_of(places, has_failed)) return;
  // relaxed: pairs with itself; no other data is handed on.
  if (places.front()->is_told.exchange(true, std::memory_order_relaxed)) return;
  char room[128];
  fixed_text line(room);
  line.add("arcas: interrupted: the launcher ends the job, as it does on Ctrl-C; no result");
  line.write_line();
}

}  // namespace

void launcher_warns() {
  if (!own) return;
  // relaxed: read by this thread, or by another thread, which then at most looks once too often.
  warned.store(true, std::memory_order_relaxed);
  look_for_lost();
}

void launcher_ends() {
  if (!own) return;
  // relaxed: published by the next store.
  own->by_launcher.store(true, std::memory_order_relaxed);
  // release: pairs with the acquire of has_failed().
  own->explained.store(true, std::memory_order_release);
  // relaxed: see launcher_warns().
  if (!warned.load(std::memory_order_relaxed)) look_for_lost();
  tell_of_interruption();
}

}  // namespace arcas::inline v0::cluster::detail
