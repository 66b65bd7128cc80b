"""Sessions played in matches: teams, Swiss teams and Swiss pairs; victory points, the draw,
standings.
"""
