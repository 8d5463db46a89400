"""The place for ranked play, empty so far: seasons, ratings, what a game changes in them, the leaderboard."""
