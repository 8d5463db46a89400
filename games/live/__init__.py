"""What reaches browsers while a game runs."""
