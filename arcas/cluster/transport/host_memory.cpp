// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/transport/host_memory.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace arcas::inline v0::cluster::detail {
namespace {

std::shared_ptr<std::byte> mapped(int file, std::size_t bytes) {
  void* const at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (at == MAP_FAILED) return nullptr;
  return {static_cast<std::byte*>(at), [bytes](std::byte* start) { munmap(start, bytes); }};
}

// Some systems refuse an unnamed file unless it is marked as not executable; older systems do not
// know the flag for that.
int unnamed_file() {
  constexpr unsigned not_executable = 8;  // MFD_NOEXEC_SEAL of Linux 6.3
  const int file = memfd_create("arcas", MFD_CLOEXEC | not_executable);
  return file >= 0 || errno != EINVAL ? file : memfd_create("arcas", MFD_CLOEXEC);
}

// Extending a file beyond the limit would end the process by SIGXFSZ.
bool may_be_as_long(std::size_t bytes) {
  rlimit limit;
  return getrlimit(RLIMIT_FSIZE, &limit) == 0 && bytes <= limit.rlim_cur;
}

}  // namespace

offered_part::offered_part(std::size_t bytes) : file_(bytes == 0 ? -1 : unnamed_file()) {
  struct stat status;
  if (file_ < 0 || !may_be_as_long(bytes) || ftruncate(file_, static_cast<off_t>(bytes)) != 0 ||
      fstat(file_, &status) != 0) {
    return;
  }
  memory_ = mapped(file_, bytes);
  if (memory_) offer_ = {bytes, getpid(), file_, status.st_dev, status.st_ino};
}

offered_part::~offered_part() {
  if (file_ >= 0) close(file_);
}

std::shared_ptr<std::byte> map_part(const host_memory_offer& offer) {
  if (offer.bytes == 0) return nullptr;
  char path[64];
  std::snprintf(path, sizeof path, "/proc/%lld/fd/%lld", static_cast<long long>(offer.process),
                static_cast<long long>(offer.file));
  struct stat status;
  if (stat(path, &status) != 0 || status.st_dev != offer.device || status.st_ino != offer.inode) {
    return nullptr;
  }
  const int file = open(path, O_RDWR | O_CLOEXEC);
  if (file < 0) return nullptr;
  std::shared_ptr<std::byte> memory = mapped(file, offer.bytes);
  close(file);
  return memory;
}

}  // namespace arcas::inline v0::cluster::detail
