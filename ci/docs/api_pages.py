# SPDX-License-Identifier: Apache-2.0
"""The public headers, as the components' CMakeLists.txt list them, and a page of the API reference for each folder
that pages.txt names.

  api_pages.py            prints the headers, one a line
  api_pages.py FOLDER     writes the pages there
"""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE.parent / "lint"))

from components import components  # noqa: E402
from tree import Tree  # noqa: E402


def public_headers():
    found = {"arcas/arcas.h"}
    for component in components(Tree(ROOT)).values():
        found.update(component.headers())
    return sorted(found)


def pages():
    """{folder: (heading, headers)}, in the order of pages.txt."""
    lines = (HERE / "pages.txt").read_text(encoding="utf-8").splitlines()
    titles = dict(line.split(": ", 1) for line in lines if line and not line.startswith("#"))
    found = {folder: (title, []) for folder, title in titles.items()}
    for header in public_headers():
        folder = header.rpartition("/")[0]
        while folder not in found:
            folder = folder.rpartition("/")[0]
        found[folder][1].append(header)
    return found


def main():
    if len(sys.argv) == 1:
        print("\n".join(public_headers()))
        return
    target = pathlib.Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    for folder, (title, headers) in pages().items():
        name = folder.rpartition("/")[2]
        page = [f"# {name}: {title}"]
        for header in headers:
            page += [f"## `<{header}>`", "```{doxygenfile} " + header, "```"]
        (target / f"{name}.md").write_text("\n\n".join(page).replace("\n\n```\n", "\n```\n") + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
