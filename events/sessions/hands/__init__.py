"""Hands: the deal of a board, its number among all deals, and what can be made with it."""
