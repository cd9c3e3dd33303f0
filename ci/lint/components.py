# SPDX-License-Identifier: Apache-2.0
# The components as arcas/*/CMakeLists.txt declare them. A component a_b declared in arcas/a/CMakeLists.txt is the
# folder arcas/a/b; what lies in arcas/a itself is the component a.
import dataclasses
import posixpath
import re

COMPONENT = re.compile(r"arcas_(?:component|standalone)\(\s*(\w+)([^)]*)\)")
KEYWORDS = {"HEADERS", "DETAIL_HEADERS", "SOURCES", "COLD_SOURCES", "LINKS", "PRIVATE_LINKS"}


@dataclasses.dataclass
class Component:
    name: str
    path: str  # of the CMakeLists.txt
    line: int
    words: dict  # keyword: the words after it, in order

    @property
    def links(self):
        return set(self.words["LINKS"])

    def headers(self, keyword="HEADERS"):
        folder = self.path.rsplit("/", 1)[0]
        return [posixpath.normpath(f"{folder}/{name}") for name in self.words[keyword]]


def components(tree):
    """{name: Component} of all of arcas/."""
    found = {}
    for path in sorted(path for path in tree.files if re.fullmatch(r"arcas/\w+/CMakeLists\.txt", path)):
        text = re.sub(r"#[^\n]*", "", tree.read(path))
        for declared in COMPONENT.finditer(text):
            line = text.count("\n", 0, declared.start()) + 1
            found[declared.group(1)] = Component(declared.group(1), path, line, _by_keyword(declared.group(2).split()))
    return found


def component_of(path, known):
    """The component of a path under arcas/: the folder, or the folder in it if that is a component."""
    parts = path.split("/")
    inner = "_".join(parts[1:3])
    return inner if len(parts) > 3 and inner in known else parts[1]


def _by_keyword(words):
    sorted_out, keyword = {keyword: [] for keyword in KEYWORDS}, None
    for word in words:
        if word in KEYWORDS:
            keyword = word
        elif keyword:
            sorted_out[keyword].append(word)
    return sorted_out
