"""The rules of the game in pure Python: no Django, no clock, no chance but what comes in as an argument."""
