"""What people may write: nothing that hides, turns the writing round, or spills over its line."""

import re
import unicodedata

MARKS = 3
"""Marks running on one letter that still are a letter of some language."""

_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_JOINERS = frozenset("\u200c\u200d")
"""They join emoji and shape letters; alone they are nothing."""

_COMMAND_ID = re.compile(r"[\w-]{1,64}", re.ASCII)


def is_mark(character: str) -> bool:
    """Whether it sits on the letter before it."""
    return unicodedata.category(character).startswith("M")


def is_hidden(character: str) -> bool:
    """Control, format and other characters that cannot be seen, and what is no character."""
    return unicodedata.category(character) in _HIDDEN


def tidied(text: str, *, keep: str = "") -> str:
    """``text`` without what is hidden, but for joiners and ``keep``, and without marks piled up."""
    kept, running = [], 0
    for character in text:
        running = running + 1 if is_mark(character) else 0
        seen = character in _JOINERS or character in keep or not is_hidden(character)
        if seen and running <= MARKS:
            kept.append(character)
    return "".join(kept)


def blank(text: str) -> bool:
    """Whether there is nothing to see."""
    return not any(not c.isspace() and c not in _JOINERS for c in text)


def is_command_id(text: str) -> bool:
    """Letters, digits, dashes and underscores, 64 at most."""
    return _COMMAND_ID.fullmatch(text) is not None
