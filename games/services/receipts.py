"""First answers to command ids.  An id that comes again is answered the same, and changes nothing."""

import msgspec
from django.db import connection

from games.refusals import Refusal

_FIND = "SELECT refusal FROM games_commandreceipt WHERE room_id = %s AND scope = %s AND command_id = %s"
_WRITE = (
    "INSERT INTO games_commandreceipt (room_id, scope, command_id, refusal, at) VALUES (%s, %s, %s, %s, %s)"
)

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Refusal)


def find(room_id: int, scope: str, command_id: str) -> str | None:
    """What was answered to a command id, for ``answer``; None if it is new.  ``scope`` says whose ids they
    are."""
    with connection.cursor() as cursor:
        cursor.execute(_FIND, (room_id, scope, command_id))
        row = cursor.fetchone()
    return None if row is None else row[0]


def answer(receipt: str) -> Refusal | None:
    """What was answered."""
    return _decoder.decode(receipt) if receipt else None


def write(room_id: int, scope: str, command_id: str, refusal: Refusal | None, at: int) -> None:
    """Keep an answer.  Raises IntegrityError if the id was answered in the meantime."""
    text = _encoder.encode(refusal).decode() if refusal else ""
    with connection.cursor() as cursor:
        cursor.execute(_WRITE, (room_id, scope, command_id, text, at))
