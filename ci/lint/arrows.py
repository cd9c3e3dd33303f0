# SPDX-License-Identifier: Apache-2.0
# Do arrows between components run downward only? A component includes what its CMakeLists.txt links,
# and links what the table of floors allows. A component a_b declared in arcas/a/CMakeLists.txt is the
# folder arcas/a/b; what lies in arcas/a itself is the component a.
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
    "graph": {"memory", "runtime", "loops", "algorithms"},
    # Components inside arcas/cluster, a folder each, from the ground up.
    "cluster_transport": set(),
    "cluster_tasks": set(),
    "cluster_messages": {"cluster_transport"},
    "cluster_heap": {"cluster_transport"},
    "cluster_completion": {"cluster_transport", "cluster_messages", "cluster_tasks"},
    "cluster_stealing": {"cluster_transport", "cluster_messages", "cluster_tasks", "cluster_completion"},
    "cluster_diagnosis": {
        "cluster_transport", "cluster_messages", "cluster_tasks", "cluster_completion", "cluster_stealing"
    },
    "cluster_ranks": {
        "topology", "runtime", "loops", "cluster_transport", "cluster_messages", "cluster_tasks", "cluster_heap",
        "cluster_completion", "cluster_stealing", "cluster_diagnosis"
    },
    "cluster_memory": {"cluster_messages", "cluster_tasks", "cluster_heap", "cluster_ranks"},
    "cluster_structures": {
        "cluster_transport", "cluster_messages", "cluster_tasks", "cluster_heap", "cluster_ranks", "cluster_memory"
    },
    "cluster": {
        "topology", "runtime", "loops", "cluster_transport", "cluster_messages", "cluster_tasks", "cluster_heap",
        "cluster_completion", "cluster_stealing", "cluster_diagnosis", "cluster_ranks", "cluster_memory",
        "cluster_structures"
    },
    "cluster_graph": {"cluster", "cluster_heap", "cluster_ranks", "cluster_memory", "cluster_structures", "graph"},
}
# What nothing in the library may include: each of these stands above it.
ABOVE = {"bench", "cli", "examples", "python", "sim", "tests"}

COMPONENT = re.compile(r"arcas_component\(\s*(\w+)([^)]*)\)")
KEYWORDS = {"SOURCES", "LINKS", "PRIVATE_LINKS"}
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]')


def declared_in(tree, room):
    """{component: (line, names after LINKS)} of the CMakeLists.txt in arcas/ROOM."""
    path = f"arcas/{room}/CMakeLists.txt"
    if path not in tree.files:
        return {}
    text = re.sub(r"#[^\n]*", "", tree.read(path))
    return {
        found.group(1): (text.count("\n", 0, found.start()) + 1, _after_links(found.group(2).split()))
        for found in COMPONENT.finditer(text)
    }


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
    links = {}
    for room in sorted({part[1] for part in parts if len(part) > 2}):
        declared = declared_in(tree, room)
        links.update({component: names for component, (_, names) in declared.items()})
        for component, (line, names) in declared.items():
            yield from _check_floor(f"arcas/{room}/CMakeLists.txt", component, line, names)
    for path in tree.cpp("arcas"):
        component = _component_of(path.split("/"), links)
        if component in links:
            yield from _check_includes(tree, path, component, links)


def _component_of(parts, links):
    """Of a path under arcas/, in its parts: the folder in the folder where that is a component."""
    inner = "_".join(parts[1:3])
    return inner if len(parts) > 3 and inner in links else parts[1]


def _check_floor(path, component, line, links):
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
        elif (included := _component_of(parts, links)) not in links[component] | {component, "base"}:
            yield Finding(
                path,
                number,
                f"{component} does not link {included}; add it to LINKS if its floor allows, "
                "else take the include away",
            )
        elif _check_sees_kernels(path, parts):
            yield Finding(path, number, "a checker shares no code with kernels; write it from the definition")


def _check_sees_kernels(path, parts):
    return path.startswith("arcas/graph/check/") and (
        parts[1] in ("loops", "algorithms") or parts[1:3] == ["graph", "kernels"]
    )
