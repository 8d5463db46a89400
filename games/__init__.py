"""Games of Mafia: their engine, rooms, live pages, clock and moderation."""
