"""The tables.  Times are milliseconds since the epoch; only ``games.services`` writes."""

from .chat import ChatLine
from .connection import Connection
from .event import GameEvent
from .game import Game
from .house_rule import HouseRule
from .journal import JournalEntry
from .member import Member
from .pulse import Pulse
from .receipt import CommandReceipt
from .room import Room
from .seat import Seat
from .vote import Vote
from .watch import Watch

__all__ = [
    "ChatLine",
    "CommandReceipt",
    "Connection",
    "Game",
    "GameEvent",
    "HouseRule",
    "JournalEntry",
    "Member",
    "Pulse",
    "Room",
    "Seat",
    "Vote",
    "Watch",
]
