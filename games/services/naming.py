"""Names of people: what is allowed, when two are the same, and names for bots."""

import unicodedata
from collections.abc import Collection, Iterator

from games.refusals import Code, Refusal

from . import writing

LENGTH = 20
"""Characters as one sees them: marks that combine with a letter do not count."""

_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
_VARIANTS = {*range(0xFE00, 0xFE10), *range(0x180B, 0x180E), 0x034F}

_RESERVED = frozenset({"nobody", "narrator", "thenarrator"})
"""What the game says of itself in the places where it says names; folded."""

BOT_NAMES = (
    "Ada", "Basil", "Clara", "Dexter", "Edith", "Felix", "Greta", "Hugo", "Ida", "Jasper",
    "Kitty", "Leon", "Mabel", "Nico", "Olive", "Percy", "Quentin", "Rosa", "Silas", "Thea",
    "Ulric", "Vera", "Walter", "Xenia", "Yorick", "Zelda", "Amos", "Beryl", "Cyrus", "Dora",
    "Enzo", "Flora", "Gus", "Hazel", "Igor", "June", "Klaus", "Lotte", "Milo", "Nell",
)  # fmt: skip


def _allowed(text: str) -> bool:
    """Whether there is nothing in ``text`` that hides, and no marks are piled up."""
    hidden = any(writing.is_hidden(c) or c in _BLANK for c in text)
    return not hidden and writing.tidied(text) == text


def clean(raw: object, longest: int = LENGTH) -> str | Refusal:
    """``raw`` as a name: one form for what looks the same, single spaces, 1 to ``longest`` characters.

    NAME_EMPTY, NAME_TOO_LONG, NAME_RESERVED or NAME_CHARACTERS otherwise.
    """
    if not isinstance(raw, str) or not raw.strip():
        return Refusal(Code.NAME_EMPTY.value, field="name")
    plain = "".join(c for c in unicodedata.normalize("NFKC", raw.strip()[:400]) if ord(c) not in _VARIANTS)
    if not _allowed(plain):
        return Refusal(Code.NAME_CHARACTERS.value, field="name")
    name = " ".join(plain.split())
    length = sum(not writing.is_mark(c) for c in name)
    if not length:
        return Refusal(Code.NAME_EMPTY.value, field="name")
    if length > longest:
        return Refusal(Code.NAME_TOO_LONG.value, {"length": length, "high": longest}, "name")
    if folded(name) in _RESERVED:
        return Refusal(Code.NAME_RESERVED.value, field="name")
    return name


def folded(name: str) -> str:
    """The same for two names that differ in case or spaces only."""
    return unicodedata.normalize("NFKC", name.casefold()).replace(" ", "")


def bot_names(taken: Collection[str]) -> Iterator[str]:
    """Names for bots that nobody has; ``taken`` are folded."""
    for number in range(1, len(taken) + 2):
        for name in BOT_NAMES:
            candidate = name if number == 1 else f"{name} {number}"
            if folded(candidate) not in taken:
                yield candidate
