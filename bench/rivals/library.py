#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs kernels of networkit, igraph or SciPy in a separate process, for bench/all_kernels.py.

library.py NAME FOLDER: FOLDER contains the graph in GAP's serialised form, as undirected.sg, weighted.wsg, acyclic.sg (each edge
from the vertex of the lesser number) and, optionally, matrix.sg. For each line `KERNEL THREADS` on standard input it prints a line
with the seconds, or `none` if the library lacks the kernel.
"""

import os
import sys
import time
import warnings

import numpy
import scipy.sparse


WALKS = 1000      # number of walks from the source; all_kernels.py imports both constants
WALK_STEPS = 100


def read(path):
    """Reads GAP's serialised graph as a matrix: a byte, two counts, offsets, targets (with weights in .wsg)."""
    weighted = path.endswith(".wsg")
    with open(path, "rb") as file:
        file.read(1)
        arcs, vertices = numpy.fromfile(file, numpy.int64, 2)
        offsets = numpy.fromfile(file, numpy.int64, vertices + 1)
        arcs = int(offsets[-1])
        rows = numpy.fromfile(file, numpy.int32, arcs * (2 if weighted else 1))
    targets = rows[::2] if weighted else rows
    values = rows[1::2].astype(float) if weighted else numpy.ones(arcs)
    return scipy.sparse.csr_matrix((values, targets.copy(), offsets), shape=(vertices, vertices))


def source_of(matrix):
    """The vertex with the most neighbours, the source in all_kernels.py."""
    return int(numpy.argmax(numpy.diff(matrix.indptr)))


class Networkit:
    def __init__(self, graphs):
        import networkit
        self.nk = networkit
        self.source = source_of(graphs["undirected"])
        self.g = self.made(scipy.sparse.triu(graphs["undirected"]).tocoo(), False, False)
        self.weighted = self.made(scipy.sparse.triu(graphs["weighted"]).tocoo(), True, False)
        self.acyclic = self.made(graphs["acyclic"].tocoo(), False, True)
        if "matrix" in graphs:
            self.directed = self.made(graphs["matrix"].tocoo(), False, True)

    def made(self, matrix, weighted, directed):
        return self.nk.GraphFromCoo((matrix.data, (matrix.row, matrix.col)), n=matrix.shape[0],
                                    weighted=weighted, directed=directed)

    def threads(self, count):
        self.nk.setNumberOfThreads(count)

    def bfs(self):
        return self.nk.distance.BFS(self.g, self.source, storePaths=False)

    def sssp(self):
        return self.nk.distance.Dijkstra(self.weighted, self.source, storePaths=False)

    def components(self):
        return self.nk.components.ParallelConnectedComponents(self.g)

    def strong(self):
        return self.nk.components.StronglyConnectedComponents(self.directed)

    def pagerank(self):
        ranks = self.nk.centrality.PageRank(self.g, 0.85, 1e-4)
        ranks.norm = self.nk.centrality.Norm.L1_NORM
        return ranks

    def kcore(self):
        return self.nk.centrality.CoreDecomposition(self.g)

    def eigenvector(self):
        return self.nk.centrality.EigenvectorCentrality(self.g, 1e-8)

    def katz(self):
        greatest = self.nk.graphtools.maxDegree(self.g)
        return self.nk.centrality.KatzCentrality(self.g, 1 / (1 + greatest), 1, 1e-8)

    def diameter(self):
        return self.nk.distance.Diameter(self.g, self.nk.distance.DiameterAlgo.EXACT)

    def biconnected(self):
        return self.nk.components.BiconnectedComponents(self.g)

    def forest(self):
        return self.nk.graph.RandomMaximumSpanningForest(self.weighted)

    def communities(self):
        return self.nk.community.PLM(self.g)

    def independent_set(self):
        return lambda: self.nk.independentset.Luby().run(self.g)

    def topological_order(self):
        return lambda: self.nk.graphtools.topologicalSort(self.acyclic)


class Igraph:
    def __init__(self, graphs):
        import igraph
        self.source = source_of(graphs["undirected"])
        self.g = self.made(igraph, scipy.sparse.triu(graphs["undirected"]).tocoo(), False)
        weighted = scipy.sparse.triu(graphs["weighted"]).tocoo()
        self.weighted = self.made(igraph, weighted, False)
        self.weights = weighted.data.tolist()
        self.acyclic = self.made(igraph, graphs["acyclic"].tocoo(), True)
        if "matrix" in graphs:
            self.directed = self.made(igraph, graphs["matrix"].tocoo(), True)

    @staticmethod
    def made(igraph, matrix, directed):
        edges = numpy.column_stack((matrix.row, matrix.col))
        return igraph.Graph(n=matrix.shape[0], edges=edges, directed=directed)

    def components(self):
        return lambda: self.g.connected_components()

    def strong(self):
        return lambda: self.directed.connected_components("strong")

    def bc(self):
        return lambda: self.g.betweenness(sources=[self.source])

    def kcore(self):
        return lambda: self.g.coreness()

    def closeness(self):
        return lambda: self.g.closeness(vertices=list(range(64)))

    def eigenvector(self):
        return lambda: self.g.eigenvector_centrality()

    def hits(self):
        return lambda: self.g.hub_score()

    def hits_directed(self):
        return lambda: self.directed.hub_score()

    def biconnected(self):
        return lambda: self.g.biconnected_components()

    def forest(self):
        return lambda: self.weighted.spanning_tree(self.weights, return_tree=False)

    def communities(self):
        return lambda: self.g.community_multilevel()

    def colouring(self):
        return lambda: self.g.vertex_coloring_greedy()

    def topological_order(self):
        return lambda: self.acyclic.topological_sorting()

    def walks(self):
        return lambda: [self.g.random_walk(self.source, WALK_STEPS) for _ in range(WALKS)]


class Scipy:
    def __init__(self, graphs):
        from scipy.sparse import csgraph
        self.csgraph = csgraph
        self.graphs = graphs
        self.source = source_of(graphs["undirected"])

    def bfs(self):
        return lambda: self.csgraph.breadth_first_order(self.graphs["undirected"], self.source)

    def sssp(self):
        return lambda: self.csgraph.dijkstra(self.graphs["weighted"], indices=self.source)

    def components(self):
        return lambda: self.csgraph.connected_components(self.graphs["undirected"], False)

    def strong(self):
        return lambda: self.csgraph.connected_components(self.graphs["matrix"], True, "strong")

    def forest(self):
        return lambda: self.csgraph.minimum_spanning_tree(self.graphs["weighted"])

    def matching(self):
        return lambda: self.csgraph.maximum_bipartite_matching(self.graphs["matrix"])


def seconds_of(library, kernel, threads):
    """The seconds of a run; None if the library lacks the kernel, or has only a serial one and threads > 1."""
    made = getattr(library, kernel, None)
    if made is None or (threads > 1 and not hasattr(library, "threads")):
        return None
    if hasattr(library, "threads"):
        library.threads(threads)
    algorithm = made()
    run = algorithm if callable(algorithm) else algorithm.run
    begin = time.perf_counter()
    run()
    return time.perf_counter() - begin


def main():
    name, folder = sys.argv[1:]
    warnings.simplefilter("ignore")  # such as igraph's warning that hub scores of an undirected graph are eigenvector scores
    files = [f for f in os.listdir(folder) if f in ("undirected.sg", "weighted.wsg", "acyclic.sg", "matrix.sg")]
    graphs = {f.split(".")[0]: read(os.path.join(folder, f)) for f in files}
    library = {"networkit": Networkit, "igraph": Igraph, "SciPy": Scipy}[name](graphs)
    print("ready", flush=True)
    for line in sys.stdin:
        kernel, threads = line.split()
        try:
            seconds = seconds_of(library, kernel, int(threads))
            print("none" if seconds is None else seconds, flush=True)
        except (AttributeError, KeyError, TypeError) as missing:
            print(f"{name} {kernel}: {missing}", file=sys.stderr)
            print("none", flush=True)


if __name__ == "__main__":
    main()
