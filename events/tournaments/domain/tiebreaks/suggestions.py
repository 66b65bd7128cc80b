"""Which tie-breaks a new tournament begins with, by its kind and its game.

In a round robin everybody meets everybody, so that Buchholz is the same for all and must not be
used (C.07 Article 8): the games among the tied decide, then wins, Sonneborn-Berger and Koya. Go
counts the opponents' wins (SOS, which is Buchholz) and those of the beaten (SODOS), none left out.
A McMahon tournament is ordered by the McMahon score, then by SOS. A knock-out needs none.
"""

SWISS = ("BH/C1", "BH", "SB")
ROUND_ROBIN = ("DE", "WIN", "SB", "KS")
GO = ("BH", "SB")
MCMAHON = ("MMS", "SOS", "SOSOS")
KNOCKOUT: tuple[str, ...] = ()
ALL = (SWISS, ROUND_ROBIN, GO, MCMAHON, KNOCKOUT)


def suggested_tie_breaks(kind: str, *, go: bool) -> tuple[str, ...]:
    """The codes in their order; ``kind`` is in the words of the form or of a file."""
    plain = kind.casefold().replace("-", " ")
    if "robin" in plain or "play all" in plain or "berger" in plain:
        return ROUND_ROBIN
    if "knock" in plain:
        return KNOCKOUT
    if go and "mcmahon" in plain:
        return MCMAHON
    return GO if go else SWISS
