// SPDX-License-Identifier: Apache-2.0
// A Cholesky factorisation by tiles: a = l * l^T. The tasks are created in the order of the
// sequential program, and name the tiles that they read and write.
#include <arcas/tasks/task_graph.h>

#include <cmath>
#include <cstdlib>
#include <vector>

constexpr int size = 16;  // of a tile, in rows and in columns
struct tile {
  double x[size][size];
};

// A matrix of tiles, of which the lower half is used.
struct matrix {
  explicit matrix(int n) : count(n), tiles(static_cast<std::size_t>(n * n)) {}
  tile& operator()(int i, int j) { return tiles[static_cast<std::size_t>(i * count + j)]; }
  int count;
  std::vector<tile> tiles;
};

// a: a diagonal tile, which is replaced by its factor.
void factorise(tile& a) {
  for (int k = 0; k < size; ++k) {
    a.x[k][k] = std::sqrt(a.x[k][k]);
    for (int i = k + 1; i < size; ++i) a.x[i][k] /= a.x[k][k];
    for (int j = k + 1; j < size; ++j)
      for (int i = j; i < size; ++i) a.x[i][j] -= a.x[i][k] * a.x[j][k];
  }
}
// a := a * l^-T
void solve(const tile& l, tile& a) {
  for (auto& row : a.x) {
    for (int k = 0; k < size; ++k) {
      for (int p = 0; p < k; ++p) row[k] -= row[p] * l.x[k][p];
      row[k] /= l.x[k][k];
    }
  }
}
// c := c - a * b^T
void update(const tile& a, const tile& b, tile& c) {
  for (int i = 0; i < size; ++i)
    for (int j = 0; j < size; ++j)
      for (int p = 0; p < size; ++p) c.x[i][j] -= a.x[i][p] * b.x[j][p];
}

void build(arcas::task_graph& g, matrix& a) {
  using arcas::in, arcas::inout;
  for (int k = 0; k < a.count; ++k) {
    tile& pivot = a(k, k);
    g.add([&pivot] { factorise(pivot); }, inout(pivot));
    for (int i = k + 1; i < a.count; ++i) {
      tile& below = a(i, k);
      g.add([&pivot, &below] { solve(pivot, below); }, in(pivot), inout(below));
    }
    for (int i = k + 1; i < a.count; ++i) {
      for (int j = k + 1; j <= i; ++j) {
        tile &left = a(i, k), &upper = a(j, k), &c = a(i, j);
        g.add([&left, &upper, &c] { update(left, upper, c); }, in(left), in(upper), inout(c));
      }
    }
  }
}

// The product of row i and row j of the factor; j is at most i.
double product(matrix& l, int i, int j) {
  double sum = 0;
  for (int k = 0; k <= j; ++k)
    sum +=
        l(i / size, k / size).x[i % size][k % size] * l(j / size, k / size).x[j % size][k % size];
  return sum;
}

int main() {
  constexpr int tiles = 8, n = tiles * size;
  const auto element = [](int i, int j) { return i == j ? 2.0 * n : 1.0 / (1 + std::abs(i - j)); };
  matrix a(tiles);
  arcas::task_graph g;
  build(g, a);
  for (int run = 0; run < 3; ++run) {
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) a(i / size, j / size).x[i % size][j % size] = element(i, j);
    g.run();
    for (int i = 0; i < n; ++i)
      for (int j = 0; j <= i; ++j)
        if (!(std::abs(product(a, i, j) - element(i, j)) < 1e-9)) return 1;
  }
  return 0;
}
