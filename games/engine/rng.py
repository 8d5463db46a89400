"""Chance, drawn from the game's seed.  Every draw has a label, so that anyone can check it (C2)."""

import hashlib
import hmac
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def draw(seed: str, label: str, n: int) -> int:
    """A number from 0 to ``n`` - 1, each as likely.

    HMAC-SHA256 with the seed's bytes as key over ``label:0``, ``label:1``, …; the first eight bytes of
    the first digest that does not favour small numbers, modulo ``n``.
    """
    limit = 2**64 - 2**64 % n
    counter = 0
    while True:
        digest = hmac.digest(bytes.fromhex(seed), f"{label}:{counter}".encode(), "sha256")
        number = int.from_bytes(digest[:8], "big")
        if number < limit:
            return number % n
        counter += 1


def pick(seed: str, label: str, items: Sequence[T]) -> T:
    return items[draw(seed, label, len(items))]


def shuffled(seed: str, label: str, items: Sequence[T]) -> list[T]:
    """Fisher-Yates from the end; the swap at position i is drawn under ``label:i``."""
    result = list(items)
    for i in range(len(result) - 1, 0, -1):
        j = draw(seed, f"{label}:{i}", i + 1)
        result[i], result[j] = result[j], result[i]
    return result


def derived(seed: str, label: str) -> str:
    """A seed of its own under ``label``, hexadecimal, from which ``seed`` cannot be found."""
    return hmac.digest(bytes.fromhex(seed), label.encode(), "sha256").hex()


def commitment(seed: str, salt: str) -> str:
    """SHA-256 over the bytes of seed and salt, hexadecimal (C2)."""
    return hashlib.sha256(bytes.fromhex(seed) + bytes.fromhex(salt)).hexdigest()


def seed_from(text: str) -> str:
    """A seed that any text stands for, hexadecimal, so that a game can be played again."""
    return hashlib.sha256(text.encode()).hexdigest()
