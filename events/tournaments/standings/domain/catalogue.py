"""The tie-breaks there are: code, name, a sentence each, and where one must not be used.

The codes are FIDE's (C.07 Article 5 and the modifiers of Article 14), as TRF files spell them:
``BH/C1`` is Buchholz without the lowest value.

What players of go call a tie-break of other games, in short and in full, by its code.

Which tie-breaks a new tournament begins with, by its kind and its game.

In a round robin everybody meets everybody, so that Buchholz is the same for all and must not be
used (C.07 Article 8): the games among the tied decide, then wins, Sonneborn-Berger and Koya. Go
counts the opponents' wins (SOS, which is Buchholz) and those of the beaten (SODOS), none left out.
A McMahon tournament is ordered by the McMahon score, then by SOS. A knock-out needs none.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from clubscore.text.numbers import integer_of
from clubscore.text.problems import Refused, Sentence, sentence
from events.tournaments.core.domain.tournament import KEIZER, KNOCKOUT as KNOCKOUT_KIND, kind_of


@dataclass(frozen=True, slots=True)
class TieBreak:
    """``ascending``: the lowest value comes first. ``rated``: of no use when a player has no
    rating (Article 10). ``halves`` are the half points by which the limit of Koya is higher.
    ``swiss_only``: must not be used in a round robin (Article 8). ``leads``: where
    it is the first of the list, it comes before the points. ``unrated_as`` is
    the rating that it takes for who has none, ``of`` its code without that."""

    code: str
    name: Sentence
    meaning: Sentence
    ascending: bool = False
    rated: bool = False
    swiss_only: bool = False
    leads: bool = False
    halves: int = 0
    unrated_as: int = 0
    of: str = ""


DIRECT_ENCOUNTER = "DE"

EXTERNAL: Final = "EXT"

ENCOUNTERS: Final = frozenset({DIRECT_ENCOUNTER, "DE/P"})

POINTS = TieBreak(
    "PTS", sentence("Points"), sentence("The player’s points; they come before every tie-break.")
)

CATALOGUE: tuple[TieBreak, ...] = (
    TieBreak(
        DIRECT_ENCOUNTER,
        sentence("Direct encounter"),
        sentence("The place in a table of the games that the tied players had among themselves."),
        ascending=True,
    ),
    TieBreak(
        "DE/P",
        sentence("Direct encounter with forfeits"),
        sentence("The same, and a forfeit counts as a game."),
        ascending=True,
    ),
    TieBreak(
        "WIN",
        sentence("Wins"),
        sentence("The number of rounds that brought as much as a win, at the board or not."),
    ),
    TieBreak("WON", sentence("Games won"), sentence("The number of games won at the board.")),
    TieBreak(
        "BPG",
        sentence("Games with Black"),
        sentence("The number of games played at the board with the black pieces."),
    ),
    TieBreak(
        "BWG",
        sentence("Games won with Black"),
        sentence("The number of games won at the board with the black pieces."),
    ),
    TieBreak(
        "PS",
        sentence("Progressive scores"),
        sentence("The player’s points after each round, added up."),
    ),
    TieBreak(
        "PS/C1",
        sentence("Progressive scores, cut 1"),
        sentence("The player’s points after each round but the first one, added up."),
    ),
    TieBreak(
        "PS/C2",
        sentence("Progressive scores, cut 2"),
        sentence("The player’s points after each round but the first two, added up."),
    ),
    TieBreak(
        "REP",
        sentence("Rounds elected to play"),
        sentence(
            "The number of rounds without a half-point bye, a zero-point bye or a lost forfeit."
        ),
    ),
    TieBreak(
        "STD",
        sentence("Standard points"),
        sentence(
            "One for every round that brought more than it brought the opponent, half for as "
            "much: the points as they would be with 1, ½ and 0."
        ),
    ),
    TieBreak(
        "BH", sentence("Buchholz"), sentence("The opponents’ points, added up."), swiss_only=True
    ),
    TieBreak(
        "BH/C1",
        sentence("Buchholz, cut 1"),
        sentence("The opponents’ points, added up without the lowest."),
        swiss_only=True,
    ),
    TieBreak(
        "BH/C2",
        sentence("Buchholz, cut 2"),
        sentence("The opponents’ points, added up without the two lowest."),
        swiss_only=True,
    ),
    TieBreak(
        "BH/M1",
        sentence("Median Buchholz"),
        sentence("The opponents’ points, added up without the lowest and the highest."),
        swiss_only=True,
    ),
    TieBreak(
        "BH/M2",
        sentence("Median Buchholz 2"),
        sentence("The opponents’ points, added up without the two lowest and the two highest."),
        swiss_only=True,
    ),
    TieBreak(
        "FB",
        sentence("Fore Buchholz"),
        sentence("Buchholz as it would be if all games of the last round had been drawn."),
        swiss_only=True,
    ),
    TieBreak(
        "FB/C1",
        sentence("Fore Buchholz, cut 1"),
        sentence("Fore Buchholz without the lowest value."),
        swiss_only=True,
    ),
    TieBreak(
        "FB/C2",
        sentence("Fore Buchholz, cut 2"),
        sentence("Fore Buchholz without the two lowest values."),
        swiss_only=True,
    ),
    TieBreak(
        "FB/M1",
        sentence("Median Fore Buchholz"),
        sentence("Fore Buchholz without the lowest and the highest value."),
        swiss_only=True,
    ),
    TieBreak(
        "FB/M2",
        sentence("Median Fore Buchholz 2"),
        sentence("Fore Buchholz without the two lowest and the two highest values."),
        swiss_only=True,
    ),
    TieBreak(
        "AOB",
        sentence("Average of the opponents’ Buchholz"),
        sentence("The average Buchholz of the opponents who were met at the board."),
        swiss_only=True,
    ),
    TieBreak(
        "SB",
        sentence("Sonneborn-Berger"),
        sentence("Each opponent’s points times the points taken from that opponent, added up."),
    ),
    TieBreak(
        "SB/C1",
        sentence("Sonneborn-Berger, cut 1"),
        sentence("Sonneborn-Berger without the opponent who has the fewest points."),
    ),
    TieBreak(
        "SB/C2",
        sentence("Sonneborn-Berger, cut 2"),
        sentence("Sonneborn-Berger without the two opponents who have the fewest points."),
    ),
    TieBreak(
        "SB/M1",
        sentence("Median Sonneborn-Berger"),
        sentence("Sonneborn-Berger without the opponents who have the fewest and the most points."),
    ),
    TieBreak(
        "SB/M2",
        sentence("Median Sonneborn-Berger 2"),
        sentence(
            "Sonneborn-Berger without the two opponents who have the fewest and the two who have"
            " the most points."
        ),
    ),
    TieBreak(
        "KS",
        sentence("Koya"),
        sentence("The points taken from opponents who have at least half of all they could have."),
    ),
    TieBreak(
        "ARO",
        sentence("Average rating of the opponents"),
        sentence("The average rating of the opponents who were met at the board."),
        rated=True,
    ),
    TieBreak(
        "ARO/C1",
        sentence("Average rating of the opponents, cut 1"),
        sentence(
            "The average rating of the opponents who were met at the board, without the lowest."
        ),
        rated=True,
    ),
    TieBreak(
        "ARO/C2",
        sentence("Average rating of the opponents, cut 2"),
        sentence(
            "The average rating of the opponents who were met at the board, without the two lowest."
        ),
        rated=True,
    ),
    TieBreak(
        "ARO/M1",
        sentence("Median average rating of the opponents"),
        sentence(
            "The average rating of the opponents who were met at the board, without the lowest and"
            " the highest."
        ),
        rated=True,
    ),
    TieBreak(
        "ARO/M2",
        sentence("Median average rating of the opponents 2"),
        sentence(
            "The average rating of the opponents who were met at the board, without the two lowest"
            " and the two highest."
        ),
        rated=True,
    ),
    TieBreak(
        "TPR",
        sentence("Tournament performance rating"),
        sentence(
            "The average rating of the opponents, plus or minus what the percentage scored "
            "against them stands for."
        ),
        rated=True,
    ),
    TieBreak(
        "PTP",
        sentence("Perfect tournament performance"),
        sentence("The lowest rating that would have been expected to score as much."),
        rated=True,
    ),
    TieBreak(
        "APRO",
        sentence("Average performance of the opponents"),
        sentence("The average tournament performance rating of the opponents met at the board."),
        rated=True,
    ),
    TieBreak(
        "APPO",
        sentence("Average perfect performance of the opponents"),
        sentence("The average perfect performance of the opponents met at the board."),
        rated=True,
    ),
    TieBreak(
        "RTNG",
        sentence("Rating"),
        sentence("The player’s rating; the higher one comes first."),
        rated=True,
    ),
    TieBreak(
        "RTNG/R",
        sentence("Rating, reversed"),
        sentence("The player’s rating; the lower one comes first."),
        ascending=True,
        rated=True,
    ),
    TieBreak(
        "TPN",
        sentence("Starting number"),
        sentence("The player’s starting number; the lower one comes first."),
        ascending=True,
    ),
    TieBreak(
        EXTERNAL,
        sentence("Computed elsewhere"),
        sentence("A value that was computed elsewhere and typed on the player’s page."),
    ),
    TieBreak(
        "TPN/R",
        sentence("Starting number, reversed"),
        sentence("The player’s starting number; the higher one comes first."),
    ),
)

GO_CATALOGUE: tuple[TieBreak, ...] = (
    TieBreak(
        "MMS",
        sentence("McMahon score"),
        sentence(
            "The start score by the grade, from floor to bar, and the points of the rounds; "
            "first in the list, it comes before the points."
        ),
        leads=True,
    ),
    TieBreak(
        "SOS",
        sentence("Sum of opponents’ scores"),
        sentence(
            "The opponents’ McMahon scores (in a Swiss: wins), added up; with a handicap, as "
            "many points more for White and fewer for Black as there are stones. A round "
            "without a game counts the player’s own start score (in a Swiss: nothing)."
        ),
    ),
    TieBreak(
        "SOSOS",
        sentence("Sum of opponents’ SOS"),
        sentence("The opponents’ SOS, added up; the EGF advises against it."),
    ),
    TieBreak(
        "SODOS",
        sentence("Sum of defeated opponents’ scores"),
        sentence(
            "The scores of the opponents who were beaten, and half of it after a jigo; the EGF "
            "advises against it."
        ),
    ),
)
"""The tie-breaks of go, by the names that its players use."""

LEADING: Final[Mapping[str, TieBreak]] = {
    KEIZER: TieBreak(
        "KZ",
        sentence("Keizer score"),
        sentence(
            "The player’s own value, and what the rounds earned: a win the opponent’s value, a "
            "draw half of it. Values follow the ranking, so that what earlier rounds earned "
            "changes with it."
        ),
        leads=True,
    ),
    KNOCKOUT_KIND: TieBreak(
        "KO",
        sentence("Round reached"),
        sentence(
            "The last round that the player reached, one more for who has won it; the game for the "
            "third place is worth half a round."
        ),
        leads=True,
    ),
}
"""The scores that come before the points, by the kind of tournament that goes by them."""

_BY_CODE = {
    tie_break.code: tie_break
    for tie_break in (POINTS, *CATALOGUE, *GO_CATALOGUE, *LEADING.values())
}

_OTHER_NAMES = {"GE": "REP", "RTG": "RTNG", "SNO": "TPN"}  # of older files and programs


def find(code: str) -> TieBreak:
    """The tie-break of a code, in any case, also written ``BH-C1`` or ``BH#C1``.

    Raises :class:`Refused` when there is none.
    """
    text = code.strip().upper()
    if limited := _LIMITED.fullmatch(text):
        return _koya(integer_of(limited[2]) * (-1 if limited[1] == "-" else 1))
    text = text.replace("-", "/").replace("#", "/")
    ratings = _UNRATED_AS.findall(text)
    if len(ratings) == 1:
        plain = _UNRATED_AS.sub("", text)
        base = _BY_CODE.get(_OTHER_NAMES.get(plain, plain))
        if base and base.rated:
            return _unrated_as(base, integer_of(ratings[0]))
    found = _BY_CODE.get(_OTHER_NAMES.get(text, text))
    if found is None:
        plain = text
        while "/" in plain:
            plain, _slash, _modifier = plain.rpartition("/")
            if known := _BY_CODE.get(_OTHER_NAMES.get(plain, plain)):
                raise Refused.because(
                    "“%(code)s” is not a known tie-break: %(known)s is, but not with"
                    " “/%(modifier)s”.",
                    code=code.strip(),
                    known=known.code,
                    modifier=text[len(plain) + 1 :],
                )
        raise Refused.because(
            "“%(code)s” is not a known tie-break. Known are %(codes)s.",
            code=code.strip(),
            codes=", ".join(tie_break.code for tie_break in CATALOGUE),
        )
    return found


_LIMITED = re.compile(r"KS[/#-]L([+-])([1-9][0-9]?)", re.ASCII)
"""Koya with a limit of so many half points more or fewer (14.4)."""


_UNRATED_AS = re.compile(r"/U([1-9][0-9]{2,3})(?=/|\Z)", re.ASCII)
"""The rating that the unrated are given, before or behind another modifier."""


@cache
def _unrated_as(base: TieBreak, rating: int) -> TieBreak:
    return replace(
        base,
        code=f"{base.code}/U{rating}",
        name=sentence("%(name)s, the unrated as %(rating)s", name=base.name, rating=str(rating)),
        meaning=sentence(
            "%(meaning)s Who has no rating counts as %(rating)s.",
            meaning=base.meaning,
            rating=str(rating),
        ),
        unrated_as=rating,
        of=base.code,
    )


@cache
def _koya(halves: int) -> TieBreak:
    return TieBreak(
        f"KS/L{halves:+d}",
        sentence("Koya, limit %(halves)s", halves=f"{halves:+d}/2"),
        sentence(
            "The points taken from opponents who have at least half of all they could have, and"
            " %(halves)s half points.",
            halves=f"{halves:+d}",
        ),
        halves=halves,
    )


def chosen(codes: Iterable[str]) -> tuple[TieBreak, ...]:
    """The tie-breaks after the points, in their order; the points themselves are left out."""
    found = (find(code) for code in codes)
    return tuple(tie_break for tie_break in found if tie_break is not POINTS)


def ordering(kind: str, codes: Iterable[str]) -> tuple[TieBreak, ...]:
    """What orders the standings of a kind of tournament: the score that comes before the points, if
    there is one, and the tie-breaks chosen."""
    lead = LEADING.get(kind_of(kind))
    rest = tuple(tie_break for tie_break in chosen(codes) if tie_break not in LEADING.values())
    return (lead, *rest) if lead else rest


GO_NAMES: Final[Mapping[str, tuple[str, Sentence]]] = {
    "BH": ("SOS", sentence("Sum of opponents’ scores")),
    "SB": ("SODOS", sentence("Sum of defeated opponents’ scores")),
}

SWISS = ("BH/C1", "BH", "SB")

ROUND_ROBIN = ("DE", "WIN", "SB", "KS")

GO = ("BH", "SB")

MCMAHON = ("MMS", "SOS")

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
    return () if kind == KEIZER else GO if go else SWISS
