"""A table of people who play through the services, in made-up time.

table = Table("Ann", "Ben", "Cat", "Dan", "Eve")
table.start(Ann="mafia", Ben="doctor", Cat="detective")
table.until("night")
table.do("Ann", "kill", "Dan")
"""

from collections.abc import Mapping

from accounts.guests import Person
from games import projections
from games.codec import decode_state
from games.engine.ids import NOBODY, RoleId
from games.engine.state import State
from games.models import Game, Member, Room
from games.projections import GameView, LobbyView
from games.refusals import Refusal
from games.services import clock, lobby, play

START = 1_800_000_000_000
"""When tables meet, in milliseconds."""


def refused(answer: Refusal | tuple[Refusal, ...] | object) -> str:
    """The code of a refusal, or of several with commas between; empty if nothing was refused."""
    if isinstance(answer, Refusal):
        return answer.code
    if isinstance(answer, tuple):
        return ",".join(refusal.code for refusal in answer)
    return ""


class Table:
    """The first of ``names`` hosts."""

    def __init__(
        self,
        *names: str,
        narrates: bool = False,
        options: Mapping[str, object] | None = None,
        preset: str = "parlor",
        public: bool = False,
        language: str = "en",
        delay: int = 0,
    ) -> None:
        self.now = START
        room = lobby.create_room(
            self.person(names[0]),
            name=names[0],
            narrates=narrates,
            preset=preset,
            public=public,
            language=language,
            delay=delay,
            at=self.now,
        )
        assert isinstance(room, Room), room
        self.room_id, self.code, self.host = room.pk, room.code, names[0]
        for name in names[1:]:
            self.join(name)
        if options:
            answer = lobby.change_options(self.room_id, self.person(self.host), options, self.now)
            assert not answer, answer

    def person(self, name: str) -> Person:
        return Person(f"guest-{name}")

    def member(self, name: str) -> Member:
        return Member.objects.get(room=self.room_id, name=name, gone_at=None)

    @property
    def room(self) -> Room:
        return Room.objects.get(pk=self.room_id)

    @property
    def game(self) -> Game:
        game = self.room.game
        assert game is not None
        return game

    @property
    def state(self) -> State:
        return decode_state(self.game.snapshot, self.game.schema)

    @property
    def phase(self) -> str:
        """The name of the phase that is on, or ``over``."""
        state = self.state
        return "over" if state.ending else state.place.name

    def join(self, name: str) -> Member:
        member = lobby.join_room(self.code, self.person(name), name=name, at=self.now)
        assert isinstance(member, Member), member
        return member

    def start(self, **roles: str) -> None:
        """Begin a game; with ``roles`` by name, everyone else is a citizen."""
        seated = self.members_to_seat()
        dealt = tuple(RoleId(roles.get(name, "citizen")) for name in seated) if roles else None
        answer = lobby.start_game(self.room_id, self.person(self.host), self.now, roles=dealt)
        assert not answer, answer

    def members_to_seat(self) -> list[str]:
        members = Member.objects.filter(room=self.room_id, gone_at=None, narrates=False, absent=False)
        return list(members.order_by("seat_order").values_list("name", flat=True))

    def number(self, name: str) -> int:
        """The seat of somebody in the game that is on."""
        if name == "nobody":
            return NOBODY
        return next(seat.number for seat in self.state.seats if seat.name == name)

    def act(
        self,
        name: str,
        verb: str,
        target: str | None = None,
        *,
        command_id: str = "",
        phase: int | None = None,
        power: str = "",
        who: str | None = None,
    ) -> Refusal | None:
        """What ``name`` asks for; its answer.  ``who``: for whom they enter it."""
        return play.act(
            self.room_id,
            self.person(name),
            verb,
            None if target is None else self.number(target),
            self.now,
            phase=phase,
            command_id=command_id,
            power=power,
            who=None if who is None else self.number(who),
        )

    def do(self, name: str, verb: str, target: str | None = None, power: str = "") -> None:
        """What ``name`` asks for, which must not be refused."""
        answer = self.act(name, verb, target, power=power)
        assert answer is None, answer

    def all(self, verb: str, target: str | None = None) -> None:
        """Everyone who is alive does the same, the target excepted."""
        for seat in self.state.seats:
            if seat.alive and not seat.left and seat.name != target:
                self.do(seat.name, verb, target)

    def wait(self, seconds: float) -> None:
        """Let time pass, with the clock looking after it each second."""
        end = self.now + round(seconds * 1000)
        while self.now < end:
            self.now = min(self.now + 1000, end)
            clock.advance_due(self.now)

    def until(self, phase: str) -> None:
        """Let the clock run from deadline to deadline until ``phase`` begins."""
        for _ in range(500):
            if self.phase == phase:
                return
            due = clock.next_due()
            assert due is not None, f"{phase} never begins: {self.phase} stays"
            self.now = max(self.now, due)
            clock.advance_due(self.now)
        raise AssertionError(f"{phase} does not begin")

    def game_view(self, name: str) -> GameView:
        view = projections.room_view(self.code, self.person(name), self.now)
        assert isinstance(view, GameView)
        return view

    def lobby_view(self, name: str) -> LobbyView:
        view = projections.room_view(self.code, self.person(name), self.now)
        assert isinstance(view, LobbyView)
        return view

    def heard(self, name: str, talk: str) -> list[str]:
        """The lines of ``talk`` that ``name`` is shown."""
        view = projections.room_view(self.code, self.person(name), self.now)
        lines = view.lines if isinstance(view, LobbyView) else ()
        if isinstance(view, GameView):
            lines = view.lines.get(talk, ())
        return [line.text for line in lines if line.talk == talk]
