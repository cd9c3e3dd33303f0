# SPDX-License-Identifier: Apache-2.0
"""Each kernel is compared with NetworkX, with SciPy, or with its definition."""
import networkx as nx
import numpy as np
import pytest
import scipy.sparse as sp
from scipy.sparse import csgraph

import arcas

DIRECTED = nx.gnp_random_graph(60, 0.06, seed=3, directed=True)
UNDIRECTED = nx.gnp_random_graph(60, 0.06, seed=5)
WEIGHTED = nx.gnp_random_graph(60, 0.08, seed=7)
for i, (_, _, attributes) in enumerate(WEIGHTED.edges(data=True)):
    attributes["weight"] = 1.0 + (i * 7) % 11
d, u, w = arcas.DiGraph(DIRECTED), arcas.Graph(UNDIRECTED), arcas.Graph(WEIGHTED)


def close(found, wanted, tolerance=1e-9):
    np.testing.assert_allclose(np.asarray(found), [wanted[v] for v in range(len(wanted))], atol=tolerance)


def test_pagerank():
    close(arcas.pagerank(d, tolerance=1e-12, max_iterations=1000), nx.pagerank(DIRECTED, tol=1e-12), 1e-8)
    jumps = {v: 1.0 + v for v in range(60)}
    close(arcas.pagerank(d, personalization=[jumps[v] for v in range(60)], tolerance=1e-12, order="jacobi"),
          nx.pagerank(DIRECTED, personalization=jumps, tol=1e-12), 1e-8)
    close(arcas.pagerank(w, weighted=True, tolerance=1e-12), nx.pagerank(WEIGHTED, tol=1e-12), 1e-8)
    result = arcas.pagerank(d, max_iterations=2)
    assert result.iterations == 2 and result.residual > 1e-6 and result.seconds > 0
    with pytest.raises(ValueError, match="damping"):
        arcas.pagerank(d, damping=2)
    with pytest.raises(ValueError, match="order: 'x' is not known; it must be one of 'in-place', 'jacobi'"):
        arcas.pagerank(d, order="x")
    with pytest.raises(ValueError, match="personalization has 1 weights; one for each of the 60 vertices"):
        arcas.pagerank(d, personalization=[1])
    with pytest.raises(ValueError, match="weighted=True requires weights, and the graph has none"):
        arcas.pagerank(d, weighted=True)


def test_spectral():
    close(arcas.eigenvector_centrality(u, tolerance=1e-12), nx.eigenvector_centrality_numpy(UNDIRECTED), 1e-6)
    close(arcas.katz_centrality(u, alpha=0.05, tolerance=1e-12), nx.katz_centrality(UNDIRECTED, alpha=0.05, tol=1e-12), 1e-8)
    hubs, authorities = nx.hits(DIRECTED, tol=1e-12)
    found = arcas.hits(d, tolerance=1e-12)
    close(found.hubs, hubs, 1e-6)
    close(found.authorities, authorities, 1e-6)


def test_betweenness():
    close(arcas.betweenness(d), nx.betweenness_centrality(DIRECTED))
    close(arcas.betweenness(u, normalized=False, endpoints=True),
          nx.betweenness_centrality(UNDIRECTED, normalized=False, endpoints=True))
    close(arcas.betweenness(w, weighted=True), nx.betweenness_centrality(WEIGHTED, weight="weight"))
    sampled = arcas.sampled_betweenness(u, error=0.05)
    assert sampled.samples > 0 and sampled.error <= 0.05
    assert np.abs(sampled.values - arcas.betweenness(u).values).max() < 0.1
    some = arcas.betweenness(u, sources=[3, 5])
    assert len(some) == 60 and not np.allclose(some, arcas.betweenness(u))


def test_distances():
    close(arcas.closeness(d), nx.closeness_centrality(DIRECTED))
    close(arcas.closeness(w, weighted=True), nx.closeness_centrality(WEIGHTED, distance="weight"))
    close(arcas.harmonic(d), nx.harmonic_centrality(DIRECTED))
    assert arcas.closeness(d, vertices=[4]).to_dict() == {4: pytest.approx(nx.closeness_centrality(DIRECTED, 4))}
    part = UNDIRECTED.subgraph(max(nx.connected_components(UNDIRECTED), key=len))
    whole = arcas.Graph(part)
    eccentricities = nx.eccentricity(part)
    found = arcas.diameter(whole, eccentricities=True)
    assert found.diameter == nx.diameter(part)
    assert dict(zip(whole.names or range(60), found.eccentricities.tolist())) == eccentricities
    assert arcas.eccentricity(whole).to_dict() == eccentricities


def test_bfs_and_sssp():
    levels = nx.single_source_shortest_path_length(DIRECTED, 0)
    found = arcas.bfs(d, 0)
    assert found.levels.tolist() == [levels.get(v, -1) for v in range(60)]
    assert found.reached == len(levels) and found.depth == max(levels.values())
    assert all(p == -1 or v == 0 or found.levels[p] == found.levels[v] - 1 for v, p in enumerate(found.parents))
    assert (arcas.bfs(d, [0, 1]).levels == 0).sum() == 2
    lengths = nx.single_source_dijkstra_path_length(WEIGHTED, 0)
    paths = arcas.sssp(w, 0, parents=True)
    assert paths.distances.tolist() == [lengths.get(v, np.inf) for v in range(60)]
    far = max(lengths, key=lengths.get)
    assert nx.path_weight(WEIGHTED, paths.path_to(far), "weight") == lengths[far]
    whole = arcas.Graph.from_edges([0, 2], [1, 3], np.array([5, 6], np.int32))
    assert arcas.sssp(whole, 0).unreached.tolist() == [False, False, True, True]
    with pytest.raises(ValueError, match=r"the graph has no weights, which are required; bfs\(\) counts"):
        arcas.sssp(u, 0)
    with pytest.raises(ValueError, match="source: 60 is not a vertex; the graph has 60 vertices, counted from 0"):
        arcas.sssp(w, 60)
    with pytest.raises(ValueError, match="sources: -1 is not a vertex; the graph has 60 vertices, counted from 0"):
        arcas.bfs(u, [0, -1])
    with pytest.raises(TypeError, match="sources: vertices are whole numbers in one dimension"):
        arcas.bfs(u, "a")


def test_a_path_ends_at_a_vertex():
    paths = arcas.sssp(arcas.Graph.from_edges([0, 1], [1, 2], np.array([1.0, 2.0]), vertices=4), 0, parents=True)
    assert paths.path_to(2) == [0, 1, 2] and paths.path_to(np.int32(0)) == [0] and paths.path_to(3) == []
    for v in (-1, 4, 99):
        with pytest.raises(ValueError, match=f"v: {v} is not a vertex; the graph has 4 vertices, counted from 0"):
            paths.path_to(v)


def test_of_parallel_edges_the_lightest_counts_in_any_order():
    for weights in ([5, 1, 5, 1], [1, 5, 1, 5], [5, 1, 1, 5]):
        forest = arcas.spanning_forest(arcas.Graph.from_csr([0, 2, 4], [1, 1, 0, 0], np.array(weights, np.int32)))
        assert forest.total == 1 and forest.numbers.tolist() == [1]
    multi = nx.MultiGraph()
    multi.add_weighted_edges_from([(0, 1, 5), (0, 1, 1), (1, 2, 3), (1, 2, 7), (0, 2, 9)])
    assert arcas.spanning_forest(arcas.Graph(multi)).total == 4


def test_several_paths_and_walks():
    found = arcas.shortest_paths(w, 0, 9, 4)
    wanted = nx.shortest_simple_paths(WEIGHTED, 0, 9, weight="weight")
    assert [p.length for p in found] == [nx.path_weight(WEIGHTED, next(wanted), "weight") for _ in range(4)]
    walks = arcas.random_walks(d, [0, 1, 2], steps=10, per_start=2, seed=4)
    assert walks.shape == (6, 11) and walks[:, 0].tolist() == [0, 0, 1, 1, 2, 2]
    assert all(DIRECTED.has_edge(a, b) for walk in walks.tolist() for a, b in zip(walk, walk[1:]) if b != -1)
    assert (walks == arcas.random_walks(d, [0, 1, 2], steps=10, per_start=2, seed=4, workers=1)).all()


def test_components():
    for found, wanted in [(arcas.components(u), nx.connected_components(UNDIRECTED)),
                          (arcas.components(d), nx.weakly_connected_components(DIRECTED)),
                          (arcas.strong_components(d), nx.strongly_connected_components(DIRECTED))]:
        groups = [set(group.tolist()) for group in found.groups()]
        assert sorted(map(sorted, groups)) == sorted(map(sorted, wanted))
        assert found.count == len(groups) and len(groups[0]) == max(map(len, groups))


def test_communities(karate):
    g = arcas.Graph(karate)
    found = arcas.communities(g)
    groups = [set(group.tolist()) for group in found.groups()]
    assert found.quality == pytest.approx(nx.community.modularity(karate, groups, weight=None))
    assert found.quality > 0.41
    assert arcas.partition_quality(g, found.labels) == pytest.approx(found.quality)
    assert arcas.conductances(g, found.labels).tolist() == pytest.approx([nx.conductance(karate, s) for s in groups])
    weighted = arcas.communities(g, weighted=True, method="louvain")
    assert weighted.quality == pytest.approx(nx.community.modularity(karate, [set(p.tolist()) for p in weighted.groups()]))
    with pytest.raises(ValueError, match="one label for each of 34 vertices"):
        arcas.partition_quality(g, [0])
    with pytest.raises(ValueError, match="label 34 is out of range"):
        arcas.partition_quality(g, [34] * 34)


def test_cores_triangles_trusses():
    close(arcas.core_numbers(u), nx.core_number(UNDIRECTED))
    found = arcas.triangles(u)
    close(found.triangles, nx.triangles(UNDIRECTED))
    close(found.clustering, nx.clustering(UNDIRECTED))
    assert found.total == arcas.count_triangles(u) == sum(nx.triangles(UNDIRECTED).values()) // 3
    assert arcas.transitivity(u) == pytest.approx(nx.transitivity(UNDIRECTED))
    assert found.average_clustering == pytest.approx(nx.average_clustering(UNDIRECTED))
    close(arcas.clustering(u), nx.clustering(UNDIRECTED))
    numbers = arcas.truss_numbers(u)
    for k in range(2, numbers.count + 1):
        kept = {(a, b) for a, b, n in zip(numbers.sources.tolist(), numbers.targets.tolist(), numbers.numbers) if n >= k}
        assert kept == {(min(e), max(e)) for e in nx.k_truss(UNDIRECTED, k).edges}


def test_biconnected_and_forest():
    blocks = arcas.biconnected_components(u)
    assert blocks.count == len(list(nx.biconnected_components(UNDIRECTED)))
    assert set(np.flatnonzero(blocks.articulation).tolist()) == set(nx.articulation_points(UNDIRECTED))
    bridges = {(min(e), max(e)) for e in nx.bridges(UNDIRECTED)}
    assert set(zip(*(ends.tolist() for ends in blocks.bridge_edges()))) == bridges and blocks.bridges == len(bridges)
    forest = arcas.spanning_forest(w)
    tree = csgraph.minimum_spanning_tree(sp.csr_array(nx.to_scipy_sparse_array(WEIGHTED)))
    assert forest.total == pytest.approx(tree.sum()) == forest.numbers.sum()
    assert len(forest.sources) == 60 - forest.count


def test_choices():
    chosen = set(arcas.independent_set(u).tolist())
    assert not any(a in chosen and b in chosen for a, b in UNDIRECTED.edges)
    assert all(v in chosen or chosen & set(UNDIRECTED[v]) for v in UNDIRECTED)
    colours = arcas.colouring(u)
    assert all(colours.labels[a] != colours.labels[b] for a, b in UNDIRECTED.edges)
    assert colours.count == colours.labels.max() + 1
    pairs = arcas.matching(u)
    edges = {(min(v, m), max(v, m)) for v, m in enumerate(pairs.mates.tolist()) if m != -1}
    assert nx.is_maximal_matching(UNDIRECTED, edges) and len(edges) == pairs.size
    two_sides = nx.bipartite.random_graph(20, 25, 0.15, seed=2)
    largest = arcas.bipartite_matching(arcas.Graph(two_sides))
    assert largest.size == int(largest.cover.sum())
    assert all(largest.cover[a] or largest.cover[b] for a, b in two_sides.edges)
    with pytest.raises(ValueError, match="bipartite"):
        arcas.bipartite_matching(arcas.Graph(nx.complete_graph(3)))


def test_similarity():
    ends = np.array([(a, b) for a in range(12) for b in range(12) if a != b]).T
    number = {v: u.index(v) for v in UNDIRECTED}
    name = {i: v for v, i in number.items()}
    pairs = [(name[a], name[b]) for a, b in ends.T.tolist()]
    for measure, wanted in [("jaccard", nx.jaccard_coefficient), ("adamic_adar", nx.adamic_adar_index),
                            ("common", lambda g, e: ((a, b, len(list(nx.common_neighbors(g, a, b)))) for a, b in e))]:
        expected = [score for _, _, score in wanted(UNDIRECTED, pairs)]
        assert arcas.similarity(u, *ends, measure=measure) == pytest.approx(expected)
        vertices, scores = arcas.most_similar(u, 3, measure=measure)
        a = number[next(iter(UNDIRECTED))]
        best = sorted(((-score, number[b]) for _, b, score in
                       wanted(UNDIRECTED, [(name[a], b) for b in nx.non_neighbors(UNDIRECTED, name[a])]) if score > 0))[:3]
        assert scores[a].tolist() == pytest.approx([-s for s, _ in best] + [0] * (3 - len(best)))
    with pytest.raises(ValueError, match="targets: 1 vertices; one is required for each of the 2 sources"):
        arcas.similarity(u, [0, 1], [2])
    with pytest.raises(ValueError, match="similarity requires pairs of different vertices; a pair has vertex 1 twice"):
        arcas.similarity(u, [1], [1])


def test_topological_order():
    dag = nx.DiGraph((a, b) for a, b in DIRECTED.edges if a < b)
    g = arcas.DiGraph(dag)
    found = arcas.topological_order(g)
    place = {v: i for i, v in enumerate(found.order.tolist())}
    assert all(place[g.index(a)] < place[g.index(b)] for a, b in dag.edges) and found.cycle.size == 0
    cycle = arcas.topological_order(arcas.DiGraph(nx.cycle_graph(4, create_using=nx.DiGraph))).cycle
    assert sorted(cycle.tolist()) == [0, 1, 2, 3]


def test_the_direction_that_a_kernel_requires():
    with pytest.raises(ValueError, match=r"the graph is directed; an undirected one is required: graph.to_undirected\(\)"):
        arcas.core_numbers(d)
    with pytest.raises(ValueError, match=r"the graph is undirected; a directed one is required: graph.to_directed\(\)"):
        arcas.topological_order(u)


def test_scores():
    g = arcas.Graph(nx.star_graph(["hub", "a", "b", "c"]))
    scores = arcas.pagerank(g)
    assert scores.top(1)[0][0] == "hub" and [name for name, _ in scores.top()] == ["hub", "a", "b", "c"]
    assert scores.top(0) == [] and len(scores.top(99)) == 4
    series = scores.to_pandas()
    assert series["hub"] == scores[0] and list(series.index) == g.names
    assert scores.to_dict()["a"] == scores[1]
    assert np.asarray(scores).base is not None or np.asarray(scores) is scores.values
    assert sum(scores) == pytest.approx(1)
    assert repr(scores).startswith("Scores of 4 vertices (hub: ")


def test_graphs_without_vertices_or_edges():
    empty, isolated = arcas.Graph.from_edges([], []), arcas.Graph.from_edges([], [], vertices=3)
    for kernel in (arcas.pagerank, arcas.components, arcas.core_numbers, arcas.triangles, arcas.betweenness,
                   arcas.closeness, arcas.diameter, arcas.communities, arcas.colouring, arcas.matching,
                   arcas.spanning_forest, arcas.biconnected_components, arcas.truss_numbers, arcas.hits, arcas.most_similar):
        kernel(empty)
        kernel(isolated)
    assert arcas.components(isolated).count == 3


@pytest.mark.parametrize("kind", [np.int32, np.int64, np.float32, np.float64])
def test_every_kind_of_weights(kind):
    arrays = [0, 0, 1], [1, 2, 2], np.array([1, 5, 2], kind)
    g = arcas.Graph.from_edges(*arrays)
    assert arcas.sssp(g, 0).distances.tolist() == [0, 1, 3]
    assert arcas.spanning_forest(g).total == 3
    assert arcas.shortest_paths(g, 0, 2)[0].vertices.tolist() == [0, 1, 2]
    for kernel in (arcas.pagerank, arcas.betweenness, arcas.closeness, arcas.communities, arcas.matching, arcas.hits):
        kernel(g, weighted=True)
    arcas.random_walks(g, [0], weighted=True)
