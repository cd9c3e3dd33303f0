// SPDX-License-Identifier: Apache-2.0
#include "sweep.h"

#include "line_store.h"

#include <concepts>
#include <utility>

namespace bench::jacobi {
namespace {

// Of a block, at once: one row of each, so that as many streams come from memory at the same time.
constexpr std::size_t planes_at_once = 5;

struct strides {
  std::size_t row, plane;
};

inline line updated_line(const double* here, const strides& to) {
  const line neighbours = line_at(here - 1) + line_at(here + 1) + line_at(here - to.row) +
                          line_at(here + to.row) + line_at(here - to.plane) +
                          line_at(here + to.plane);
  return updated(line_at(here), neighbours);
}

inline double updated_site(const double* here, const strides& to) {
  return updated(*here, here[-1] + here[1] + *(here - to.row) + here[to.row] + *(here - to.plane) +
                            here[to.plane]);
}

// The row after next of the plane above is new to this block: processors do not ask for it in time
// by themselves, since it is one stream among so many.
inline void ask_ahead(const double* here, const strides& to) {
  __builtin_prefetch(here + to.plane + 2 * to.row, 0, 2);
}

// A row of each of several planes.
template <class Stores, std::size_t... Plane>
void sweep_rows(const double* from, double* to, std::size_t size, const strides& step,
                std::index_sequence<Plane...>) {
  std::size_t i = 0;
  for (; i + line_sites <= size; i += line_sites) {
    ((ask_ahead(from + i + Plane * step.plane, step),
      Stores::store(to + i + Plane * step.plane,
                    updated_line(from + i + Plane * step.plane, step))),
     ...);
  }
  for (; i < size; ++i) {
    ((to[i + Plane * step.plane] = updated_site(from + i + Plane * step.plane, step)), ...);
  }
}

template <class Stores, std::size_t planes>
std::size_t sweep_planes(const cube& from, const cube& to, const block& b, std::size_t k) {
  const strides step{from.row(), from.plane()};
  for (; k + planes <= b.last_k; k += planes) {
    for (std::size_t j = b.first_j; j < b.last_j; ++j) {
      sweep_rows<Stores>(from.row_at(j, k), to.row_at(j, k), from.size(), step,
                         std::make_index_sequence<planes>{});
    }
  }
  return k;
}

template <class Stores>
void sweep(const cube& from, const cube& to, const block& b) {
  const std::size_t rest = sweep_planes<Stores, planes_at_once>(from, to, b, b.first_k);
  sweep_planes<Stores, 1>(from, to, b, rest);
  Stores::finish();
}

template <class Stores>
void copy(const double* from, double* to, std::size_t sites) {
  for (std::size_t i = 0; i < sites; i += line_sites) Stores::store(to + i, line_at(from + i));
  Stores::finish();
}

}  // namespace

bool has_stores_past_caches() {
  return !std::same_as<stores_past_caches, ordinary_stores>;
}

void sweep_block(const cube& from, const cube& to, const block& b, stores kind) {
  if (kind == stores::past_caches) {
    sweep<stores_past_caches>(from, to, b);
  } else {
    sweep<ordinary_stores>(from, to, b);
  }
}

void sweep_block_plainly(const cube& from, const cube& to, const block& b) {
  const strides step{from.row(), from.plane()};
  for (std::size_t k = b.first_k; k < b.last_k; ++k) {
    for (std::size_t j = b.first_j; j < b.last_j; ++j) {
      const double* const here = from.row_at(j, k);
      double* const out = to.row_at(j, k);
      for (std::size_t i = 0; i < from.size(); ++i) {
        out[i] = updated_site(here + i, step);
      }
    }
  }
}

void copy_lines(const cube& from, const cube& to, std::size_t first, std::size_t last,
                stores kind) {
  const double* const in = from.sites() + first * line_sites;
  double* const out = to.sites() + first * line_sites;
  const std::size_t sites = (last - first) * line_sites;
  if (kind == stores::past_caches) {
    copy<stores_past_caches>(in, out, sites);
  } else {
    copy<ordinary_stores>(in, out, sites);
  }
}

}  // namespace bench::jacobi
