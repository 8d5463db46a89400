"""The one way in: `decide` says what a command does, `evolve` does it."""
