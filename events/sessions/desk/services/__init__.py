"""Changes of a session under way as a whole: its movement, handicaps and strata, the bin."""
