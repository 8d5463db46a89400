"""The rules of the game: pure, deterministic, without a clock, chance of its own or I/O.

One way in, ``game.decide``; one way out, ``observation.observe``.  Times are milliseconds since the
epoch and come in as arguments; so does the seed.
"""
