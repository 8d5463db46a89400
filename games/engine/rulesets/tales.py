"""Sentences with which the tale of more than one preset is told."""

DEAL = "Everybody is dealt a card in secret. Those on the side of the %(mafia)s know each other."
NIGHT = (
    "At night everybody taps a name on their phone: so a tap tells nothing, and whoever has no power only "
    "shows whom they suspect."
)
