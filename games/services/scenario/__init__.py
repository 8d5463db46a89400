"""Scenario files: a game told as a small text, and what must be true of it (docs/scenarios.md)."""
