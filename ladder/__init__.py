"""Ranked play: seasons, the rating of each player, how a finished game changes it, and the leaderboard."""
