# SPDX-License-Identifier: Apache-2.0
"""The backend of NetworkX: NetworkX finds it and dispatches to it, and results, types and errors are NetworkX's own."""
import copy
import inspect
import os
import pickle
import random

import networkx as nx
import pytest
from networkx.utils import backends

from arcas import _networkx_info
from arcas.networkx import registry
from arcas.networkx.backend import backend
from arcas.networkx.conversion import BackendGraph

CACHED = "ignore:Note. conversions to backend graphs"
pytestmark = pytest.mark.filterwarnings(CACHED)


def graphs():
    plain = nx.gnp_random_graph(80, 0.08, seed=4)
    named = nx.relabel_nodes(plain, {v: f"n{v}" for v in plain})
    weighted = plain.copy()
    for i, (_, _, attributes) in enumerate(weighted.edges(data=True)):
        attributes["weight"] = 1 + i % 7
    return {"plain": plain, "named": named, "weighted": weighted,
            "directed": nx.gnp_random_graph(80, 0.08, seed=4, directed=True)} | {
                f"shuffled_{kind.__name__}": shuffled(kind) for kind in (nx.Graph, nx.DiGraph)}


def shuffled(kind, n=80, m=200, seed=6, fractions=False):
    """A graph whose dictionaries have the nodes in random order. Weights are such that many paths have equal lengths, and
    some are 0."""
    draw = random.Random(seed)
    nodes = list(range(n))
    draw.shuffle(nodes)
    G = kind()
    G.add_nodes_from(nodes)
    for _ in range(m):
        G.add_edge(draw.randrange(n), draw.randrange(n), weight=draw.random() if fractions else draw.choice([0, 1, 1, 2, 3]))
    return G


GRAPHS = graphs()
# The arguments of NetworkX's functions other than the graph, by name.
OTHERS = {"source": 3, "target": 7, "n": 3, "distance": 2, "u": 3, "v": 7}


def calls():
    for name in sorted(registry.implemented):
        for kind, G in GRAPHS.items():
            function = backends._registered_algorithms[name]
            parameters = getattr(function, "__signature__", None) or inspect.signature(function)
            required = [p for p, parameter in parameters.parameters.items() if p != "G" and
                        parameter.default is parameter.empty and parameter.kind is parameter.POSITIONAL_OR_KEYWORD]
            others = {p: OTHERS[p] for p in required}
            if kind == "named":
                others |= {p: f"n{v}" for p, v in others.items() if p != "distance"}
            yield name, kind, others


def plain(value):
    """A form of the value that can be compared, after a check that its types are Python's own."""
    if inspect.isgenerator(value) or type(value).__name__.endswith("iterator"):
        value = list(value)
        if value and isinstance(value[0], set):
            return [sorted(part) for part in value]
    if isinstance(value, dict):
        return {k: plain(v) for k, v in value.items()}
    if isinstance(value, set):
        return sorted(value)
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    assert type(value).__module__ == "builtins", type(value)
    return value


def same(found, wanted):
    if isinstance(wanted, dict):
        return found.keys() == wanted.keys() and all(same(found[k], wanted[k]) for k in wanted)
    if isinstance(wanted, list):
        return len(found) == len(wanted) and all(map(same, found, wanted))
    return found == pytest.approx(wanted, abs=2e-4 if isinstance(wanted, float) else None)


@pytest.mark.parametrize("name, kind, others", list(calls()))
def test_results_are_those_of_networkx(name, kind, others):
    G = GRAPHS[kind]
    function = getattr(nx, name)
    try:
        wanted = plain(function(G, **others, backend="networkx"))
    except nx.PowerIterationFailedConvergence:  # arcas may converge or not
        others = others | {"max_iter": 10_000}
        wanted = plain(function(G, **others, backend="networkx"))
    except Exception as error:
        with pytest.raises((type(error), NotImplementedError)):
            plain(function(G, **others, backend="arcas"))
        return
    try:
        found = function(G, **others, backend="arcas")
    except NotImplementedError:
        assert G.is_directed()
        return
    found = plain(found)
    assert same(found, wanted)
    if isinstance(wanted, dict):
        assert list(found) == list(wanted)


SHAPES = {"circle": nx.cycle_graph(6), "path": nx.path_graph(6), "wheel": nx.wheel_graph(7), "looped": nx.Graph([(0, 0), (0, 1)]),
          "two": nx.union(nx.cycle_graph(3), nx.cycle_graph(range(3, 6))),
          "round": nx.cycle_graph(5, create_using=nx.DiGraph), "onward": nx.path_graph(5, create_using=nx.DiGraph),
          "out": nx.DiGraph([(0, 1), (0, 2), (1, 3)]), "in": nx.DiGraph([(1, 0), (2, 0)]), "lone": nx.DiGraph([(0, 1), (2, 2)]),
          "sinks": nx.DiGraph([(0, 1), (1, 0), (1, 2), (1, 3), (3, 4), (4, 3)])}


@pytest.mark.parametrize("name", "is_arborescence is_branching is_eulerian has_eulerian_path is_semieulerian flow_hierarchy "
                         "number_attracting_components is_attracting_component barycenter is_tree is_forest".split())
def test_predicates_of_shapes_equal_those_of_networkx(name):
    taken = 0
    for shape, G in SHAPES.items():
        try:
            wanted = getattr(nx, name)(G, backend="networkx")
            found = getattr(nx, name)(G, backend="arcas")
        except (NotImplementedError, nx.NetworkXException):
            continue
        assert found == wanted and type(found) is type(wanted), shape
        taken += 1
    assert taken >= 2


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph])
def test_results_of_searches_are_in_the_order_of_networkx(kind):
    for seed in range(6):
        G = shuffled(kind, seed=seed, fractions=seed % 2 == 0)
        for source in list(G)[:4]:
            for name, others in [("single_source_shortest_path_length", {}),
                                 ("single_source_shortest_path_length", {"cutoff": 2}),
                                 ("single_source_shortest_path_length", {"cutoff": -1}),
                                 ("single_source_dijkstra_path_length", {}),
                                 ("single_source_dijkstra_path_length", {"cutoff": 3}),
                                 ("single_source_bellman_ford_path_length", {}), ("shortest_path_length", {}),
                                 ("shortest_path_length", {"weight": "weight"}),
                                 ("shortest_path_length", {"weight": "weight", "method": "bellman-ford"})]:
                found, wanted = (list(getattr(nx, name)(G, source, **others, backend=backend).items())
                                 for backend in ("arcas", "networkx"))
                assert found == wanted, (name, seed, source)
                assert found[0] == (source, 0) and type(found[0][1]) is int
    if not kind().is_multigraph() and not kind().is_directed():
        for seed in range(20):
            G = shuffled(kind, m=90, seed=seed)
            assert list(nx.articulation_points(G, backend="arcas")) == list(nx.articulation_points(G, backend="networkx"))


def test_all_pairs_are_in_the_order_of_networkx():
    G = shuffled(nx.Graph, n=30, m=60)
    for name in ("all_pairs_shortest_path_length", "all_pairs_dijkstra_path_length", "all_pairs_bellman_ford_path_length"):
        found, wanted = ([(node, list(row.items())) for node, row in getattr(nx, name)(G, backend=backend)]
                         for backend in ("arcas", "networkx"))
        assert found == wanted


def test_parallel_edges_are_refused_where_networkx_refuses_them():
    G = nx.MultiGraph([(0, 1), (0, 1), (1, 2), (2, 0)])
    for call in (lambda **how: nx.transitivity(G, **how), lambda **how: nx.triangles(G, [0, 1], **how)):
        with pytest.raises(nx.NetworkXNotImplemented):
            call()
        with pytest.raises(NotImplementedError):
            call(backend="arcas")
    assert backend.can_run("transitivity", (G,), {}) == "parallel edges are not supported"
    assert backend.can_run("triangles", (G, [0, 1]), {}) == "nodes are not supported with parallel edges"
    assert nx.triangles(G, backend="arcas") == nx.triangles(G, backend="networkx")


def test_a_graph_that_has_been_converted_is_copied_and_pickled():
    G = GRAPHS["shuffled_Graph"].copy()
    wanted = nx.pagerank(G, backend="arcas")
    for made in (copy.deepcopy(G), pickle.loads(pickle.dumps(G)), G.copy()):
        assert nx.utils.graphs_equal(made, G)
        assert nx.pagerank(made, backend="arcas") == pytest.approx(wanted, abs=1e-6)
        assert list(nx.single_source_shortest_path_length(made, 3, backend="arcas")) == list(
            nx.single_source_shortest_path_length(G, 3, backend="networkx"))


def test_every_function_is_named_in_the_info():
    assert sorted(registry.implemented) == sorted(_networkx_info.functions())
    assert backends.backend_info["arcas"]["functions"].keys() == registry.implemented.keys()
    assert len(registry.implemented) >= 50


def test_reasons_are_sentences():
    G = GRAPHS["plain"]
    reasons = [backend.can_run(name, (G,), kwargs) for name, kwargs in [
        ("pagerank", {"nstart": {0: 1}}), ("betweenness_centrality", {"k": 3}), ("clustering", {"weight": "weight"}),
        ("closeness_centrality", {"distance": lambda u, v, d: 1}), ("no_such_function", {})]]
    assert reasons == ["nstart is not supported", "k is not supported", "weight is not supported",
                       "distance as a function is not supported; the name of an attribute is",
                       "no_such_function is not implemented by arcas"]
    assert backend.can_run("pagerank", (G,), {}) is True
    assert backend.can_run("betweenness_centrality", (nx.MultiGraph(G),), {}) == "parallel edges are not supported"


def test_small_graphs_stay_in_networkx():
    assert backend.should_run("pagerank", (GRAPHS["plain"],), {}).startswith("the graph has 80 nodes; arcas runs graphs of at least 200 nodes")
    assert backend.should_run("pagerank", (nx.path_graph(500),), {}) is True


def test_an_unchanged_program_runs_on_arcas(python):
    code = ("import warnings; warnings.simplefilter('error')\nimport logging, sys\nimport networkx as nx\n"
            "G = nx.path_graph(1000)\nfor _ in range(2): nx.betweenness_centrality(G)\n"
            "print('arcas._arcas' in sys.modules, nx.betweenness_centrality(G)[500])")
    environment = {k: v for k, v in os.environ.items() if not k.startswith("NETWORKX_")}
    plain_answer = python(code, env=environment)
    assert plain_answer.startswith("False 0.5")
    assert python(code, env=environment | {"ARCAS_NX_AUTOCONFIG": "1"}).startswith("True 0.5")
    assert python(code, env=environment | {"NETWORKX_BACKEND_PRIORITY": "arcas", "NETWORKX_WARNINGS_TO_IGNORE": "cache"}
                  ).startswith("True 0.5")


def test_the_cache_is_used_and_cleared():
    G = nx.path_graph(300)
    nx.core_number(G, backend="arcas")
    [cached] = G.__networkx_cache__["backends"]["arcas"].values()
    assert isinstance(cached, BackendGraph)
    G.add_edge(0, 299)
    assert set(nx.core_number(G, backend="arcas").values()) == {2}


def test_graphs_of_the_backend_convert_back():
    G = GRAPHS["weighted"].copy()
    converted = backend.convert_from_nx(G, edge_attrs={"weight": 1})
    assert backend.convert_to_nx(converted) is G
    wanted = nx.Graph(G)
    del G
    back = backend.convert_to_nx(converted)
    assert nx.utils.graphs_equal(back, wanted) and list(back) == list(wanted)
    assert nx.pagerank(converted) == pytest.approx(nx.pagerank(wanted, tol=1e-12), abs=1e-6)
    with pytest.raises(NotImplementedError, match="arcas keeps only one attribute of edges, not 2"):
        backend.convert_from_nx(wanted, edge_attrs={"a": 1, "b": 1})


def test_a_graph_that_overrides_its_adjacency_is_converted_by_its_methods():
    from networkx.algorithms.approximation.kcomponents import _AntiGraph

    absent = _AntiGraph([(0, 1), (1, 2), (2, 3)])
    assert nx.core_number(absent, backend="arcas") == {0: 1, 1: 1, 2: 1, 3: 1}
