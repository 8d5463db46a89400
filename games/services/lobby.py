"""Rooms and who is in them: making, joining, leaving, the host's settings, and starting a game."""

import secrets
from collections.abc import Mapping

from django.db import transaction

from accounts.guests import Person
from games import codec, codes, languages, policies
from games.engine.commands import LeaveGame, SeatSetup, StartGame
from games.engine.ids import NARRATOR, RoleId, SeatId
from games.engine.rulesets import REGISTRY
from games.models import Member, Room
from games.models.game import Status
from games.refusals import Code, Refusal
from games.selectors import configured, member_of, members, room_by_code, start_refusals

from . import balance, limits, naming, play, rooms, seating, settings


def create_room(
    person: Person,
    *,
    name: str,
    narrates: bool = False,
    preset: str = "parlor",
    public: bool = False,
    language: str = languages.DEFAULT,
    delay: object = 0,
    options: Mapping[str, object] | None = None,
    at: int,
) -> Room | Refusal:
    """A new room with ``person`` as its host, who narrates without a seat if they like (P1).

    ``public``: on the list, for everybody.  ``language``: what is spoken in it.  ``delay``: how many seconds
    later than the players those see its games who only watch.  ``options``: settings that hold in ``preset``.
    """
    clean = naming.clean(name)
    if isinstance(clean, Refusal):
        return clean
    wrong = policies.choice_refusals(preset, language)
    if wrong:
        return wrong[0]
    moderated = REGISTRY[preset].moderated
    if moderated and public:
        return Refusal(Code.MODERATED_PRIVATE.value, field="preset")
    if isinstance(delay, bool) or not isinstance(delay, int) or not 0 <= delay <= policies.LONGEST_DELAY:
        return Refusal(Code.BAD_DELAY.value, {"low": 0, "high": policies.LONGEST_DELAY}, "delay")
    room = Room(
        preset=preset,
        options=dict(options or {}),
        public=public,
        language=language,
        delay=delay,
        created_at=at,
        last_active_at=at,
    )
    refusal = policies.guest_refusal(room, person) or limits.spend("rooms", person.guest_id, at)
    if refusal is not None:
        return refusal
    with transaction.atomic():
        room.code = codes.new_code()
        while Room.objects.filter(code=room.code).exists():
            room.code = codes.new_code()
        room.listed, room.empty_since = public, at if public else None
        room.save(force_insert=True)
        room.host = seating.seat(room, person, clean, at, narrates=narrates or moderated)
        room.save(update_fields=["host"])
        rooms.changed(room, at)
    return room


def join_room(code: str, person: Person, *, name: str, at: int) -> Member | Refusal:
    """Come into the room with ``code``.  Whoever is in it already is who they are, whatever the name.

    While a game is on they watch, and sit down for the next.
    """
    refusal = limits.spend("joins", person.guest_id, at)
    if refusal is not None:
        return refusal
    found = room_by_code(code, at)
    if found is None:
        return Refusal(Code.NO_ROOM.value, field="code")
    with transaction.atomic():
        room = rooms.locked(found.pk)
        if room is None:
            return Refusal(Code.NO_ROOM.value, field="code")
        member = member_of(room, person)
        if member is not None:
            if member.user_id is None and person.user_id is not None:  # has logged in since
                member.user_id = person.user_id
                member.save(update_fields=["user"])
            return member
        clean = seating.admission(room, person, name, at)
        if isinstance(clean, Refusal):
            return clean
        member = seating.seat(room, person, clean, at)
        if room.game is not None and room.game.narrator_id == member.pk:
            play.mark(room.game.pk, member.pk, at, away=False)
        rooms.changed(room, at)
        return member


@transaction.atomic
def leave_room(room_id: int, person: Person, at: int) -> Refusal | None:
    """Leave for good, a game that is on included (C6), even one that another version saved."""
    place = rooms.enter(room_id, person)
    if isinstance(place, Refusal):
        return place
    seat = rooms.seat_in(place.game, place.member)
    if place.game is not None and place.game.schema == codec.SCHEMA and seat is not None:
        play.submit(place.game.pk, LeaveGame(seat), at)  # refused where they had left already
    seating.put_out(place, place.member, at)
    return None


@transaction.atomic
def kick(room_id: int, person: Person, member_id: int, at: int) -> Refusal | None:
    """The host puts somebody out; they may not come back for a while.  Out of a game, too (C5).

    Not so the host whose powers somebody has meanwhile: they return, and are not to find the door shut.
    """
    place = rooms.enter(room_id, person, host=True)
    if isinstance(place, Refusal):
        return place
    member = rooms.another(place, member_id)
    if isinstance(member, Refusal):
        return member
    if member.pk == place.room.host_id:
        return Refusal(Code.HOST_RETURNS.value)
    refusal = seating.remove_from_game(place, member, at)
    if refusal is None:
        member.kicked_at = at
        seating.put_out(place, member, at)
    return refusal


@transaction.atomic
def hand_over(room_id: int, person: Person, member_id: int, at: int) -> Refusal | None:
    """Give the host's powers to somebody else, between games."""
    place = rooms.enter(room_id, person, host=True, idle=True)
    if isinstance(place, Refusal):
        return place
    member = rooms.another(place, member_id)
    if isinstance(member, Refusal):
        return member
    if member.bot:
        return Refusal(Code.BOT_CANNOT_HOST.value)
    if member.phoneless:
        return Refusal(Code.PHONE_NEEDED.value)
    if place.room.deputy_id is None:
        place.room.host = member
    else:
        place.room.deputy = member
    place.room.save(update_fields=["host", "deputy"])
    _done(place, at)
    return None


def _done(place: rooms.Place, at: int) -> None:
    """Somebody has done something in the room."""
    rooms.touch(place.room, at)
    rooms.changed(place.room, at)


@transaction.atomic
def set_ready(room_id: int, person: Person, ready: bool, at: int) -> Refusal | None:
    """Say that one is ready for the next game, or not."""
    place = rooms.enter(room_id, person, idle=True)
    if isinstance(place, Refusal):
        return place
    place.member.ready = ready
    if ready:  # whoever says so is there, with or without a socket
        place.member.absent, place.member.away_since = False, None
    place.member.save(update_fields=["ready", "absent", "away_since"])
    _done(place, at)
    return None


@transaction.atomic
def set_narrates(room_id: int, person: Person, narrates: bool, at: int) -> Refusal | None:
    """The host takes no seat and narrates (P1), or sits down again."""
    place = rooms.enter(room_id, person, idle=True)
    if isinstance(place, Refusal):
        return place
    member = place.member
    if narrates and not place.hosts:
        return Refusal(Code.ONLY_HOST_NARRATES.value)
    if narrates != member.narrates:
        if not narrates and rooms.free_seats(place.room) < 1:
            return Refusal(Code.ROOM_FULL.value, {"high": policies.seats(place.room)})
        if narrates and members(place.room).filter(narrates=True).exists():
            return Refusal(Code.NARRATOR_TAKEN.value)
        member.narrates = narrates
        member.save(update_fields=["narrates"])
    _done(place, at)
    return None


@transaction.atomic
def set_lock(room_id: int, person: Person, locked: bool, at: int) -> Refusal | None:
    """Let nobody else in, or open the door again."""
    place = rooms.enter(room_id, person, host=True)
    if isinstance(place, Refusal):
        return place
    if place.room.public:
        return Refusal(Code.PUBLIC_NO_LOCK.value)
    place.room.locked = locked
    place.room.save(update_fields=["locked"])
    _done(place, at)
    return None


@transaction.atomic
def add_bots(room_id: int, person: Person, count: int, at: int) -> Refusal | None:
    """Seat ``count`` bots (C7); all of them or none."""
    place = rooms.enter(room_id, person, host=True, idle=True)
    if isinstance(place, Refusal):
        return place
    free = rooms.free_seats(place.room)
    if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= policies.CAPACITY:
        return Refusal(Code.BAD_COUNT.value, {"low": 1, "high": policies.CAPACITY}, "count")
    if count > free:
        return Refusal(Code.ROOM_FULL.value, {"high": policies.seats(place.room), "free": free}, "count")
    table = policies.players(members(place.room))
    bots = sum(member.bot for member in table)
    refusal = policies.bots_refusal(place.room, len(table) + count, bots + count)
    if refusal is not None:
        return refusal
    names = naming.bot_names(set(members(place.room).values_list("folded_name", flat=True)))
    for _, name in zip(range(count), names, strict=False):
        seating.seat(place.room, Person(f"bot-{secrets.token_urlsafe(12)}"), name, at, bot=True, queued=False)
    _done(place, at)
    return None


@transaction.atomic
def remove_bot(room_id: int, person: Person, member_id: int, at: int) -> Refusal | None:
    """Take a bot from its seat, between games."""
    place = rooms.enter(room_id, person, host=True, idle=True)
    if isinstance(place, Refusal):
        return place
    bot = rooms.another(place, member_id)
    if isinstance(bot, Refusal):
        return bot
    if not bot.bot:
        return Refusal(Code.NOT_A_BOT.value)
    rooms.touch(place.room, at)
    seating.put_out(place, bot, at)
    return None


@transaction.atomic
def change_options(
    room_id: int, person: Person, changes: Mapping[str, object], at: int
) -> tuple[Refusal, ...]:
    """Change settings.  Those that hold are kept even if others are refused (C24)."""
    place = rooms.enter(room_id, person, host=True, idle=True)
    if isinstance(place, Refusal):
        return (place,)
    if policies.is_competitive(place.room):
        return tuple(Refusal(Code.RANKED_DEFAULTS.value, field=field) for field in settings.fields(changes))
    kept, refusals = settings.apply(
        place.room.preset, place.room.options, changes, free=policies.is_free(place.room)
    )
    if kept != place.room.options:
        place.room.options = kept
        place.room.save(update_fields=["options"])
        _done(place, at)
    return refusals


@transaction.atomic
def start_game(
    room_id: int, person: Person, at: int, *, roles: tuple[RoleId, ...] | None = None
) -> tuple[Refusal, ...]:
    """Begin a game with everyone who takes a seat; refused with all that speaks against it (C26, P14).

    ``roles`` deals by hand, in the order in which people sat down; the deal is then marked unverified.
    """
    place = rooms.enter(room_id, person, host=True, idle=True)
    if isinstance(place, Refusal):
        return (place,)
    if place.game is not None:
        _to_lobby(place, at)
    if place.member.absent:  # whoever asks is there, with or without a socket
        place.member.absent, place.member.away_since = False, at
        place.member.save(update_fields=["absent", "away_since"])
    return deal(place.room, at, roles)


def deal(room: Room, at: int, roles: tuple[RoleId, ...] | None = None) -> tuple[Refusal, ...]:
    """Begin a game in a locked room in whose lobby everybody is; or what speaks against it."""
    everyone = list(members(room))
    players = policies.players(everyone)
    if room.public:  # somebody may have come back who was given up
        players = players[: policies.seats(room)]
    ruleset = configured(room.preset, room.options)
    found = start_refusals(room, ruleset, players, roles, led=policies.has_narrator(everyone))
    if found:
        return found
    host = next((n for n, member in enumerate(players) if member.pk == room.acting_host_id), NARRATOR)
    if ruleset.moderated:  # whose powers of a moderator pass to nobody
        host = NARRATOR
    command = StartGame(
        ruleset=ruleset,
        seats=tuple(
            SeatSetup(m.name, bot=m.bot, present=m.away_since is None, phone=not m.phoneless) for m in players
        ),
        seed=codes.new_secret(),
        salt=codes.new_secret(),
        host=SeatId(host),
        roles=roles,
        host_may=policies.host_rights(room),
    )
    narrator = next((member for member in everyone if member.narrates), None)
    game = play.open_game(room, players, narrator, command, at)
    if isinstance(game, Refusal):
        return (game,)
    for member in everyone:
        member.ready = False
        member.queued = member not in players and not member.narrates
    Member.objects.bulk_update(everyone, ["ready", "queued"])
    balance.drop(room)
    rooms.changed(room, at)
    return ()


def _after_game(room_id: int, person: Person) -> rooms.Place | Refusal:
    """The room with a game that is over, for its host."""
    place = rooms.enter(room_id, person, host=True)
    if isinstance(place, Refusal):
        return place
    if place.game is None:
        return Refusal(Code.NO_GAME.value)
    return place if place.game.status == Status.OVER else Refusal(Code.GAME_NOT_OVER.value)


@transaction.atomic
def rematch(room_id: int, person: Person, at: int) -> tuple[Refusal, ...]:
    """Another game with the same people and those who were waiting.

    It starts at once, or everyone is back in the lobby with what speaks against it.
    """
    place = _after_game(room_id, person)
    if isinstance(place, Refusal):
        return (place,)
    _to_lobby(place, at)
    return deal(place.room, at)


def _to_lobby(place: rooms.Place, at: int) -> None:
    reopen(place.room, at)
    rooms.touch(place.room, at)


def reopen(room: Room, at: int) -> None:
    """Put the game of a locked room away; everyone is in the lobby."""
    room.game = None
    room.save(update_fields=["game"])
    members(room).update(queued=False)
    rooms.changed(room, at)


@transaction.atomic
def back_to_lobby(room_id: int, person: Person, at: int) -> Refusal | None:
    """Put a game that is over away; everyone is in the lobby again."""
    place = _after_game(room_id, person)
    if isinstance(place, Refusal):
        return place
    _to_lobby(place, at)
    return None
