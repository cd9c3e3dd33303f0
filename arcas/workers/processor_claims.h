// SPDX-License-Identifier: Apache-2.0
// Which processors do other Arcas processes of this host use? So that two programs with few workers
// each do not pin them to the same cores. Private to workers/.
#pragma once

#include <mutex>
#include <span>
#include <string>
#include <vector>

namespace arcas::inline v0::detail {

// The table of claims is a file in shared memory, one for each user. A process claims processor p by
// a shared advisory lock (fcntl) on byte p of the file as it has opened it: the kernel keeps the table, and
// frees the claims of a process however it ends. The file has no contents. Claims of the own process
// do not count, but those of a second copy of Arcas in it do, and a forked child has none. A table
// that cannot be used is no error: nothing is taken, and refusal() has the reason.
class processor_claims {
 public:
  // Registers the fork handlers of the tables' lock. A lock under which pools are made registers
  // its own later: handlers before a fork run in reverse order, so that it is taken first.
  static void hold_across_forks();
  // "/dev/shm/arcas-claims-UID".
  static std::string table_of_user();

  // Finds what other processes have claimed, and keeps them from claiming until settle(). table:
  // empty for none. A process that keeps the table for longer than some 100 ms is not waited for.
  explicit processor_claims(const std::string& table);
  // Gives the claims back.
  ~processor_claims();
  processor_claims(const processor_claims&) = delete;
  processor_claims& operator=(const processor_claims&) = delete;

  // Whether another process had claimed that processor (the operating system's number).
  bool is_taken(unsigned processor) const { return processor < taken_.size() && taken_[processor]; }
  // Claims these, once.
  void settle(std::span<const unsigned> processors);
  const std::string& refusal() const { return refusal_; }

 private:
  std::string table_;
  std::unique_lock<std::mutex> choosing_;  // of all tables of the process, until settle()
  int file_ = -1;
  std::vector<bool> taken_;
  std::vector<unsigned> ours_;
  std::string refusal_;
};

}  // namespace arcas::inline v0::detail
