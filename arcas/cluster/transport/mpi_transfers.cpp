// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/transport/mpi_transfers.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace arcas::inline v0::cluster::detail {
namespace {

// The lower tags, 1 and 2, are those of packets and bare words (mpi_carrier.cpp).
constexpr int first_tag = 3;
// MPI counts bytes in an int, so a span of more than most_bytes is sent as several messages. Both
// ends divide a span alike, and MPI keeps the order of messages with one sender and one tag.
constexpr std::size_t most_bytes = std::size_t{1} << 30;

}  // namespace

void mpi_transfers::begin(MPI_Comm comm, transfer_channel channels) {
  comm_ = comm;
  int* most_tag = nullptr;
  int known = 0;
  MPI_Comm_get_attr(comm, MPI_TAG_UB, static_cast<void*>(&most_tag), &known);
  const auto needed = static_cast<long>(first_tag) + static_cast<long>(channels) - 1;
  if (known != 0 && needed > *most_tag) {
    throw std::runtime_error("this MPI has " + std::to_string(*most_tag) +
                             " tags, but the ranks of a process need " + std::to_string(needed) +
                             "; set ARCAS_CLUSTER_WORKERS lower");
  }
}

template <class Spans, class Begin>
void mpi_transfers::start(transfer_id id, transfer t, const Spans& spans, const Begin& begin) {
  if (t.sends) ++sending_;
  for (const auto span : spans) {
    for (std::size_t at = 0; at < span.size(); at += most_bytes) {
      const std::size_t n = std::min(most_bytes, span.size() - at);
      requests_.push_back(MPI_REQUEST_NULL);
      of_.push_back(id);
      begin(span.data() + at, static_cast<int>(n), &requests_.back());
      ++t.left;
    }
  }
  // A transfer may have no bytes and so no request. Therefore `left` also counts one request that
  // does not exist, and that ends here.
  ++t.left;
  under_way_[id] = std::move(t);
  request_ended(id);
}

void mpi_transfers::send(rank_id to, outgoing_transfer t) {
  const int tag = first_tag + static_cast<int>(t.channel);
  start(t.id, {true, 0, std::move(t.owner)}, t.from,
        [&](const std::byte* at, int n, MPI_Request* request) {
          MPI_Isend(at, n, MPI_BYTE, static_cast<int>(to), tag, comm_, request);
        });
}

void mpi_transfers::receive(rank_id from, incoming_transfer t) {
  const int tag = first_tag + static_cast<int>(t.channel);
  start(t.id, {false, 0, std::move(t.owner)}, t.to,
        [&](std::byte* at, int n, MPI_Request* request) {
          MPI_Irecv(at, n, MPI_BYTE, static_cast<int>(from), tag, comm_, request);
        });
}

void mpi_transfers::request_ended(transfer_id id) {
  const auto entry = under_way_.find(id);
  if (--entry->second.left != 0) return;
  if (entry->second.sends) --sending_;
  under_way_.erase(entry);
  ended_.push_back(id);
}

void mpi_transfers::look() {
  if (requests_.empty()) return;
  done_.resize(requests_.size());
  int n = 0;
  MPI_Testsome(static_cast<int>(requests_.size()), requests_.data(), &n, done_.data(),
               MPI_STATUSES_IGNORE);
  if (n == 0 || n == MPI_UNDEFINED) return;
  done_.resize(static_cast<std::size_t>(n));
  for (const int i : done_) request_ended(of_[static_cast<std::size_t>(i)]);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < requests_.size(); ++i) {
    if (requests_[i] == MPI_REQUEST_NULL) continue;
    requests_[kept] = requests_[i];
    of_[kept++] = of_[i];
  }
  requests_.resize(kept);
  of_.resize(kept);
}

bool mpi_transfers::take_ended(transfer_id& ended) {
  if (ended_.empty()) look();
  if (ended_.empty()) return false;
  ended = ended_.back();
  ended_.pop_back();
  return true;
}

void mpi_transfers::end() {
  for (MPI_Request& r : requests_) {
    MPI_Cancel(&r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
  }
  requests_.clear();
  under_way_.clear();
}

}  // namespace arcas::inline v0::cluster::detail
