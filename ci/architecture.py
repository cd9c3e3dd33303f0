#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the components, the simulator and the programs, and their links, in docs/architecture.md, from the CMakeLists.txt
of arcas/*, sim, sim/machine, sim/predict and cli.

  ci/architecture.py            writes the drawing between the page's two markers
  ci/architecture.py --check    compares; one sentence and exit status 1 if the page differs from the code

A link that other links imply is not drawn: if graph links loops and base, and loops links base, graph -> base is
left out. The column "links" of the table has all of them.
"""
import argparse
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "lint"))

from components import components  # noqa: E402  (found by the line above)
from tree import Tree  # noqa: E402

PAGE = "docs/architecture.md"
BEGIN = "<!-- drawn by ci/architecture.py: begin -->"
END = "<!-- drawn by ci/architecture.py: end -->"
# Above the library: each target of these that links components.
ABOVE = ("sim/CMakeLists.txt", "sim/machine/CMakeLists.txt", "sim/predict/CMakeLists.txt", "cli/CMakeLists.txt")
SET = re.compile(r"set\((\w+) (arcas::\w+)\)")
LINKS = re.compile(r"target_link_libraries\(\s*arcas_(\w+)([^)]*)\)")


def linked(root):
    """{component, or target above the library: the components and targets that it links}."""
    tree = Tree(root)
    found = {name: component.links for name, component in components(tree).items()}
    for path in filter(tree.files.__contains__, ABOVE):
        text = re.sub(r"#[^\n]*", "", tree.read(path))
        for name, value in SET.findall(text):
            text = text.replace(f"${{{name}}}", value)
        for target, rest in LINKS.findall(text):
            found.setdefault(target, set()).update(re.findall(r"arcas::(\w+)", rest))
    return {name: links & set(found) for name, links in found.items()}


def floors(links):
    """{component: its floor}: 1 without links, else one above the highest component that it links."""
    floor = {}

    def of(name, path):
        if name in path:
            raise SystemExit(f"ci/architecture.py: {name} links itself by way of {', '.join(path)}")
        if name not in floor:
            floor[name] = 1 + max((of(below, [*path, name]) for below in links[name]), default=0)
        return floor[name]

    for name in links:
        of(name, [])
    return floor


def implied(links, name, below):
    """Whether another component that `name` links leads to `below`."""
    ahead, seen = list(links[name] - {below}), set()
    while ahead:
        here = ahead.pop()
        if here == below:
            return True
        if here not in seen:
            seen.add(here)
            ahead.extend(links[here])
    return False


def drawing(links):
    floor = floors(links)
    by_floor = sorted(links, key=lambda name: (-floor[name], name))
    lines = ["```mermaid", "flowchart TD"]
    for name in by_floor:
        below = sorted(b for b in links[name] if not implied(links, name, b))
        lines.append(f"  {name} --> {' & '.join(below)}" if below else f"  {name}")
    lines += ["```", "", "| floor | component | links |", "|--:|---|---|"]
    lines += [f"| {floor[name]} | `{name}` | {', '.join(sorted(links[name])) or 'nothing'} |" for name in by_floor]
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=pathlib.Path, default=HERE.parent, help="the tree to draw")
    parser.add_argument("--check", action="store_true", help="compare the page with the code, write nothing")
    arguments = parser.parse_args()
    page = arguments.root / PAGE
    text = page.read_text(encoding="utf-8")
    if text.count(BEGIN) != 1 or text.count(END) != 1:
        print(f"{PAGE} must contain each of the two markers of ci/architecture.py once", file=sys.stderr)
        return 1
    head, _, rest = text.partition(BEGIN)
    drawn = f"{head}{BEGIN}\n{drawing(linked(arguments.root))}\n{END}{rest.partition(END)[2]}"
    if arguments.check:
        if drawn != text:
            print(f"{PAGE} does not show the components and links of the code; run ci/architecture.py",
                  file=sys.stderr)
        return int(drawn != text)
    page.write_text(drawn, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
