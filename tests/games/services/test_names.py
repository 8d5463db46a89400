import pytest

from games.refusals import Refusal
from games.services import naming


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Ann", "Ann"),
        ("  Ann   Lee ", "Ann Lee"),
        ("Ａｎｎ", "Ann"),
        ("Zoë", "Zoë"),
        ("Zoe\u0308", "Zoë"),
        ("นริศ", "นริศ"),
        ("😀", "😀"),
        ("❤\ufe0f", "❤"),
        ("x" * 20, "x" * 20),
        ("1", "1"),
    ],
)
def test_a_name_has_one_form(typed: str, name: str) -> None:
    assert naming.clean(typed) == name


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "NAME_EMPTY"),
        ("   ", "NAME_EMPTY"),
        ("\u3000\t", "NAME_EMPTY"),
        ("\ufe0f", "NAME_EMPTY"),
        ("\u0301", "NAME_EMPTY"),
        (None, "NAME_EMPTY"),
        (7, "NAME_EMPTY"),
        ("x" * 21, "NAME_TOO_LONG"),
        ("x" * 5000, "NAME_TOO_LONG"),
        ("A\u200bnn", "NAME_CHARACTERS"),
        ("A\u202enn", "NAME_CHARACTERS"),
        ("A\u2066nn", "NAME_CHARACTERS"),
        ("A\x00nn", "NAME_CHARACTERS"),
        ("A\x1b[1mnn", "NAME_CHARACTERS"),
        ("A\ufeffnn", "NAME_CHARACTERS"),
        ("\u2800", "NAME_CHARACTERS"),
        ("\u3164", "NAME_CHARACTERS"),
        ("\ud800", "NAME_CHARACTERS"),
        ("A" + "\u0335" * 9, "NAME_CHARACTERS"),
    ],
)
def test_a_name_that_cannot_be_is_refused_with_the_reason(typed: object, code: str) -> None:
    answer = naming.clean(typed)
    assert isinstance(answer, Refusal)
    assert (answer.code, answer.field) == (code, "name")


def test_names_fold_to_what_one_reads() -> None:
    assert naming.folded("Ann Lee") == naming.folded("ANNLEE")
    assert naming.folded("Straße") == naming.folded("STRASSE")
    assert naming.folded("Ann") != naming.folded("Anna")


def test_there_are_always_names_for_bots() -> None:
    taken = {naming.folded(name) for name in naming.BOT_NAMES[1:]}
    names = naming.bot_names(taken)
    assert [next(names), next(names)] == [naming.BOT_NAMES[0], f"{naming.BOT_NAMES[0]} 2"]
