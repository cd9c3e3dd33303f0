# SPDX-License-Identifier: Apache-2.0
# Do arrows between components run downward only? A component includes what its CMakeLists.txt links,
# and links what the table of floors allows.
import re

from tree import Finding

# The floors: who may link whom. base is allowed to all.
MAY_LINK = {
    "base": set(),
    "topology": set(),
    "workers": {"topology"},
    "distribution": {"topology"},
    "memory": {"topology"},
    "runtime": {"topology", "workers", "distribution"},
    "tasks": {"topology", "workers", "runtime"},
    "loops": {"topology", "workers", "distribution", "runtime"},
    "algorithms": {"runtime", "loops", "tasks"},
    "cluster": {"topology", "runtime", "loops"},
    "graph": {"memory", "runtime", "loops", "algorithms"},
    "cluster_graph": {"cluster", "graph"},
}
# What nothing in the library may include: each of these stands above it.
ABOVE = {"bench", "cli", "examples", "python", "sim", "tests"}

COMPONENT = re.compile(r"arcas_component\(\s*(\w+)([^)]*)\)")
KEYWORDS = {"SOURCES", "LINKS", "PRIVATE_LINKS"}
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]')


def links_of(tree, component):
    """(line, names after LINKS) of a component, or None where it has no CMakeLists.txt."""
    path = f"arcas/{component}/CMakeLists.txt"
    if path not in tree.files:
        return None
    text = re.sub(r"#[^\n]*", "", tree.read(path))
    for found in COMPONENT.finditer(text):
        if found.group(1) == component:
            line = text.count("\n", 0, found.start()) + 1
            return line, _after_links(found.group(2).split())
    return None


def _after_links(words):
    keyword, links = None, set()
    for word in words:
        if word in KEYWORDS:
            keyword = word
        elif keyword == "LINKS":
            links.add(word)
    return links


def check(tree):
    parts = (path.split("/") for path in tree.files if path.startswith("arcas/"))
    components = sorted({part[1] for part in parts if len(part) > 2})
    links = {component: links_of(tree, component) for component in components}
    for component in components:
        if links[component]:
            yield from _check_floor(component, *links[component])
    for path in tree.cpp("arcas"):
        component = path.split("/")[1]
        if component in links and links[component]:
            yield from _check_includes(tree, path, component, links[component][1])


def _check_floor(component, line, links):
    path = f"arcas/{component}/CMakeLists.txt"
    if component not in MAY_LINK:
        yield Finding(path, line, f"{component} has no floor; give it one in ci/lint/arrows.py")
        return
    for wrong in sorted(links - MAY_LINK[component] - {"base"}):
        allowed = ", ".join(sorted(MAY_LINK[component] | {"base"} - {component})) or "nothing"
        yield Finding(
            path, line, f"{component} may not link {wrong}, which is not below it; it may link {allowed}"
        )


def _check_includes(tree, path, component, links):
    for number, text in enumerate(tree.lines(path), 1):
        found = INCLUDE.match(text)
        if not found:
            continue
        parts = found.group(1).split("/")
        if parts[0] in ABOVE and len(parts) > 1:
            yield Finding(path, number, f"the library may not include {parts[0]}/; move what it needs down")
        if parts[0] != "arcas":
            continue
        if len(parts) == 2:
            yield Finding(path, number, f"{found.group(1)} is for users; include the header that is meant")
        elif parts[1] not in links | {component, "base"}:
            yield Finding(
                path,
                number,
                f"{component} does not link {parts[1]}; add it to LINKS if its floor allows, "
                "else take the include away",
            )
        elif _check_sees_kernels(path, parts):
            yield Finding(path, number, "a checker shares no code with kernels; write it from the definition")


def _check_sees_kernels(path, parts):
    return path.startswith("arcas/graph/check/") and (
        parts[1] in ("loops", "algorithms") or parts[1:3] == ["graph", "kernels"]
    )
