"""Typing travellers and slips: the pages, pasted columns, undo."""
