// SPDX-License-Identifier: Apache-2.0
#include "updates_by_hand.h"

#include <mpi.h>

#include <cstddef>
#include <cstdio>
#include <vector>

namespace bench {
namespace {

// `batch` is the number of updates in a message, 8 bytes each. The two tags are those of full
// messages, and of the last message from one process to another.
constexpr std::size_t batch = 1024;
constexpr int more = 101;
constexpr int last = 102;

class hand {
 public:
  hand(unsigned log2, std::uint64_t updates) : log2_(log2), updates_(updates) {
    MPI_Comm_rank(MPI_COMM_WORLD, &self_);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
    const auto ranks = static_cast<std::size_t>(ranks_);
    table_.resize((std::size_t{1} << log2) / ranks + 1);
    for (std::size_t i = 0; i < table_.size(); ++i) table_[i] = i;
    open_.resize(ranks);
    sent_.resize(ranks);
    requests_.assign(ranks, MPI_REQUEST_NULL);
    arrived_.resize(batch);
  }

  void run() {
    lasts_missing_ = ranks_ - 1;
    const std::uint64_t own = updates_ / static_cast<std::uint64_t>(ranks_);
    const std::uint64_t mask = (std::uint64_t{1} << log2_) - 1;
    post_receive();
    for (std::uint64_t i = 0; i < own; ++i) {
      const std::uint64_t random = random_number(static_cast<std::uint64_t>(self_) * own + i);
      const auto home =
          static_cast<std::size_t>((random & mask) % static_cast<std::uint64_t>(ranks_));
      if (home == static_cast<std::size_t>(self_)) {
        apply(random);
        continue;
      }
      open_[home].push_back(random);
      if (open_[home].size() == batch) send(home, more);
      if (i % 256 == 0) take();
    }
    for (std::size_t to = 0; to < open_.size(); ++to) {
      if (to != static_cast<std::size_t>(self_)) send(to, last);
    }
    while (lasts_missing_ != 0) take();
    MPI_Cancel(&receive_);
    MPI_Wait(&receive_, MPI_STATUS_IGNORE);
    MPI_Waitall(ranks_, requests_.data(), MPI_STATUSES_IGNORE);
  }
  bool as_it_was() const {
    for (std::size_t i = 0; i < table_.size(); ++i) {
      if (table_[i] != i) return false;
    }
    return true;
  }

 private:
  void apply(std::uint64_t random) {
    const std::uint64_t mask = (std::uint64_t{1} << log2_) - 1;
    table_[(random & mask) / static_cast<std::uint64_t>(ranks_)] ^= random;
  }
  void post_receive() {
    MPI_Irecv(arrived_.data(), batch, MPI_UINT64_T, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD,
              &receive_);
  }
  void take() {
    int done = 0;
    MPI_Status status;
    MPI_Test(&receive_, &done, &status);
    if (!done) return;
    int n = 0;
    MPI_Get_count(&status, MPI_UINT64_T, &n);
    for (int i = 0; i < n; ++i) apply(arrived_[static_cast<std::size_t>(i)]);
    if (status.MPI_TAG == last) --lasts_missing_;
    post_receive();
  }
  void send(std::size_t to, int tag) {
    for (int done = 0; !done;) {
      MPI_Test(&requests_[to], &done, MPI_STATUS_IGNORE);
      if (!done) take();
    }
    sent_[to].swap(open_[to]);
    open_[to].clear();
    MPI_Isend(sent_[to].data(), static_cast<int>(sent_[to].size()), MPI_UINT64_T,
              static_cast<int>(to), tag, MPI_COMM_WORLD, &requests_[to]);
  }

  const unsigned log2_;
  const std::uint64_t updates_;
  int self_ = 0;
  int ranks_ = 1;
  int lasts_missing_ = 0;
  std::vector<std::uint64_t> table_;
  std::vector<std::vector<std::uint64_t>> open_, sent_;
  std::vector<MPI_Request> requests_;
  std::vector<std::uint64_t> arrived_;
  MPI_Request receive_ = MPI_REQUEST_NULL;
};

}  // namespace

double updates_by_hand(unsigned log2_of_elements, std::uint64_t updates) {
  hand h(log2_of_elements, updates);
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  h.run();
  MPI_Barrier(MPI_COMM_WORLD);
  const double seconds = MPI_Wtime() - start;
  h.run();
  MPI_Barrier(MPI_COMM_WORLD);
  if (!h.as_it_was()) {
    std::fprintf(stderr, "updates by hand are wrong\n");
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  return static_cast<double>(updates) / seconds / 1e6;
}

}  // namespace bench
