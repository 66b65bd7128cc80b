"""Doubts: results that are legal, and yet look like slips of the pen or of the finger."""
