"""What every subject of tournaments stands on: results, the tournament as a value, pairings as
typed, the settings of go and of teams, and reading a stored tournament.
"""
