# SPDX-License-Identifier: Apache-2.0
"""NetworkX graphs that change between two calls, in ways that NetworkX does not report. Nodes that are equal to nodes of
the graph but have other types. Weights of types that a float cannot replace."""
import copy
import math
import os
import pickle
from decimal import Decimal
from fractions import Fraction

import networkx as nx
import numpy as np
import pytest

import arcas
from arcas.networkx.backend import backend

pytestmark = pytest.mark.filterwarnings("ignore:Note. conversions to backend graphs")

KINDS = [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph]


def square(kind=nx.Graph):
    return kind([(0, 1, {"weight": 2}), (1, 2, {"weight": 2}), (2, 3, {"weight": 2}), (0, 3, {"weight": 9})])


def first_edge(G, u=0, v=1):
    return G[u][v][0] if G.is_multigraph() else G[u][v]


CHANGES = {
    "by the row": lambda G: first_edge(G).update(weight=50),
    "by the view of edges": lambda G: G.edges[(0, 1, 0) if G.is_multigraph() else (0, 1)].update(weight=50),
    "by set_edge_attributes": lambda G: nx.set_edge_attributes(G, 50, "weight"),
    "by a loop": lambda G: [d.update(weight=d["weight"] * 7) for _, _, d in G.edges(data=True)],
    "by taking it away": lambda G: first_edge(G).pop("weight"),
    "to another type": lambda G: first_edge(G).update(weight=2.5),
    "in the other direction's row": lambda G: (first_edge(G, 3, 0) if not G.is_directed() else first_edge(G)).update(weight=1),
    "by a method": lambda G: (G.remove_edge(0, 1), G.add_edge(0, 2, weight=1)),
}


def lengths(G, backend):
    return list(nx.single_source_dijkstra_path_length(G, 0, backend=backend).items())


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("change", CHANGES)
def test_a_change_of_weights_is_noticed(kind, change):
    G = square(kind)
    for _ in range(3):
        assert lengths(G, "arcas") == lengths(G, "networkx")
        nx.number_of_nodes(G)
        CHANGES[change](G) if change != "by taking it away" or "weight" in first_edge(G) else None
        if change == "by a method":
            break
    assert lengths(G, "arcas") == lengths(G, "networkx")


@pytest.mark.parametrize("kind", KINDS)
def test_a_weight_on_a_graph_without_weights_is_noticed(kind):
    G = kind([(0, 1), (1, 2), (0, 2)])
    assert lengths(G, "arcas") == lengths(G, "networkx")
    first_edge(G, 0, 2)["weight"] = 10
    assert dict(lengths(G, "arcas"))[2] == 2


def test_a_graph_that_is_not_changed_is_not_converted_again():
    G = square()
    nx.pagerank(G, backend="arcas")
    [cached] = G.__networkx_cache__["backends"]["arcas"].values()
    core = cached.graph._core
    nx.pagerank(G, backend="arcas")
    nx.core_number(G, backend="arcas")
    assert cached.graph._core is core
    G[0][1]["weight"] = 3
    nx.core_number(G, backend="arcas")  # its result does not depend on weights
    assert cached.graph._core is core
    nx.pagerank(G, backend="arcas")
    assert cached.graph._core is not core


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph])
def test_edges_by_hand_are_noticed(kind):
    G = kind(nx.path_graph(5, create_using=kind))
    count = nx.descendants(G, 0, backend="arcas")
    assert count == {1, 2, 3, 4}
    G._adj[0].pop(1)
    (G._pred if G.is_directed() else G._adj)[1].pop(0)
    G._adj[0][4] = (G._pred if G.is_directed() else G._adj)[4][0] = {}
    assert nx.descendants(G, 0, backend="arcas") == nx.descendants(G, 0, backend="networkx")


REWIRED = {
    "remove_edge, add_edge": lambda G: (G.remove_edge(0, 1), G.remove_edge(4, 5), G.add_edge(0, 5), G.add_edge(4, 1)),
    "remove_edges_from, add_edges_from": lambda G: (G.remove_edges_from([(0, 1), (4, 5)]), G.add_edges_from([(0, 5), (4, 1)])),
    "add_weighted_edges_from": lambda G: (G.remove_edge(0, 1), G.remove_edge(4, 5),
                                          G.add_weighted_edges_from([(0, 5, 1), (4, 1, 1)])),
    "clear_edges, update": lambda G: (G.clear_edges(), G.update(edges=[(0, 2), (2, 1), (1, 3), (4, 6), (6, 5), (5, 7)])),
    "remove_node, add_node": lambda G: (G.remove_node(1), G.add_node(1), G.add_edges_from([(7, 1), (1, 2)])),
    "relabel_nodes": lambda G: nx.relabel_nodes(G, {1: "x", 5: 1}, copy=False),
    "contracted_nodes": lambda G: nx.contracted_nodes(G, 0, 1, copy=False),
    "edge swap": lambda G: (nx.directed_edge_swap if G.is_directed() else nx.double_edge_swap)(G, seed=5, max_tries=1000),
    "add_path": lambda G: (G.clear_edges(), nx.add_path(G, [0, 2, 1, 3]), nx.add_path(G, [4, 6, 5, 7])),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("rewire", REWIRED)
def test_edges_that_keep_the_degrees_are_noticed(kind, rewire):
    """Each method of NetworkX that changes edges empties the cache."""
    G = kind([(0, 1), (1, 2), (2, 3), (4, 5), (5, 6), (6, 7)])
    assert nx.descendants(G, 0, backend="arcas") == {1, 2, 3} and G.__networkx_cache__["backends"]
    REWIRED[rewire](G)
    assert not G.__networkx_cache__.get("backends")
    for node in G:
        assert nx.descendants(G, node, backend="arcas") == nx.descendants(G, node, backend="networkx")


def test_a_converted_graph_of_an_older_arcas_is_refused():
    G = square()
    wanted = lengths(G, "arcas")
    [cached] = G.__networkx_cache__["backends"]["arcas"].values()
    for later in ("missing", "types", "_source", "_fresh"):
        del vars(cached)[later]
    G = pickle.loads(pickle.dumps(G))
    with pytest.raises(NotImplementedError) as refused:
        lengths(G, "arcas")
    assert "older Arcas; after G.__networkx_cache__.clear() NetworkX converts" in str(refused.value.__cause__)
    G.__networkx_cache__.clear()
    assert lengths(G, "arcas") == wanted


def test_a_view_shows_the_graph_as_it_is():
    G = nx.path_graph(6)
    H = G.subgraph(range(5))
    for _ in range(2):
        assert nx.number_connected_components(H, backend="arcas") == nx.number_connected_components(H, backend="networkx")
        G.remove_edge(1, 2)
        assert nx.number_connected_components(H, backend="arcas") == nx.number_connected_components(H, backend="networkx")
        G.add_edge(1, 2)
    reverse = nx.DiGraph(G).reverse(copy=False)
    assert nx.descendants(reverse, 3, backend="arcas") == nx.descendants(reverse, 3, backend="networkx")


@pytest.mark.parametrize("made", [copy.copy, copy.deepcopy, lambda G: pickle.loads(pickle.dumps(G)), nx.freeze, nx.Graph.copy])
def test_a_copy_is_compared_with_its_own_dictionaries(made):
    G = square()
    lengths(G, "arcas")
    H = made(G)
    assert lengths(H, "arcas") == lengths(G, "arcas")
    H[0][1]["weight"] = 1000
    for graph in (H, G):
        assert lengths(graph, "arcas") == lengths(graph, "networkx")


def test_a_weight_that_was_not_a_number_is_read_again():
    G = square()
    G[0][1]["weight"] = "two"
    for _ in range(2):
        with pytest.raises(NotImplementedError) as refused:
            nx.pagerank(G, backend="arcas")
        assert "arcas requires weights that are numbers" in str(refused.value.__cause__ or refused.value)
    G[0][1]["weight"] = 2
    assert nx.pagerank(G, backend="arcas") == pytest.approx(nx.pagerank(G, backend="networkx"), abs=1e-5)


def test_a_change_is_noticed_by_a_program_that_only_sets_the_environment(python):
    code = ("import warnings; warnings.simplefilter('error')\nimport networkx as nx\nG = nx.path_graph(300)\n"
            "nx.shortest_path_length(G, 0, 299, weight='weight')\nG[0][1]['weight'] = 1000\n"
            "print(nx.shortest_path_length(G, 0, 299, weight='weight'))")
    environment = {k: v for k, v in os.environ.items() if not k.startswith("NETWORKX_")}
    assert python(code, env=environment | {"ARCAS_NX_AUTOCONFIG": "1"}) == "1298"


EQUAL = [np.int64(3), np.uint8(3), 3.0, np.float32(3), Fraction(3), Decimal(3), 3 + 0j]


@pytest.mark.parametrize("three", EQUAL, ids=lambda x: type(x).__name__)
@pytest.mark.parametrize("start", [0, 1])
def test_equal_numbers_are_the_same_node(three, start):
    G = nx.relabel_nodes(nx.gnp_random_graph(40, 0.15, seed=1), {v: v + start for v in range(40)})
    calls = [lambda **how: nx.triangles(G, three, **how), lambda **how: nx.triangles(G, [three, 5], **how),
             lambda **how: nx.clustering(G, three, **how), lambda **how: nx.clustering(G, (three, 900), **how),
             lambda **how: nx.closeness_centrality(G, three, **how), lambda **how: nx.has_path(G, three, 5, **how),
             lambda **how: nx.shortest_path_length(G, three, **how), lambda **how: nx.shortest_path_length(G, 5, three, **how),
             lambda **how: nx.single_source_dijkstra_path_length(G, three, **how),
             lambda **how: nx.single_source_bellman_ford_path_length(G, three, **how),
             lambda **how: nx.node_connected_component(G, three, **how), lambda **how: nx.descendants(G, three, **how)]
    for i, call in enumerate(calls):
        found, wanted = call(backend="arcas"), call(backend="networkx")
        assert found == wanted, i
        if not isinstance(wanted, set):
            assert repr(found) == repr(wanted), i
    jumps = {three: 1.0, 5: 2, 900: 4}
    assert nx.pagerank(G, personalization=jumps, backend="arcas") == pytest.approx(
        nx.pagerank(G, personalization=jumps, backend="networkx"), abs=1e-4)
    with nx.config(backend_priority=["arcas"]):
        assert nx.average_clustering(G, [three, 5]) == nx.average_clustering(G, [3, 5], backend="networkx")


def test_true_is_node_1_and_nothing_else_is_a_node():
    G = nx.path_graph(4)
    assert nx.triangles(G, True, backend="arcas") == 0 and True in backend.convert_from_nx(G)
    for other in (2.5, "1", None, float("nan"), [1], np.array(1), 4, -1, 2**70):
        assert other not in backend.convert_from_nx(G), other
    with pytest.raises(NotImplementedError):
        nx.triangles(G, [0, [1]], backend="arcas")


def test_nodes_of_numpy_are_found_in_arrays():
    G = nx.gnp_random_graph(40, 0.15, seed=1)
    some = np.arange(3)
    for function in (nx.clustering, nx.triangles):
        found, wanted = function(G, some, backend="arcas"), function(G, some, backend="networkx")
        assert repr(found) == repr(wanted) and len(found) == 3


OTHERS = {"Fraction": Fraction(1, 3), "Decimal": Decimal("0.1"), "float32": np.float32(0.1), "float64": np.float64(0.1),
          "int64": np.int64(3), "array": np.array(0.5)}


def answer(call, **how):
    """Runs with NetworkX's default backend priority set to arcas."""
    with nx.config(backend_priority=["arcas"]):
        before, nx.config.backends.arcas.should_run_nodes = nx.config.backends.arcas.should_run_nodes, 0
        try:
            return repr(call(**how))
        except TypeError as error:
            return str(error)
        finally:
            nx.config.backends.arcas.should_run_nodes = before


@pytest.mark.parametrize("nodes", ["x", -1, None, math.nan])
def test_a_least_number_of_nodes_that_is_not_one_is_refused(nodes):
    with nx.config(backend_priority=["arcas"]), nx.config.backends.arcas(should_run_nodes=nodes):
        with pytest.raises(ValueError, match="should_run_nodes is .*; it must be a number of nodes, 0 or more"):
            nx.pagerank(nx.path_graph(4))


@pytest.mark.parametrize("kind", OTHERS)
def test_weights_of_other_types_are_left_to_networkx(kind):
    G = nx.Graph([(u, v, {"weight": OTHERS[kind]}) for u, v in nx.path_graph(4).edges])
    for call in (lambda **how: nx.dijkstra_path_length(G, 0, 3, **how),
                 lambda **how: dict(nx.single_source_dijkstra_path_length(G, 0, **how)),
                 lambda **how: nx.closeness_centrality(G, distance="weight", **how)):
        with pytest.raises(NotImplementedError) as refused:
            call(backend="arcas")
        assert "results have the types of the weights" in str(refused.value.__cause__ or refused.value)
        assert answer(call) == answer(call, backend="networkx")
    assert nx.pagerank(G, backend="arcas") == pytest.approx(nx.pagerank(G, backend="networkx"), abs=1e-5)


@pytest.mark.parametrize("tiny", [Decimal("1e-400"), Fraction(1, 10**400)], ids=str)
def test_a_weight_that_would_become_0_is_refused(tiny):
    G = nx.Graph([(0, 1, {"weight": tiny}), (1, 2)])
    with pytest.raises(ValueError, match="a weight is not 0, and closer to 0 than a float can be; scale the weights up"):
        arcas.Graph(G)
    G[0][1]["weight"] = tiny * 0
    assert arcas.Graph(G).weights.min() == 0


def test_bool_weights_count_as_int():
    G = nx.Graph([(0, 1, {"weight": True}), (1, 2, {"weight": 2})])
    found = nx.single_source_dijkstra_path_length(G, 0, backend="arcas")
    assert repr(found) == repr(nx.single_source_dijkstra_path_length(G, 0, backend="networkx"))


def test_a_number_that_changes_in_place_is_read_again():
    weight = np.array(0.5)
    G = nx.Graph([(0, 1, {"weight": weight}), (1, 2), (2, 0)])
    before = nx.pagerank(G, backend="arcas")
    weight[...] = 500
    assert nx.pagerank(G, backend="arcas") != before
