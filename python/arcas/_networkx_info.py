# SPDX-License-Identifier: Apache-2.0
"""The description of the backend that NetworkX reads when NetworkX is imported. Loads no large module."""
import os
import re

# The functions of NetworkX that the backend implements, by their names in NetworkX 3.6; a test
# compares them with the registry.
FUNCTIONS = """
all_pairs_bellman_ford_path_length all_pairs_dijkstra_path_length all_pairs_shortest_path_length ancestors
articulation_points astar_path_length average_clustering average_shortest_path_length barycenter
bellman_ford_path_length betweenness_centrality center closeness_centrality clustering connected_components
core_number degree_centrality descendants descendants_at_distance diameter dijkstra_path_length eccentricity
efficiency eigenvector_centrality flow_hierarchy global_efficiency harmonic_centrality has_bridges has_eulerian_path
has_path hits in_degree_centrality is_arborescence is_attracting_component is_biconnected is_branching is_connected
is_directed_acyclic_graph is_eulerian is_forest is_semieulerian is_strongly_connected is_tree is_weakly_connected
katz_centrality node_connected_component number_attracting_components number_connected_components
number_strongly_connected_components number_weakly_connected_components out_degree_centrality pagerank periphery
radius shortest_path_length single_source_bellman_ford_path_length single_source_dijkstra_path_length
single_source_shortest_path_length single_target_shortest_path_length transitivity triangles
weakly_connected_components wiener_index
""".split()


# Functions that NetworkX 3.7 has renamed. (The `centroid` of 3.6 was another function, for trees only.)
RENAMED = {"barycenter": "centroid"}


def functions():
    import networkx  # already being imported: it calls get_info()
    version = tuple(map(int, re.findall(r"\d+", networkx.__version__)[:2]))
    return [RENAMED.get(name, name) if version >= (3, 7) else name for name in FUNCTIONS]


def get_info():
    """Returns the description. With ARCAS_NX_AUTOCONFIG=1 it also configures NetworkX to try arcas first, and not to
    warn at each use of its cache."""
    if os.environ.get("ARCAS_NX_AUTOCONFIG", "") not in ("", "0"):
        os.environ.setdefault("NETWORKX_BACKEND_PRIORITY", "arcas")
        os.environ.setdefault("NETWORKX_WARNINGS_TO_IGNORE", "cache")
    return {
        "backend_name": "arcas",
        "project": "arcas",
        "package": "arcas",
        "short_summary": "Graph kernels in C++ on all processors.",
        "default_config": {"should_run_nodes": 200},
        "functions": {name: {} for name in functions()},
    }
