# SPDX-License-Identifier: Apache-2.0
"""The pages of Python's reference: one for each module of python/arcas that has public names (arcas._HOMES). Sphinx takes
signatures and sentences from the sources, so the package needs not be compiled.

  python_pages.py FOLDER     writes the pages there
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python"))

import arcas  # noqa: E402

# {module: its public names, as a program writes them behind "arcas."}
PAGES = {home: names for home, names in arcas._HOMES.items() if home != "_arcas"} | {"numba": ("numba.enable",)}
# The exceptions are in the compiled module, whose source has their sentences.
EXCEPTION = re.compile(r'nb::exception<[^>]+>\(m, "(\w+)", PyExc_(\w+)\)\.attr\("__doc__"\) =\s*"([^"]+)"')


def exceptions():
    """{name: (base, sentence)}"""
    text = "".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "python" / "bindings").glob("*.cpp")))
    return {name: (base, sentence) for name, base, sentence in EXCEPTION.findall(text)}


def page_of(home, names):
    lines = [f"# {home.capitalize()}", "```{eval-rst}", f".. automodule:: arcas.{home}"]
    for name in names:
        kind, members = ("function", "") if name.islower() else ("class", "\n   :members:\n   :inherited-members:")
        lines += ["", f".. auto{kind}:: arcas.{name}{members}"]
    return lines + ["```"]


def page_of_exceptions(names):
    known = exceptions()
    lines = ["# Exceptions", "```{eval-rst}"]
    for name in names:
        base, sentence = known[name]
        lines += ["", f".. py:exception:: arcas.{name}", "", f"   Bases: :py:exc:`{base}`. {sentence}"]
    return lines + ["```"]


def main():
    target = pathlib.Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    pages = {home: page_of(home, names) for home, names in PAGES.items()}
    pages["exceptions"] = page_of_exceptions(arcas._HOMES["_arcas"])
    for name, lines in pages.items():
        (target / f"{name}.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
