#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times a package of graph algorithms as its callers see it, in a process of its own, for bench/python_comparison.py.

callers.py NAME FOLDER: FOLDER has the undirected graph as indptr.npy, indices.npy and weights.npy. For each line
`convert networkx`, `convert csr` or `KERNEL THREADS` on standard input, prints a line with the seconds, or `none` if
the package lacks this conversion or kernel.
"""

import os
import sys
import time
import warnings

import numpy

SAMPLED = 16        # sources of sampled betweenness
TOLERANCE = 1e-6    # of PageRank, for the sum of the changes of all scores


class Graph:
    """The graphs that a rival converts: a SciPy matrix with weights and, if NetworkX is installed, NetworkX's graph of
    the matrix."""

    def __init__(self, folder):
        self.indptr, self.indices, self.weights = (numpy.load(os.path.join(folder, f"{name}.npy"))
                                                   for name in ("indptr", "indices", "weights"))
        self.vertices = len(self.indptr) - 1
        degrees = numpy.diff(self.indptr)
        self.source = int(numpy.argmax(degrees))
        self.sources = numpy.argsort(-degrees, kind="stable")[:SAMPLED].tolist()
        self._networkx = None

    def csr(self):
        import scipy.sparse
        return scipy.sparse.csr_matrix((self.weights, self.indices, self.indptr), shape=(self.vertices, self.vertices))

    def upper(self):
        """Each edge once: (ends, ends, weights)."""
        rows = numpy.repeat(numpy.arange(self.vertices, dtype=numpy.int32), numpy.diff(self.indptr))
        once = rows <= self.indices
        return rows[once], self.indices[once], self.weights[once]

    def networkx(self):
        if self._networkx is None:
            import networkx
            self._networkx = networkx.from_scipy_sparse_array(self.csr())
        return self._networkx


class Arcas:
    def __init__(self, graph):
        import arcas
        self.arcas, self.graph, self.workers = arcas, graph, None

    def threads(self, count):
        self.workers = count

    def from_networkx(self, made):
        return self.arcas.Graph(made)

    def from_csr(self, made):
        return self.arcas.Graph(made)

    def pagerank(self, g):
        return self.arcas.pagerank(g, tolerance=TOLERANCE, workers=self.workers)

    def bfs(self, g):
        return self.arcas.bfs(g, self.graph.source, workers=self.workers)

    def sssp(self, g):
        return self.arcas.sssp(g, self.graph.source, workers=self.workers)

    def components(self, g):
        return self.arcas.components(g, workers=self.workers)

    def betweenness(self, g):
        return self.arcas.betweenness(g, sources=self.graph.sources, workers=self.workers)

    def triangles(self, g):
        return self.arcas.triangles(g, workers=self.workers)

    def cores(self, g):
        return self.arcas.core_numbers(g, workers=self.workers)


class Networkx:
    def __init__(self, graph, **backend):
        import networkx
        self.nx, self.graph, self.backend = networkx, graph, backend

    def from_networkx(self, made):
        """A walk over all edges, whose time is compared with those of conversions."""
        for _ in made.edges(data=True):
            pass

    def from_csr(self, made):
        return self.nx.from_scipy_sparse_array(made)

    def pagerank(self, g):
        return self.nx.pagerank(g, tol=TOLERANCE / self.graph.vertices, weight=None, max_iter=1000, **self.backend)

    def bfs(self, g):
        return self.nx.single_source_shortest_path_length(g, self.graph.source, **self.backend)

    def sssp(self, g):
        return self.nx.single_source_dijkstra_path_length(g, self.graph.source, **self.backend)

    def components(self, g):
        return list(self.nx.connected_components(g, **self.backend))

    def betweenness(self, g):
        return self.nx.betweenness_centrality(g, k=SAMPLED, seed=1, **self.backend)

    def triangles(self, g):
        return self.nx.triangles(g, **self.backend)

    def cores(self, g):
        return self.nx.core_number(g, **self.backend)


class NetworkxOnArcas(Networkx):
    """Calls NetworkX's functions with Arcas as the backend; NetworkX keeps the converted graph."""

    def __init__(self, graph):
        import arcas
        super().__init__(graph, backend="arcas")
        self.threads = arcas.limit_workers

    betweenness = None  # the backend has no betweenness by sampled sources


class NetworkxOnRustworkx(Networkx):
    def __init__(self, graph):
        super().__init__(graph, backend="rustworkx")


class Networkit:
    def __init__(self, graph):
        import networkit
        self.nk, self.graph, self.plain = networkit, graph, None

    def threads(self, count):
        self.nk.setNumberOfThreads(count)

    def from_networkx(self, made):
        return self.nk.nxadapter.nx2nk(made, weightAttr="weight")

    def made(self, weighted):
        rows, columns, weights = self.graph.upper()
        return self.nk.GraphFromCoo((weights, (rows, columns)), n=self.graph.vertices, weighted=weighted, directed=False)

    def from_csr(self, _):
        return self.made(True)

    def prepare(self):
        """Makes a graph without weights, since networkit's PageRank would use weights."""
        self.plain = self.made(False)

    def pagerank(self, _):
        ranks = self.nk.centrality.PageRank(self.plain, 0.85, TOLERANCE)
        ranks.norm = self.nk.centrality.Norm.L1_NORM
        return ranks.run()

    def bfs(self, _):
        return self.nk.distance.BFS(self.plain, self.graph.source, storePaths=False).run().getDistances()

    def sssp(self, g):
        return self.nk.distance.Dijkstra(g, self.graph.source, storePaths=False).run().getDistances()

    def components(self, _):
        return self.nk.components.ParallelConnectedComponents(self.plain).run()

    def betweenness(self, _):
        return self.nk.centrality.EstimateBetweenness(self.plain, SAMPLED, True, True).run()

    def triangles(self, _):
        return self.nk.centrality.LocalClusteringCoefficient(self.plain).run()

    def cores(self, _):
        return self.nk.centrality.CoreDecomposition(self.plain).run()


class Igraph:
    def __init__(self, graph):
        import igraph
        self.igraph, self.graph = igraph, graph

    def from_networkx(self, made):
        return self.igraph.Graph.from_networkx(made)

    def from_csr(self, _):
        rows, columns, weights = self.graph.upper()
        g = self.igraph.Graph(n=self.graph.vertices, edges=numpy.column_stack((rows, columns)))
        g.es["weight"] = weights.tolist()
        return g

    def pagerank(self, g):
        return g.pagerank()

    def bfs(self, g):
        return g.distances(self.graph.source)

    def sssp(self, g):
        return g.distances(self.graph.source, weights="weight")

    def components(self, g):
        return g.connected_components()

    def betweenness(self, g):
        return g.betweenness(sources=self.graph.sources)

    def triangles(self, g):
        return g.transitivity_local_undirected()

    def cores(self, g):
        return g.coreness()


class Scipy:
    def __init__(self, graph):
        from scipy.sparse import csgraph
        self.csgraph, self.graph = csgraph, graph

    def from_networkx(self, made):
        import networkx
        return networkx.to_scipy_sparse_array(made)

    def bfs(self, g):
        return self.csgraph.breadth_first_order(g, self.graph.source)

    def sssp(self, g):
        return self.csgraph.dijkstra(g, indices=self.graph.source)

    def components(self, g):
        return self.csgraph.connected_components(g, False)


class Rustworkx:
    def __init__(self, graph):
        import rustworkx
        self.rx, self.graph = rustworkx, graph

    def from_networkx(self, made):
        return self.rx.networkx_converter(made)

    def from_csr(self, _):
        g = self.rx.PyGraph(multigraph=False)
        g.add_nodes_from(range(self.graph.vertices))
        g.add_edges_from(list(zip(*(column.tolist() for column in self.graph.upper()))))
        return g

    def bfs(self, g):
        return self.rx.bfs_layers(g, [self.graph.source])

    def sssp(self, g):
        return self.rx.dijkstra_shortest_path_lengths(g, self.graph.source, float)

    def components(self, g):
        return self.rx.connected_components(g)

    def triangles(self, g):
        return self.rx.transitivity(g)

    def cores(self, g):
        return self.rx.core_number(g)


RIVALS = {"arcas": Arcas, "NetworkX": Networkx, "NetworkX on arcas": NetworkxOnArcas, "networkit": Networkit,
          "igraph": Igraph, "SciPy": Scipy, "rustworkx": Rustworkx, "NetworkX on rustworkx": NetworkxOnRustworkx}


def timed(run, *arguments):
    begin = time.perf_counter()
    made = run(*arguments)
    return time.perf_counter() - begin, made


class Caller:
    def __init__(self, name, folder):
        self.graph = Graph(folder)
        self.rival = RIVALS[name](self.graph)
        self.converted = None

    def convert(self, source):
        """The seconds of a conversion; None if the package has none."""
        convert = getattr(self.rival, f"from_{source}", None)
        if convert is None:
            return None
        return timed(convert, self.graph.networkx() if source == "networkx" else self.graph.csr())[0]

    def kernel(self, name, threads):
        """The seconds of a call; None if the package lacks the kernel, or has only a serial one and threads > 1."""
        run = getattr(self.rival, name, None)
        if run is None or (threads > 1 and not hasattr(self.rival, "threads")):
            return None
        if hasattr(self.rival, "threads"):
            self.rival.threads(threads)
        if self.converted is None:
            convert = getattr(self.rival, "from_csr", None)
            self.converted = convert(self.graph.csr()) if convert else self.graph.csr()
            getattr(self.rival, "prepare", lambda: None)()
        return timed(run, self.converted)[0]


def main():
    name, folder = sys.argv[1:]
    warnings.simplefilter("ignore")  # such as NetworkX's warning that it keeps a converted graph
    caller = Caller(name, folder)
    print("ready", flush=True)
    for line in sys.stdin:
        first, second = line.split()
        try:
            seconds = caller.convert(second) if first == "convert" else caller.kernel(first, int(second))
            print("none" if seconds is None else seconds, flush=True)
        except (AttributeError, ImportError, NotImplementedError, TypeError) as missing:
            print(f"{name}, {line.strip()}: {missing}", file=sys.stderr)
            print("none", flush=True)


if __name__ == "__main__":
    main()
