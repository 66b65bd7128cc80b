"""What ``start.py`` does before Django is there: the environment, the server, updates.

Only the standard library, and those modules of ``clubscore`` that need no more.
"""
