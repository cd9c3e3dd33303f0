from ._arcas import InputError as InputError, Interrupted as Interrupted, OutputError as OutputError
from .choices import bipartite_matching as bipartite_matching, colouring as colouring
from .choices import independent_set as independent_set, matching as matching, spanning_forest as spanning_forest
from .graphs import DiGraph as DiGraph, Graph as Graph, read_graph as read_graph
from .groups import biconnected_components as biconnected_components, clustering as clustering
from .groups import communities as communities, components as components, conductances as conductances
from .groups import core_numbers as core_numbers, count_triangles as count_triangles
from .groups import most_similar as most_similar, similarity as similarity
from .groups import partition_quality as partition_quality, strong_components as strong_components
from .groups import transitivity as transitivity, triangles as triangles, truss_numbers as truss_numbers
from .loops import limit_workers as limit_workers, parallel_for as parallel_for, workers as workers
from .rankings import betweenness as betweenness, closeness as closeness, eccentricity as eccentricity
from .rankings import eigenvector_centrality as eigenvector_centrality, harmonic as harmonic, hits as hits
from .rankings import katz_centrality as katz_centrality, pagerank as pagerank
from .rankings import sampled_betweenness as sampled_betweenness
from .results import Blocks as Blocks, Diameter as Diameter, Distances as Distances, Edges as Edges, Hubs as Hubs
from .results import Labels as Labels, Mates as Mates, Order as Order, Path as Path, Scores as Scores
from .results import Search as Search, Triangles as Triangles
from .searches import bfs as bfs, diameter as diameter, random_walks as random_walks
from .searches import shortest_paths as shortest_paths, sssp as sssp, topological_order as topological_order

__version__: str
