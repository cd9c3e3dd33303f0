# SPDX-License-Identifier: Apache-2.0
# Which sentences must a reader decode? The rule finds phrases without a noun in documents, comments and
# literals, and C++ comments wider than COLUMNS.
import pathlib
import re

from tree import CPP, Finding

PROSE = CPP | {".py", ".pyi", ".sh", ".md", ".cmake"}
PROSE_NAMES = {"CMakeLists.txt", "Makefile"}
COLUMNS = 100

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
    for path in tree.files:
        yield from _findings(tree, path)


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
