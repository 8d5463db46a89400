from random import Random

import pytest

from games import codec
from games.engine.audience import Audience
from games.engine.ids import SeatId
from games.engine.rulesets import REGISTRY
from tests.kit.games import begin, play_on, random_start


def test_a_state_of_another_shape_is_not_read_and_not_told() -> None:
    for text, schema in (("{}", codec.SCHEMA + 1), ('{"setup": "the doctor is Ann"}', codec.SCHEMA)):
        with pytest.raises(codec.GameUnreadableError) as caught:
            codec.decode_state(text, schema)
        assert "doctor" not in repr(caught.value)
        assert caught.value.__cause__ is None


@pytest.mark.parametrize("preset", REGISTRY)
def test_states_and_events_come_back_as_they_were(preset: str) -> None:
    for number in range(3):
        random = Random(number)
        game = begin(random_start(random, 7, 12, REGISTRY[preset]))
        for _ in play_on(random, game):
            assert codec.decode_state(codec.encode(game.state), codec.SCHEMA) == game.state
        for event in (addressed.event for addressed in game.log):
            assert codec.decode_event(type(event).__name__, codec.encode(event)) == event


def test_audiences_come_back_as_they_were() -> None:
    for seats in ((), (0,), (3, 39), tuple(range(40))):
        audience = Audience(frozenset(map(SeatId, seats)), narrator=True)
        mask = codec.seat_mask(audience.seats)
        assert 0 <= mask < 2**63
        assert codec.audience_of(mask, narrator=True, spectators=False) == audience


def test_steps_of_bots_count_for_one_phase() -> None:
    steps = codec.decode_steps("")
    steps = steps.stepped(4, 1).stepped(4, 1).stepped(4, 2)
    steps = codec.decode_steps(codec.encode(steps))
    assert [steps.of(4, seat) for seat in (0, 1, 2)] == [0, 2, 1]
    assert steps.of(5, 1) == 0
    assert steps.stepped(5, 2).steps == {2: 1}
