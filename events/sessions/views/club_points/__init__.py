"""The pages of club points: of a session, of a season, and the rules."""
