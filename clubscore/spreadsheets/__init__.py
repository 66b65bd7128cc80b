"""Spreadsheets (.xlsx) and CSV: guarded, read and written in one place for every file format.

Knows bytes, rows and cells, and nothing of what they mean. The formats may use it, as they may use
:mod:`clubscore.text.problems`; it knows nothing of Django.
"""
