"""Rulings on lines, penalties and fouled boards."""
