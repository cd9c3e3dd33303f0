// SPDX-License-Identifier: Apache-2.0
// Long data between processes, by MPI's own rendezvous: the receive is posted where the data ends
// up, before the sender is asked to send it from where it lies.
#pragma once

#include <arcas/cluster/transport/transfer.h>

#include <mpi.h>

#include <memory>
#include <unordered_map>
#include <vector>

namespace arcas::inline v0::cluster::detail {

class mpi_transfers {
 public:
  void begin(MPI_Comm comm, transfer_channel channels);
  // Before the communicator goes: what nobody sends any more is not waited for.
  void end();

  void send(rank_id to, outgoing_transfer t);
  void receive(rank_id from, incoming_transfer t);
  bool take_ended(transfer_id& ended);
  // Whether all that is to be sent has left.
  bool all_sent() {
    look();
    return sending_ == 0;
  }

 private:
  struct transfer {
    bool sends = false;
    std::size_t left = 0;  // of its requests
    arcas::detail::shared_owner owner;
  };
  void look();
  void request_ended(transfer_id id);
  template <class Spans, class Begin>
  void start(transfer_id id, transfer t, const Spans& spans, const Begin& begin);

  MPI_Comm comm_ = MPI_COMM_NULL;
  // Of all transfers, since MPI looks after all messages whenever it is asked for one.
  std::vector<MPI_Request> requests_;
  std::vector<transfer_id> of_;  // by request
  std::vector<int> done_;
  std::unordered_map<transfer_id, transfer> under_way_;
  std::vector<transfer_id> ended_;
  std::size_t sending_ = 0;
};

}  // namespace arcas::inline v0::cluster::detail
