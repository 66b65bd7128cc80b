"""Pairing a round: the systems, their engines, proposals and what speaks against a pairing."""
