"""Spreadsheets (.xlsx) and CSV: guarded, read and written in one place for every file format.

Knows bytes, rows and cells, and nothing of what they mean, nor of Django.
"""
