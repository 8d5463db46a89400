"""The rules as ``docs/rules`` has them, for the pages that show them: headings, paragraphs and clauses.

Those files keep to a small part of Markdown: a heading or a clause begins its line, further lines of a clause
are indented, and within a text there are ``**bold**``, ``*stress*`` and `` `code` ``.
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.conf import settings
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

FOLDER = Path(settings.BASE_DIR) / "docs" / "rules"

_CLAUSE = re.compile(r"- \*\*([A-Z]+\d+)\*\* (.*)")
_INLINE = (
    (re.compile(r"`([^`]+)`"), r"<code>\1</code>"),
    (re.compile(r"\*\*([^*]+)\*\*"), r"<b>\1</b>"),
    (re.compile(r"\*([^*]+)\*"), r"<em>\1</em>"),
)


@dataclass(frozen=True, slots=True)
class Block:
    """``kind``: ``title``, ``heading``, ``text`` or ``clause``.  ``id``: a clause's, such as P9."""

    kind: str
    html: SafeString
    id: str = ""


def _inline(text: str) -> SafeString:
    html = str(escape(text))
    for pattern, tag in _INLINE:
        html = pattern.sub(tag, html)
    return mark_safe(html)  # noqa: S308 - escaped before the tags went in


def blocks(text: str) -> tuple[Block, ...]:
    """The parts of a rules file, in order."""
    drafts: list[tuple[str, str, list[str]]] = []
    ended = True
    for line in text.splitlines():
        clause = _CLAUSE.fullmatch(line)
        if not line.strip():
            ended = True
            continue
        if clause:
            drafts.append(("clause", clause[1], [clause[2]]))
        elif line.startswith("#"):
            kind = "heading" if line.startswith("##") else "title"
            drafts.append((kind, "", [line.lstrip("# ")]))
            ended = True
            continue
        elif ended:
            drafts.append(("text", "", [line]))
        else:
            drafts[-1][2].append(line.strip())
        ended = False
    return tuple(Block(kind, _inline(" ".join(lines)), clause_id) for kind, clause_id, lines in drafts)


def names() -> tuple[str, ...]:
    """What texts there are: each preset's, and ``common``."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.md")))


@cache
def rules_text(name: str) -> tuple[Block, ...]:
    """The blocks of ``docs/rules/<name>.md``; FileNotFoundError if there is no such file."""
    return blocks((FOLDER / f"{name}.md").read_text(encoding="utf-8"))


def summary(name: str) -> SafeString:
    """The first paragraph of a preset's rules."""
    return next(block.html for block in rules_text(name) if block.kind == "text")
