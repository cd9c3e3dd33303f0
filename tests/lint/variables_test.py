# SPDX-License-Identifier: Apache-2.0
# Are the variables that Arcas knows (arcas/base/variables.cpp) those that its sources read?
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIST = ROOT / "arcas" / "base" / "variables.cpp"
NAME = re.compile(r'"(ARCAS_[A-Z_]*[A-Z])"')


def known():
    return set(NAME.findall(LIST.read_text(encoding="utf-8").split("of_scripts[]")[0]))


def read_by_sources():
    names = set()
    for folder in ("arcas", "cli", "python/arcas", "python/bindings"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in (".h", ".cpp", ".py") and path != LIST:
                names.update(NAME.findall(path.read_text(encoding="utf-8")))
    return names


class Variables(unittest.TestCase):
    def test_are_those_that_the_sources_read(self):
        self.assertEqual(known(), read_by_sources())
        self.assertGreater(len(known()), 20)


if __name__ == "__main__":
    unittest.main()
