"""What a player may do now.  At night it looks the same for every living player, whatever the role (C1)."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from games.engine.abilities import ABILITIES
from games.engine.choices import BallotSecrecy
from games.engine.ids import NOBODY, RoleId, SeatId
from games.engine.night import HOLD
from games.engine.observed import OVER, Observation, Own
from games.engine.roles import ROLES
from games.live.shared import MANY, Pairs, Part, Parts
from games.projections import GameView
from games.public import PublicView


@dataclass(frozen=True, slots=True)
class Token:
    """A name to tap, or Nobody.  ``votes`` as far as the ballots are open; ``many``: one of so many that it
    is small; ``skip``: Nobody, where a vote for it is a skip."""

    seat: SeatId
    name: str
    alive: bool
    free: bool
    pressed: bool
    votes: int
    many: bool
    skip: bool


Tokens = tuple[tuple[str, Part], ...]


@dataclass(frozen=True, slots=True)
class Action:
    """``whole``: the phase takes its whole time; ``defends``: of the last words, they come before going out;
    ``line``: somebody silenced may say one thing; ``reveals``: the host closes the vote; ``taps``: a second
    tap takes a ballot back.  ``answers``: they answer a nomination; ``names``: who may be nominated;
    ``supports``: a nomination waits for support (M10); ``led``: somebody moderates; ``guesses``: whoever
    takes somebody along is not told who voted for them (NN10)."""

    code: str
    kind: str
    phase: int
    theme: str
    paused: bool
    alive: bool
    speaker: str
    speaking: bool
    defends: bool
    silenced: bool
    line: bool
    whole: bool
    done: bool
    tokens: Tokens
    guesses: bool
    voters: tuple[tuple[str, tuple[str, ...]], ...]
    ballots: BallotSecrecy
    withdraw: bool
    skips: int | None
    runoff: bool
    reveals: bool
    taps: bool
    answers: bool
    names: Pairs
    supports: bool
    led: bool


@lru_cache(maxsize=16_384)
def _token(*values: Any) -> tuple[str, Part]:
    """The element's id and the part, from the values of a Token in order.  Most are the same for all and
    from one ballot to the next, and are then the same object, which is quick to make and to compare."""
    token = Token(*values)
    return f"t{token.seat}", Part("games/phases/_token.html", token)


@lru_cache(maxsize=64)
def _grid(public: PublicView) -> Tokens:
    """Everybody's, and Nobody's at the end, for somebody who looks on: none is pressed."""
    many, night, open_to = len(public.seats) >= MANY, public.kind == "night", public.candidates
    tokens = [
        _token(s.seat, s.name, s.alive, s.alive if night else s.seat in open_to, False, s.votes, many, False)
        for s in public.seats
    ]
    skip = public.skip_budget is not None and not night
    return *tokens, _token(NOBODY, "", True, True, False, public.nobody, many, skip)


def _tokens(view: GameView, own: Own, chosen: SeatId | None) -> Tokens:
    """The same for a player, who may have pressed one (Nobody's is the last) and cannot vote for
    themselves."""
    tokens = list(_grid(view.public))
    if chosen is not None:
        tokens[chosen] = _again(tokens[chosen], free=True, pressed=True)
    if view.public.kind == "vote":
        tokens[own.seat] = _again(tokens[own.seat], free=False, pressed=False)
    return tuple(tokens)


def _again(token: tuple[str, Part], *, free: bool, pressed: bool) -> tuple[str, Part]:
    t: Any = token[1].context
    return _token(t.seat, t.name, t.alive, free, pressed, t.votes, t.many, t.skip)


def _voters(seen: Observation) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Who votes for whom, where ballots are open; Nobody has no name."""
    if seen.kind != "vote" or seen.ballots is not BallotSecrecy.NAMES:
        return ()
    voters: dict[SeatId, list[str]] = {}
    for seat in seen.seats:
        if seat.vote is not None:
            voters.setdefault(seat.vote, []).append(seat.name)
    named = ((seat.seat, seat.name) for seat in seen.seats)
    return tuple((name, tuple(voters[seat])) for seat, name in (*named, (NOBODY, "")) if seat in voters)


def chosen(seen: Observation, own: Own, power: str = "") -> SeatId | None:
    """Whom the viewer has tapped, for one of several powers if it says so; NOBODY for whoever chose to do
    nothing, and themselves for a power that is aimed at nobody."""
    if seen.kind == "vote":
        return own.ballot
    for choice in own.choices:
        if choice.target is None:
            return NOBODY if choice.ability == HOLD else own.seat
        if power in ("", choice.ability):
            return choice.target
    return None


def several(seen: Observation) -> tuple[str, ...]:
    """The powers of somebody who has more than one to aim tonight, the one that a tap is for first."""
    aimed = [legal.verb for legal in seen.legal if legal.targets is not None and legal.verb != "remove"]
    return tuple(aimed) if seen.kind == "night" and len(aimed) > 1 else ()


def _tapped(seen: Observation, own: Own) -> SeatId | None:
    """Who is marked in the grid, which is everybody's (C1): whom the first power is aimed at or, where only
    one of several can be used, whom that one is."""
    powers = several(seen)
    return chosen(seen, own, powers[0] if powers and not exclusive(powers, own.role) else "")


def _avenges(seen: Observation) -> bool:
    """Whether somebody who is out has a night to take somebody along (G18)."""
    return seen.kind == "night" and any(one.targets for one in seen.legal if one.verb != "remove")


def exclusive(powers: tuple[str, ...], role: RoleId) -> bool:
    """Whether of several powers only one can be chosen, as the later choice takes the place of the other."""
    slots = [power.slot for power in ROLES[role].powers if ABILITIES[power.ability].word in powers]
    return len(slots) > len(set(slots))


IDLE = ("announcement", "verdict")
"""The kinds of phase in which nobody has anything to do; every other has a template in ``games/phases``."""


def action(view: GameView) -> Action | None:
    seen = view.observation
    if seen.own is None or seen.own.left or seen.kind in (OVER, *IDLE):
        return None
    own = seen.own
    acts = own.alive or _avenges(seen)
    grid = seen.kind in ("night", "vote") and acts
    speaking = seen.speaker == own.seat
    return Action(
        code=view.code,
        kind=seen.kind,
        phase=seen.phase_number,
        theme=seen.theme,
        paused=seen.paused,
        alive=acts,
        speaker="" if seen.speaker is None else seen.seats[seen.speaker].name,
        speaking=speaking,
        defends=seen.phase == "last_defense",
        silenced=own.silenced,
        line=bool(own.line),
        whole=not seen.ends_early and not (seen.moderated and seen.untimed),
        done=own.done,
        tokens=_tokens(view, own, _tapped(seen, own)) if grid else (),
        guesses=acts and not own.alive and seen.ballots is not BallotSecrecy.NAMES,
        voters=_voters(seen) if grid else (),
        ballots=seen.ballots,
        withdraw=any(legal.verb == "unvote" for legal in seen.legal),
        skips=seen.skip_budget,
        runoff=seen.phase == "runoff",
        reveals=seen.host_reveals,
        taps=seen.tap_withdraws,
        answers=seen.phase == "defense",
        led=seen.moderated,
        names=_nominees(seen),
        supports=any(legal.verb == "second" for legal in seen.legal),
    )


def _nominees(seen: Observation) -> Pairs:
    """Whom the viewer may nominate now."""
    targets = [seat for legal in seen.legal if legal.verb == "nominate" for seat in legal.targets or ()]
    return tuple([(seat, seen.seats[seat].name) for seat in targets])


def action_variables(c: Action) -> Mapping[str, Any]:
    return {"many": len(c.tokens) > MANY, "template": f"games/phases/_{c.kind}.html"}


@dataclass(frozen=True, slots=True)
class Voters:
    """Who votes for whom, by name; Nobody has none, and is called Skip where there are skips."""

    skip: bool
    voters: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Foot:
    """What ends one's turn: to confirm the night, or to take a ballot back."""

    code: str
    phase: int
    night: bool
    ballots: BallotSecrecy
    done: bool
    withdraw: bool
    whole: bool
    guesses: bool
    skips: int | None
    runoff: bool
    reveals: bool
    taps: bool


def action_parts(c: Action) -> tuple[Hashable, Parts]:
    """The tokens, who voted for whom, and the foot; a ballot changes nothing else."""
    if not c.tokens:
        return c, {}
    foot = Foot(
        code=c.code,
        phase=c.phase,
        night=c.kind == "night",
        ballots=c.ballots,
        done=c.done,
        withdraw=c.withdraw,
        whole=c.whole,
        guesses=c.guesses,
        skips=c.skips,
        runoff=c.runoff,
        reveals=c.reveals,
        taps=c.taps,
    )
    parts = {
        "tokens": dict(c.tokens),
        "voters": {"voters": Part("games/phases/_voters.html", Voters(c.skips is not None, c.voters))},
        "foot": {"act-foot": Part("games/phases/_foot.html", foot)},
    }
    rest = replace(c, done=False, tokens=(), voters=(), withdraw=False, skips=None)
    return rest, parts
