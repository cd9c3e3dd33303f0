// SPDX-License-Identifier: Apache-2.0
// Long data (packet.h) between processes, by MPI's own rendezvous. The receiver posts receives into
// the memory for the data before it asks the sender to send.
#pragma once

#include <arcas/cluster/transport/packet.h>

#include <mpi.h>

#include <memory>
#include <unordered_map>
#include <vector>

namespace arcas::inline v0::cluster::detail {

class mpi_transfers {
 public:
  void begin(MPI_Comm comm, transfer_channel channels);
  // Called before the communicator is freed. Cancels receives whose data no rank will send.
  void end();

  void send(rank_id to, outgoing_transfer t);
  void receive(rank_id from, incoming_transfer t);
  bool take_ended(transfer_id& ended);
  // Whether all outgoing transfers have left.
  bool all_sent() {
    look();
    return sending_ == 0;
  }

 private:
  struct transfer {
    bool sends = false;
    std::size_t left = 0;  // number of its requests that have not completed
    arcas::detail::shared_owner owner;
  };
  void look();
  void request_ended(transfer_id id);
  template <class Spans, class Begin>
  void start(transfer_id id, transfer t, const Spans& spans, const Begin& begin);

  MPI_Comm comm_ = MPI_COMM_NULL;
  // The requests of all transfers: one call of MPI_Testsome tests them all.
  std::vector<MPI_Request> requests_;
  std::vector<transfer_id> of_;  // the transfer of each request
  std::vector<int> done_;
  std::unordered_map<transfer_id, transfer> under_way_;
  std::vector<transfer_id> ended_;
  std::size_t sending_ = 0;
};

}  // namespace arcas::inline v0::cluster::detail
