"""What stands on all events: the first page, search, the demo, a player's history, files of any
kind.
"""
