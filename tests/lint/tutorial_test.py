# SPDX-License-Identifier: Apache-2.0
# Does each row of the table «Which test checks it» name tests, examples or functions of examples that exist? Is the code of the
# pages on clusters that of the examples, which are compiled and run?
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "tutorial" / "6-coming-from.md"
TEST = re.compile(r"^(?:TYPED_)?TEST(?:_[FP])?\((\w+),\s*(\w+)\)", re.MULTILINE)


def names_that_exist():
    names = {path.stem for path in (ROOT / "examples").glob("*.cpp")}
    names.update(re.findall(r"^bool (\w+)\(\)", (ROOT / "examples" / "from_openmp.cpp").read_text(), re.MULTILINE))
    for path in (ROOT / "tests").rglob("*_test.cpp"):
        names.update(f"{suite}.{name}" for suite, name in TEST.findall(path.read_text()))
    return names


def rows_of(page):
    section = page.split("## Which test checks it\n")[1].split("\n## ")[0]
    rows = [line.strip("|").split("|") for line in section.splitlines() if line.startswith("| ")]
    return [(row[0].strip(), re.findall(r"`([^`]+)`", row[-1])) for row in rows[1:]]


def unknown(rows, names):
    """Rows without a name, and rows with an unknown name: (construct, name)."""
    return [(row, name) for row, named in rows for name in named or ["nothing"] if name not in names]


def squeezed(text):
    """The text without blanks: a table may have other blanks than clang-format."""
    return re.sub(r"\s+", "", text)


def examples_of_clusters(*names):
    folder = ROOT / "examples" / "cluster"
    paths = [folder / f"{name}.cpp" for name in names] or sorted(folder.glob("*.cpp"))
    return [squeezed(path.read_text()) for path in paths]


def stands_in(code, text):
    """Whether the text contains the parts of the code that ellipses separate, in their order."""
    at = 0
    for part in map(squeezed, code.split("…")):
        at = text.find(part, at)
        if at < 0:
            return False
        at += len(part)
    return True


def translations(section):
    """(first cell, code of the second cell) for each row of the tables, without the heads of the tables."""
    rows = [line for line in section.splitlines() if line.startswith("| ")]
    cells = [[cell.strip() for cell in re.split(r" \|(?: |$)", line[2:])] for line in rows]
    return [(row[0], re.findall(r"`([^`]+)`", row[1])) for row in cells if row[1] != "Arcas"]


def untold(section, texts):
    """(first cell, code) for the code of the second cells that no text contains, except the names in `named`."""
    named = re.compile(r"ARCAS_|cluster_\w+/|read\(path\)$")
    return [(row, code) for row, found in translations(section) for code in found
            if not named.match(code) and not any(stands_in(code, text) for text in texts)]


class Clusters(unittest.TestCase):
    def test_code_of_the_pages_is_that_of_the_examples(self):
        texts = examples_of_clusters()
        for name in ("4-cluster.md", "10-sixteen-nodes.md", "11-coming-from-clusters.md"):
            page = (ROOT / "docs" / "tutorial" / name).read_text()
            for block in re.findall(r"```cpp\n(.*?)```", page, re.DOTALL):
                self.assertTrue(any(stands_in(block, text) for text in texts), f"{name}: no example has\n{block}")

    def test_right_hand_sides_of_the_tables_are_compiled(self):
        page = (ROOT / "docs" / "tutorial" / "11-coming-from-clusters.md").read_text()
        for heading, least, examples in (("From MPI", 15, ("from_mpi",)), ("From Charm++", 12, ("from_charm",)),
                                         ("From Grappa", 30, ("from_grappa", "vertices")), ("From YGM", 15, ("from_ygm",)),
                                         ("From UPC++", 12, ("from_pgas",)), ("From Chapel", 12, ("from_pgas",))):
            section = page.split(f"## {heading}\n")[1].split("\n## ")[0]
            self.assertGreater(len(translations(section)), least, heading)
            self.assertEqual(untold(section, examples_of_clusters(*examples)), [], heading)

    def test_code_that_no_example_has_is_found(self):
        text = squeezed("auto a = f(1,\n  2);\n  g();")
        self.assertTrue(stands_in("f(1, 2); … g();", text))
        self.assertFalse(stands_in("g(); … f(1, 2);", text))
        table = "| Other | Arcas |\n|---|---|\n| `h` | `g()`, `k()` |\n"
        self.assertEqual(untold(table, [text]), [("`h`", "k()")])


class Constructs(unittest.TestCase):
    def test_each_has_a_test_that_exists(self):
        rows = rows_of(PAGE.read_text())
        self.assertGreater(len(rows), 20)
        self.assertEqual(unknown(rows, names_that_exist()), [])

    def test_a_name_that_does_not_exist_and_a_row_without_one_are_found(self):
        page = "## Which test checks it\n| construct | checked by |\n|---|---|\n| `a` | `loop`, `Grid.No` |\n| b | |\n\n## On\n"
        self.assertEqual(unknown(rows_of(page), {"loop"}), [("`a`", "Grid.No"), ("b", "nothing")])


if __name__ == "__main__":
    unittest.main()
