# SPDX-License-Identifier: Apache-2.0
"""The backend of NetworkX: found, dispatched to, and with NetworkX's results, types and errors."""
import inspect
import os

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
            "directed": nx.gnp_random_graph(80, 0.08, seed=4, directed=True)}


GRAPHS = graphs()
# Arguments beside the graph.
OTHERS = {"source": 3, "target": 7, "n": 3, "distance": 2}


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
    """Comparable, and of Python's own types."""
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


@pytest.mark.parametrize("name, kind, others", calls())
def test_results_are_those_of_networkx(name, kind, others):
    G = GRAPHS[kind]
    function = getattr(nx, name)
    try:
        wanted = plain(function(G, **others, backend="networkx"))
    except Exception as error:
        with pytest.raises((type(error), NotImplementedError)):
            plain(function(G, **others, backend="arcas"))
        return
    try:
        found = function(G, **others, backend="arcas")
    except NotImplementedError:
        assert (name, kind) in {("eigenvector_centrality", "directed")} or kind == "directed"
        return
    found = plain(found)
    if name == "articulation_points":
        found, wanted = sorted(found), sorted(wanted)
    assert same(found, wanted)
    if isinstance(wanted, dict) and "path_length" not in name:
        assert list(found) == list(wanted)


def test_every_function_is_named_in_the_info():
    assert sorted(registry.implemented) == sorted(_networkx_info.FUNCTIONS)
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
    assert backend.should_run("pagerank", (GRAPHS["plain"],), {}).startswith("the graph has 80 nodes; from 200 on")
    assert backend.should_run("pagerank", (nx.path_graph(500),), {}) is True


def test_a_program_is_not_changed(python):
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


def test_graphs_of_the_backend_go_back():
    G = GRAPHS["weighted"].copy()
    converted = backend.convert_from_nx(G, edge_attrs={"weight": 1})
    assert backend.convert_to_nx(converted) is G
    wanted = nx.Graph(G)
    del G
    back = backend.convert_to_nx(converted)
    assert nx.utils.graphs_equal(back, wanted) and list(back) == list(wanted)
    assert nx.pagerank(converted) == pytest.approx(nx.pagerank(wanted, tol=1e-12), abs=1e-6)
    with pytest.raises(NotImplementedError, match="arcas keeps one attribute of edges, not 2"):
        backend.convert_from_nx(wanted, edge_attrs={"a": 1, "b": 1})


def test_a_graph_with_an_adjacency_of_its_own_is_asked_for_it():
    from networkx.algorithms.approximation.kcomponents import _AntiGraph

    absent = _AntiGraph([(0, 1), (1, 2), (2, 3)])
    assert nx.core_number(absent, backend="arcas") == {0: 1, 1: 1, 2: 1, 3: 1}
