"""The pages of sessions that are played in matches: standings, matches, the draw, the teams."""
