# SPDX-License-Identifier: Apache-2.0
"""Graphs from NetworkX's dictionaries."""

import random

import networkx as nx
import numpy as np
import pytest

import arcas
from arcas.networkx.backend import backend


def test_networkx_in_and_out(karate):
    g = arcas.Graph(karate)
    assert g.weights is not None and g.names is None
    back = g.to_networkx()
    assert nx.utils.graphs_equal(back, nx.Graph(karate.edges(data=True)))
    assert arcas.Graph(nx.path_graph(3)).weights is None
    named = nx.DiGraph([("x", "y"), ("y", "z"), ("z", "x")])
    d = arcas.DiGraph(named)
    assert d.names == ["x", "y", "z"] and sorted(d.to_networkx().edges) == sorted(named.edges)
    multi = nx.MultiGraph([(0, 1), (0, 1), (1, 2)])
    assert arcas.Graph(multi).edges == 3
    assert sorted(arcas.Graph(multi).to_networkx().edges()) == sorted(multi.edges())
    assert arcas.Graph(karate.subgraph([0, 1, 2, 3])).edges == 6
    with pytest.raises(ValueError, match="the NetworkX graph is directed"):
        arcas.Graph(named)


def test_at_least_one_edge_must_have_a_named_attribute():
    for kind, made in [(arcas.Graph, nx.path_graph(3)), (arcas.DiGraph, nx.path_graph(3, nx.DiGraph)),
                       (arcas.Graph, nx.MultiGraph([(0, 1), (0, 1)]))]:
        with pytest.raises(ValueError) as refused:
            kind(made, weights="cots")
        assert str(refused.value) == ("no edge of the NetworkX graph has the attribute 'cots'; weights=False takes "
                                      "the graph without weights")
    some = nx.path_graph(3)
    some[0][1]["cost"] = 4
    assert arcas.Graph(some, weights="cost").weights.tolist() == [4, 4, 1, 1]
    assert arcas.Graph(some, weights=False).weights is None
    for edgeless in (nx.empty_graph(3), nx.Graph()):
        for weights in ("cost", True):
            g = arcas.Graph(edgeless, weights=weights)
            assert g.vertices == len(edgeless) and g.edges == 0 and g.weights.tolist() == []
        assert arcas.Graph(edgeless, weights=False).weights is None


@pytest.mark.parametrize("shared", [True, False])
def test_both_rows_of_a_networkx_edge_have_its_weight(shared):
    draw = random.Random(3)
    order = draw.sample(range(3000), 3000)
    made = nx.Graph()
    made.add_nodes_from(order)
    some = order[:1000] + order[1100:2900]  # the others have no edges
    for _ in range(9000):
        u, v = draw.choice(some), draw.choice(some)
        made.add_edge(u, v, **({"weight": draw.randrange(1, 99)} if draw.random() < 0.8 else {}))
    made.add_edges_from((some[0], v) for v in some)
    if not shared:  # programs should not do this, but NetworkX allows it
        for row in made._adj.values():
            for v, attributes in row.items():
                row[v] = dict(attributes)
    wanted = nx.to_scipy_sparse_array(made, nodelist=order, weight="weight")
    assert abs(arcas.Graph(made).to_scipy() - wanted).max() == 0
    without = backend.convert_from_nx(made, edge_attrs={"length": 3})
    assert set(without.graph.weights.tolist()) == {3}


def test_rows_of_networkx_with_different_weights_are_both_read():
    made = nx.path_graph(3)
    made._adj[2][1] = {"weight": 5}
    assert arcas.Graph(made).weights.tolist() == [1, 1, 1, 5]
    made._adj[2][1]["weight"] = 2.5
    assert arcas.Graph(made).weights.tolist() == [1, 1, 1, 2.5]


class Node:
    """A node that changes the graph when it is compared."""

    def __init__(self, number, act):
        self.number, self.act = number, act

    def __hash__(self):
        return self.number

    def __eq__(self, other):
        self.act()
        return self is other


def test_a_networkx_graph_that_changes_meanwhile_is_refused():
    made = nx.Graph()
    made.add_weighted_edges_from((u, v, 2) for u, v in [(i, (i * 7 + 1) % 5000) for i in range(5000)])
    acts = []
    nodes = [Node(10_000, lambda: [act() for act in acts]) for _ in range(3)]  # with equal hashes
    made.add_edges_from([(0, nodes[0]), (0, nodes[1]), (1, nodes[2])])
    assert arcas.Graph(made).vertices == 5003
    acts.append(lambda: made.remove_nodes_from([v for v in made if isinstance(v, int) and v > 4000]))
    with pytest.raises(RuntimeError, match="changed"):
        arcas.Graph(made)


def test_an_edgeless_networkx_graph_is_searched_by_weights():
    g = arcas.Graph(nx.empty_graph(3))
    assert arcas.sssp(g, 1).distances.tolist() == [np.inf, 0, np.inf]
    assert arcas.shortest_paths(g, 0, 2) == []
    for kernel in (arcas.pagerank, arcas.betweenness, arcas.closeness, arcas.communities, arcas.matching, arcas.hits):
        kernel(g, weighted=True)
    assert arcas.sssp(arcas.DiGraph(nx.empty_graph(2, nx.MultiDiGraph)), 0).distances.tolist() == [0, np.inf]
