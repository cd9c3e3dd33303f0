# SPDX-License-Identifier: Apache-2.0
# Does each row of the table «Which test checks it» name tests, examples or functions of examples that exist?
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
    """Rows without a name, and rows whose name is none: (construct, name)."""
    return [(row, name) for row, named in rows for name in named or ["nothing"] if name not in names]


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
