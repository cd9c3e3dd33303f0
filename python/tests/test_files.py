# SPDX-License-Identifier: Apache-2.0
"""Python reads and writes every format of the program."""
import numpy as np
import pytest
import scipy.sparse as sp

import arcas


def test_facts_of_a_file(slashdot):
    assert (slashdot.vertices, slashdot.edges, slashdot.directed) == (82168, 948464, True)
    assert slashdot.weights is None


@pytest.mark.parametrize("ending", [".txt", ".csv", ".tsv", ".wel", ".wsg", ".mtx", ".gr", ".graph", ".txt.gz",
                                    ".wsg.zst"])
def test_written_and_read(tmp_path, ending):
    g = arcas.Graph.from_edges([0, 1, 2], [1, 2, 3], np.array([4, 5, 6], np.int32))
    path = tmp_path / f"g{ending}"
    g.write(path)
    back = arcas.Graph.read(path)
    assert back.indptr.tolist() == g.indptr.tolist() and back.indices.tolist() == g.indices.tolist()
    assert back.weights.tolist() == g.weights.tolist()


def test_formats_lose_what_the_documentation_says(tmp_path):
    g = arcas.Graph.from_edges([1, 2], [2, 4], vertices=6)
    found = {}
    for ending in (".txt", ".csv", ".tsv", ".el", ".sg", ".mtx"):
        g.write(tmp_path / f"g{ending}")
        back = arcas.read_graph(tmp_path / f"g{ending}")
        found[ending] = (back.vertices, back.edges, back.directed)
    assert found == {".txt": (3, 2, False), ".csv": (3, 4, True), ".tsv": (3, 4, True), ".el": (5, 4, True),
                     ".sg": (6, 2, False), ".mtx": (6, 2, False)}
    help_of_write = " ".join(arcas.Graph.write.__doc__.split())
    assert "isolated vertices are lost" in help_of_write and ".sg and .mtx keep the vertices" in help_of_write


def test_a_byte_order_mark_is_skipped(tmp_path):
    (tmp_path / "t.csv").write_text("source,target\nann,bo\nbo,cy\n", encoding="utf-8-sig")
    g = arcas.read_graph(tmp_path / "t.csv")
    assert g.names == ["ann", "bo", "cy"] and g.edges == 2


def test_scipy_and_graphml_and_tables(tmp_path):
    matrix = sp.csr_array(np.array([[0, 1.5], [0, 0]]))
    sp.save_npz(tmp_path / "m.npz", matrix)
    assert arcas.DiGraph(tmp_path / "m.npz").weights.tolist() == [1.5]
    import networkx as nx

    nx.write_graphml(nx.path_graph(4), tmp_path / "p.graphml")
    assert arcas.read_graph(tmp_path / "p.graphml").edges == 3
    (tmp_path / "t.csv").write_text("when,who,whom\n1,ann,bo\n2,bo,cy\n")
    g = arcas.read_graph(tmp_path / "t.csv", source="who", target="whom")
    assert g.names == ["ann", "bo", "cy"] and g.directed
    assert not arcas.Graph.read(tmp_path / "t.csv", source="who", target="whom").directed


def test_ids_of_a_file_are_names(tmp_path):
    (tmp_path / "e.txt").write_text("10 30\n30 7000000000\n")
    g = arcas.read_graph(tmp_path / "e.txt")
    assert g.names.tolist() == [10, 30, 7000000000]
    assert arcas.bfs(g, g.index(10)).levels.tolist() == [0, 1, 2]
    assert arcas.core_numbers(g.to_undirected()).to_dict() == {10: 1, 30: 1, 7000000000: 1}


def test_reading_says_how_a_header_was_decided(tmp_path):
    table = tmp_path / "t.csv"
    table.write_text("person_a,person_b\nann,bo\nbo,cy\n")
    for header, told, edges in ((None, (False, "guessed"), 3), (True, (True, "asked"), 2), (False, (False, "asked"), 3)):
        g = arcas.read_graph(table, header=header)
        assert (g.reading["header"], g.reading["header_from"]) == told and g.edges == edges
    assert arcas.Graph.from_edges([0], [1]).reading is None
    with pytest.raises(TypeError, match="header: 'yes' is not allowed; it must be True or False"):
        arcas.read_graph(table, header="yes")


def test_wrong_rows_are_skipped_with_a_warning(tmp_path):
    table = tmp_path / "t.csv"
    table.write_text("von;nach;km\na;b;1,5\nb;;2\n007;c;3\n")
    with pytest.warns(UserWarning, match=r"t\.csv: 1 row skipped \(line 3: there is no vertex in column 2\)"):
        g = arcas.read_graph(table, decimal=",", skip_bad_rows=True)
    assert g.weights.tolist() == [3, 1.5] and g.reading["skipped"] == [(3, "there is no vertex in column 2")]
    with pytest.raises(arcas.InputError, match="t.csv:2: '1,5' is not a weight; if it has a decimal comma"):
        arcas.read_graph(table)
    with pytest.raises(ValueError, match="decimal: ';' is not allowed; it must be '.' or ','"):
        arcas.read_graph(table, decimal=";")
    table.write_text("007,8\n7,9\n")
    assert arcas.read_graph(table).reading["padded_ids"] and arcas.read_graph(table, text_names=True).vertices == 4


def test_an_error_for_a_wrong_file_names_the_file(tmp_path):
    with pytest.raises(FileNotFoundError):
        arcas.read_graph(tmp_path / "none.txt")
    (tmp_path / "wrong.txt").write_text("0 1\n1 x\n")
    with pytest.raises(arcas.InputError, match=r"wrong\.txt:2: "):
        arcas.read_graph(tmp_path / "wrong.txt")
    assert issubclass(arcas.InputError, ValueError)
    with pytest.raises(arcas.OutputError):
        arcas.Graph.from_edges([0], [1]).write(tmp_path / "x.unknown")
    with pytest.raises(ValueError, match="weights of the types int64 and float32 cannot be written"):
        arcas.Graph.from_edges([0], [1], np.array([1])).write(tmp_path / "x.wel")


def test_a_folder_and_a_pattern_are_one_list(tmp_path):
    (tmp_path / "part-0.csv").write_text("from,to\n1,2\n")
    (tmp_path / "part-1.csv").write_text("from,to\n2,3\n")
    for path in (tmp_path, tmp_path / "part-*.csv"):
        assert arcas.read_graph(path).edges == 2
    with pytest.raises(arcas.InputError, match="none-"):
        arcas.read_graph(tmp_path / "none-*.csv")
