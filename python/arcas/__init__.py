# SPDX-License-Identifier: Apache-2.0
"""Graph analytics on all processors of a machine.

>>> import arcas
>>> g = arcas.read_graph("soc-Slashdot0902.txt.zst")      # or arcas.Graph(matrix), arcas.DiGraph(nx_graph), …
>>> arcas.pagerank(g).top(3)

Submodules are loaded at their first use: ``import arcas`` alone takes less than a millisecond.
"""
import importlib

# The submodule that defines each public name.
_HOMES = {
    "graphs": ("Graph", "DiGraph", "read_graph"),
    "results": ("Scores", "Search", "Distances", "Path", "Labels", "Triangles", "Edges", "Blocks", "Order",
                "Hubs", "Diameter", "Mates"),
    "rankings": ("pagerank", "eigenvector_centrality", "katz_centrality", "hits", "betweenness",
                 "sampled_betweenness", "closeness", "harmonic", "eccentricity"),
    "searches": ("bfs", "sssp", "shortest_paths", "diameter", "random_walks", "topological_order"),
    "groups": ("components", "strong_components", "communities", "partition_quality", "conductances",
               "core_numbers", "count_triangles", "triangles", "clustering", "transitivity", "truss_numbers",
               "biconnected_components", "similarity", "most_similar"),
    "choices": ("spanning_forest", "matching", "bipartite_matching", "independent_set", "colouring"),
    "loops": ("parallel_for", "workers", "limit_workers"),
    "_arcas": ("InputError", "OutputError", "Interrupted"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}
__all__ = sorted(_HOME_OF)


def __getattr__(name):
    if name == "__version__":
        return importlib.import_module("importlib.metadata").version("arcas")
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module 'arcas' has no attribute {name!r}")
    # The extension module is imported first. In a sub-interpreter its import fails, and so would
    # NumPy's; only the extension module's error names the sub-interpreter as the cause.
    importlib.import_module("arcas._arcas")
    value = getattr(importlib.import_module(f"arcas.{home}"), name)
    globals()[name] = value
    return value


def __dir__():
    return [*globals(), *__all__, "__version__"]
