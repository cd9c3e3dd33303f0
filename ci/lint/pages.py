# SPDX-License-Identifier: Apache-2.0
# Pages and code name each other's things. A row of the glossary has a word that the library uses, and the field's
# nearest term; a section named «in such quotes» is a heading of some page.
import pathlib
import re

from tree import CPP, Finding

GLOSSARY = "docs/glossary.md"
READ = CPP | {".md"}
QUALIFIED = re.compile(r"\([^)]*\)|`")  # "guest (of tasks)" is in the code as "guest"
SECTION = re.compile(r"«([^»]+)»")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def check(tree):
    yield from _check_glossary(tree)
    yield from _check_sections(tree)


def _check_glossary(tree):
    if GLOSSARY not in tree.files:
        return
    library = "\n".join(
        tree.read(path).lower()
        for path in tree.files
        if path.split("/")[0] in ("arcas", "sim") and pathlib.PurePath(path).suffix in READ
    )
    for number, line in enumerate(tree.lines(GLOSSARY), 1):
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("| ") or len(cells) != 3 or cells[0] == "Arcas":
            continue
        if not cells[2]:
            yield Finding(GLOSSARY, number, f"'{cells[0]}' names no nearest term; a dash: there is none")
        for word in QUALIFIED.sub("", cells[0]).lower().split(","):
            if not _occurs(word.strip(), library):
                yield Finding(GLOSSARY, number, f"'{word.strip()}' does not occur in arcas/ or sim/; remove the row")


def _occurs(word, text):
    return re.search(r"(?<![a-z])" + r"[ _-]+".join(map(re.escape, word.split())), text) is not None


def _check_sections(tree):
    readable = [path for path in tree.files if pathlib.PurePath(path).suffix in READ]
    headings = set()
    for path in readable:
        if path.endswith(".md"):
            headings.update(HEADING.findall(tree.read(path)))
    for path in readable:
        if path.startswith("docs/experiments/"):  # as they were measured, with the headings of their day
            continue
        text = tree.read(path)
        for section in SECTION.finditer(text):
            name = re.sub(r"\s+(?://\s*)?", " ", section.group(1))
            if name not in headings:
                line = text.count("\n", 0, section.start()) + 1
                yield Finding(path, line, f"«{name}» is no heading of any page")
