"""First answers to command ids.  An id that comes again is answered the same, and changes nothing."""

import msgspec

from games.models import CommandReceipt
from games.refusals import Refusal

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Refusal)


def find(room_id: int, scope: str, command_id: str) -> CommandReceipt | None:
    """The receipt of a command id, if it was answered before.  ``scope`` says whose ids they are."""
    return CommandReceipt.objects.filter(room=room_id, scope=scope, command_id=command_id).first()


def answer(receipt: CommandReceipt) -> Refusal | None:
    """What was answered."""
    return _decoder.decode(receipt.refusal) if receipt.refusal else None


def write(room_id: int, scope: str, command_id: str, refusal: Refusal | None, at: int) -> None:
    """Keep an answer.  Raises IntegrityError if the id was answered in the meantime."""
    text = _encoder.encode(refusal).decode() if refusal else ""
    CommandReceipt.objects.create(room_id=room_id, scope=scope, command_id=command_id, refusal=text, at=at)
