// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/held_across_forks.h>
#include <arcas/workers/processor_claims.h>

#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <utility>

namespace arcas::inline v0::detail {

// The locks belong to an open file description (F_OFD_SETLK). A second copy of Arcas in the process
// opens the table itself, and so counts as another owner. claims[p]: number of pools of this copy
// that have claimed processor p.
struct claim_table {
  int file = -1;
  std::vector<unsigned> claims;
};

struct claim_tables {
  std::mutex lock;
  std::map<std::string, claim_table> by_name;
};

namespace {

// The table has one byte for each processor, and one more, which a process locks while it chooses
// processors.
constexpr unsigned most_processors = 1U << 16;
constexpr off_t chooser = most_processors;
// Number of attempts to lock that byte, one per millisecond.
constexpr int most_tries = 100;

[[maybe_unused]] const bool watching_tables = (processor_claims::hold_across_forks(), true);

bool set_lock(int file, short type, off_t byte) {
  struct flock range{};
  range.l_type = type;
  range.l_whence = SEEK_SET;
  range.l_start = byte;
  range.l_len = 1;
  return fcntl(file, F_OFD_SETLK, &range) == 0;
}

// Opens the user's own regular file; refuses links and files of other users. Returns -1 and errno
// on failure.
int open_table(const std::string& name) {
  const int file = open(name.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file < 0) return -1;
  struct stat about{};
  if (fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_uid == geteuid()) return file;
  close(file);
  errno = EPERM;
  return -1;
}

// A forked child has inherited the descriptors. While the child kept them, the locks would outlast
// the parent process. No other thread uses the tables here, since the fork has held their lock.
void forget_in_child() {
  for (auto& [name, table] : of_process<claim_tables>().by_name) {
    if (table.file >= 0) close(std::exchange(table.file, -1));
    table.claims.clear();
  }
}

void lock_chooser(int file) {
  for (int tries = 0; tries < most_tries && !set_lock(file, F_WRLCK, chooser); ++tries) {
    const timespec millisecond{0, 1'000'000};
    nanosleep(&millisecond, nullptr);
  }
}

// Asks again and again for the next range of bytes that another process has locked.
std::vector<bool> claimed_by_others(int file) {
  std::vector<bool> taken;
  for (off_t from = 0; from < most_processors;) {
    struct flock range{};
    range.l_type = F_WRLCK;
    range.l_whence = SEEK_SET;
    range.l_start = from;
    range.l_len = most_processors - from;
    if (fcntl(file, F_OFD_GETLK, &range) != 0 || range.l_type == F_UNLCK) break;
    const off_t first = std::max(range.l_start, from);
    const off_t end = range.l_len == 0 ? most_processors : range.l_start + range.l_len;
    from = std::min<off_t>(end, most_processors);
    taken.resize(static_cast<std::size_t>(from));
    std::fill(taken.begin() + first, taken.end(), true);
  }
  return taken;
}

}  // namespace

void processor_claims::hold_across_forks() {
  // A child's handlers run in the order of their registration. So forget_in_child() runs before the
  // lock is released.
  [[maybe_unused]] static const int once =
      (pthread_atfork(nullptr, nullptr, &forget_in_child), held_across_forks<claim_tables>());
}

std::string processor_claims::table_of_user() {
  return "/dev/shm/arcas-claims-" + std::to_string(geteuid());
}

processor_claims::processor_claims(const std::string& name) : table_(name) {
  if (name.empty()) return;
  auto& all = of_process<claim_tables>();
  choosing_ = std::unique_lock(all.lock);
  claim_table& table = all.by_name[name];
  if (table.file < 0) table.file = open_table(name);
  file_ = table.file;
  if (file_ < 0) {
    refusal_ = "processors are not claimed: " + name + ": " + std::strerror(errno);
    choosing_.unlock();
    return;
  }
  lock_chooser(file_);
  taken_ = claimed_by_others(file_);
}

void processor_claims::settle(std::span<const unsigned> processors) {
  if (file_ < 0) return;
  std::vector<unsigned>& claims = of_process<claim_tables>().by_name[table_].claims;
  for (const unsigned p : processors) {
    if (p >= most_processors) continue;
    if (claims.size() <= p) claims.resize(p + 1);
    if (claims[p]++ == 0) set_lock(file_, F_RDLCK, p);
    ours_.push_back(p);
  }
  set_lock(file_, F_UNLCK, chooser);
  choosing_.unlock();
}

processor_claims::~processor_claims() {
  if (file_ < 0) return;
  auto& all = of_process<claim_tables>();
  if (!choosing_.owns_lock()) choosing_.lock();
  claim_table& table = all.by_name[table_];
  if (table.file != file_) return;  // in a forked child, which has none of the parent's claims
  for (const unsigned p : ours_) {
    if (--table.claims[p] == 0) set_lock(file_, F_UNLCK, p);
  }
  set_lock(file_, F_UNLCK, chooser);
}

}  // namespace arcas::inline v0::detail
