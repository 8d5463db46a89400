"""What whoever moderates sees besides the table, and may enter for others."""

from dataclasses import dataclass

from games.engine.abilities import ABILITIES
from games.engine.checks import acts_through_moderator, avenges, reveal_refusal
from games.engine.commands import Legal
from games.engine.ids import SeatId
from games.engine.night import stages
from games.engine.phases.line import kind_of
from games.engine.state import Choice, Finding, State


@dataclass(frozen=True, slots=True)
class Console:
    """What a moderator sees besides the table: who has chosen and voted what, who is done, what was learned,
    and what each player without a phone could do now, for entering it (M5, M13).

    ``nominator``, ``nominee`` and ``seconded``: the nomination that is open.  ``ladder``: the order in which
    roles are woken.  ``acting``: who has a power of the night to use now.  ``steps``: how many can be taken
    back.  ``by_clock``: phases end by themselves, as the moderator was gone.
    """

    choices: tuple[Choice, ...]
    ballots: tuple[tuple[SeatId, SeatId], ...]
    done: frozenset[SeatId]
    findings: tuple[Finding, ...]
    can: tuple[tuple[SeatId, tuple[Legal, ...]], ...]
    acting: frozenset[SeatId]
    nominator: SeatId | None
    nominee: SeatId | None
    seconded: bool
    ladder: tuple[str, ...]
    steps: int
    by_clock: bool


WORDS = frozenset(ability.word for ability in ABILITIES.values())
"""What somebody asks for who uses a power of the night."""


def console_of(state: State) -> Console:
    stage = state.stage
    could = {seat: enterable(state, seat) for seat in state.numbers()}
    return Console(
        choices=stage.choices,
        ballots=tuple(sorted(stage.ballots.items())),
        done=stage.done,
        findings=state.findings,
        can=tuple(
            [(seat, can if acts_through_moderator(state, seat) else ()) for seat, can in could.items()]
        ),
        acting=frozenset(seat for seat, can in could.items() if any(one.verb in WORDS for one in can)),
        nominator=stage.nominator,
        nominee=stage.nominee,
        seconded=stage.seconded,
        ladder=stages(state.ruleset),
        steps=len(state.trail),
        by_clock=state.by_clock,
    )


def enterable(state: State, number: SeatId) -> tuple[Legal, ...]:
    """What a player may do now, but leaving."""
    seat = state.seats[number]
    acts = seat.alive or number in state.stage.speakers[:1] or avenges(state, number)
    acts = acts and not seat.left
    if not acts or state.paused_at is not None or state.ending is not None:
        return ()
    reveal = (Legal("reveal"),) if reveal_refusal(state, number) is None else ()
    return (*kind_of(state).legal(state, number), *reveal)
