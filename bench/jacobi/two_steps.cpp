// SPDX-License-Identifier: Apache-2.0
#include "two_steps.h"

#include "bundle.h"
#include "line_store.h"

#include <algorithm>
#include <vector>

namespace bench::jacobi {
namespace {

struct alignas(arcas::cache_line) whole_line {
  double sites[line_sites];
};

// What the first step makes: of the last four planes, the block's rows and one on either side.
class between {
 public:
  between(const cube& from, const block& b)
      : from_(from),
        b_(b),
        stride_(from.row()),
        plane_((b.last_j - b.first_j + 2) * stride_),
        // One more plane than are kept, for what is computed in vain.
        memory_((planes + 1) * plane_ / line_sites) {}

  // The planes k and k + 1, of which the border's stay as they are.
  void step(std::size_t k) {
    const std::size_t first = std::max<std::size_t>(b_.first_j - 1, 1);
    const std::size_t last = std::min(b_.last_j + 1, from_.size() + 1);
    const auto plane = [&](std::size_t at) {
      return from_.row_at(first, std::min(at, from_.size() + 1));
    };
    step_rows<ordinary_stores>(
        last - first,
        {{plane(std::max<std::size_t>(k, 1) - 1), plane(k), plane(k + 1), plane(k + 2)}, stride_},
        {{row_at(first, k), row_at(first, k + 1)}, stride_}, from_.size(),
        [](std::size_t) { return rows_ahead<0>{}; });
    for (const std::size_t at : {k, k + 1}) keep_border(at);
  }

  // The block's rows of the planes k - 1 to k + 2.
  rows_read around(std::size_t k) {
    return {{row_at(b_.first_j, k - 1), row_at(b_.first_j, k), row_at(b_.first_j, k + 1),
             row_at(b_.first_j, k + 2)},
            stride_};
  }
  double* in_vain() { return plane_at(planes); }

 private:
  static constexpr std::size_t planes = 4;

  double* plane_at(std::size_t n) { return memory_.data()->sites + n * plane_ + line_sites; }
  double* row_at(std::size_t j, std::size_t k) {
    return plane_at(k % planes) + (j + 1 - b_.first_j) * stride_;
  }

  void keep_border(std::size_t k) {
    const std::size_t size = from_.size();
    if (k > size + 1) return;
    for (std::size_t j = b_.first_j - 1; j <= b_.last_j; ++j) {
      const double* const old = from_.row_at(j, k);
      double* const row = row_at(j, k);
      if (j == 0 || j == size + 1 || k == 0 || k == size + 1) {
        std::copy(old - 1, old + size + 1, row - 1);
      } else {
        row[-1] = old[-1];
        row[size] = old[size];
      }
    }
  }

  const cube& from_;
  const block& b_;
  std::size_t stride_, plane_;
  std::vector<whole_line> memory_;
};

template <class Stores>
void sweep_twice(const cube& from, const cube& to, const block& b) {
  between first(from, b);
  first.step(b.first_k - 1);
  for (std::size_t k = b.first_k; k < b.last_k; k += 2) {
    first.step(k + 1);
    double* const above = k + 1 < b.last_k ? to.row_at(b.first_j, k + 1) : first.in_vain();
    // Two planes are new to the next pair's first step: memory has the whole second step for them.
    const auto plane = [&](std::size_t at) {
      return from.row_at(b.first_j, std::min(at, from.size() + 1));
    };
    const rows_ahead<2> new_planes{plane(k + 4), plane(k + 5)};
    step_rows<Stores>(b.last_j - b.first_j, first.around(k),
                      {{to.row_at(b.first_j, k), above}, to.row()}, from.size(),
                      [&](std::size_t done) {
                        return rows_ahead<2>{new_planes[0] + done * from.row(),
                                             new_planes[1] + done * from.row()};
                      });
  }
  Stores::finish();
}

}  // namespace

void sweep_block_twice(const cube& from, const cube& to, const block& b, stores kind) {
  if (kind == stores::past_caches) {
    sweep_twice<stores_past_caches>(from, to, b);
  } else {
    sweep_twice<ordinary_stores>(from, to, b);
  }
}

}  // namespace bench::jacobi
