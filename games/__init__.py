"""Games of Mafia: their engine, rooms, live pages and clock."""
