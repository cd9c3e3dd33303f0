# SPDX-License-Identifier: Apache-2.0
# Is every memory order argued where it stands? The argument is the comment on its line, or the comment
# directly above a short run of lines without a gap. It names the partner; for relaxed, it gives a reason.
import re

from tree import Finding

FOLDERS = ("arcas", "sim", "cli", "bench", "examples", "python")
ORDER = re.compile(r"\bmemory_order(?:_|::)(relaxed|consume|acquire|release|acq_rel|seq_cst)\b")
ALIAS = re.compile(r"\bconstexpr\b[^=;(]*=\s*(?:std::)?memory_order(?:_|::)|using\s+enum\s+[\w:]*memory_order")
PARTNER = re.compile(r"\bpair(s|ed|ing)?\b|\bpartners?\b|\btotal order\b", re.IGNORECASE)
# Lines of code that one comment above them can argue for: a statement or two, not a function.
RUN = 8
# A reason is a clause, not a word.
REASON_WORDS = 3


def check(tree):
    for path in tree.cpp(*FOLDERS):
        source = tree.source(path)
        for index, code in enumerate(source.code):
            if ALIAS.search(code):
                yield Finding(
                    path, index + 1, "an alias hides a memory order from its reader; write the order where it acts"
                )
                continue
            orders = ORDER.findall(code)
            if orders:
                yield from _check_argument(path, index, orders, argument(source, index))


def _check_argument(path, index, orders, text):
    strong = [order for order in orders if order != "relaxed"]
    if not text:
        yield Finding(
            path,
            index + 1,
            f"{orders[0]} has no argument; say on this line or directly above why, "
            + ("and what it pairs with" if strong else "nothing else needs to be seen"),
        )
    elif strong and not PARTNER.search(text):
        yield Finding(
            path, index + 1, f"{strong[0]} names no partner; its comment says what it pairs with"
        )
    elif not strong and len(text.split()) < REASON_WORDS:
        yield Finding(path, index + 1, "relaxed gives no reason; say why nothing else needs to be seen")


def argument(source, index):
    """The comment text that argues for line `index`."""
    first, last = _statement(source, index)
    return " ".join(_above(source, index) + _beside(source, first, last))


def _is_code(source, index):
    return bool(source.code[index].strip())


def _ends_statement(source, index):
    return source.code[index].rstrip().endswith((";", "{", "}", ":"))


def _statement(source, index):
    """First and last line of the statement that the line belongs to."""
    first = last = index
    while first > 0 and _is_code(source, first - 1) and not _ends_statement(source, first - 1):
        first -= 1
    while (
        last + 1 < len(source.code) and _is_code(source, last + 1) and not _ends_statement(source, last)
    ):
        last += 1
    return first, last


def _beside(source, first, last):
    """The comments at the ends of these lines, and the comment lines below that continue the last one."""
    text = [source.comment[index] for index in range(first, last + 1) if source.comment[index]]
    if source.comment[last]:
        while last + 1 < len(source.code) and source.comment[last + 1] and not _is_code(source, last + 1):
            last += 1
            text.append(source.comment[last])
    return text


def _above(source, index):
    """The block of comment lines above the run of code that the line belongs to."""
    top = index
    while top > 0 and index - top < RUN and _is_code(source, top - 1):
        top -= 1
    text = []
    while top > 0 and source.comment[top - 1] and not _is_code(source, top - 1):
        top -= 1
        text.insert(0, source.comment[top])
    return text
