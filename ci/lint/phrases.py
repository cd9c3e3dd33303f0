# SPDX-License-Identifier: Apache-2.0
# Which sentences must a reader decode? The rule finds phrases without a noun in documents, comments and
# literals, and C++ comments wider than COLUMNS. A folder may have as many findings as ALLOWED says.
import collections
import pathlib
import re

from tree import CPP, Finding

PROSE = CPP | {".py", ".pyi", ".sh", ".md", ".cmake"}
PROSE_NAMES = {"CMakeLists.txt", "Makefile"}
COLUMNS = 100

ALLOWED = "ci/lint/phrases.txt"  # each line: FOLDER COUNT
# These files quote the phrases.
SAMPLES = {"ci/lint/phrases.py", "ci/lint/README.md", "tests/lint/lint_test.py"}

# A space of a phrase may be the end of a line, with the marks that continue a comment or a literal.
REMEDIES = {
    r"so (?:many|much|few)\b(?! as\b)": "name the number",
    r"what (?:it is|they are|there (?:is|are))\b": "use a noun",
    r"(?<!there\s)is no (?!longer\b|\w+ than\b)[a-z]+": "write 'is not a …'",
}
PHRASES = {
    re.compile(r"\b" + phrase.replace(" ", r"[\s/#\"*]+"), re.IGNORECASE): remedy
    for phrase, remedy in REMEDIES.items()
}


def check(tree):
    allowed = _allowed(tree)
    found = collections.defaultdict(list)
    for path in tree.files:
        found[_folder(path)] += _findings(tree, path)
    for folder in sorted(found.keys() | allowed.keys()):
        count, limit = len(found[folder]), allowed.get(folder, 0)
        if count > limit:
            tree.notes.append(f"{folder} has {count} findings of phrases; {ALLOWED} allows {limit}")
            yield from found[folder]
        elif count < limit:
            tree.notes.append(f"{ALLOWED}: lower {folder} from {limit} to {count}")


def _allowed(tree):
    if ALLOWED not in tree.files:
        return {}
    rows = (line.split() for line in tree.lines(ALLOWED) if line and not line.startswith("#"))
    return {folder: int(count) for folder, count in rows}


def _folder(path):
    """'arcas/loops' of 'arcas/loops/call_site.h', 'arcas' of 'arcas/arcas.h', '.' of a file in the root."""
    return "/".join(path.split("/")[:-1][:2]) or "."


def _findings(tree, path):
    pure = pathlib.PurePath(path)
    if path in SAMPLES or (pure.suffix not in PROSE and pure.name not in PROSE_NAMES):
        return []
    text = tree.read(path)
    findings = []
    for phrase, remedy in PHRASES.items():
        for match in phrase.finditer(text):
            words = " ".join(re.findall(r"[\w']+", match.group()))
            line = text.count("\n", 0, match.start()) + 1
            findings.append(Finding(path, line, f"'{words}' must be read twice; {remedy}"))
    if pure.suffix in CPP:
        findings += _wide(tree, path)
    return findings


def _wide(tree, path):
    comments = tree.source(path).comment
    for number, line in enumerate(tree.lines(path), 1):
        if len(line) > COLUMNS and comments[number - 1]:
            yield Finding(path, number, f"a comment of {len(line)} columns where {COLUMNS} are the limit; wrap it")
