from random import Random

import pytest

from games import codec
from games.engine.audience import Audience
from games.engine.commands import CastBallot, Choose, MarkReady
from games.engine.errors import Reason, Rejected
from games.engine.ids import AbilityId, SeatId
from games.engine.rulesets import REGISTRY
from tests.kit.games import begin, play_on, random_start


@pytest.mark.parametrize("preset", REGISTRY)
def test_rulesets_come_back_as_they_were(preset: str) -> None:
    ruleset = REGISTRY[preset]
    assert codec.decode_ruleset(codec.encode(ruleset)) == ruleset


@pytest.mark.parametrize("preset", REGISTRY)
def test_states_and_events_come_back_as_they_were(preset: str) -> None:
    for number in range(3):
        random = Random(number)
        game = begin(random_start(random, 7, 12, REGISTRY[preset]))
        for _ in play_on(random, game):
            assert codec.decode_state(codec.encode(game.state)) == game.state
        for event in (addressed.event for addressed in game.log):
            assert codec.decode_event(type(event).__name__, codec.encode(event)) == event


def test_audiences_come_back_as_they_were() -> None:
    for seats in ((), (0,), (3, 39), tuple(range(40))):
        audience = Audience(frozenset(map(SeatId, seats)), narrator=True)
        mask = codec.seat_mask(audience.seats)
        assert 0 <= mask < 2**63
        assert codec.audience_of(mask, narrator=True, spectators=False) == audience


@pytest.mark.parametrize(
    ("raw", "command"),
    [
        (b'{"verb": "ready"}', MarkReady(SeatId(3))),
        ('{"verb": "vote", "target": 1}', CastBallot(SeatId(3), SeatId(1))),
        (b'{"verb": "vote"}', Choose(SeatId(3), AbilityId("vote"))),
        (b'{"verb": "kill", "target": -7, "by": 0}', Choose(SeatId(3), AbilityId("kill"), SeatId(-7))),
    ],
)
def test_commands_are_read(raw: bytes | str, command: object) -> None:
    assert codec.decode_command(raw, SeatId(3)) == command


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{",
        b"[]",
        b"5",
        b"null",
        b"{}",
        b"\xff\xfe",
        b'{"verb": 1}',
        b'{"verb": "vote", "target": "1"}',
        b'{"verb": "vote", "target": 1.5}',
        b'{"verb": "' + b"x" * 41 + b'"}',
        "\ud800",
    ],
)
def test_what_is_no_command_is_malformed(raw: bytes | str) -> None:
    assert codec.decode_command(raw, SeatId(0)) == Rejected(Reason.MALFORMED)


def test_steps_of_bots_count_for_one_phase() -> None:
    steps = codec.decode_steps("")
    steps = steps.stepped(4, 1).stepped(4, 1).stepped(4, 2)
    steps = codec.decode_steps(codec.encode(steps))
    assert [steps.of(4, seat) for seat in (0, 1, 2)] == [0, 2, 1]
    assert steps.of(5, 1) == 0
    assert steps.stepped(5, 2).steps == {2: 1}
