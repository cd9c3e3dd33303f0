# SPDX-License-Identifier: Apache-2.0
# Pages and code name each other's things. A row of the glossary has a word that the library uses, and the field's
# nearest term; a section named «in such quotes» is a heading of some page; a link leads to a file; a file or a function
# `in code` exists.
import os
import pathlib
import re

from tree import CPP, Finding

GLOSSARY = "docs/glossary.md"
READ = CPP | {".md"}
QUALIFIED = re.compile(r"\([^)]*\)|`")  # "guest (of tasks)" is in the code as "guest"
SECTION = re.compile(r"«([^»]+)»")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^()\s#:]+)(?:#[^()\s]*)?\)")  # not https://…
CODE = re.compile(r"`([^`\n]+)`")
FILE = re.compile(r"[\w.+/-]+\.(?:h|cpp|py|sh|cmake|md)")
PATH = re.compile(r"([\w.+-]+)/[\w.+/-]*")
MEMBER = re.compile(r"(?:\w+::)*(\w+)::(\w+)(?:\(\))?")
NAME = re.compile(r"([a-z]\w*)\(\)|([a-z][a-z0-9]*_\w+)")
# The head of a scope whose name may stand before "::".
SCOPE = re.compile(
    r"\b(?:enum\s+class|class|struct|union|enum|namespace)\b(?:\s|alignas\([^()]*\)|\[\[[^\]]*\]\])+"
    r"(?:\w+::)*(\w+)(?:\s*<[^;{}]*>)?(?:\s+final)?\s*(?::[^;{}]*)?\{"
)
BRACE = re.compile(r"[{}]")
# These pages describe the state of their day, or other projects: the names in them need not exist in this tree.
OF_THEIR_DAY = ("docs/experiments/", "CHANGELOG.md")
# The pages that follow the code, function by function.
OF_COMPONENTS = ("arcas/", "sim/", "python/", "docs/architecture.md")
FOREIGN = {"std", "boost"}


def check(tree):
    yield from _check_glossary(tree)
    yield from _check_sections(tree)
    yield from _check_files(tree)
    yield from _check_functions(tree)


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
        if path.startswith("docs/experiments/"):  # experiments keep the headings of their day
            continue
        text = tree.read(path)
        for section in SECTION.finditer(text):
            name = re.sub(r"\s+(?://\s*)?", " ", section.group(1))
            if name not in headings:
                line = text.count("\n", 0, section.start()) + 1
                yield Finding(path, line, f"no page has a heading «{name}»; correct the name")


def _prose(tree, path):
    """The page with blanks in place of its blocks of code, so that line numbers stay the same."""
    return FENCED.sub(lambda block: re.sub(r"[^\n]", " ", block[0]), tree.read(path))


def _named(pattern, text):
    for found in pattern.finditer(text):
        yield text.count("\n", 0, found.start()) + 1, found[1]


def _check_files(tree):
    files = set(tree.files)
    folders = {str(above) for path in files for above in pathlib.PurePath(path).parents}
    top = {path.split("/")[0] for path in files if "/" in path}
    ends = {"/".join(path.split("/")[at:]) for path in files for at in range(path.count("/") + 1)}
    # The pages in ci/docs/site are copied to the top of the site, so their links are not relative
    # to that folder.
    pages = [path for path in files if path.endswith(".md") and not path.startswith(("ci/docs/site/", *OF_THEIR_DAY))]
    for path in pages:
        text = _prose(tree, path)
        for line, link in _named(LINK, text):
            target = os.path.normpath(os.path.join(os.path.dirname(path), link))
            if target not in files | folders:
                yield Finding(path, line, f"the link to {link} leads to no file; correct it")
        for line, code in _named(CODE, text):
            word = code.split()[0].removeprefix("./").rstrip("/") if code.strip() else ""
            of_top = PATH.fullmatch(word)
            if not FILE.fullmatch(code) and not (of_top and of_top[1] in top):
                continue
            beside = os.path.normpath(os.path.join(os.path.dirname(path), word))
            if not {word, beside} & (ends | folders):
                yield Finding(path, line, f"no file or folder has the path {word}, or one that ends with it; correct it")


def _check_functions(tree):
    """Each `a::b` is a member of an a; each `f()` and `with_underscore` is a word of the code, or a target of CMake."""
    wanted = {}
    for path in tree.files:
        if path.endswith(".md") and path.startswith(OF_COMPONENTS):
            for line, code in _named(CODE, _prose(tree, path)):
                wanted.setdefault(code, (path, line))
    members = {found.groups(): at for code, at in wanted.items() if (found := MEMBER.fullmatch(code))}
    names = {found[1] or found[2]: at for code, at in wanted.items() if (found := NAME.fullmatch(code))}
    words, known = set(), set()
    for path in tree.files:
        if pathlib.PurePath(path).suffix in CPP:
            code = "\n".join(tree.source(path).code)
            known.update(re.findall(r"\b(\w+)::(?=(\w+))", code))
            known.update(_members_in(code, {scope for scope, _ in members}))
            words.update(re.findall(r"\w+", tree.read(path)))
        elif not path.endswith((".md", ".zst", ".gz", ".png")):
            words.update(re.findall(r"\w+", tree.read(path)))
    for (scope, name), (path, line) in members.items():
        if scope not in FOREIGN and (scope, name) not in known and not (scope == "arcas" and name in words):
            yield Finding(path, line, f"{scope} has no {name}; correct the name")
    for name, (path, line) in names.items():
        if not {name, f"arcas_{name}"} & words:
            yield Finding(path, line, f"{name} does not occur in the code; correct the name")


def _members_in(code, scopes):
    """(scope, word) for each word in the braces of one of these scopes."""
    for head in SCOPE.finditer(code):
        if head[1] not in scopes:
            continue
        depth, end = 1, len(code)
        for brace in BRACE.finditer(code, head.end()):
            depth += 1 if brace[0] == "{" else -1
            if depth == 0:
                end = brace.end()
                break
        yield from ((head[1], word) for word in re.findall(r"\w+", code[head.end():end]))
