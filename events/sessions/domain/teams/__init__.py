"""Teams: victory points, the draw of a Swiss round, movements, and the scores of matches.

Knows nothing of what is stored.
"""
