// SPDX-License-Identifier: Apache-2.0
// Small items that the tasks of a rank send to other ranks, many in a message:
//
//   auto told = mail<note>(take);   take(items) is portable; it runs between tasks of the rank
//                                   that gets the items
//   told.add(rank, item);
//   told.send_all();                at the end
#pragma once

#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster_graph/vertex_places.h>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace arcas::inline v0::cluster_graph::detail {

template <class T, class Take>
class mail_of {
 public:
  explicit mail_of(const Take& take) : take_(take), boxes_(cluster::ranks()) {}
  void add(rank_id to, const T& item) {
    boxes_[to].push_back(item);
    if (boxes_[to].size() == items_a_message) send(to);
  }
  void send_all() {
    for (rank_id r = 0; r < boxes_.size(); ++r)
      if (!boxes_[r].empty()) send(r);
  }

 private:
  // A message fits a packet (transport_options::packet_bytes).
  static constexpr std::size_t bytes_a_message = 3840;
  static constexpr std::size_t items_a_message =
      std::max<std::size_t>(1, bytes_a_message / sizeof(T));

  void send(rank_id to) {
    cluster::async(to, take_, boxes_[to]);
    boxes_[to].clear();
  }

  Take take_;
  std::vector<std::vector<T>> boxes_;
};
template <class T, class Take>
mail_of<T, Take> mail(const Take& take) {
  return mail_of<T, Take>(take);
}

}  // namespace arcas::inline v0::cluster_graph::detail
