// SPDX-License-Identifier: Apache-2.0
// Which processors do other Arcas processes of the user on this host use? The claims keep two
// programs with few workers each from being pinned to the same cores. Private to workers/.
#pragma once

#include <mutex>
#include <span>
#include <string>
#include <vector>

namespace arcas::inline v0::detail {

// The table of claims is a file in shared memory, one for each user. A process claims processor p
// by a shared advisory lock (fcntl) on byte p of the file. The file has no content: the kernel
// keeps the locks, and releases a process's locks however the process ends. The process's own
// claims do not make a processor taken; those of a second copy of Arcas in the process do. A forked
// child has no claims. A table that cannot be used is not an error: no processor counts as taken,
// and refusal() has the reason.
class processor_claims {
 public:
  // Registers the fork handlers of the tables' lock. The handlers that take locks before a fork run
  // in the reverse order of registration. So a lock under which pools are made must be registered
  // later than this one, to be taken first.
  static void hold_across_forks();
  // "/dev/shm/arcas-claims-UID".
  static std::string table_of_user();

  // Finds the claims of other processes, and blocks new ones until settle(). table: empty for no
  // table. If another process blocks new claims for more than about 100 ms, this process stops
  // waiting and continues.
  explicit processor_claims(const std::string& table);
  // Releases the claims.
  ~processor_claims();
  processor_claims(const processor_claims&) = delete;
  processor_claims& operator=(const processor_claims&) = delete;

  // Whether another process had claimed this processor (the operating system's number).
  bool is_taken(unsigned processor) const { return processor < taken_.size() && taken_[processor]; }
  // Claims these processors. Called once.
  void settle(std::span<const unsigned> processors);
  const std::string& refusal() const { return refusal_; }

 private:
  std::string table_;
  std::unique_lock<std::mutex> choosing_;  // serialises the use of all tables in the process until
                                           // settle()
  int file_ = -1;
  std::vector<bool> taken_;
  std::vector<unsigned> ours_;
  std::string refusal_;
};

}  // namespace arcas::inline v0::detail
