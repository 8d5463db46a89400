"""Verification files that somebody has changed, or that are none."""

import json
from collections.abc import Callable
from typing import Any

Said = dict[str, Any]


def _flip(digits: str) -> str:
    return ("1" if digits[0] == "0" else "0") + digits[1:]


def tampered(text: str) -> dict[str, str]:
    """``text`` with one field changed, each field in turn, by what was changed."""
    said = json.loads(text)
    changes: dict[str, Callable[[Said], object]] = {
        "product": lambda s: s.update(product="Nightfal"),
        "format": lambda s: s.update(format=2),
        "dealt_by_hand": lambda s: s.update(dealt_by_hand=not s["dealt_by_hand"]),
        **{
            name: lambda s, name=name: s.update({name: _flip(s[name])})  # type: ignore[misc]
            for name in ("commitment", "seed", "salt", "checksum")
        },
        "roles swapped": lambda s: s["roles"].reverse(),
        "seats short": lambda s: s["seats"].pop(),
        "draws short": lambda s: s["draws"].pop(),
        "draws swapped": lambda s: s["draws"].reverse(),
    }
    for n in range(len(said["roles"])):
        changes[f"roles {n}"] = lambda s, n=n: s["roles"].__setitem__(n, s["roles"][n] + "x")  # type: ignore[misc]
    for n in range(len(said["seats"])):
        for key, value in (("number", 7.0), ("name", "Zed"), ("role", "doctor_x")):
            number = 8 if key == "number" and n == 6 else value
            changes[f"seats {n} {key}"] = lambda s, n=n, key=key, value=number: s["seats"][n].update(
                {key: value}
            )  # type: ignore[misc]
    for n in range(len(said["draws"])):
        changes[f"draws {n} label"] = lambda s, n=n: s["draws"][n].update(label=s["draws"][n]["label"] + "0")  # type: ignore[misc]
        changes[f"draws {n} candidates"] = lambda s, n=n: s["draws"][n]["candidates"].reverse()  # type: ignore[misc]
        changes[f"draws {n} chosen"] = lambda s, n=n: s["draws"][n].update(  # type: ignore[misc]
            chosen=next(one for one in s["draws"][n]["candidates"] if one != s["draws"][n]["chosen"])
        )
    texts = {}
    for name, change in changes.items():
        copy = json.loads(text)
        change(copy)
        texts[name] = json.dumps(copy)
    return texts


def broken_texts(text: str) -> dict[str, str]:
    """What is no verification file at all, by what is wrong with it."""
    said = json.loads(text)

    def other(**changes: object) -> str:
        return json.dumps({**said, **changes})

    seat, lot = said["seats"][0], said["draws"][0]
    return {
        "empty": "",
        "cut": text[: len(text) // 2],
        "no json": "{nope}",
        "nan": text.replace('"format": 1', '"format": NaN'),
        "infinite": text.replace('"format": 1', '"format": 1e999'),
        "deep": "[" * 100_000,
        "large": text + " " * 1_000_001,
        "null": "null",
        "a list": "[]",
        "a number": "7",
        "no product": json.dumps({k: v for k, v in said.items() if k != "product"}),
        "format true": other(format=True),
        "format text": other(format="1"),
        "format null": other(format=None),
        "a field more": other(more=1),
        **{f"no {name}": json.dumps({k: v for k, v in said.items() if k != name}) for name in said},
        **{f"{name} null": other(**{name: None}) for name in said},
        **{f"{name} number": other(**{name: 7}) for name in said},
        "seed upper": other(seed=said["seed"].upper().replace("0", "A")),
        "seed line": other(seed=said["seed"] + "\n"),
        "roles number": other(roles=[7] * len(said["seats"])),
        "roles short": other(roles=said["roles"][1:]),
        "seats none": other(seats=[], roles=[]),
        "seats objects": other(seats={}),
        "seat null": other(seats=[None, *said["seats"][1:]]),
        "seat more": other(seats=[{**seat, "more": 1}, *said["seats"][1:]]),
        "seat number true": other(seats=[{**seat, "number": True}, *said["seats"][1:]]),
        "seat half": other(seats=[{**seat, "number": 1.5}, *said["seats"][1:]]),
        "seat without name": other(seats=[{**seat, "name": ""}, *said["seats"][1:]]),
        "seat half a sign": other(seats=[{**seat, "name": "\ud83d"}, *said["seats"][1:]]),
        "lot of nobody": other(draws=[{**lot, "candidates": []}]),
        "lot of strangers": other(draws=[{**lot, "candidates": [0, lot["chosen"]]}]),
        "lot twice": other(draws=[lot, lot]),
        "lot among twins": other(draws=[{**lot, "candidates": [lot["chosen"]] * 2}]),
        "lot label": other(draws=[{**lot, "label": "a b"}]),
    }
