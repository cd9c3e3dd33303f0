// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/drawn_edges.h>
#include <arcas/graph/random.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

// Throws std::invalid_argument if a Kronecker or uniform graph cannot have this size. Such a graph
// would have edge_factor * 2^scale edges, each drawn from its own random stream. V: the type of
// vertices.
template <class V>
void require_size(const std::string& name, unsigned scale, unsigned edge_factor) {
  constexpr int most = std::numeric_limits<V>::digits - 1;
  if (scale < 1 || scale > most) {
    throw std::invalid_argument(name + " scale " + std::to_string(scale) +
                                " must be between 1 and " + std::to_string(most));
  }
  if (edge_factor < 1) throw std::invalid_argument(name + " edge factor 0 must be at least 1");
  if (edge_factor > std::numeric_limits<std::uint64_t>::max() >> scale)
    throw std::invalid_argument(name + " edge factor " + std::to_string(edge_factor) +
                                " is too large for scale " + std::to_string(scale) +
                                "; a graph has fewer than 2^64 edges");
}

// draw(random_stream) returns an edge.
template <class Options, class Draw>
edge_list drawn_edges(const Options& options, const Draw& draw) {
  edge_list list;
  list.vertex_count = std::size_t{1} << options.scale;
  list.edges = plain_array<edge>(list.vertex_count * options.edge_factor);
  whole_for(list.edges.size(), options.loops,
            [&](std::size_t i) { list.edges[i] = draw(random_stream(options.seed, i)); });
  return list;
}

undirected_graph benchmark_graph(edge_list drawn, const loop_options& loops) {
  return build_undirected(std::move(drawn),
                          {.drop_duplicates = true, .drop_self_loops = true, .loops = loops});
}

// A bijection of [0, 2^bits), chosen by a seed. Each of its steps is invertible: adding,
// multiplying by an odd number, and xor of lower bits with higher ones.
class vertex_shuffle {
 public:
  vertex_shuffle(std::uint64_t seed, unsigned bits)
      : mask_((std::uint64_t{1} << bits) - 1), fold_((bits + 1) / 2) {
    // The streams of edges are counted from 0, so this stream does not belong to an edge.
    random_stream random(seed, ~std::uint64_t{0});
    for (round& r : rounds_) r = {random.next() | 1, random.next()};
  }

  std::uint64_t operator()(std::uint64_t v) const {
    for (const round& r : rounds_) {
      v = (v * r.factor + r.summand) & mask_;
      v ^= v >> fold_;
    }
    return v;
  }

 private:
  struct round {
    std::uint64_t factor;
    std::uint64_t summand;
  };
  round rounds_[4];
  std::uint64_t mask_;
  unsigned fold_;
};

// The cumulated probabilities of the quadrants, as 32-bit fractions: one 64-bit draw serves two
// steps.
struct quadrants {
  std::uint64_t a;
  std::uint64_t ab;
  std::uint64_t abc;

  explicit quadrants(const kronecker_options& options)
      : a(fraction(options.a)),
        ab(fraction(options.a + options.b)),
        abc(fraction(options.a + options.b + options.c)) {}

  static std::uint64_t fraction(double probability) {
    return static_cast<std::uint64_t>(std::llround(std::min(probability, 1.0) * 0x1p32));
  }
};

template <class V>
basic_edge<V, unweighted> drawn_edge(const quadrants& limits, unsigned scale, random_stream random,
                                     const vertex_shuffle& shuffle) {
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  std::uint64_t draw = 0;
  for (unsigned step = 0; step < scale; ++step) {
    draw = step % 2 == 0 ? random.next() : draw >> 32;
    const std::uint64_t point = draw & 0xFFFFFFFFu;
    const bool lower = point >= limits.ab;                               // C or D
    const bool right = lower ? point >= limits.abc : point >= limits.a;  // B or D
    from = from << 1 | static_cast<std::uint64_t>(lower);
    to = to << 1 | static_cast<std::uint64_t>(right);
  }
  return {static_cast<V>(shuffle(from)), static_cast<V>(shuffle(to))};
}

template <class V>
basic_edge<V, unweighted> uniform_edge(unsigned scale, random_stream random) {
  const unsigned spare = 64 - scale;
  const auto from = static_cast<V>(random.next() >> spare);
  return {from, static_cast<V>(random.next() >> spare)};
}

template <class V>
void require_sense(const uniform_options& options) {
  require_size<V>("uniform", options.scale, options.edge_factor);
}
template <class V>
void require_sense(const kronecker_options& options) {
  require_size<V>("Kronecker", options.scale, options.edge_factor);
  const bool fractions = options.a >= 0 && options.b >= 0 && options.c >= 0;
  if (!fractions || !(options.a + options.b + options.c <= 1)) {
    throw std::invalid_argument(
        "Kronecker probabilities must be at least 0 and add up to at most 1");
  }
}

// Returns a function from a random_stream to an edge.
template <class V>
auto drawing(const kronecker_options& options) {
  require_sense<V>(options);
  return [limits = quadrants(options), shuffle = vertex_shuffle(options.seed, options.scale),
          scale = options.scale](random_stream random) {
    return drawn_edge<V>(limits, scale, random, shuffle);
  };
}
template <class V>
auto drawing(const uniform_options& options) {
  require_sense<V>(options);
  return [scale = options.scale](random_stream random) { return uniform_edge<V>(scale, random); };
}

}  // namespace

template <class V, class Options>
void detail::draw_edges(const Options& options, std::uint64_t first,
                        std::span<basic_edge<V, unweighted>> to) {
  const auto draw = drawing<V>(options);
  for (auto& e : to) e = draw(random_stream(options.seed, first++));
}
#define ARCAS_INSTANTIATE(V, Options)                                \
  template void detail::draw_edges<V>(const Options&, std::uint64_t, \
                                      std::span<basic_edge<V, unweighted>>);
ARCAS_INSTANTIATE(vertex, kronecker_options)
ARCAS_INSTANTIATE(vertex, uniform_options)
ARCAS_INSTANTIATE(std::uint64_t, kronecker_options)
ARCAS_INSTANTIATE(std::uint64_t, uniform_options)
#undef ARCAS_INSTANTIATE

edge_list kronecker_edges(const kronecker_options& options) {
  return drawn_edges(options, drawing<vertex>(options));
}

void draw_kronecker_edges(const kronecker_options& options, std::uint64_t first,
                          std::span<edge> to) {
  draw_edges<vertex>(options, first, to);
}

undirected_graph kronecker_graph(const kronecker_options& options) {
  return benchmark_graph(kronecker_edges(options), options.loops);
}

edge_list uniform_edges(const uniform_options& options) {
  return drawn_edges(options, drawing<vertex>(options));
}

void draw_uniform_edges(const uniform_options& options, std::uint64_t first, std::span<edge> to) {
  draw_edges<vertex>(options, first, to);
}

undirected_graph uniform_graph(const uniform_options& options) {
  return benchmark_graph(uniform_edges(options), options.loops);
}

}  // namespace arcas::inline v0::graph
