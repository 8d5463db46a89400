"""Room codes: unguessable, and readable aloud, such as KIMO-TARU-58; and what must be secret of a deal."""

import re
import secrets

_CONSONANTS = "BDFGHJKLMNPRSTVZ"
_VOWELS = "AEIOU"
_FORM = re.compile(r"([A-Z]{4})([A-Z]{4})([0-9]{2})")


def new_code() -> str:
    """One of 3.7 thousand million (almost 32 bits)."""
    word = "".join(secrets.choice(letters) for letters in (_CONSONANTS, _VOWELS) * 4)
    return f"{word[:4]}-{word[4:]}-{secrets.randbelow(90) + 10}"


def canonical(typed: str) -> str | None:
    """A code as it is stored, however it was typed; None if it cannot be one."""
    bare = re.sub(r"[\s\W_]+", "", typed[:40]).upper()
    match = _FORM.fullmatch(bare)
    return "-".join(match.groups()) if match else None


def new_secret() -> str:
    """256 bits that nobody can guess, as 64 hexadecimal digits: the seed of a deal, or its salt (C2)."""
    return secrets.token_hex(32)
