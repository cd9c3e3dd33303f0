// SPDX-License-Identifier: Apache-2.0
#include "program.h"

#include "two_steps.h"

#include <arcas/memory/page_homes.h>
#include <arcas/topology/topology.h>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <map>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace bench::jacobi {
namespace {

struct request {
  std::size_t size = 200;
  unsigned sweeps = 4;
  unsigned rounds = 3;
  stores kind = has_stores_past_caches() ? stores::past_caches : stores::ordinary;
  // Small ones where there is something to place.
  page_size pages = arcas::topology::discover().places(arcas::place_kind::numa_node).size() > 1
                        ? page_size::small
                        : page_size::huge;
  std::string only;
};

const std::map<std::string, stores> kinds = {{"ordinary", stores::ordinary},
                                             {"past-caches", stores::past_caches}};

const std::map<std::string, page_size> page_sizes = {{"small", page_size::small},
                                                     {"huge", page_size::huge}};

// Whether the initialisation by layers places the pages, and how far.
std::string placement_text(const request& ask) {
  if (ask.pages == page_size::small) return "small pages, placed by layers";
  const cube one(ask.size, ask.pages);
  const double layer = static_cast<double>(one.plane() * sizeof(double) * blocks_of_paper.planes) /
                       static_cast<double>(arcas::page_homes::huge_page);
  char text[200];
  std::snprintf(text, sizeof text,
                "huge pages: a layer is %.1f of them, and up to %.0f %% of it lies where its "
                "neighbour was initialised; --pages small places it all",
                layer, std::min(100.0, 100 / layer));
  return text;
}

// Of one sweep and the copy before it, million values a second.
struct sample {
  double updates, copied;
};

double seconds_of(const std::function<void()>& f) {
  const auto start = std::chrono::steady_clock::now();
  f();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Of f(sample).
template <class F>
double median(const std::vector<sample>& all, F f) {
  std::vector<double> values;
  for (const sample& s : all) values.push_back(f(s));
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

// The sum after so many sweeps, by one thread, a site after the other.
double reference_sum(const request& ask) {
  cube a(ask.size, ask.pages);
  cube b(ask.size, ask.pages, lines_apart);
  const std::size_t blocks = blocks_of(ask.size);
  for (const cube* c : {&a, &b}) {
    initialise_border(*c);
    for (std::size_t n = 0; n < blocks; ++n) initialise_block(*c, block_number(ask.size, n));
  }
  for (unsigned s = 0; s < ask.sweeps; ++s) {
    for (std::size_t n = 0; n < blocks; ++n) {
      sweep_block_plainly(a, b, block_number(ask.size, n));
    }
    std::swap(a, b);
  }
  return sum_of(a);
}

// Cubes that are copied, each part touched first by the thread that will.
class copied_cubes {
 public:
  copied_cubes(const runtime_under_test& runtime, const request& ask)
      : runtime_(runtime),
        kind_(ask.kind),
        from_(ask.size, ask.pages),
        to_(ask.size, ask.pages, lines_apart) {
    runtime_.stream(
        [&](std::size_t first, std::size_t last) {
          for (const cube* c : {&from_, &to_}) {
            std::fill(c->sites() + first * line_sites, c->sites() + last * line_sites, 1.0);
          }
        },
        from_.lines());
  }

  double million_values_a_second() {
    const double seconds = seconds_of([&] {
      runtime_.stream(
          [&](std::size_t first, std::size_t last) { copy_lines(from_, to_, first, last, kind_); },
          from_.lines());
    });
    return static_cast<double>(from_.lines() * line_sites) / seconds / 1e6;
  }

 private:
  const runtime_under_test& runtime_;
  stores kind_;
  cube from_, to_;
};

// One sweep, or two at once where both are wanted yet.
void sweep(const variant& v, unsigned steps, const cube& a, const cube& b, stores kind) {
  v.sweep([&](std::size_t n) {
    const block which = block_number(a.size(), n, v.blocks());
    if (steps == 1) {
      sweep_block(a, b, which, kind);
    } else {
      sweep_block_twice(a, b, which, kind);
    }
  });
}

std::vector<sample> measure(const variant& v, const request& ask, double expected,
                            copied_cubes& limit) {
  cube a(ask.size, ask.pages);
  cube b(ask.size, ask.pages, lines_apart);
  v.initialise([&](std::size_t n) {
    for (const cube* c : {&a, &b}) initialise_block(*c, block_number(ask.size, n, v.blocks()));
  });
  for (const cube* c : {&a, &b}) initialise_border(*c);
  std::vector<sample> samples;
  const auto sites = static_cast<double>(ask.size * ask.size * ask.size);
  for (unsigned done = 0; done < ask.sweeps;) {
    const unsigned steps = std::min(v.steps, ask.sweeps - done);
    const double copied = limit.million_values_a_second();
    const double seconds = seconds_of([&] { sweep(v, steps, a, b, ask.kind); });
    samples.push_back({sites * steps / seconds / 1e6, copied});
    std::swap(a, b);
    done += steps;
  }
  if (sum_of(a) != expected) {
    throw std::runtime_error(v.name + ": the sum differs from that of one thread");
  }
  return samples;
}

void print(const std::string& name, const std::vector<sample>& all) {
  const auto updates = [](const sample& s) { return s.updates; };
  const auto copied = [](const sample& s) { return s.copied; };
  const auto share = [](const sample& s) { return s.updates / s.copied; };
  std::printf("| %s | %.0f | %.0f | %.3f |\n", name.c_str(), median(all, updates),
              median(all, copied), median(all, share));
}

void run(const runtime_under_test& runtime, const request& ask) {
  const double expected = reference_sum(ask);
  copied_cubes limit(runtime, ask);
  std::vector<variant> variants = runtime.variants(ask.size);
  std::erase_if(variants,
                [&](const variant& v) { return v.name.find(ask.only) == std::string::npos; });
  std::vector<std::vector<sample>> samples(variants.size());
  for (unsigned round = 0; round < ask.rounds; ++round) {
    for (std::size_t v = 0; v < variants.size(); ++v) {
      const std::vector<sample> more = measure(variants[v], ask, expected, limit);
      samples[v].insert(samples[v].end(), more.begin(), more.end());
    }
  }
  std::printf("%s, %zu^3, %u sweeps in each of %u rounds, %s; sums agree\n", runtime.name.c_str(),
              ask.size, ask.sweeps, ask.rounds,
              ask.kind == stores::ordinary ? "ordinary stores" : "stores past the caches");
  std::printf("%s\n", placement_text(ask).c_str());
  std::printf("| variant, medians | MLUP/s | copy, M/s | of that |\n|---|--:|--:|--:|\n");
  for (std::size_t v = 0; v < variants.size(); ++v) print(variants[v].name, samples[v]);
}

}  // namespace

block_shape variant::blocks() const {
  return steps == 1 ? blocks_of_paper : blocks_of_two_steps;
}

std::vector<initialisation> initialisations(std::size_t size, unsigned nodes,
                                            const block_shape& shape) {
  const std::size_t layers = layers_of(size, shape);
  const std::size_t along = blocks_of(size, shape) / layers;
  return {
      {"static", [=](std::size_t b) { return static_cast<unsigned>(b / along * nodes / layers); }},
      {"static,1", [=](std::size_t b) { return static_cast<unsigned>(b / along % nodes); }},
      {"LD0", [](std::size_t) { return 0U; }}};
}

std::vector<std::size_t> numbered_blocks(std::size_t size, const block_shape& shape) {
  std::vector<std::size_t> blocks(blocks_of(size, shape));
  std::iota(blocks.begin(), blocks.end(), std::size_t{0});
  return blocks;
}

std::vector<block_order> orders(std::size_t size) {
  const std::size_t along = (size + blocks_of_paper.rows - 1) / blocks_of_paper.rows;
  const auto in_tiles = [&](std::size_t width) {
    std::vector<std::size_t> blocks;
    for (std::size_t tile = 0; tile < along; tile += width) {
      for (std::size_t k = 0; k < along; ++k) {
        for (std::size_t j = tile; j < std::min(along, tile + width); ++j) {
          blocks.push_back(k * along + j);
        }
      }
    }
    return blocks;
  };
  constexpr std::size_t tile_width = 10;
  return {{"kji", in_tiles(along)}, {"jki", in_tiles(1)}, {"tiles", in_tiles(tile_width)}};
}

int main_of(const runtime_under_test& runtime, int argc, char** argv) {
  CLI::App arguments("Six-point Jacobi in blocks of a row by 10 by 10, with " + runtime.name);
  request ask;
  arguments.add_option("--size", ask.size, "Sites along each edge of the cube")
      ->check(CLI::Range(20, 2000))
      ->capture_default_str();
  arguments.add_option("--sweeps", ask.sweeps, "Sweeps that are timed, of each variant")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  arguments.add_option("--rounds", ask.rounds, "Rounds over all variants")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  arguments.add_option("--stores", ask.kind, "Of the sweep and of the copy that is its limit")
      ->transform(CLI::CheckedTransformer(kinds))
      ->default_str(ask.kind == stores::ordinary ? "ordinary" : "past-caches");
  arguments
      .add_option("--pages", ask.pages,
                  "Huge pages are faster, and place layers roughly; small by default where there "
                  "are several NUMA nodes")
      ->transform(CLI::CheckedTransformer(page_sizes))
      ->default_str(ask.pages == page_size::small ? "small" : "huge");
  arguments.add_option("--only", ask.only, "Only variants with this in their name");
  CLI11_PARSE(arguments, argc, argv);
  if (ask.kind == stores::past_caches && !has_stores_past_caches()) {
    std::fprintf(stderr, "%s: --stores past-caches: not known of this processor; use ordinary\n",
                 argv[0]);
    return 1;
  }
  try {
    run(runtime, ask);
  } catch (const std::exception& mistake) {
    std::fprintf(stderr, "%s: %s\n", argv[0], mistake.what());
    return 1;
  }
  return 0;
}

}  // namespace bench::jacobi
