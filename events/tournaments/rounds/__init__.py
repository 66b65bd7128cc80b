"""Rounds: pairings made, judged and published; results typed and corrected; papers of a round."""
